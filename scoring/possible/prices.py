"""A lower bound at open tables that share players, by a price of each value at each table.

To pass the cap costs 1. For a player at two tables that cost is split into prices: of each value at
one table and at the other, never more together than what the two values cost. So every table can
be looked at alone. Whatever the prices, what the cheapest outcomes of all tables cost together is a
lower bound.

The prices are made better table by table. A table takes the highest that the other tables allow.
Then it gives back, in equal parts to its players, what it can without a cheaper outcome; the
tables where they sit as well can use that. So the bound never falls.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import NamedTuple

from scoring.possible.question import Budget, Question, Steps

MOST_SWEEPS = 300
AT_ONCE = 20  # sweeps
CHEAP = 9  # sets of players on neighbouring places are as much work as a look at a table
NEARLY = 1e-6  # more than the error of sums of fractions, less than a player

Prices = list[list[float]]
"""The price of each value, by the index of a player at a table."""


class _Blocks(NamedTuple):
    """The ways to fill the lowest places of a table with players, as many as there are places.

    Several on neighbouring places are equal there. Such a block is a first place and a size, by
    index. A cell is a block with its players. A set of players is a number with a bit for each.

    `below` has for each set the smaller sets on the places below, each with the cell of the others;
    `above` has for each set the larger ones with the cell between. `through` has for each cell
    the sets below it and with it. `cells_of` has the cells of each player by block.
    """

    blocks: tuple[tuple[int, int], ...]
    cells: tuple[tuple[int, tuple[int, ...]], ...]
    below: tuple[tuple[tuple[int, int], ...], ...]
    above: tuple[tuple[tuple[int, int], ...], ...]
    through: tuple[tuple[tuple[int, int], ...], ...]
    cells_of: tuple[tuple[tuple[int, ...], ...], ...]


@cache
def _blocks(number: int) -> _Blocks:
    """Return the ways to fill so many places."""
    sets = range(1 << number)
    blocks = [(first, size) for first in range(number) for size in range(1, number - first + 1)]
    at = {block: index for index, block in enumerate(blocks)}
    cell_at: dict[tuple[int, int], int] = {}
    cells: list[tuple[int, tuple[int, ...]]] = []
    for these in sets[1:]:
        for first in range(number - these.bit_count() + 1):
            cell_at[these, first] = len(cells)
            players = tuple(player for player in range(number) if these >> player & 1)
            cells.append((at[first, len(players)], players))
    through: list[list[tuple[int, int]]] = [[] for _ in cells]
    below: list[list[tuple[int, int]]] = [[] for _ in sets]
    above: list[list[tuple[int, int]]] = [[] for _ in sets]
    for before in sets:
        for these in sets[1:]:
            if not before & these:
                cell = cell_at[these, before.bit_count()]
                below[before | these].append((before, cell))
                above[before].append((before | these, cell))
                through[cell].append((before, before | these))
    cells_of = tuple(
        tuple(
            tuple(i for i, (b, players) in enumerate(cells) if b == block and player in players)
            for block in range(len(blocks))
        )
        for player in range(number)
    )
    return _Blocks(
        tuple(blocks),
        tuple(cells),
        tuple(map(tuple, below)),
        tuple(map(tuple, above)),
        tuple(map(tuple, through)),
        cells_of,
    )


def _cheapest(number: int, prices: Prices) -> tuple[float, Prices]:
    """Return what the cheapest outcome costs, and the cheapest for each player in each block."""
    ways = _blocks(number)
    cost = [sum([prices[p][block] for p in players]) for block, players in ways.cells]
    sets = 1 << number
    lower, upper = [0.0] * sets, [0.0] * sets
    for these in range(1, sets):
        lower[these] = min([lower[rest] + cost[cell] for rest, cell in ways.below[these]])
    for these in range(sets - 2, -1, -1):
        upper[these] = min([upper[more] + cost[cell] for more, cell in ways.above[these]])
    with_cell = [
        min([lower[below] + upper[up] for below, up in pairs]) + cost[cell]
        for cell, pairs in enumerate(ways.through)
    ]
    by_block = [[min([with_cell[c] for c in cells]) for cells in own] for own in ways.cells_of]
    return lower[-1], by_block


@dataclass(slots=True)
class _Link:
    """A player's other table: its index, the index of the player there, and the cap for both."""

    table: int
    player: int
    cap: int


