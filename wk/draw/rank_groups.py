"""Tables by rank, kept as far as the constraints allow.

Players are start numbers in the order of the standings. That row, cut into tables, gives the
groups; a group sits at the table of its own number. Constraints may not allow that. If a player has
a fixed table, the whole group may take that table, and the other groups close up: all opponents
stay the same. Otherwise players are swapped between groups. A player has a distance from the own
group: the number of ranks to its nearest rank. The search keeps the sum of these distances as small
as it can.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from random import Random

from wk.draw.constraints import RoundConstraints
from wk.draw.seats import Tables, below

# The cost of groups is one whole number. An unmet hard constraint is above all ranks together, as
# long as fewer than a hundred thousand people play.
HARD = 10**11
SHIFT = 1  # the cost of one rank of distance from the own group

# The number of swaps tried in one search, and the number added for each player: together about a
# fifth of a second.
BUDGET = 40_000
BUDGET_EACH = 30
# The number of groups on either side among which a player with a penalty is swapped, and the
# number among which a random swap is made when the search is stuck.
NEAR = 6
SHAKEN = 2
# The search goes back from a worse state to the best one with a chance of 1 in RETURN.
RETURN = 3


def cut(row: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return a row cut into pieces of these sizes."""
    return [list(row[a:b]) for a, b in pairwise(accumulate(sizes, initial=0))]


