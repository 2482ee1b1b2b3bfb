"""The search for the tables and seats of one next round.

Players are start numbers. A table is its players in clockwise order (the first is NORTH), a round
is its tables. A short table is smaller than the largest of its own round: a table of 4 beside
tables of 5 never gives 1 match point, so it is an advantage (rule A19).

A draw starts from a random permutation and swaps players until it cannot be better or the budget is
spent. It avoids four things, each before all those after it: repeat meetings, another sitting at a
short table, repeated partners if partners should change, repeated seats.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from random import Random

from wk.draw.seats import (
    DrawnTables,
    Seats,
    Tables,
    below,
    beside_new_partners,
    check_fit,
    in_seats,
    partners_of,
    seats_of,
    shuffled,
)

# The cost of a seating is one whole number, so that any two can be compared. A repeat meeting costs
# MEETING, another sitting at a short table SHORT. One MEETING is more than all sittings at short
# tables together, as long as these are under a hundred thousand.
MEETING = 10**8
SHORT = 10**3

# The chance of making a swap that costs something, but less than two meetings. Such a swap leads
# out of a seating that no single swap improves.
SELDOM = 1 / 20

# The search ends when the budget is spent: trying a swap costs TRY, checking one place costs 1.
# All of it takes about a fifth of a second.
BUDGET = 1_000_000
TRY = 10

# The number of swaps tried for each table with a repeated seat.
SEAT_TRIES = 500


@dataclass(frozen=True)
class DrawnSeats:
    """One round as drawn, with its repeat meetings and repeated short sittings (see `cost`)."""

    tables: DrawnTables
    repeats: int
    short_again: int


def draw(
    players: Sequence[int],
    *,
    sizes: Sequence[int],
    earlier: Sequence[Tables],
    seed: int,
    is_rotating: bool = False,
) -> DrawnSeats:
    """Draw a round: table k of the result has sizes[k] players, in clockwise order.

    `players` are different start numbers. `earlier` are the rounds played; these may hold withdrawn
    players and lack newcomers. The same players, sizes, earlier rounds and seed give the same
    seating on every machine; the order of `players` does not matter. In a first round every
    permutation is equally likely. With `is_rotating`, seats 1 and 3 of a table of four are
    partners, as are 2 and 4; partners should change in each round.

    Raises ValueError when a player is named twice or the sizes do not add up to the players.
    """
    check_fit(players, sizes)
    random = Random(seed)
    row = _Row(shuffled(sorted(players), random), sizes, earlier)
    _improve(row, random)
    sat = seats_of(earlier, max(sizes, default=0))
    partnered = partners_of(earlier) if is_rotating else None

    def arrange(table: list[int]) -> Seats:
        if partnered is None:
            return in_seats(table, sat, random)
        return beside_new_partners(table, sat, partnered, random)

    tables = tuple(_seated(row, arrange, random))
    return DrawnSeats(tables, *cost(tables, earlier))


def cost(tables: Tables, earlier: Sequence[Tables]) -> tuple[int, int]:
    """Return the repeat meetings and the repeated short sittings of a round.

    The first number counts each pair at one table once for each earlier round in which they met.
    The second counts the players at a short table after an earlier one (rule A19).
    """
    met = meetings(earlier)
    had = short_sittings(earlier)
    again = sum(player in had for player in _at_short_tables(tables))
    return sum(met[pair] for pair in meetings([tables])), again


def meetings(rounds: Sequence[Tables]) -> Counter[tuple[int, int]]:
    """Return how many times each pair sat at one table; a pair has the lower start number first."""
    return Counter(
        (min(pair), max(pair))
        for tables in rounds
        for table in tables
        for pair in combinations(table, 2)
    )


def short_sittings(rounds: Sequence[Tables]) -> Counter[int]:
    """Return how many times each player sat at a short table."""
    return Counter(player for tables in rounds for player in _at_short_tables(tables))


def _at_short_tables(tables: Tables) -> Iterator[int]:
    largest = max(map(len, tables), default=0)
    return (player for table in tables if len(table) < largest for player in table)


class _Row:
    """The players in one row, cut into tables, and the cost of that order.

    A swap exchanges two places of the row.

    - `order`: the player in each place; `table`: the table of each place.
    - `short`: whether each table is short.
    - `short_penalty`: for each player, the cost of sitting at a short table now.
    - `meeting_penalty`: for each player, the cost of meeting each earlier table mate again.
    - `near`: for each player and table, the sum of the meeting penalties with the players now at
      that table. With it the change by a swap takes a few look-ups, however many players there are.
    - `least`: a lower bound of the total.
    """

    def __init__(self, order: list[int], sizes: Sequence[int], earlier: Sequence[Tables]) -> None:
        self.order = order
        self.sizes = sizes
        self.table = [table for table, size in enumerate(sizes) for _ in range(size)]
        largest = max(sizes, default=0)
        self.short = [size < largest for size in sizes]
        had = short_sittings(earlier)
        # Among players who all had a short table before, those with the fewest sittings go first.
        self.short_penalty = {player: had[player] and SHORT + had[player] for player in order}
        self.meeting_penalty: dict[int, dict[int, int]] = {player: {} for player in order}
        for (one, other), times in meetings(earlier).items():
            if one in self.meeting_penalty and other in self.meeting_penalty:
                # A third meeting is as bad as eight second ones.
                self.meeting_penalty[one][other] = MEETING * times**3
                self.meeting_penalty[other][one] = MEETING * times**3
        self.near: dict[int, dict[int, int]] = {player: {} for player in order}
        for place, player in enumerate(order):
            for mate, penalty in self.meeting_penalty[player].items():
                near, table = self.near[mate], self.table[place]
                near[table] = near.get(table, 0) + penalty
        self.least = self._least(earlier)

    def penalty(self, place: int) -> int:
        """Return the cost of the player in this place: of meetings, and of a short table."""
        return self._meetings_penalty(place) + self._table_penalty(place)

    def total(self) -> int:
        """Return the cost of this order."""
        places = range(len(self.order))
        met = sum(map(self._meetings_penalty, places)) // 2  # each pair is counted for both players
        return met + sum(map(self._table_penalty, places))

    def _meetings_penalty(self, place: int) -> int:
        return self.near[self.order[place]].get(self.table[place], 0)

    def _table_penalty(self, place: int) -> int:
        return self.short_penalty[self.order[place]] if self.short[self.table[place]] else 0

    def change(self, one: int, other: int) -> int:
        """Return the rise of the total if the players of two places are swapped."""
        left, right = self.table[one], self.table[other]
        if left == right:
            return 0
        here, there = self.order[one], self.order[other]
        near_here, near_there = self.near[here], self.near[there]
        change = near_here.get(right, 0) - near_here.get(left, 0)
        change += near_there.get(left, 0) - near_there.get(right, 0)
        # Each of the two lines counts a meeting of these two players, but they do not get to one
        # table.
        change -= 2 * self.meeting_penalty[here].get(there, 0)
        if self.short[left] != self.short[right]:
            more = self.short_penalty[there] - self.short_penalty[here]
            change += more if self.short[left] else -more
        return change

    def swap(self, one: int, other: int) -> None:
        """Swap the players of two places."""
        left, right = self.table[one], self.table[other]
        here, there = self.order[one], self.order[other]
        self.order[one], self.order[other] = there, here
        if left != right:
            self._move(here, left, right)
            self._move(there, right, left)

    def _move(self, player: int, left: int, joined: int) -> None:
        """Update the penalties of the earlier table mates of a player who changes tables."""
        for mate, penalty in self.meeting_penalty[player].items():
            near = self.near[mate]
            near[left] -= penalty
            near[joined] = near.get(joined, 0) + penalty

    def _least(self, earlier: Sequence[Tables]) -> int:
        """Return a lower bound of the total, so that the search knows when to stop.

        Example: of a table of 5 with players from 3 earlier tables at least two pairs met there.
        """
        seats = sum(size for size, short in zip(self.sizes, self.short, strict=True) if short)
        least = sum(sorted(self.short_penalty.values())[:seats])
        present = self.meeting_penalty.keys()
        for tables in earlier:
            groups = [here for table in tables if (here := len(present & set(table)))]
            origins = len(groups) + len(present) - sum(groups)  # a newcomer is a group of one
            least += MEETING * sum(_pairs_at_least(size, origins) for size in self.sizes)
        return least


def _pairs_at_least(size: int, origins: int) -> int:
    """Return the number of pairs of a table with one origin if the origins are spread evenly.

    `size` is the number of players of the table, `origins` the number of origins. No other spread
    gives fewer such pairs.
    """
    each, more = divmod(size, origins)
    return more * each + origins * each * (each - 1) // 2


def _improve(row: _Row, random: Random) -> None:
    """Swap until the lower bound is reached or the budget is spent; leave the best row found."""
    now = lowest = row.total()
    since: list[tuple[int, int]] = []  # the swaps made since the lowest total
    left = BUDGET
    while lowest > row.least and left > 0:
        penalised = [place for place in range(len(row.order)) if row.penalty(place)]
        left -= len(row.order) + TRY * len(penalised)
        for place in penalised:
            other = below(len(row.order), random)
            change = row.change(place, other)
            if change >= 2 * MEETING or (change > 0 and random.random() > SELDOM):
                continue
            row.swap(place, other)
            since.append((place, other))
            now += change
            if now < lowest:
                lowest = now
                since.clear()
    for swap in reversed(since):
        row.swap(*swap)


def _seated(
    row: _Row, arrange: Callable[[list[int]], Seats], random: Random
) -> list[tuple[int, ...]]:
    """Return the tables of the row in seat order, each player in a new seat where possible.

    If the players of a table cannot all have new seats, one of them is swapped with a player of
    another table. Such a swap may not raise the cost of the row, nor the sum of the repeated seats
    at the two tables. `arrange` gives the seats of a table.
    """
    starts = list(accumulate(row.sizes, initial=0))

    def seats(table: int) -> Seats:
        return arrange(row.order[starts[table] : starts[table + 1]])

    tables = [seats(table) for table in range(len(row.sizes))]
    for left, size in enumerate(row.sizes):
        for _ in range(SEAT_TRIES):
            if not tables[left].again:
                break
            one = starts[left] + below(size, random)
            other = below(len(row.order), random)
            right = row.table[other]
            if right == left or row.change(one, other) > 0:
                continue
            row.swap(one, other)
            changed = seats(left), seats(right)
            if sum(table.again for table in changed) >= tables[left].again + tables[right].again:
                row.swap(one, other)
            else:
                tables[left], tables[right] = changed
    return [table.order for table in tables]
