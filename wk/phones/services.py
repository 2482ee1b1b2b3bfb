"""Services of the phones at the tables: give out and withdraw keys, store a form, hand it in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game import Document
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_rows
from wk.phones.models import TableKey, new_key
from wk.scoreforms.column_mapping import column_keys, move_columns, players_at, seats_at
from wk.scoreforms.drafts import lock_form, save_draft
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Table


class Reseated(ActionRefused):
    """The table has other players than the phone showed.

    `same_as`: the keys of the seats if its columns still hold, as only names were swapped; empty if
    the columns differ, or if the phone did not send its own.
    """

    def __init__(self, message: str, same_as: Sequence[int] = ()) -> None:
        super().__init__(message)
        self.same_as = same_as


class HandedIn(ActionRefused):
    """The phone has already handed in the form, and cannot change it."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a phone has written: document, players and seats of its columns, and time."""

    document: Document
    players: Sequence[int]
    now: datetime
    seat_keys: Sequence[int] = ()


@transaction.atomic
def keys_for(*, tables: Sequence[Table], now: datetime) -> dict[int, TableKey]:
    """Return the keys of tables, by the key of the table; a table without one gets one.

    A table with a revoked key is left out, and so is one deleted meanwhile.
    """
    ids = [table.pk for table in tables]
    there = set(TableKey.objects.filter(table__in=ids).values_list("table", flat=True))
    without = Table.objects.filter(pk__in=[pk for pk in ids if pk not in there])
    fresh = [TableKey(table=table, created_at=now) for table in lock_rows(without)]
    TableKey.objects.bulk_create(fresh, ignore_conflicts=True)  # two requests may come at once
    valid = TableKey.objects.filter(table__in=ids, revoked_at=None)
    return {key.table_id: key for key in valid}


@transaction.atomic
def take_back(*, tables: Sequence[Table], now: datetime) -> int:
    """Withdraw the keys of tables; return the number of keys that were valid until now.

    A table without a key gets a revoked one, so that it has none until its key is renewed.
    """
    keys_for(tables=tables, now=now)
    ids = [table.pk for table in tables]
    return TableKey.objects.filter(table__in=ids, revoked_at=None).update(revoked_at=now)


@transaction.atomic
def renew(*, tables: Sequence[Table], now: datetime) -> int:
    """Replace the keys of tables, revoked or not; return the number of tables."""
    keys_for(tables=tables, now=now)
    ids = [table.pk for table in tables]
    keys = lock_rows(TableKey.objects.filter(table__in=ids))
    for key in keys:
        key.key, key.created_at, key.revoked_at = new_key(), now, None
    TableKey.objects.bulk_update(keys, ["key", "created_at", "revoked_at"])
    return len(keys)


@transaction.atomic
def save(*, table: Table, written: Written, expected: int) -> Draft:
    """Store what a table's phone has written so far; it counts for nothing.

    `expected` is the revision on the phone, 0 for none. ActionRefused before the round has started,
    Reseated if other players sit here now, HandedIn after `confirm`, Conflict if another phone has
    changed the form. What the office typed meanwhile is not touched.
    """
    _check(table, written)
    if _handed_in(table):
        raise HandedIn(_("This table has handed its form in already."))
    return save_draft(
        table=table,
        document=written.document,
        author=None,
        now=written.now,
        expected=expected,
    )


@transaction.atomic
def carry(*, table: Table, written: Written, expected: int) -> Draft | None:
    """Store what a phone wrote for other players, in the columns of the players now.

    None, with nothing stored, if only names were swapped, if the phone did not send its seats, or
    if the game has no tables of that size. ActionRefused as for `save`, except Reseated.
    """
    if not written.seat_keys:
        return None
    form = lock_form(table, author=None)
    before, now = column_keys(seats_at(form.table), written.players, written.seat_keys)
    if before == now or len(before) not in form.table.round.rules.table_sizes:
        return None
    if _handed_in(table):
        raise HandedIn(_("This table has handed its form in already."))
    return save_draft(
        table=table,
        document=move_columns(form.table.round.rules, written.document, before=before, now=now),
        author=None,
        now=written.now,
        expected=expected,
    )


@transaction.atomic
def confirm(
    *, table: Table, written: Written, sure: str = "", lot: float = 1.0, address: str = ""
) -> Version:
    """Hand in the form that the table agrees on; return the version that now represents it.

    The same form twice is handed in once. Raises Invalid with every problem, Unsure (`sure`
    confirms that it is right all the same), ActionRefused before the round has started or if the
    director has to decide, Reseated if other players sit here now, HandedIn if the phone handed in
    something else.
    """
    _check(table, written)
    before = _handed_in(table)
    if before and before.content != _normal(table, written):
        raise HandedIn(_("This table has handed its form in already."))
    paper = Submission(
        written.document,
        author=None,
        now=written.now,
        source=Version.Source.PHONE,
        address=address,
    )
    return hand_in(table=table, submission=paper, players=written.players, sure=sure, lot=lot)


def _check(table: Table, written: Written) -> None:
    """Lock the form; raise Reseated if it was written for other players or columns than those now.

    Other players may have taken over the same start numbers: therefore columns are compared too.
    """
    seats = seats_at(lock_form(table, author=None).table)
    before, now = column_keys(seats, written.players, written.seat_keys)
    if before != now or [*written.players] != [seat.entry.number for seat in seats]:
        same = [seat.pk for seat in seats] if written.seat_keys and before == now else ()
        raise Reseated(_("Other players sit at this table now. Load this page again."), same)


def _handed_in(table: Table) -> Version | None:
    """Return the latest version that the phone handed in for the players now, None without one.

    It may have been replaced or no longer count.
    """
    own = Version.objects.filter(form__table=table, source=Version.Source.PHONE)
    players = players_at(table)
    return next((each for each in own.order_by("-number") if each.players == players), None)


def _normal(table: Table, written: Written) -> Document:
    return table.round.rules.normal(written.document, len(written.players))
