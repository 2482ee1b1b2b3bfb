"""Changes of seats as the audit log keeps them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.tournament.models import Entry, Round
from wk.tournament.seating import At, Move, after, can_go, fits, seating

# The kinds of correction of seats after a round has begun, as logged: names exchanged on the forms,
# players sent to their own places (no seat changed), or a player sitting at another table.
NAMES_EXCHANGED, RETURN_TO_OWN_SEAT, JOINED_TABLE = "names", "own", "table"


@dataclass(frozen=True, slots=True)
class LoggedSeatChange:
    """A change of seats since the draw, and whether it may be undone now.

    `met` and `sat`: repeat meetings and extra sittings before and after it. `how` is "" for a
    change of the draw, else what `log_moves` was told.
    """

    change: AuditLogEntry
    moves: tuple[Move, ...]
    met: Sequence[int]
    sat: Sequence[int]
    how: str
    can_undo: bool


def seat_changes(round: Round) -> list[LoggedSeatChange]:
    """Return the changes of a round since its draw, the latest first, without undone ones."""
    made = _noted_of(round)
    at = seating(round) if made else {}
    found = []
    for change, moves in zip(made, moves_of(*made), strict=True):
        facts = change.payload
        met, sat, how = facts.get("met", ()), facts.get("sat", ()), facts.get("how", "")
        back = tuple(move.back for move in moves)
        is_open = round.state == Round.State.DRAWN and not how
        can_undo = is_open and can_go(round, at, back)
        found.append(LoggedSeatChange(change, moves, met, sat, how, can_undo))
    return found


def changes_of(round: Round) -> list[AuditLogEntry]:
    """Return the changes of seats of a round since its last draw, the latest first.

    Log entries that changed no seat are left out.
    """
    return [
        change for change in _noted_of(round) if change.payload.get("how") != RETURN_TO_OWN_SEAT
    ]


def _noted_of(round: Round) -> list[AuditLogEntry]:
    made = round.log_entries.filter(kind=AuditLogEntry.Kind.SEATED, undone_at=None).select_related(
        "author"
    )
    draw = draw_of(round) if made else None
    return [change for change in made if change.payload.get("draw") == draw]


def is_changed_by_hand(round: Round) -> bool:
    """Return whether this draw was changed: seats by hand, or a newcomer in a player's place.

    Undone changes do not count.
    """
    return bool(changes_of(round)) or _has_newcomer(round)


def as_drawn(round: Round) -> dict[Entry, At] | None:
    """Return the place of each entry as drawn, before any change by hand.

    Return None where that is unknown, because a newcomer took a player's place.
    """
    if _has_newcomer(round):
        return None
    at = seating(round)
    for moves in moves_of(*changes_of(round)):
        back = [move.back for move in moves]
        if not fits(at, back):
            return None
        at = after(at, back)
    return at


def _has_newcomer(round: Round) -> bool:
    draw = str(draw_of(round))
    replaced = round.tournament.log_entries.filter(kind=AuditLogEntry.Kind.REPLACED, undone_at=None)
    return any(draw in change.payload.get("by_hand", ()) for change in replaced)


def log_moves(
    round: Round,
    moves: Sequence[Move],
    *,
    author: User | None,
    now: datetime,
    reason: str = "",
    **facts: Any,
) -> AuditLogEntry:
    """Store the moves in the audit log, within the transaction that makes them."""
    about = "; ".join(f"{m.entry} {_short(m.from_seat)} → {_short(m.to_seat)}" for m in moves)
    noted = [[m.entry.pk, str(m.entry), m.from_seat, m.to_seat] for m in moves]
    return auditlog.record(
        tournament=round.tournament,
        kind=AuditLogEntry.Kind.SEATED,
        about=about,
        author=author,
        now=now,
        entry=moves[0].entry,
        round=round,
        payload={"draw": draw_of(round), "moves": noted, **facts},
        reason=reason,
    )


def moves_of(*made: AuditLogEntry) -> list[tuple[Move, ...]]:
    """Return the moves of each change, as logged; a removed entry is only a name."""
    noted = [change.payload.get("moves", []) for change in made]
    known = Entry.objects.in_bulk({pk for moves in noted for pk, *_rest in moves})
    return [
        tuple(
            Move(known.get(pk) or _unknown(pk, who), _at(gone), _at(come))
            for pk, who, gone, come in moves
        )
        for moves in noted
    ]


def _at(noted: Sequence[int] | None) -> At | None:
    return (noted[0], noted[1]) if noted else None


def _unknown(pk: int, who: str) -> Entry:
    number, _space, name = who.partition(" ")
    return Entry(pk=pk, number=int(number), name=name)


def _short(at: At | None) -> str:
    return f"{at[0]}/{at[1]}" if at else "–"


def draw_of(round: Round) -> int | None:
    """Return a key of one draw of a round: drawn again, the round has other tables."""
    return round.tables.order_by("pk").values_list("pk", flat=True).first()