class Pricing:
    """The prices at all tables.

    Who sits at three tables or more is seen as one who gets the lowest places at all but two.
    """

    def __init__(self, question: Question) -> None:
        self.sweeps = 0
        self.caps = dict(question.caps)
        self.tables = [list(table.players) for table in question.tables]
        self._both: dict[int, list[int]] = {}
        for player, tables in question.tables_of.items():
            self._both[player] = tables[:2]
            for table in tables[2:]:
                self.caps[player] -= question.tables[table].steps[0]
                self.tables[table].remove(player)
        self.values = [
            _values(table.steps, len(players))
            for table, players in zip(question.tables, self.tables, strict=True)
        ]
        self.links = [self._links_at(at) for at in range(len(self.tables))]
        self.prices = [self._first_prices_at(at) for at in range(len(self.tables))]
        self._order = list(range(len(self.tables)))
        self._cost = sum(3 + 3 ** len(players) // CHEAP for players in self.tables)

    def _links_at(self, at: int) -> dict[int, _Link]:
        """Return the links of a table, by the index of the player."""
        found = {}
        for index, player in enumerate(self.tables[at]):
            for other in self._both[player]:
                if other != at:
                    there = self.tables[other].index(player)
                    found[index] = _Link(other, there, self.caps[player])
        return found

    def _first_prices_at(self, at: int) -> Prices:
        """Return prices to begin with: of a player at no other table, what the values cost."""
        return [
            [
                float(index not in self.links[at] and value > self.caps[player])
                for value in self.values[at]
            ]
            for index, player in enumerate(self.tables[at])
        ]

    @property
    def is_done(self) -> bool:
        """Return whether the prices hardly get better any more."""
        return self.sweeps >= MOST_SWEEPS

    def bound(self, bound: int, most: int, budget: Budget) -> int:
        """Return a lower bound of the players over, at least `bound` and at most `most`.

        An outcome with `most` players over is known. The next time the prices go on from here.
        """
        for _ in range(AT_ONCE):
            if bound >= most or self.is_done or budget.steps < 0:
                break
            budget.steps -= self._cost
            self.sweeps += 1
            bound = max(bound, ceil(self._swept() - NEARLY))
        return min(bound, most)

    def _swept(self) -> float:
        """Return the bound after every table has had its turn; the next time it is backwards."""
        bound = 0.0
        for at in self._order:
            prices, links = self.prices[at], self.links[at]
            for player, link in links.items():
                prices[player] = self._highest(self.values[at], link)
            least, cheapest = _cheapest(len(prices), prices)
            for player in links:
                prices[player] = [
                    price - (each - least) / len(links)
                    for price, each in zip(prices[player], cheapest[player], strict=True)
                ]
            bound += least
        self._order.reverse()
        return bound

    def _highest(self, values: Sequence[int], link: _Link) -> list[float]:
        """Return the highest price of each value that the prices at the other table allow."""
        theirs = self.prices[link.table][link.player]
        there = list(zip(self.values[link.table], theirs, strict=True))
        over = 1 - max(theirs)
        return [
            min([over, *[-price for each, price in there if each <= link.cap - value]])
            for value in values
        ]


@cache
def _values(steps: Steps, number: int) -> tuple[int, ...]:
    """Return what each block of the lowest places gives to each of its players."""
    return tuple(sum(steps[first : first + size]) // size for first, size in _blocks(number).blocks)
