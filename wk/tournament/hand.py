"""Actions on a draw that is not confirmed yet: change it by hand, price that, undo it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.tournament import changes, draws
from wk.tournament.models import Change, Entry, Round, Seat
from wk.tournament.moves import (
    At,
    Move,
    Price,
    after,
    can_go,
    fits,
    free_moves,
    mark,
    out_moves,
    price_of,
    seating,
    swap_moves,
)
from wk.tournament.refusal import Refusal

# The kinds of correction of seats after a round has begun, as logged: names exchanged on the forms,
# players sent to their own places (no seat changed), or a player sitting at another table.
NAMES, OWN, ELSEWHERE = "names", "own", "table"


@dataclass(frozen=True, slots=True)
class Done:
    """A change that was made: its moves, its cost, and its audit log entry."""

    moves: tuple[Move, ...]
    price: Price
    change: Change


@transaction.atomic
def swap_seats(
    *,
    round: Round,
    first: Entry,
    second: Entry,
    author: User | None,
    now: datetime,
    seen: str = "",
) -> Done:
    """Swap two players in a draw that is not confirmed yet, as `swap_moves` tells.

    `seen` is the `mark` of the seating shown to the author, "" where none was. Raises Refusal where
    the seating has changed, or the round is confirmed.
    """
    locked = _locked(round, seen)
    return _made(locked, swap_moves(locked, first, second), author, now)


@transaction.atomic
def take_free_place(
    *,
    round: Round,
    entry: Entry,
    table: int,
    author: User | None,
    now: datetime,
    seen: str = "",
) -> Done:
    """Give a player the free place at a table, as `free_moves` tells; else as `swap_seats`."""
    locked = _locked(round, seen)
    return _made(locked, free_moves(locked, entry, table), author, now)


@transaction.atomic
def take_out(
    *, round: Round, entry: Entry, author: User | None, now: datetime, seen: str = ""
) -> Done:
    """Take a withdrawn player out of a draw, as `out_moves` tells; else as `swap_seats`."""
    locked = _locked(round, seen)
    return _made(locked, out_moves(locked, entry), author, now)


@transaction.atomic
def undo(*, change: Change, author: User | None, now: datetime) -> tuple[Move, ...]:
    """Undo a change by hand; return the moves back.

    Raises Refusal where the round was confirmed or drawn again since, or where a later change moved
    the same players or filled their places.
    """
    round = change.round
    if round is None:
        raise Refusal(_("This draw is no longer there."))
    locked = _locked(round)
    change = changes.undoing(change, author, now)
    moves = tuple(move.back for move in moves_of(change)[0])
    is_old = change.facts.get("draw") != draw_of(locked)
    if is_old or not can_go(locked, seating(locked), moves):
        raise Refusal(_("Seats have changed since. Undo the later changes first."))
    _seat(locked, moves)
    Round.objects.filter(pk=locked.pk).update(changed_by_hand=is_by_hand(locked))
    return moves


@dataclass(frozen=True, slots=True)
class ByHand:
    """A change of seats since the draw, and whether it may be undone now.

    `met` and `sat`: repeat meetings and extra sittings before and after it. `how` is "" for a
    change of the draw, else what `note` was told.
    """

    change: Change
    moves: tuple[Move, ...]
    met: Sequence[int]
    sat: Sequence[int]
    how: str
    can_undo: bool


def by_hand(round: Round) -> list[ByHand]:
    """Return the changes of a round since its draw, the latest first, without undone ones."""
    made = _noted_of(round)
    at = seating(round) if made else {}
    found = []
    for change, moves in zip(made, moves_of(*made), strict=True):
        facts = change.facts
        met, sat, how = facts.get("met", ()), facts.get("sat", ()), facts.get("how", "")
        back = tuple(move.back for move in moves)
        is_open = round.state == Round.State.DRAWN and not how
        can_undo = is_open and can_go(round, at, back)
        found.append(ByHand(change, moves, met, sat, how, can_undo))
    return found


def check_seen(round: Round, seen: str = "") -> None:
    """Raise Refusal if the round is confirmed, or its seating differs from the one seen.

    `seen` is the mark of the seating that was shown, "" where none was.
    """
    if round.state != Round.State.DRAWN:
        text = _("Round %(number)d has been confirmed already.")
        raise Refusal(text % {"number": round.number})
    if seen and seen != mark(seating(round)):
        raise Refusal(_("This has changed meanwhile. Look at it again."))


def changes_of(round: Round) -> list[Change]:
    """Return the changes of seats of a round since its last draw, the latest first.

    Log entries that changed no seat are left out.
    """
    return [change for change in _noted_of(round) if change.facts.get("how") != OWN]


def _noted_of(round: Round) -> list[Change]:
    made = round.changes.filter(kind=Change.Kind.SEATED, undone_at=None).select_related("author")
    draw = draw_of(round) if made else None
    return [change for change in made if change.facts.get("draw") == draw]


def is_by_hand(round: Round) -> bool:
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
    replaced = round.tournament.changes.filter(kind=Change.Kind.REPLACED, undone_at=None)
    return any(draw in change.facts.get("by_hand", ()) for change in replaced)


def note(
    round: Round,
    moves: Sequence[Move],
    *,
    author: User | None,
    now: datetime,
    reason: str = "",
    **facts: Any,
) -> Change:
    """Store the moves in the audit log, within the transaction that makes them."""
    about = "; ".join(f"{m.entry} {_short(m.gone)} → {_short(m.come)}" for m in moves)
    noted = [[m.entry.pk, str(m.entry), m.gone, m.come] for m in moves]
    return changes.record(
        tournament=round.tournament,
        kind=Change.Kind.SEATED,
        about=about,
        author=author,
        now=now,
        entry=moves[0].entry,
        round=round,
        facts={"draw": draw_of(round), "moves": noted, **facts},
        reason=reason,
    )


def moves_of(*made: Change) -> list[tuple[Move, ...]]:
    """Return the moves of each change, as logged; a removed entry is only a name."""
    noted = [change.facts.get("moves", []) for change in made]
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


def _made(round: Round, moves: tuple[Move, ...], author: User | None, now: datetime) -> Done:
    price = price_of(round, moves)
    _seat(round, moves)
    Round.objects.filter(pk=round.pk).update(changed_by_hand=True)
    met = (price.before.met, price.after.met)
    sat = (price.before.sat, price.after.sat)
    return Done(moves, price, note(round, moves, author=author, now=now, met=met, sat=sat))


def _seat(round: Round, moves: Sequence[Move]) -> None:
    """Move players: first all leave their seats, then they sit down again.

    The database never allows a player two seats, not even halfway.
    """
    tables = {table.number: table for table in round.tables.all()}
    Seat.objects.filter(round=round, entry__in=[move.entry for move in moves]).delete()
    Seat.objects.bulk_create(
        Seat(table=tables[move.come[0]], round=round, number=move.come[1], entry=move.entry)
        for move in moves
        if move.come
    )


def _locked(round: Round, seen: str = "") -> Round:
    """Return a round, locked until the transaction ends. Raises Refusal as `check_seen` tells."""
    locked = draws.held_round(round, Round.State.DRAWN)
    check_seen(locked, seen)
    return locked
