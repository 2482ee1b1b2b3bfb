"""One way to lock a row."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from wk.core.refusals import ActionRefused

M = TypeVar("M", bound=Model)


def lock_row(rows: QuerySet[M]) -> M:
    """Return the one row, locked until the transaction ends: a second request waits for it.

    Raises ActionRefused when the first request has deleted the row.
    """
    row = rows.select_for_update(of=("self",)).first()
    if row is None:
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    return row
