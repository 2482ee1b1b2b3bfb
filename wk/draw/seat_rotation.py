"""New seats in several rounds at once: each player gets a different seat in every round.

Players are start numbers, a table is its players in clockwise order, seats count from 0. The tables
of the rounds are given. Two players of different tables are swapped only where the players of a
table cannot all have a new seat.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

from wk.draw.local_search import MEETING, SHORT, SeatingSearch
from wk.draw.seats import Round, below, in_seats

Tables: TypeAlias = tuple[tuple[int, ...], ...]

BUDGET = 120_000  # swaps tried by `evened` in its search for better tables, before the seats

FIXED = 10**6  # missing a fixed seat is worse than repeating any other seat

# First every table with a repeated seat is seated anew, at most SWEEPS times. Then players of
# these tables are swapped with other tables: (rounds of tries, the most that a swap may cost).
# First at no cost, then for an extra sitting at a short table, then for a repeat meeting.
SWEEPS = 12
SWAPS = ((400, 0), (100, 2 * SHORT), (100, 2 * MEETING))


def evened(rounds: Sequence[Round], over: int, random: Random) -> tuple[Tables, ...]:
    """Return the rounds with up to `over` fewer extra sittings at short tables.

    Nobody meets twice or has a seat twice in `rounds`, and that stays so. If no such improvement
    gives everybody new seats, the rounds come back as they were. In each round tables of one size
    stand together, the largest first.
    """
    given = tuple(tuple(sorted(map(tuple, tables), key=len, reverse=True)) for tables in rounds)
    hall = SeatingSearch(given)
    if over <= 0 or not any(hall.short):
        return given
    hall.improve(hall.total() - SHORT * over, random, BUDGET)
    seats = SeatRotation(hall, (), [{}] * len(given), random)
    if seats.settle(is_worth_a_meeting=False):
        return given
    return tuple(tuple(map(tuple, tables)) for tables in seats.tables)


class SeatRotation:
    """The seats of the rounds of a hall; `fixed` holds each round's fixed seats by player."""

    def __init__(
        self,
        hall: SeatingSearch,
        earlier: Sequence[Round],
        fixed: Sequence[Mapping[int, int]],
        random: Random,
    ) -> None:
        self.hall = hall
        self.fixed = fixed
        self.random = random
        self.tables = [[list(table) for table in tables] for tables in hall.rounds()]
        self.sat = Counter(
            (player, seat)
            for tables in [*earlier, *self.tables]
            for table in tables
            for seat, player in enumerate(table)
        )

    def settle(self, *, is_worth_a_meeting: bool) -> int:
        """Find new seats and return what is left of repeated seats; 0 means none that is avoidable.

        The result is the sum of `_price` over all players: a repeated seat counts 1 or more, a
        missed fixed seat `FIXED`. With `is_worth_a_meeting`, two players may meet again, or
        somebody may sit at a short table again, where nothing else gives a new seat.
        """
        for _ in range(SWEEPS):
            sore = self._sore()
            if not sore:
                return 0
            for number, table in sore:
                self._seat(number, table)
                for other, where in self._in_the_way(number, table):
                    self._seat(other, where)
        for tries, most in SWAPS if is_worth_a_meeting else SWAPS[:1]:
            for _ in range(tries):
                sore = self._sore()
                if not sore:
                    return 0
                for number, table in sore:
                    self._change_over(number, table, most)
        return sum(self._again(number, table) for number, table in self._sore())

    def _sore(self) -> list[tuple[int, int]]:
        return [
            (number, table)
            for number, tables in enumerate(self.tables)
            for table in range(len(tables))
            if self._again(number, table)
        ]

    def _again(self, number: int, table: int) -> int:
        """Return the price of the seats of a table: 0 where nothing is wrong."""
        players = self.tables[number][table]
        size = len(players)
        return sum(
            self._price(number, player, seat, size, own=seat) for seat, player in enumerate(players)
        )

    def _price(self, number: int, player: int, seat: int, size: int, own: int = -1) -> int:
        """Return how many more times the player had this seat than the player's least used seat.

        A seat never had costs 0, a seat other than the fixed one `FIXED`. `own` is the seat the
        player has at this table now: that sitting is not counted.
        """
        fixed = self.fixed[number].get(player)
        if fixed is not None:
            return 0 if fixed == seat else FIXED
        had = self.sat[player, seat] - (seat == own)
        if not had:
            return 0
        return had - min(self.sat[player, other] - (other == own) for other in range(size))

    def _seat(self, number: int, table: int) -> None:
        """Seat the players of one table anew; all other tables stay as they are."""
        players = self.tables[number][table]
        self._count(players, -1)
        size = len(players)
        prices = Counter(
            {
                (player, seat): price
                for player in players
                for seat in range(size)
                if (price := self._price(number, player, seat, size))
            }
        )
        self.tables[number][table] = list(in_seats(players, prices, self.random).order)
        self._count(self.tables[number][table], 1)

    def _count(self, players: Sequence[int], sign: int) -> None:
        for seat, player in enumerate(players):
            self.sat[player, seat] += sign

    def _in_the_way(self, number: int, table: int) -> list[tuple[int, int]]:
        """Return the tables of other rounds that give a player the same seat as this table does.

        The result is a list of (index of the round, table). Players with a fixed seat in this round
        do not count.
        """
        found = []
        for seat, player in enumerate(self.tables[number][table]):
            if player in self.fixed[number] or self.sat[player, seat] < 2:
                continue
            for other, tables in enumerate(self.tables):
                if other != number:
                    found += [
                        (other, t) for t, at in enumerate(tables) if at[seat:][:1] == [player]
                    ]
        return found

    def _change_over(self, number: int, left: int, most: int) -> None:
        """Try one random swap of a player of table `left` with a player of another table.

        The swap is kept if it costs the hall at most `most` and the seats of both tables get
        better.
        """
        hall, random = self.hall, self.random
        row, pinned = hall.order[number], hall.pinned[number]
        one = hall.starts[left] + below(hall.sizes[left], random)
        other = below(len(row), random)
        right = hall.table[other]
        if right == left or row[one] in pinned or row[other] in pinned:
            return
        if hall.change(number, one, other) > most:
            return
        before = self._again(number, left) + self._again(number, right)
        old = [list(self.tables[number][table]) for table in (left, right)]
        self._put(number, one, other, (left, right))
        if self._again(number, left) + self._again(number, right) >= before:
            hall.swap(number, one, other)
            for table, players in zip((left, right), old, strict=True):
                self._count(self.tables[number][table], -1)
                self._count(players, 1)
                self.tables[number][table] = players

    def _put(self, number: int, one: int, other: int, tables: tuple[int, int]) -> None:
        """Swap two places of the hall and seat both tables anew."""
        for table in tables:
            self._count(self.tables[number][table], -1)
        self.hall.swap(number, one, other)
        for table in tables:
            self.tables[number][table] = self.hall.at_table(number, table)
            self._count(self.tables[number][table], 1)
            self._seat(number, table)
