"""The ways to play a table that free rounds follow, and what each takes of the room there."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from scoring.possible.one_table import shared_values
from scoring.possible.question import Question, Steps

Taken = tuple[int, ...]
Group = tuple[Steps, list[tuple[int, int]]]
"""The values of the places of a table, and its caps and players, the lowest cap first."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play a table: so many of its lowest caps are passed, the others have this left.

    `taken` is what it takes of each kind of room.
    """

    over: int
    taken: Taken
    left: tuple[int, ...] = ()


def groups_of(question: Question, highest: int) -> list[Group]:
    """Return the steps of each table with its caps and players, lowest first.

    Who sits at no open table makes a group of the same cap, without steps. Who does not play on is
    seen as one who gets the most that there is.
    """
    found = [
        (
            table.steps,
            sorted(
                (question.caps[player] + (0 if player in question.playing else highest), player)
                for player in table.players
            ),
        )
        for table in question.tables
    ]
    seated = {player for table in question.tables for player in table.players}
    alone: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for player, cap in question.caps.items():
        if player not in seated:
            alone[cap].append((cap, player))
    return [*found, *(((), rows) for rows in alone.values())]


def caps_of(rows: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(cap for cap, _ in rows)


@lru_cache(maxsize=20_000)
def ways_of(
    steps: Steps, caps: tuple[int, ...], marks: tuple[int, ...], *, by_level: bool
) -> tuple[Way, ...]:
    """Return the ways to play a table, without those that another one is as good as.

    `marks` are the levels or the prices, ascending, from the lowest place on.
    """
    found: list[Way] = []
    for over in range(len(caps) + 1):
        kept = caps[over:]
        for values in shared_values(steps, len(kept)) if steps else [(0,) * len(kept)]:
            left = tuple(cap - value for cap, value in zip(kept, values, strict=True))
            if left and min(left) < marks[0]:
                continue
            if by_level:
                taken = tuple(sum(rest <= mark for rest in left) for mark in marks)
            else:
                taken = tuple(sum(mark - rest for rest in left if rest < mark) for mark in marks)
            if not any(_is_as_good(way.taken, taken) for way in found):
                found = [
                    way for way in found if way.over < over or not _is_as_good(taken, way.taken)
                ]
                found.append(Way(over, taken, left))
    return tuple(found)


@lru_cache(maxsize=100)
def places_of(steps: Steps, levels: tuple[int, ...]) -> tuple[Way, ...]:
    """Return the room that a table of a free round gives for every set of ties."""
    return tuple(
        Way(0, tuple(-sum(value <= level for value in values) for level in levels))
        for values in shared_values(steps, len(steps))
    )


def _is_as_good(one: Taken, other: Taken) -> bool:
    return all(some <= more for some, more in zip(one, other, strict=True))
