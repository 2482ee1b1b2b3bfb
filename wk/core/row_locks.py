"""One way to lock rows."""

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


def lock_rows(rows: QuerySet[M]) -> list[M]:
    """Return the rows in the order of their keys, locked until the transaction ends.

    As all lock in that order, no two requests wait for each other's rows.
    """
    return list(rows.order_by("pk").select_for_update(of=("self",)))
