"""Changes of seats in the audit log: store moves, and read them back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.tournament.models import Entry, Round
from wk.tournament.seating import Move, TableSeat, after, can_move, seating, start_from

# Corrections after a round has begun, as stored in the payload (`how`): names were exchanged on the
# forms, players went to their own seats (no seat changed), or a player joined another table.
NAMES_EXCHANGED, RETURN_TO_OWN_SEAT, JOINED_TABLE = "names", "own", "table"


@dataclass(frozen=True, slots=True)
class LoggedSeatChange:
    """A change of seats since the draw of a round.

    - `repeat_meetings`, `extra_sittings`: the number before and after the change; () if unknown.
    - `how`: the kind of a correction after the round had begun, "" for a change of the draw.
    - `can_undo`: whether it can be undone now.
    """

    log_entry: AuditLogEntry
    moves: tuple[Move, ...]
    repeat_meetings: Sequence[int]
    extra_sittings: Sequence[int]
    how: str
    can_undo: bool


def seat_changes(round: Round) -> list[LoggedSeatChange]:
    """Return the changes of seats since the draw of a round, latest first, without undone ones."""
    log_entries = _seated_entries(round)
    at = seating(round) if log_entries else {}
    found = []
    for log_entry, moves in zip(log_entries, logged_moves(*log_entries), strict=True):
        payload = log_entry.payload
        # The stored names: `met` are repeat meetings, `sat` are extra sittings.
        met, sat, how = payload.get("met", ()), payload.get("sat", ()), payload.get("how", "")
        back = tuple(move.back for move in moves)
        is_open = round.state == Round.State.DRAWN and not how
        can_undo = is_open and can_move(round, at, back)
        found.append(LoggedSeatChange(log_entry, moves, met, sat, how, can_undo))
    return found


def seat_change_entries(round: Round) -> list[AuditLogEntry]:
    """Return the log entries that changed seats of a round since its last draw, latest first.

    Log entries about players who went to their own seats are left out: no seat changed.
    """
    return [
        log_entry
        for log_entry in _seated_entries(round)
        if log_entry.payload.get("how") != RETURN_TO_OWN_SEAT
    ]


def _seated_entries(round: Round) -> list[AuditLogEntry]:
    """Return the SEATED log entries of the present draw, latest first, without undone ones.

    Log entries of earlier draws of the round are left out.
    """
    log_entries = round.log_entries.filter(
        kind=AuditLogEntry.Kind.SEATED, undone_at=None
    ).select_related("author")
    draw = draw_key(round) if log_entries else None
    return [log_entry for log_entry in log_entries if log_entry.payload.get("draw") == draw]


def is_changed_by_hand(round: Round) -> bool:
    """Return whether seats of the present draw were changed by hand, or given to a newcomer.

    Undone changes do not count.
    """
    return bool(seat_change_entries(round)) or _has_newcomer(round)


def as_drawn(round: Round) -> dict[Entry, TableSeat] | None:
    """Return the seat of each entry as drawn, before any change by hand.

    The seats are computed back from the log. Return None if the log does not lead back to them, for
    example because a newcomer took a seat over.
    """
    if _has_newcomer(round):
        return None
    at = seating(round)
    for moves in logged_moves(*seat_change_entries(round)):
        back = [move.back for move in moves]
        if not start_from(at, back):
            return None
        at = after(at, back)
    return at


def _has_newcomer(round: Round) -> bool:
    """Return whether a newcomer has taken over a seat of the present draw."""
    draw = str(draw_key(round))
    replaced = round.tournament.log_entries.filter(kind=AuditLogEntry.Kind.REPLACED, undone_at=None)
    return any(draw in log_entry.payload.get("by_hand", ()) for log_entry in replaced)


def log_moves(
    round: Round,
    moves: Sequence[Move],
    *,
    author: User | None,
    now: datetime,
    reason: str = "",
    **payload: Any,
) -> AuditLogEntry:
    """Store moves as one log entry, and return it. Call this within the transaction of the moves.

    `payload` is stored beside the moves.
    """
    about = "; ".join(f"{m.entry} {_short(m.from_seat)} → {_short(m.to_seat)}" for m in moves)
    logged = [[m.entry.pk, str(m.entry), m.from_seat, m.to_seat] for m in moves]
    return auditlog.record(
        tournament=round.tournament,
        kind=AuditLogEntry.Kind.SEATED,
        about=about,
        author=author,
        now=now,
        entry=moves[0].entry,
        round=round,
        payload={"draw": draw_key(round), "moves": logged, **payload},
        reason=reason,
    )


def logged_moves(*log_entries: AuditLogEntry) -> list[tuple[Move, ...]]:
    """Return the moves of each log entry, in their order.

    A removed player has no entry in the database. The move of such a player has an unsaved entry,
    with the name and number as logged.
    """
    logged = [log_entry.payload.get("moves", []) for log_entry in log_entries]
    known = Entry.objects.in_bulk({pk for moves in logged for pk, *_rest in moves})
    return [
        tuple(
            Move(known.get(pk) or _removed_entry(pk, who), _at(from_seat), _at(to_seat))
            for pk, who, from_seat, to_seat in moves
        )
        for moves in logged
    ]


def _at(logged: Sequence[int] | None) -> TableSeat | None:
    return (logged[0], logged[1]) if logged else None


def _removed_entry(pk: int, who: str) -> Entry:
    number, _space, name = who.partition(" ")
    return Entry(pk=pk, number=int(number), name=name)


def _short(at: TableSeat | None) -> str:
    return f"{at[0]}/{at[1]}" if at else "–"


def draw_key(round: Round) -> int | None:
    """Return a key that identifies the present draw of a round, None without tables.

    It is the key of the first table: each new draw makes new tables.
    """
    return round.tables.order_by("pk").values_list("pk", flat=True).first()
