"""Who sits with whom by rank, as near as can be where something else must be too.

Players are start numbers in the order of the standings. The tables as they are cut from that row
are its groups, and a group sits at the table of its own number. Where something must be to which
that does not keep, a group takes another table if one of its players must sit there, and the groups
beside it close up, which changes nothing about who plays whom; else players change over between
groups, so that as few ranks as are found lie between them and their own group, added up.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from random import Random

from wk.tournament.constraints import Asked
from wk.tournament.seats import Round, below

# What groups cost is one whole number: each price is above all that lies under it, as long as
# fewer than a hundred thousand people play.
MUST = 10**11
SHIFT = 1  # a rank between a player and the nearest one of his own group

# So many changes are looked at, and so many more for each player: about a fifth of a second.
BUDGET = 40_000
BUDGET_EACH = 30
# Who sits badly is first tried in so many groups on either side, and shaken within so many.
NEAR = 6
SHAKEN = 2
# From what is worse the search goes back to the best once in so many times.
RETURN = 3


def cut(row: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return a row in pieces of these sizes."""
    return [list(row[a:b]) for a, b in pairwise(accumulate(sizes, initial=0))]


class Groups:
    """Who is in which group, at which table each group sits, and what that costs."""

    def __init__(self, ranking: Sequence[int], tables: Round, ask: Asked) -> None:
        self.sizes = [len(table) for table in tables]
        self.starts = list(accumulate(self.sizes, initial=0))
        self.group = [group for group, size in enumerate(self.sizes) for _ in range(size)]
        self.first = [player for table in tables for player in table]
        self.order = list(self.first)
        self.rank = {player: place for place, player in enumerate(ranking)}
        self.number = list(range(len(self.sizes)))  # the table of each group
        self.ask = ask
        # Who wants a table that is not there has none to go to: his must stays broken.
        self.wanted = {p: min(t) for p, t in ask.tables.items() if min(t) in self.number}
        self.lowest = {player: max(seats) for player, seats in ask.seats.items()}

    def tables(self) -> list[list[int]]:
        """Who sits at each table, by its number."""
        tables: list[list[int]] = [[] for _ in self.sizes]
        for group, number in enumerate(self.number):
            tables[number] = self._here(group)
        return tables

    def improve(self, random: Random) -> None:
        """Change over as long as that is better; then shake a little, and keep what is best."""
        left = BUDGET + BUDGET_EACH * len(self.order)
        left -= self._descend(left)
        lowest, best = self.total(), (list(self.order), list(self.number))
        while left > 0 and lowest:
            sore = self._sore()
            for _ in range(1 + below(3, random)):
                if self.wanted and below(2, random):
                    self._renumber(random)
                else:
                    self._shake(sore, random)
            left -= self._descend(left) + len(self.order)
            total = self.total()
            if total < lowest:
                lowest, best = total, (list(self.order), list(self.number))
            elif total > lowest and not below(RETURN, random):
                self.order, self.number = list(best[0]), list(best[1])
        self.order, self.number = best
        self._close_up()

    def _close_up(self) -> None:
        """Leave the groups of which somebody must sit at their tables there; the others, in order,
        have the tables of their size that are left."""
        numbered = list(enumerate(self.number))
        kept = {n for group, n in numbered if n in map(self.wanted.get, self._here(group))}
        for size in set(self.sizes):
            free = [g for g, n in numbered if self.sizes[g] == size and n not in kept]
            for group, number in zip(free, sorted(self.number[g] for g in free), strict=True):
                self.number[group] = number

    def total(self) -> int:
        """What the groups cost as they are; both of two who must not meet pay for it."""
        return sum(map(self._price, self.order, self.group))

    def _here(self, group: int) -> list[int]:
        return self.order[self.starts[group] : self.starts[group + 1]]

    def _price(self, player: int, group: int, leaving: int = 0) -> int:
        """What it costs that a player is in a group, which somebody else is leaving."""
        rank, start, end = self.rank[player], self.starts[group], self.starts[group + 1]
        price = SHIFT * max(0, start - rank, rank - end + 1)
        if player in self.wanted and self.wanted[player] != self.number[group]:
            price += MUST
        if self.lowest.get(player, 0) >= self.sizes[group]:
            price += MUST
        if foes := self.ask.foes.get(player):
            price += MUST * sum(p in foes and p != leaving for p in self._here(group))
        return price

    def _sore(self) -> list[int]:
        return [
            place
            for place, player in enumerate(self.order)
            if self._price(player, self.group[place])
        ]

    def _descend(self, budget: int) -> int:
        """Let who sits badly change over while that is better; return how often it was tried."""
        tried = 0
        is_better = True
        while is_better and tried < budget:
            is_better = False
            tried += len(self.order)
            for place in self._sore():
                if self._renumbered(self.order[place], self.group[place]):
                    is_better = True
                    continue
                change, tries = self._best_change(place)
                tried += tries
                if change is not None:
                    self._swap(place, change)
                    is_better = True
        return tried

    def _best_change(self, place: int) -> tuple[int | None, int]:
        """The place to change over with that is best, None where no one is better than now."""
        group = self.group[place]
        change, best = self._best_of(place, near := self._near(group, NEAR))
        tried = len(near)
        if change >= 0 and self._price(self.order[place], group) >= MUST:
            change, best = self._best_of(place, range(len(self.order)))
            tried += len(self.order)
        return (best if change < 0 else None), tried

    def _best_of(self, place: int, others: Sequence[int]) -> tuple[int, int]:
        return min((self._change(place, other), other) for other in others)

    def _near(self, group: int, by: int) -> range:
        """The places of a group and of so many on either side."""
        last = min(len(self.sizes), group + by + 1)
        return range(self.starts[max(0, group - by)], self.starts[last])

    def _change(self, one: int, other: int) -> int:
        left, right = self.group[one], self.group[other]
        if left == right:
            return 0
        here, there = self.order[one], self.order[other]
        return (
            self._price(here, right, leaving=there)
            + self._price(there, left, leaving=here)
            - self._price(here, left)
            - self._price(there, right)
        )

    def _swap(self, one: int, other: int) -> None:
        self.order[one], self.order[other] = self.order[other], self.order[one]

    def _renumbered(self, player: int, group: int) -> bool:
        """Give the group of a player the table at which he must sit, if that is better."""
        wanted = self.wanted.get(player, self.number[group])
        other = self.number.index(wanted)
        if other == group or self.sizes[other] != self.sizes[group]:
            return False
        before = self._priced(group, other)
        number = self.number
        number[group], number[other] = number[other], number[group]
        if self._priced(group, other) < before:
            return True
        number[group], number[other] = number[other], number[group]
        return False

    def _priced(self, *groups: int) -> int:
        return sum(self._price(player, group) for group in groups for player in self._here(group))

    def _shake(self, sore: Sequence[int], random: Random) -> None:
        """Let one who sits badly change over with somebody near, whatever it costs."""
        place = sore[below(len(sore), random)]
        self._swap(place, self._anybody_near(place, random))

    def _renumber(self, random: Random) -> None:
        """Give a table at which somebody must sit to a group near his, whatever it costs; half of
        the times begin anew from there."""
        places = [place for place, player in enumerate(self.order) if player in self.wanted]
        place = places[below(len(places), random)]
        group = self.group[self._anybody_near(place, random)]
        number, at = self.number, self.number.index(self.wanted[self.order[place]])
        if below(2, random):
            self.order = list(self.first)
        if self.sizes[at] == self.sizes[group]:
            number[at], number[group] = number[group], number[at]

    def _anybody_near(self, place: int, random: Random) -> int:
        near = self._near(self.group[place], SHAKEN)
        return near[below(len(near), random)]
