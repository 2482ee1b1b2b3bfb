"""The exact answer for open tables of two rounds, where no players lead from a table back to it.

A player who sits at two open tables links them. Links that make no circle can be taken away one by
one: a table with one link left tells what its linked player may get elsewhere, and is done with.
"""

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.possible.one_table import fewest_over


@dataclass(frozen=True, slots=True)
class Step:
    """A table by its index, and the link that it has left: the player, and the other table."""

    table: int
    player: int | None = None
    other: int | None = None


def order_of(tables: Sequence[Sequence[int]]) -> tuple[Step, ...] | None:
    """Return the tables in an order in which each has one link left at most, None if none exists.

    `tables` has the start numbers of each. No order exists where links make a circle, or where a
    player sits at three tables.

    >>> [step.table for step in order_of([(1, 2), (2, 3), (3, 4)])]
    [0, 2, 1]
    >>> order_of([(1, 2), (1, 2)]), order_of([(1,), (1,), (1,)])
    (None, None)
    """
    seats = _tables_of_players(tables)
    if any(len(at) > 2 for at in seats.values()):
        return None
    links: list[set[int]] = [
        {player for player in players if len(seats[player]) == 2} for players in tables
    ]
    ready = [index for index, linked in enumerate(links) if len(linked) < 2]
    steps: list[Step] = []
    # A table that gets ready meanwhile is looked at in its turn.
    for index in ready:
        if not links[index]:
            steps.append(Step(index))
            continue
        [player] = links[index]
        [other] = set(seats[player]) - {index}
        steps.append(Step(index, player, other))
        links[other].discard(player)
        if len(links[other]) == 1:
            ready.append(other)
    return tuple(steps) if len(steps) == len(tables) else None


def _tables_of_players(tables: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    """Return the tables of each player, by start number, as indexes."""
    found: dict[int, list[int]] = {}
    for index, players in enumerate(tables):
        for player in players:
            found.setdefault(player, []).append(index)
    return found


def fewest_over_linked(
    order: Sequence[Step],
    steps: Sequence[tuple[int, ...]],
    caps: Sequence[list[int]],
    linked: dict[int, int],
) -> int:
    """Return the fewest players whose cap is passed at tables in this order.

    `steps` has the values of the places of each table. `caps` has the caps of its players without a
    link, and is changed; `linked` those of players with one, for both tables together. A player in
    neither has no cap: it is the one whose rank is asked, alone on top of both.
    """
    over = 0
    for step in order:
        here = tuple(sorted(caps[step.table]))
        over += fewest_over(steps[step.table], here)
        if step.player in linked and step.other is not None:
            # Passing the cap that is left for the other table costs one player, whoever it is.
            left = linked[step.player] - least_cap(steps[step.table], here)
            insort(caps[step.other], left)
    return over


@lru_cache(maxsize=20_000)
def least_cap(steps: tuple[int, ...], caps: tuple[int, ...]) -> int:
    """Return the least cap of one more player at a table with which no more players are over.

    >>> least_cap((2, 4, 6), (4, 4)), least_cap((2, 4, 6), (3, 3)), least_cap((2, 4, 6), (6, 6))
    (4, 6, 2)
    """
    fewest = fewest_over(steps, caps)
    return next(
        cap
        for cap in range(steps[0], steps[-1] + 1)
        if fewest_over(steps, tuple(sorted((*caps, cap)))) == fewest
    )
