"""New seats in several rounds at once: each player gets a different seat in every round.

Players are start numbers, a table is its players in clockwise order, seats count from 0. The tables
of the rounds are given. Two players of different tables are swapped only if the players of a table
cannot all have a new seat.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from wk.draw.local_search import improve
from wk.draw.search_state import MEETING, SHORT, SearchState
from wk.draw.seats import DrawnTables, Tables, below, in_seats

BUDGET = 120_000  # swaps tried by `with_fewer_short` in its search for better tables

FIXED = 10**6  # missing a fixed seat is worse than repeating any other seat

# First every table with a repeated seat is seated anew, at most SWEEPS times. Then players of
# these tables are swapped with players of other tables, in three stages: (number of sweeps, the
# most that a swap may cost). A swap may cost nothing, then up to two extra sittings at a short
# table, then up to two repeat meetings.
SWEEPS = 12
SWAPS = ((400, 0), (100, 2 * SHORT), (100, 2 * MEETING))


def with_fewer_short(
    rounds: Sequence[Tables], fewer: int, random: Random
) -> tuple[DrawnTables, ...]:
    """Return the rounds with up to `fewer` fewer extra sittings at short tables.

    In `rounds` nobody may meet twice or have a seat twice, and in the result nobody does. If a
    better draw does not give everybody new seats, the rounds are returned as they were. The tables
    of each round are sorted by size, the largest first.
    """
    given = tuple(tuple(sorted(map(tuple, tables), key=len, reverse=True)) for tables in rounds)
    state = SearchState(given)
    if fewer <= 0 or not any(state.short):
        return given
    improve(state, state.total() - SHORT * fewer, random, BUDGET)
    rotation = SeatRotation(state, (), [{}] * len(given), random)
    if rotation.improve(is_worth_a_meeting=False):
        return given
    return rotation.rounds()


class SeatRotation:
    """The seats of the rounds of a search.

    - `state`: the tables of the rounds; swaps change it too.
    - `fixed`: for each round, the fixed seat of a player.
    - `tables`: the players of each table in seat order, by round.
    - `sat`: how many times each player had each seat, in earlier rounds and in these.
    """

    def __init__(
        self,
        state: SearchState,
        earlier: Sequence[Tables],
        fixed: Sequence[Mapping[int, int]],
        random: Random,
    ) -> None:
        self.state = state
        self.fixed = fixed
        self.random = random
        self.tables = [[list(table) for table in tables] for tables in state.rounds()]
        self.sat = Counter(
            (player, seat)
            for tables in [*earlier, *self.tables]
            for table in tables
            for seat, player in enumerate(table)
        )

    def rounds(self) -> tuple[DrawnTables, ...]:
        """Return the tables of each round, in seat order."""
        return tuple(tuple(map(tuple, tables)) for tables in self.tables)

    def improve(self, *, is_worth_a_meeting: bool) -> int:
        """Find new seats; return the penalty of the repeated seats that are left.

        The result is the sum of `_penalty` over all players and rounds: a repeated seat counts 1 or
        more, a fixed seat that is not given `FIXED`. 0 means that every player has the seats he had
        least often. With `is_worth_a_meeting`, a swap may also cost a repeat meeting or a sitting
        at a short table, if nothing else gives a new seat.
        """
        for _ in range(SWEEPS):
            costly = self._costly_tables()
            if not costly:
                return 0
            for number, table in costly:
                self._seat_anew(number, table)
                # A seat is repeated in two rounds at least, so it may be the other table that can
                # give way.
                for other, where in self._same_seats(number, table):
                    self._seat_anew(other, where)
        for tries, most in SWAPS if is_worth_a_meeting else SWAPS[:1]:
            for _ in range(tries):
                costly = self._costly_tables()
                if not costly:
                    return 0
                for number, table in costly:
                    self._try_swap(number, table, most)
        return sum(self._table_penalty(number, table) for number, table in self._costly_tables())

    def _costly_tables(self) -> list[tuple[int, int]]:
        """Return the tables with a penalty, as (index of the round, table)."""
        return [
            (number, table)
            for number, tables in enumerate(self.tables)
            for table in range(len(tables))
            if self._table_penalty(number, table)
        ]

    def _table_penalty(self, number: int, table: int) -> int:
        """Return the penalty of the seats of a table: 0 where nothing is wrong."""
        players = self.tables[number][table]
        size = len(players)
        return sum(
            self._penalty(number, player, seat, size, own=seat)
            for seat, player in enumerate(players)
        )

    def _penalty(self, number: int, player: int, seat: int, size: int, own: int = -1) -> int:
        """Return how many more times the player had this seat than the player's least used seat.

        For a seat other than the fixed one, return `FIXED`. `size` is the number of seats of the
        table. `own` is the seat that the player has at this table now: that sitting is not counted.
        """
        fixed = self.fixed[number].get(player)
        if fixed is not None:
            return 0 if fixed == seat else FIXED
        had = self.sat[player, seat] - (seat == own)
        if not had:
            return 0
        return had - min(self.sat[player, other] - (other == own) for other in range(size))

    def _seat_anew(self, number: int, table: int) -> None:
        """Seat the players of one table anew; all other tables stay as they are."""
        players = self.tables[number][table]
        self._count(players, -1)
        size = len(players)
        penalties = Counter(
            {
                (player, seat): penalty
                for player in players
                for seat in range(size)
                if (penalty := self._penalty(number, player, seat, size))
            }
        )
        self.tables[number][table] = list(in_seats(players, penalties, self.random).order)
        self._count(self.tables[number][table], 1)

    def _count(self, players: Sequence[int], sign: int) -> None:
        """Add (`sign` 1) or remove (-1) the seats of a table from `sat`."""
        for seat, player in enumerate(players):
            self.sat[player, seat] += sign

    def _same_seats(self, number: int, table: int) -> list[tuple[int, int]]:
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

    def _try_swap(self, number: int, left: int, most: int) -> None:
        """Try one random swap of a player of table `left` with a player of another table.

        The swap is kept if the cost of the rounds rises by at most `most`, and the seats of the two
        tables together get better.
        """
        state, random = self.state, self.random
        row, pinned = state.order[number], state.pinned[number]
        one = state.starts[left] + below(state.sizes[left], random)
        other = below(len(row), random)
        right = state.table[other]
        if right == left or row[one] in pinned or row[other] in pinned:
            return
        if state.change(number, one, other) > most:
            return
        before = self._table_penalty(number, left) + self._table_penalty(number, right)
        old = [list(self.tables[number][table]) for table in (left, right)]
        self._swap(number, one, other, (left, right))
        if self._table_penalty(number, left) + self._table_penalty(number, right) >= before:
            state.swap(number, one, other)
            for table, players in zip((left, right), old, strict=True):
                self._count(self.tables[number][table], -1)
                self._count(players, 1)
                self.tables[number][table] = players

    def _swap(self, number: int, one: int, other: int, tables: tuple[int, int]) -> None:
        """Swap the players of two places and seat both their tables anew."""
        for table in tables:
            self._count(self.tables[number][table], -1)
        self.state.swap(number, one, other)
        for table in tables:
            self.tables[number][table] = self.state.at_table(number, table)
            self._count(self.tables[number][table], 1)
            self._seat_anew(number, table)
