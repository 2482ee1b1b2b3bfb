"""The exception of a service that will not do something."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

M = TypeVar("M", bound=Model)


class Refusal(Exception):
    """Raised by a service that changed nothing; `message` tells the official why, translated."""

    def __init__(self, message: "str | Promise") -> None:
        self.message = message
        super().__init__(message)

    def __str__(self) -> str:
        return str(self.message)


def held(rows: QuerySet[M]) -> M:
    """Return the one row, locked until the transaction ends: a second request waits for it.

    Raises Refusal when the first request has deleted the row.
    """
    row = rows.select_for_update(of=("self",)).first()
    if row is None:
        raise Refusal(_("This has changed meanwhile. Look at it again."))
    return row
