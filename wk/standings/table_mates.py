"""With whom one player sat at a table."""

from collections.abc import Iterable
from dataclasses import dataclass

from wk.standings.players import PlayerRound
from wk.tournament.models import Entry


@dataclass(frozen=True, slots=True)
class TableMate:
    """Another player, with the numbers of the rounds at the same table."""

    entry: Entry
    rounds: tuple[int, ...]


def table_mates(rounds: Iterable[PlayerRound]) -> tuple[TableMate, ...]:
    """Return everybody with whom a player sat in the rounds that have begun.

    Those met most often come first, and among equals those met first, in the order of the seats.
    """
    met: dict[int, TableMate] = {}
    for played in rounds:
        for seat in played.table_seats if played.round.is_started else ():
            if played.seat and seat.pk != played.seat.pk:
                known = met.get(seat.entry_id, TableMate(seat.entry, ()))
                met[seat.entry_id] = TableMate(known.entry, (*known.rounds, played.round.number))
    return tuple(sorted(met.values(), key=lambda mate: -len(mate.rounds)))