class RankGroups:
    """The players of each group, the table of each group, and the cost of both.

    - `order`: the row of the players; `group`: the group of each place of it.
    - `number`: the table of each group, from 0.
    - `rank`: the rank of each player, from 0.
    - `first`: the row at the start of the search.
    """

    def __init__(
        self, ranking: Sequence[int], tables: Tables, constraints: RoundConstraints
    ) -> None:
        self.sizes = [len(table) for table in tables]
        self.starts = list(accumulate(self.sizes, initial=0))
        self.group = [group for group, size in enumerate(self.sizes) for _ in range(size)]
        self.first = [player for table in tables for player in table]
        self.order = list(self.first)
        self.rank = {player: place for place, player in enumerate(ranking)}
        self.number = list(range(len(self.sizes)))  # the table of each group
        self.separated_from = constraints.separated_from
        # A fixed table that does not exist is left out: that constraint stays unmet.
        self.fixed_table = {
            p: min(t) for p, t in constraints.tables.items() if min(t) in self.number
        }
        self.fixed_seat = {player: max(seats) for player, seats in constraints.seats.items()}

    def tables(self) -> list[list[int]]:
        """Return the players at each table, by its number."""
        tables: list[list[int]] = [[] for _ in self.sizes]
        for group, number in enumerate(self.number):
            tables[number] = self._players(group)
        return tables

    def improve(self, random: Random) -> None:
        """Swap until no swap is better; then make random swaps, start again, and keep the best."""
        left = BUDGET + BUDGET_EACH * len(self.order)
        left -= self._descend(left)
        lowest, best = self.total(), (list(self.order), list(self.number))
        while left > 0 and lowest:
            penalised = self._penalised()
            for _ in range(1 + below(3, random)):
                if self.fixed_table and below(2, random):
                    self._shake_tables(random)
                else:
                    self._shake(penalised, random)
            left -= self._descend(left) + len(self.order)
            total = self.total()
            if total < lowest:
                lowest, best = total, (list(self.order), list(self.number))
            elif total > lowest and not below(RETURN, random):
                self.order, self.number = list(best[0]), list(best[1])
        self.order, self.number = best
        self._close_up()

    def _close_up(self) -> None:
        """Sort the groups of each size by table, except groups at a player's fixed table."""
        numbered = list(enumerate(self.number))
        kept = {n for group, n in numbered if n in map(self.fixed_table.get, self._players(group))}
        for size in set(self.sizes):
            free = [g for g, n in numbered if self.sizes[g] == size and n not in kept]
            for group, number in zip(free, sorted(self.number[g] for g in free), strict=True):
                self.number[group] = number

    def total(self) -> int:
        """Return the cost of the groups; an unmet separation counts for each of its players."""
        return sum(map(self._penalty, self.order, self.group))

    def _players(self, group: int) -> list[int]:
        return self.order[self.starts[group] : self.starts[group + 1]]

    def _penalty(self, player: int, group: int, leaving: int = 0) -> int:
        """Return the cost of a player in a group: the distance, and unmet hard constraints.

        The player `leaving` does not count as a member of the group.
        """
        rank, start, end = self.rank[player], self.starts[group], self.starts[group + 1]
        penalty = 0
        if rank < start:
            penalty = SHIFT * (start - rank)
        elif rank >= end:
            penalty = SHIFT * (rank - end + 1)
        if player in self.fixed_table and self.fixed_table[player] != self.number[group]:
            penalty += HARD
        if self.fixed_seat.get(player, 0) >= self.sizes[group]:
            penalty += HARD
        if separated := self.separated_from.get(player):
            penalty += HARD * sum(p in separated and p != leaving for p in self._players(group))
        return penalty

    def _penalised(self) -> list[int]:
        return [
            place
            for place, player in enumerate(self.order)
            if self._penalty(player, self.group[place])
        ]

    def _descend(self, budget: int) -> int:
        """Swap players with a penalty while that is better; return the number of swaps tried."""
        tried = 0
        is_better = True
        while is_better and tried < budget:
            is_better = False
            tried += len(self.order)
            for place in self._penalised():
                if self._take_fixed_table(self.order[place], self.group[place]):
                    is_better = True
                    continue
                change, tries = self._best_other(place)
                tried += tries
                if change is not None:
                    self._swap(place, change)
                    is_better = True
        return tried

    def _best_other(self, place: int) -> tuple[int | None, int]:
        """Return the best place to swap with, None if no swap is better, and the number tried.

        Groups nearby are tried first. Only for an unmet hard constraint are all places tried.
        """
        group = self.group[place]
        change, best = self._best_swap(place, near := self._near(group, NEAR))
        tried = len(near)
        if change >= 0 and self._penalty(self.order[place], group) >= HARD:
            change, best = self._best_swap(place, range(len(self.order)))
            tried += len(self.order)
        return (best if change < 0 else None), tried

    def _best_swap(self, place: int, others: Sequence[int]) -> tuple[int, int]:
        return min((self._change(place, other), other) for other in others)

    def _near(self, group: int, by: int) -> range:
        """Return the places of a group and of `by` groups on either side."""
        last = min(len(self.sizes), group + by + 1)
        return range(self.starts[max(0, group - by)], self.starts[last])

    def _change(self, one: int, other: int) -> int:
        left, right = self.group[one], self.group[other]
        if left == right:
            return 0
        here, there = self.order[one], self.order[other]
        return (
            self._penalty(here, right, leaving=there)
            + self._penalty(there, left, leaving=here)
            - self._penalty(here, left)
            - self._penalty(there, right)
        )

    def _swap(self, one: int, other: int) -> None:
        self.order[one], self.order[other] = self.order[other], self.order[one]

    def _take_fixed_table(self, player: int, group: int) -> bool:
        """Give a player's group the table fixed for the player, if that is better.

        Return whether it is.
        """
        fixed = self.fixed_table.get(player, self.number[group])
        other = self.number.index(fixed)
        if other == group or self.sizes[other] != self.sizes[group]:
            return False
        before = self._group_penalties(group, other)
        number = self.number
        number[group], number[other] = number[other], number[group]
        if self._group_penalties(group, other) < before:
            return True
        number[group], number[other] = number[other], number[group]
        return False

    def _group_penalties(self, *groups: int) -> int:
        return sum(
            self._penalty(player, group) for group in groups for player in self._players(group)
        )

    def _shake(self, penalised: Sequence[int], random: Random) -> None:
        """Swap a random player with a penalty with a player nearby, at any cost.

        This leads out of groups that no single swap improves.
        """
        place = penalised[below(len(penalised), random)]
        self._swap(place, self._random_place_near(place, random))

    def _shake_tables(self, random: Random) -> None:
        """Give a random fixed table to a group near that of its player, at any cost.

        In half of the cases all players first return to their own groups.
        """
        places = [place for place, player in enumerate(self.order) if player in self.fixed_table]
        place = places[below(len(places), random)]
        group = self.group[self._random_place_near(place, random)]
        number, at = self.number, self.number.index(self.fixed_table[self.order[place]])
        if below(2, random):
            self.order = list(self.first)
        if self.sizes[at] == self.sizes[group]:
            number[at], number[group] = number[group], number[at]

    def _random_place_near(self, place: int, random: Random) -> int:
        near = self._near(self.group[place], SHAKEN)
        return near[below(len(near), random)]
