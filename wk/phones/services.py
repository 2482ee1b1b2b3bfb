"""Services of the tables' phones: make, invalidate and renew keys; store a form, hand it in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game import Document
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_rows
from wk.phones.models import TableKey, new_key
from wk.scoreforms.column_mapping import column_keys, move_columns
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.form_lock import LockedForm, lock_form
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Table


class PlayersChanged(ActionRefused):
    """The refusal of a form from a phone with other players than the table has now.

    `same_as`: the keys of the seats if only names were swapped, so that the columns of the phone
    are still right. It is empty if the columns differ, or if the phone sent no keys of seats.
    """

    def __init__(self, message: str, same_as: Sequence[int] = ()) -> None:
        super().__init__(message)
        self.same_as = same_as


class HandedIn(ActionRefused):
    """The refusal of a form from a phone that has handed in its form already."""


@dataclass(frozen=True, slots=True)
class PhoneContent:
    """The form on a phone: document, time, and the start numbers and seat keys of its columns."""

    document: Document
    players: Sequence[int]
    now: datetime
    seat_keys: Sequence[int] = ()


@transaction.atomic
def keys_for(*, tables: Sequence[Table], now: datetime) -> dict[int, TableKey]:
    """Return the keys of tables, by the key of the table; a table without one gets one.

    A table with a revoked key is left out, and so is a table that has been deleted since.
    """
    ids = [table.pk for table in tables]
    with_key = set(TableKey.objects.filter(table__in=ids).values_list("table", flat=True))
    keyless = Table.objects.filter(pk__in=[pk for pk in ids if pk not in with_key])
    # Locked: a table that is being deleted is waited for, and then not found.
    new = [TableKey(table=table, created_at=now) for table in lock_rows(keyless)]
    # Another request may have made keys for the same tables since they were counted above.
    TableKey.objects.bulk_create(new, ignore_conflicts=True)
    valid = TableKey.objects.filter(table__in=ids, revoked_at=None)
    return {key.table_id: key for key in valid}


@transaction.atomic
def revoke_keys(*, tables: Sequence[Table], now: datetime) -> int:
    """Invalidate the keys of tables; return the number of keys that were valid until now.

    A table without a key gets a revoked one, so that it has none until its key is renewed.
    """
    # Tables without a key get one here, to be invalidated with the others.
    keys_for(tables=tables, now=now)
    keys = lock_rows(TableKey.objects.filter(table__in=[table.pk for table in tables]))
    valid = [key.pk for key in keys if key.revoked_at is None]
    return TableKey.objects.filter(pk__in=valid).update(revoked_at=now)


@transaction.atomic
def renew_keys(*, tables: Sequence[Table], now: datetime) -> int:
    """Replace the keys of tables, revoked or not; return the number of tables."""
    keys_for(tables=tables, now=now)
    ids = [table.pk for table in tables]
    keys = lock_rows(TableKey.objects.filter(table__in=ids))
    for key in keys:
        key.key, key.created_at, key.revoked_at = new_key(), now, None
    TableKey.objects.bulk_update(keys, ["key", "created_at", "revoked_at"])
    return len(keys)


@transaction.atomic
def save(*, table: Table, content: PhoneContent, expected: int) -> Draft:
    """Store the content of a table's phone as a draft, which does not count.

    `expected` is the revision on the phone, 0 for none. Drafts of the office are not touched.
    Raises ActionRefused before the round has started, PlayersChanged if other players sit here now,
    HandedIn after `confirm`, and EditConflict if another phone has changed the form.
    """
    form = lock_form(table, author=None)
    _check_players(form, content)
    if _handed_in_version(form):
        raise HandedIn(_("This table has handed its form in already."))
    return save_draft(
        table=table,
        locked=form,
        document=content.document,
        author=None,
        now=content.now,
        expected=expected,
    )


@transaction.atomic
def save_for_new_players(*, table: Table, content: PhoneContent, expected: int) -> Draft | None:
    """Store the content of a phone for other players, in the columns of the players now.

    Return None, with nothing stored, if only names were swapped, if the phone did not send the keys
    of its seats, or if the game has no tables of that size. Raises the errors of `save` except
    PlayersChanged.
    """
    if not content.seat_keys:
        return None
    form = lock_form(table, author=None)
    before, now = column_keys(form.seats, content.players, content.seat_keys)
    if before == now or len(before) not in form.rules.table_sizes:
        return None
    if _handed_in_version(form):
        raise HandedIn(_("This table has handed its form in already."))
    return save_draft(
        table=table,
        locked=form,
        document=move_columns(form.rules, content.document, before=before, now=now),
        author=None,
        now=content.now,
        expected=expected,
    )


@transaction.atomic
def confirm(
    *,
    table: Table,
    content: PhoneContent,
    confirmed_token: str = "",
    lot: float = 1.0,
    address: str = "",
) -> Version:
    """Hand in the form that the table agrees on; return the version that now represents it.

    The same form twice is handed in once. `confirmed_token` is the version token of the problems
    that the table has confirmed, "" for none. Raises Invalid with every problem, ConfirmationNeeded
    for an unlikely form that is not confirmed, ActionRefused before the round has started or if the
    director has to decide, PlayersChanged if other players sit here now, and HandedIn if the phone
    handed in another form before.
    """
    form = lock_form(table, author=None)
    _check_players(form, content)
    # A phone that sends its form again after a lost answer has not changed it.
    before = _handed_in_version(form)
    if before and before.content != form.rules.normal(content.document, len(form.seats)):
        raise HandedIn(_("This table has handed its form in already."))
    submission = Submission(
        content.document,
        author=None,
        now=content.now,
        source=Version.Source.PHONE,
        address=address,
    )
    return hand_in(
        table=table,
        locked=form,
        submission=submission,
        players=content.players,
        confirmed_token=confirmed_token,
        lot=lot,
    )


def _check_players(form: LockedForm, content: PhoneContent) -> None:
    """Raise PlayersChanged if other players or columns are at the table now.

    Seats are compared as well as start numbers, as start numbers may have passed to other players.
    """
    seats = form.seats
    before, now = column_keys(seats, content.players, content.seat_keys)
    if before != now or [*content.players] != [seat.entry.number for seat in seats]:
        same = [seat.pk for seat in seats] if content.seat_keys and before == now else ()
        raise PlayersChanged(_("Other players sit at this table now. Load this page again."), same)


def _handed_in_version(form: LockedForm) -> Version | None:
    """Return the latest version that the phone handed in for the players now, None without one.

    It may have been replaced since, so it need not count.
    """
    own = (each for each in reversed(form.versions) if each.source == Version.Source.PHONE)
    return next((each for each in own if each.players == form.players), None)
