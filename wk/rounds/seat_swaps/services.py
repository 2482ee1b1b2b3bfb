"""Actions on the seats of a draw that is not confirmed yet: a change by hand, and its undo."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.seat_changes import draw_key, is_changed_by_hand, log_moves, logged_moves
from wk.core.refusals import ActionRefused
from wk.rounds.seat_swaps.moves import (
    ChangeImpact,
    free_moves,
    impact_of,
    instead_moves,
    out_moves,
    seating_token,
    swap_moves,
)
from wk.tournament import round_states
from wk.tournament.models import Entry, Round, Seat
from wk.tournament.seating import Move, can_move, seating


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A change that was made: its moves, its impact, and its audit log entry."""

    moves: tuple[Move, ...]
    impact: ChangeImpact
    log_entry: AuditLogEntry


@transaction.atomic
def swap_seats(
    *,
    round: Round,
    first: Entry,
    second: Entry,
    author: User | None,
    now: datetime,
    shown_token: str = "",
) -> SeatChange:
    """Swap two players in a draw that is not confirmed yet; store the moves of `swap_moves`.

    `shown_token` is the `seating_token` of the seating shown to the author, "" if none was. Raises
    ActionRefused if the seating has changed since, if the round is confirmed, and as `swap_moves`.
    """
    locked = _locked(round, shown_token)
    return _made(locked, swap_moves(locked, first, second), author, now)


@transaction.atomic
def take_free_place(
    *,
    round: Round,
    entry: Entry,
    table: int,
    author: User | None,
    now: datetime,
    shown_token: str = "",
) -> SeatChange:
    """Give a player a new last seat at a table, with `free_moves`; otherwise as `swap_seats`."""
    locked = _locked(round, shown_token)
    return _made(locked, free_moves(locked, _as_now(entry), table), author, now)


@transaction.atomic
def take_out(
    *, round: Round, entry: Entry, author: User | None, now: datetime, shown_token: str = ""
) -> SeatChange:
    """Take a withdrawn player out of a draw, with `out_moves`; otherwise as `swap_seats`."""
    locked = _locked(round, shown_token)
    return _made(locked, out_moves(locked, _as_now(entry)), author, now)


@transaction.atomic
def seat_instead(
    *,
    round: Round,
    leaver: Entry,
    entry: Entry,
    author: User | None,
    now: datetime,
    shown_token: str = "",
) -> SeatChange:
    """Give the seat of a withdrawn player to one without a seat, with `instead_moves`.

    Otherwise as `swap_seats`.
    """
    locked = _locked(round, shown_token)
    return _made(locked, instead_moves(locked, _as_now(leaver), _as_now(entry)), author, now)


@transaction.atomic
def undo(*, log_entry: AuditLogEntry, author: User | None, now: datetime) -> tuple[Move, ...]:
    """Undo a change by hand; return the moves back.

    `log_entry` is that of the change. Raises ActionRefused if the round was confirmed or drawn
    again since, or if a later change moved the same players or filled their seats.
    """
    round = log_entry.round
    if round is None:
        raise ActionRefused(_("This draw is no longer there."))
    locked = _locked(round)
    log_entry = auditlog.mark_undone(log_entry, author, now)
    moves = tuple(move.back for move in logged_moves(log_entry)[0])
    # A draw made since may have the same players in the same seats: its key is another one.
    is_old = log_entry.payload.get("draw") != draw_key(locked)
    if is_old or not can_move(locked, seating(locked), moves):
        raise ActionRefused(_("Seats have changed since. Undo the later changes first."))
    _seat(locked, moves)
    # Other changes by hand may still be there.
    Round.objects.filter(pk=locked.pk).update(changed_by_hand=is_changed_by_hand(locked))
    return moves


def check_shown(round: Round, shown_token: str = "") -> None:
    """Raise ActionRefused if the round is confirmed, or its seating has changed since it was shown.

    `shown_token` is the `seating_token` of the seating that was shown, "" if none was.
    """
    if round.state != Round.State.DRAWN:
        text = _("Round %(number)d has been confirmed already.")
        raise ActionRefused(text % {"number": round.number})
    if shown_token and shown_token != seating_token(seating(round)):
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))


def _made(round: Round, moves: tuple[Move, ...], author: User | None, now: datetime) -> SeatChange:
    """Store the moves and their log entry; return the change."""
    # Before the moves are stored: the impact compares them with the stored seats.
    impact = impact_of(round, moves)
    _seat(round, moves)
    Round.objects.filter(pk=round.pk).update(changed_by_hand=True)
    met = (impact.before.repeat_meetings, impact.after.repeat_meetings)
    sat = (impact.before.extra_sittings, impact.after.extra_sittings)
    return SeatChange(
        moves, impact, log_moves(round, moves, author=author, now=now, met=met, sat=sat)
    )


def _seat(round: Round, moves: Sequence[Move]) -> None:
    """Store moves: first delete the old seats of all players, then create the new ones.

    The database never allows two players in one seat, not even between two statements.
    """
    tables = {table.number: table for table in round.tables.all()}
    Seat.objects.filter(round=round, entry__in=[move.entry for move in moves]).delete()
    Seat.objects.bulk_create(
        Seat(table=tables[move.to_seat[0]], round=round, number=move.to_seat[1], entry=move.entry)
        for move in moves
        if move.to_seat
    )


def _as_now(entry: Entry) -> Entry:
    """Return a player as he is now that the tournament is locked, with which his withdrawal waits.

    He may have stopped, or come back, since the form was read. Raises ActionRefused if he is off
    the list.
    """
    found = Entry.objects.filter(pk=entry.pk).first()
    if found is None:
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    return found


def _locked(round: Round, shown_token: str = "") -> Round:
    """Return a round, locked until the transaction ends. Raises ActionRefused as `check_shown`."""
    locked = round_states.lock_round(round, Round.State.DRAWN)
    check_shown(locked, shown_token)
    return locked
