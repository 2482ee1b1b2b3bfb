"""What is settled in a tournament, and what is still to come."""

from dataclasses import dataclass

Places = tuple[int, ...]
"""The match points of the places at a table in halves, best first, in equal steps."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player with the total so far.

    `number` is the start number, `half_points` the match points in halves. `plays_on`: the player
    sits in the rounds that are not drawn.
    """

    number: int
    half_points: int
    points: int
    plays_on: bool = False


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table whose players are known and whose form does not count yet.

    `number` is its table number, `players` are start numbers, and `places` has a value for each.
    """

    number: int
    players: tuple[int, ...]
    places: Places


@dataclass(frozen=True, slots=True)
class Outlook:
    """Everything that decides which final ranks are possible.

    `tables` are the open tables. `rounds` is the number of rounds that are not drawn. In each of
    them all contestants who play on sit at tables with the places of `free_tables`, one item a
    table, anybody with anybody. `least` and `most` are the points that a round can give a player,
    None without a limit. A round may give any points between them to anybody, whatever the places.
    """

    contestants: tuple[Contestant, ...]
    tables: tuple[OpenTable, ...] = ()
    rounds: int = 0
    free_tables: tuple[Places, ...] = ()
    least: int | None = None
    most: int | None = None

    @property
    def is_settled(self) -> bool:
        """Return whether nothing is to come."""
        return not self.tables and not self.rounds
