"""The players who have stopped and still have a seat in a round that has not begun."""

from dataclasses import dataclass

from wk.tournament.models import Entry, Round
from wk.tournament.seating import seating, sizes_of


@dataclass(frozen=True, slots=True)
class Leaver:
    """A player who has stopped and still has a seat (A18).

    `can_go` tells whether the table keeps enough players if nobody takes the seat.
    """

    entry: Entry
    table: int
    can_go: bool


def leavers(round: Round) -> tuple[Leaver, ...]:
    """Return the players with a seat in a round who have stopped, by table; two queries at most."""
    if not round.seats.exclude(entry__withdrawn_after=None).exists():
        return ()
    at = seating(round)
    sizes, allowed = sizes_of(at), round.tournament.rules.table_sizes
    return tuple(
        Leaver(entry, table, sizes[table] - 1 in allowed)
        for entry, (table, _seat) in at.items()
        if entry.withdrawn_after is not None
    )
