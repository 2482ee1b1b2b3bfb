"""The rounds that a local search changes, their cost, and the change in cost by a swap.

Players are start numbers. All rounds have the same table sizes. A round is kept as its players in
one row, cut into tables; a place is an index in that row. A short table is smaller than the largest
table of all rounds.

The cost counts four things: unmet hard constraints (`HARD` each), repeat meetings (`MEETING`),
extra sittings at a short table (`SHORT`) and unmet soft constraints (`SOFT`). Each of them weighs
more than all those after it.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, combinations, pairwise
from math import inf
from typing import TypeAlias

from wk.draw.seats import Tables

PairPenalties: TypeAlias = Mapping[int, Mapping[int, int]]
"""The penalty of two players at one table, by both players of the pair."""

# The cost of rounds is one whole number, so that any two can be compared. Each penalty is above all
# lower ones together, as long as fewer than a hundred thousand people play.
HARD = 10**17
MEETING = 10**11
SHORT = 10**5
SOFT = 1


class SearchState:
    """The rounds still to be drawn. The earlier rounds count in their cost, and stay as they were.

    - `penalties`: the penalty of each separated pair, in every round; `round_penalties`: the same
      for single rounds.
    - `pinned`: for each round, the players fixed at their table.
    - `fixed_seats`: for each round, the fixed seat of a player, from 0; the player's table must
      have that seat.
    - `power`: a third meeting costs 2**`power` times a second one, a fourth 3**`power` times. A
      high power spreads the meetings over many pairs. With power 1 meetings count as in
      `lower_bounds.cost`.

    Other modules read these attributes:

    - `order`: the row of players of each round; `table`: the table of each place; `starts`: the
      first place of each table; `sizes`: the number of players of each table.
    - `short`: whether each table is short.
    """

    def __init__(
        self,
        rounds: Sequence[Tables],
        earlier: Sequence[Tables] = (),
        *,
        penalties: PairPenalties | None = None,
        round_penalties: Sequence[PairPenalties] = (),
        pinned: Sequence[Collection[int]] = (),
        fixed_seats: Sequence[Mapping[int, int]] = (),
        power: int = 3,
    ) -> None:
        self.sizes = [len(table) for table in rounds[0]]
        self.starts = list(accumulate(self.sizes, initial=0))
        self.table = [table for table, size in enumerate(self.sizes) for _ in range(size)]
        self.order = [[player for table in tables for player in table] for tables in rounds]
        self.penalties = penalties or {}
        self.round_penalties = round_penalties or [{}] * len(rounds)
        self.pinned = pinned or [frozenset()] * len(rounds)
        self.fixed_seats = fixed_seats or [{}] * len(rounds)
        self.is_constrained = [
            bool(self.penalties or here or seats)
            for here, seats in zip(self.round_penalties, self.fixed_seats, strict=True)
        ]
        everything = [*earlier, *rounds]
        # The cost of one more meeting of two players, by the number of meetings before it.
        self.meeting_cost = [MEETING * times**power for times in range(len(everything) + 1)]
        largest = max((len(table) for tables in everything for table in tables), default=0)
        self.short = [size < largest for size in self.sizes]
        # If all tables to draw are short, no swap changes the sittings: they need not be counted.
        if all(self.short):
            self.short = [False] * len(self.sizes)
        # Over all rounds: the number of meetings of each pair, of sittings at a short table.
        self.met: dict[int, dict[int, int]] = {
            player: {} for tables in everything for table in tables for player in table
        }
        self.sat_short: Counter[int] = Counter()
        for tables in everything:
            for table in tables:
                self._count_meetings(table, 1)
                if len(table) < largest:
                    self.sat_short.update(table)

    def rounds(self) -> list[list[tuple[int, ...]]]:
        """Return the rounds as they are now: table k of each has sizes[k] players."""
        return [
            [tuple(row[start:end]) for start, end in pairwise(self.starts)] for row in self.order
        ]

    def at_table(self, number: int, table: int) -> list[int]:
        """Return the players at a table of a round."""
        return self.order[number][self.starts[table] : self.starts[table + 1]]

    def total(self) -> int:
        """Return the cost of the rounds, without the cost of the earlier rounds by themselves."""
        cost = 0
        met: dict[tuple[int, int], int] = {}
        for number, tables in enumerate(self.rounds()):
            for table in tables:
                for one, other in combinations(table, 2):
                    pair = (one, other) if one < other else (other, one)
                    # A pair met n times in all. Its meetings in the rounds to draw count as the
                    # last of these: the n-th, the one before, and so on.
                    times = met.get(pair, self.met[one][other])
                    met[pair] = times - 1
                    cost += self.meeting_cost[times - 1] + self._pair_penalty(number, one, other)
        now: Counter[int] = Counter()
        for number, row in enumerate(self.order):
            for player, table_now in zip(row, self.table, strict=True):
                cost += self._size_penalty(number, player, table_now)
                now[player] += self.short[table_now]
        for player, times in now.items():
            # The extra sittings of all rounds, less those of the earlier rounds by themselves.
            sat = self.sat_short[player]
            cost += SHORT * (max(0, sat - 1) - max(0, sat - times - 1))
        return cost

    def adds_cost(self, number: int, place: int) -> bool:
        """Return whether the player at this place of a round adds to the cost."""
        player, table = self.order[number][place], self.table[place]
        if self.short[table] and self.sat_short[player] > 1:
            return True
        met = self.met[player]
        is_separated = self._is_separated(number, player)
        for other in self.at_table(number, table):
            if met.get(other, 0) > 1:
                return True
            if is_separated and self._pair_penalty(number, player, other):
                return True
        return self._size_penalty(number, player, table) > 0

    def change(self, number: int, one: int, other: int, most: float = inf) -> int:
        """Return the rise of the total if the players of two places of round `number` are swapped.

        `number` is the index of the round in `order`. The result is exact up to `most`. Once the
        rise is certain to be above `most`, the sum so far is returned, which is above `most` too.
        """
        left, right = self.table[one], self.table[other]
        if left == right:
            return 0
        row, meeting_cost = self.order[number], self.meeting_cost
        # Player `here` goes from table `left` to `right`, player `there` the other way.
        here, there = row[one], row[other]
        change = SHORT * self.short_change(here, there, left, right)
        if self.is_constrained[number]:
            change += self._constraint_change(number, here, there, left, right)
            change += self._constraint_change(number, there, here, right, left)
        left_mates = [p for p in row[self.starts[left] : self.starts[left + 1]] if p != here]
        right_mates = [p for p in row[self.starts[right] : self.starts[right + 1]] if p != there]
        met, met_there = self.met[here], self.met[there]
        for mate in left_mates:
            change -= meeting_cost[met[mate] - 1]
        for mate in right_mates:
            change -= meeting_cost[met_there[mate] - 1]
        # From here on the sum only rises.
        if change > most:
            return change
        for mate in left_mates:
            if mate in met_there:
                change += meeting_cost[met_there[mate]]
        if change > most:
            return change
        for mate in right_mates:
            if mate in met:
                change += meeting_cost[met[mate]]
        return change

    def short_change(self, here: int, there: int, left: int, right: int) -> int:
        """Return the change in extra sittings at short tables if two players swap tables.

        Player `here` sits at table `left`, player `there` at table `right`.
        """
        if self.short[left] == self.short[right]:
            return 0
        # The first sitting is free: a player without one yet costs nothing, and a player's only
        # one gains nothing when given up.
        comes, goes = (there, here) if self.short[left] else (here, there)
        return (self.sat_short[comes] > 0) - (self.sat_short[goes] > 1)

    def may_swap(self, number: int, one: int, other: int) -> bool:
        """Return whether two places are at different tables and neither player is pinned."""
        if self.table[one] == self.table[other]:
            return False
        row, pinned = self.order[number], self.pinned[number]
        return not pinned or (row[one] not in pinned and row[other] not in pinned)

    def swap(self, number: int, one: int, other: int) -> None:
        """Swap the players of two places of a round."""
        left, right = self.table[one], self.table[other]
        row = self.order[number]
        here, there = row[one], row[other]
        row[one], row[other] = there, here
        if left == right:
            return
        for player, old, new in ((here, left, right), (there, right, left)):
            for mate in self.at_table(number, old):
                if mate not in (here, there):
                    self._count_meeting(player, mate, -1)
            for mate in self.at_table(number, new):
                if mate not in (here, there):
                    self._count_meeting(player, mate, 1)
            self.sat_short[player] += self.short[new] - self.short[old]

    def restore(self, order: Sequence[list[int]]) -> None:
        """Put all players back in these rows, one for each round."""
        for rows, sign in ((self.order, -1), (order, 1)):
            for row in rows:
                for start, end in pairwise(self.starts):
                    self._count_meetings(row[start:end], sign)
                for player, table in zip(row, self.table, strict=True):
                    self.sat_short[player] += sign * self.short[table]
        self.order = [*order]

    def _count_meetings(self, table: Sequence[int], sign: int) -> None:
        for one, other in combinations(table, 2):
            self._count_meeting(one, other, sign)

    def _count_meeting(self, one: int, other: int, sign: int) -> None:
        times = self.met[one].get(other, 0) + sign
        self.met[one][other] = self.met[other][one] = times

    def _is_separated(self, number: int, player: int) -> bool:
        return player in self.penalties or player in self.round_penalties[number]

    def _pair_penalty(self, number: int, one: int, other: int) -> int:
        """Return the penalty of these two players at one table in this round."""
        penalty = 0
        if one in self.penalties:
            penalty = self.penalties[one].get(other, 0)
        if one in self.round_penalties[number]:
            penalty += self.round_penalties[number][one].get(other, 0)
        return penalty

    def _size_penalty(self, number: int, player: int, table: int) -> int:
        """Return the penalty of a table that lacks the fixed seat of this player."""
        seat = self.fixed_seats[number].get(player, 0)
        return HARD if seat >= self.sizes[table] else 0

    def _constraint_change(self, number: int, player: int, other: int, old: int, new: int) -> int:
        """Return the change in penalties if a player takes the place of `other` at another table.

        `old` and `new` are the tables.
        """
        change = 0
        if self._is_separated(number, player):
            for mate in self.at_table(number, old):
                if mate != player:
                    change -= self._pair_penalty(number, player, mate)
            for mate in self.at_table(number, new):
                if mate != other:
                    change += self._pair_penalty(number, player, mate)
        if player in self.fixed_seats[number]:
            change += self._size_penalty(number, player, new)
            change -= self._size_penalty(number, player, old)
        return change
