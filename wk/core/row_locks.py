"""Locks on database rows. Every service that changes rows locks them with these functions."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from wk.core.refusals import ActionRefused

M = TypeVar("M", bound=Model)


def lock_row(rows: QuerySet[M]) -> M:
    """Return the only row of a query, locked until the transaction ends.

    A second request for the row waits. Raises ActionRefused if the row is deleted by then.
    """
    # "self": rows joined by select_related are not locked. PostgreSQL would lock them as well, and
    # refuses that for a nullable relation.
    row = rows.select_for_update(of=("self",)).first()
    if row is None:
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    return row


def lock_rows(rows: QuerySet[M]) -> list[M]:
    """Return the rows in the order of their keys, locked until the transaction ends.

    All services lock rows in this one order. So no two requests wait for each other's rows.
    """
    return list(rows.order_by("pk").select_for_update(of=("self",)))
