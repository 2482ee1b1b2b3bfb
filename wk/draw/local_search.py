"""Several rounds of a draw side by side, their cost, and the search that lowers it by swaps.

Players are start numbers. Each round has the same tables; a round is its players in one row, cut
into tables. What counts, each before all that follow: broken hard constraints, repeat meetings,
extra sittings at a short table, unmet wishes. A short table is smaller than the largest of all
rounds.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, combinations, pairwise
from math import inf, log
from random import Random
from typing import TypeAlias

from wk.draw.seats import Round, below

Prices: TypeAlias = Mapping[int, Mapping[int, int]]
"""The price of two players at one table, by the one and by the other."""

# The cost of a draw is one whole number, so that any two can be compared. Each price is above all
# lower ones together, as long as fewer than a hundred thousand people play.
MUST = 10**17
MEETING = 10**11
SHORT = 10**5
WISH = 1

# The swaps tried for one badly seated player before the next.
TRIES = 8
# The chance of making a swap although it costs up to two meetings. That leads out of a draw which
# no single swap improves.
SELDOM = 1 / 25

# The first part of the budget goes to swaps of badly seated players (`_relieve`), which mostly is
# enough. Else a small hall gets simulated annealing (`_settle`), where the budget allows ENOUGH
# steps for each place. A swap may cost HOT meetings at first; that falls by the factor COOLER from
# stage to stage, and is multiplied by one of the CHANCES (−ln of a random number, in a table).
# An extra sitting then counts as a part of a meeting, so that the search can trade one for the
# other; each of the SITTINGS is the weight of one run.
FIRST = 1 / 4
ENOUGH = 250
STAGES = 30
HOT, COOLER = 0.7, 0.915
SITTINGS = (0.3, 1.0, 0.3)
CHANCES = [round(-log((k + 0.5) / 256), 3) for k in range(256)]
# The chance of considering only a badly seated player in a step.
MOSTLY = 0.9


class SeatingSearch:
    """The rounds still to be drawn, after the earlier rounds, which stay as they were.

    - `apart`: the price of two players at one table, in every round; `apart_in`: the same for
      single rounds.
    - `pinned`: for each round, the players fixed at their table.
    - `lowest`: for each round, by player, the number from 0 of the player's fixed seat; the table
      must have more players than that.
    - `power`: a third meeting costs 2**`power` times a second one, a fourth 3**`power` times; with
      power 1 meetings count as in `bounds.cost`.
    """

    def __init__(
        self,
        rounds: Sequence[Round],
        earlier: Sequence[Round] = (),
        *,
        apart: Prices | None = None,
        apart_in: Sequence[Prices] = (),
        pinned: Sequence[Collection[int]] = (),
        lowest: Sequence[Mapping[int, int]] = (),
        power: int = 3,
    ) -> None:
        self.sizes = [len(table) for table in rounds[0]]
        self.starts = list(accumulate(self.sizes, initial=0))
        self.table = [table for table, size in enumerate(self.sizes) for _ in range(size)]
        self.order = [[player for table in tables for player in table] for tables in rounds]
        self.apart = apart or {}
        self.apart_in = apart_in or [{}] * len(rounds)
        self.pinned = pinned or [frozenset()] * len(rounds)
        self.lowest = lowest or [{}] * len(rounds)
        self.is_asked = [
            bool(self.apart or here or lowest)
            for here, lowest in zip(self.apart_in, self.lowest, strict=True)
        ]
        everything = [*earlier, *rounds]
        self.again = [MEETING * times**power for times in range(len(everything) + 1)]
        largest = max((len(table) for tables in everything for table in tables), default=0)
        self.short = [size < largest for size in self.sizes]
        if all(self.short):
            self.short = [False] * len(self.sizes)  # no swap changes anything about it
        self.met: dict[int, dict[int, int]] = {
            player: {} for tables in everything for table in tables for player in table
        }
        self.sat_short: Counter[int] = Counter()
        for tables in everything:
            for table in tables:
                self._sit(table, 1)
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
        """Return the cost of the rounds, without what the earlier rounds cost by themselves."""
        cost = 0
        met: dict[tuple[int, int], int] = {}
        for number, tables in enumerate(self.rounds()):
            for table in tables:
                for one, other in combinations(table, 2):
                    pair = (one, other) if one < other else (other, one)
                    times = met.get(pair, self.met[one][other])
                    met[pair] = times - 1
                    cost += self.again[times - 1] + self._foes(number, one, other)
        now: Counter[int] = Counter()
        for number, row in enumerate(self.order):
            for player, at in zip(row, self.table, strict=True):
                cost += self._too_small(number, player, at)
                now[player] += self.short[at]
        for player, times in now.items():
            sat = self.sat_short[player]
            cost += SHORT * (max(0, sat - 1) - max(0, sat - times - 1))
        return cost

    def is_sore(self, number: int, place: int) -> bool:
        """Return whether the player at this place of a round adds to the cost."""
        player, table = self.order[number][place], self.table[place]
        if self.short[table] and self.sat_short[player] > 1:
            return True
        met = self.met[player]
        asked = self._is_asked(number, player)
        for other in self.at_table(number, table):
            if met.get(other, 0) > 1 or (asked and self._foes(number, player, other)):
                return True
        return self._too_small(number, player, table) > 0

    def change(self, number: int, one: int, other: int, most: float = inf) -> int:
        """Return how much the total rises if the players of two places of a round are swapped.

        As soon as the rise is certain to be above `most`, any number above `most` is returned.
        """
        left, right = self.table[one], self.table[other]
        if left == right:
            return 0
        row, again = self.order[number], self.again
        here, there = row[one], row[other]
        change = SHORT * self._sittings(here, there, left, right)
        if self.is_asked[number]:
            change += self._asking(number, here, there, left, right)
            change += self._asking(number, there, here, right, left)
        beside = [p for p in row[self.starts[left] : self.starts[left + 1]] if p != here]
        across = [p for p in row[self.starts[right] : self.starts[right + 1]] if p != there]
        met, met_there = self.met[here], self.met[there]
        for friend in beside:
            change -= again[met[friend] - 1]
        for friend in across:
            change -= again[met_there[friend] - 1]
        # From here on the change only rises, so the answer may already be known.
        if change > most:
            return change
        for friend in beside:
            if friend in met_there:
                change += again[met_there[friend]]
        if change > most:
            return change
        for friend in across:
            if friend in met:
                change += again[met[friend]]
        return change

    def swap(self, number: int, one: int, other: int) -> None:
        """Swap the players of two places of a round."""
        left, right = self.table[one], self.table[other]
        row = self.order[number]
        here, there = row[one], row[other]
        row[one], row[other] = there, here
        if left == right:
            return
        for player, gone, come in ((here, left, right), (there, right, left)):
            for friend in self.at_table(number, gone):
                if friend not in (here, there):
                    self._meet(player, friend, -1)
            for friend in self.at_table(number, come):
                if friend not in (here, there):
                    self._meet(player, friend, 1)
            self.sat_short[player] += self.short[come] - self.short[gone]

    def improve(self, least: int, random: Random, budget: int) -> int:
        """Swap until the total is `least` or the budget is spent; return the best total.

        The budget is about the number of swaps tried. The rounds are left as at the best total.
        """
        first = int(budget * FIRST)
        lowest = self._relieve(least, random, first)
        if lowest <= least:
            return lowest
        steps = 2 * (budget - first) // len(SITTINGS)  # a step is half the work of a swap above
        is_small = steps >= ENOUGH * len(self.order) * len(self.table)
        if not is_small or lowest < least + SHORT:  # only wishes are left
            return self._relieve(least, random, budget - first)
        for sitting in SITTINGS:
            if lowest >= least + SHORT:
                lowest = self._settle(least, random, steps, sitting)
        return lowest

    def _relieve(self, least: int, random: Random, budget: int) -> int:
        """Swap players who add to the cost, one by one; arguments and result as for `improve`."""
        now = lowest = self.total()
        since: list[tuple[int, int, int]] = []  # the swaps made since the lowest total
        rounds, places = range(len(self.order)), range(len(self.table))
        while lowest > least and budget > 0:
            sore = [(n, place) for n in rounds for place in places if self.is_sore(n, place)]
            budget -= len(rounds) * len(places) // 4 + 1
            for number, place in sore:
                if self.order[number][place] in self.pinned[number]:
                    continue
                for _ in range(TRIES):
                    budget -= 1
                    other = below(len(places), random)
                    if self.order[number][other] in self.pinned[number]:
                        continue
                    change = self.change(number, place, other, 2 * MEETING)
                    if change > 0 and (change > 2 * MEETING or random.random() > SELDOM):
                        continue
                    if self.table[place] == self.table[other]:
                        continue
                    self.swap(number, place, other)
                    since.append((number, place, other))
                    now += change
                    break
                if now < lowest:
                    lowest = now
                    since.clear()
        for made in reversed(since):
            self.swap(*made)
        return lowest

    def _settle(self, least: int, random: Random, steps: int, sitting: float) -> int:
        """Swap by simulated annealing: a swap may cost much at first, then less.

        `steps` is the number of swaps considered, `sitting` the weight of an extra sitting at a
        short table, in meetings. `least` and the result are as for `improve`.
        """
        now = lowest = self.total()
        best = [list(row) for row in self.order]
        chance, rounds, places = random.random, len(self.order), len(self.table)
        dearer = sitting * MEETING - SHORT  # the total counts a sitting as SHORT only
        may_cost = HOT * MEETING
        for step in range(1, steps + 1):
            if not step % (steps // STAGES):
                may_cost *= COOLER
            number, one = int(rounds * chance()), int(places * chance())
            other = int(places * chance())
            if not self._may_change(number, one, other):
                continue
            if chance() < MOSTLY and not self.is_sore(number, one):
                continue
            most = may_cost * CHANCES[int(len(CHANCES) * chance())]
            row, left, right = self.order[number], self.table[one], self.table[other]
            most -= dearer * self._sittings(row[one], row[other], left, right)
            change = self.change(number, one, other, most)
            if change > most:
                continue
            self.swap(number, one, other)
            now += change
            if now < lowest:
                lowest = now
                best = [list(row) for row in self.order]
                if now <= least:
                    break
        self._put_back(best)
        return lowest

    def _may_change(self, number: int, one: int, other: int) -> bool:
        """Return whether the players of two places are at two tables and neither is pinned."""
        if self.table[one] == self.table[other]:
            return False
        row, pinned = self.order[number], self.pinned[number]
        return not pinned or (row[one] not in pinned and row[other] not in pinned)

    def _put_back(self, order: Sequence[list[int]]) -> None:
        """Put all players back in these rows."""
        for rows, sign in ((self.order, -1), (order, 1)):
            for row in rows:
                for start, end in pairwise(self.starts):
                    self._sit(row[start:end], sign)
                for player, table in zip(row, self.table, strict=True):
                    self.sat_short[player] += sign * self.short[table]
        self.order = [*order]

    def _sit(self, table: Sequence[int], sign: int) -> None:
        for one, other in combinations(table, 2):
            self._meet(one, other, sign)

    def _meet(self, one: int, other: int, sign: int) -> None:
        times = self.met[one].get(other, 0) + sign
        self.met[one][other] = self.met[other][one] = times

    def _is_asked(self, number: int, player: int) -> bool:
        return player in self.apart or player in self.apart_in[number]

    def _foes(self, number: int, one: int, other: int) -> int:
        """Return the price of these two players at one table in this round, by the constraints."""
        price = 0
        if one in self.apart:
            price = self.apart[one].get(other, 0)
        if one in self.apart_in[number]:
            price += self.apart_in[number][one].get(other, 0)
        return price

    def _too_small(self, number: int, player: int, table: int) -> int:
        needed = self.lowest[number].get(player, 0)
        return MUST if needed >= self.sizes[table] else 0

    def _sittings(self, here: int, there: int, left: int, right: int) -> int:
        """Return the change in extra sittings at short tables if these two players swap tables."""
        if self.short[left] == self.short[right]:
            return 0
        # The first sitting is free: a player without one yet costs nothing, and a player's only
        # one gains nothing when given up.
        comes, goes = (there, here) if self.short[left] else (here, there)
        return (self.sat_short[comes] > 0) - (self.sat_short[goes] > 1)

    def _asking(self, number: int, player: int, other: int, gone: int, come: int) -> int:
        """Return the change in the price of constraints when a player takes another's table."""
        change = 0
        if self._is_asked(number, player):
            for friend in self.at_table(number, gone):
                if friend != player:
                    change -= self._foes(number, player, friend)
            for friend in self.at_table(number, come):
                if friend != other:
                    change += self._foes(number, player, friend)
        if player in self.lowest[number]:
            change += self._too_small(number, player, come)
            change -= self._too_small(number, player, gone)
        return change
