"""The question behind a rank: how few of the other players must pass their cap?"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from scoring.possible.free_rounds import FreeRounds

Steps = tuple[int, ...]


@dataclass(slots=True)
class Budget:
    """How many more steps searches may take: each looks at a table."""

    steps: int

    @contextmanager
    def part(self, most: int) -> Iterator["Budget"]:
        """Lend out so many of these steps at most; what is left of them comes back."""
        part = Budget(min(self.steps, most))
        self.steps -= part.steps
        yield part
        self.steps += part.steps


@dataclass(frozen=True, slots=True)
class Found:
    """At least `over` players pass their caps; `is_exact`: so few are possible."""

    over: int
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Seats:
    """An open table: the values of its places, ascending, and its players with a cap."""

    steps: Steps
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Players whose caps matter, and what is to come for them.

    `caps` has the cap of each by number. Who passes it in every outcome is not here, and neither is
    who does so in none; nor are tables with such players alone. At a table, players without a cap
    stand on the highest places. `playing` sit in the rounds of `free` as well.
    """

    caps: Mapping[int, int]
    tables: tuple[Seats, ...]
    playing: frozenset[int]
    free: FreeRounds

    def without(self, dropped: Iterable[int]) -> "Question":
        """Return the question for the others, when these players pass their caps."""
        gone = set(dropped)
        tables = (
            Seats(table.steps, tuple(player for player in table.players if player not in gone))
            for table in self.tables
        )
        return Question(
            {player: cap for player, cap in self.caps.items() if player not in gone},
            tuple(table for table in tables if table.players),
            self.playing - gone,
            self.free,
        )

    @property
    def tables_of(self) -> dict[int, list[int]]:
        """Return the tables of each player, as indexes."""
        found: dict[int, list[int]] = {player: [] for player in self.caps}
        for index, table in enumerate(self.tables):
            for player in table.players:
                found[player].append(index)
        return found
