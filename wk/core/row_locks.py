"""Locks on database rows. Every service that changes rows locks them with these functions.

Two requests that lock the same rows in different orders may wait for each other for ever: the
database then ends one of them with an error. So every transaction locks in this one order, and may
leave out what it does not change:

1. the press of a button (`wk.accounts.once`);
2. accounts, all of them;
3. the tournament;
4. its rounds;
5. the log entry that is undone;
6. its tables, each with its form, drafts, versions and photos;
7. entries, then seats, then persons;
8. whatever else belongs to the tournament: an announcement, a constraint, a key;
9. the head of the chain, and then the public version: both by triggers, on PostgreSQL only when
   the transaction ends (`wk/chain/triggers.py`, `wk/publication/triggers.py`).

Rows of one kind are locked in the order of their keys. A query that locks selects by what cannot
change meanwhile, such as a key: PostgreSQL locks a row first and only then sees that it is not
selected any more, and keeps that lock.
"""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from wk.core.refusals import ActionRefused

M = TypeVar("M", bound=Model)


def lock_row(rows: QuerySet[M]) -> M:
    """Return the only row of a query, locked until the transaction ends.

    A second request for the row waits. Raises ActionRefused if the row is deleted by then.
    """
    row = _locked(rows).first()
    if row is None:
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    return row


def lock_rows(rows: QuerySet[M]) -> list[M]:
    """Return the rows in the order of their keys, locked until the transaction ends.

    All services lock rows in this one order. So no two requests wait for each other's rows.
    """
    return list(_locked(rows.order_by("pk")))


def _locked(rows: QuerySet[M]) -> QuerySet[M]:
    """Return a query that locks its rows.

    Other transactions may still store rows that refer to them, such as a version to its author:
    that waits for nobody ("no key"). Rows joined by select_related are not locked: PostgreSQL would
    lock them as well, and refuses that for a nullable relation ("self").
    """
    return rows.select_for_update(of=("self",), no_key=True)
