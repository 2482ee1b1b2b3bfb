"""Several rounds of a draw side by side, and what it costs that players sit as they do.

Players are start numbers. Each round has the same tables; a round is its players in one row, cut
into tables. What counts, each before all that follow: what must not be, meetings again, sittings
at a short table again, what is wished. A short table is smaller than the largest of all rounds.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, combinations
from random import Random
from typing import TypeAlias

from wk.tournament.seats import Round, below

Prices: TypeAlias = Mapping[int, Mapping[int, int]]
"""What it costs that two players sit at one table, by the one and by the other."""

# What is weighed against each other is one whole number, so that a draw is better or not. Each
# price is above all that lies under it, as long as fewer than a hundred thousand people play.
MUST = 10**17
MEETING = 10**11
SHORT = 10**5
WISH = 1

# So many players are looked at for one who sits badly, before the next has his turn.
TRIES = 8
# A swap that costs no more than one meeting is made all the same once in so many times.
SELDOM = 1 / 25


class Hall:
    """The rounds that are still to be drawn, after earlier ones that stay as they were.

    `apart` says what it costs that two sit at one table, `apart_in` the same for one round only,
    `pinned` who must stay at his table in a round, `lowest` who needs a table of more than so many
    players in a round. Two who meet for the third time cost as much as eight who meet for the
    second, and so on by the `power` of the meetings before; 1 counts them as `bounds.cost` does.
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
        everything = [*earlier, *rounds]
        self.again = [MEETING * times**power for times in range(len(everything) + 1)]
        largest = max((len(table) for tables in everything for table in tables), default=0)
        self.short = [size < largest for size in self.sizes]
        if all(self.short):
            self.short = [False] * len(self.sizes)  # nothing can be changed about it
        self.met: dict[int, Counter[int]] = defaultdict(Counter)
        self.sat_short: Counter[int] = Counter()
        for tables in everything:
            for table in tables:
                self._sit(table, 1)
                if len(table) < largest:
                    self.sat_short.update(table)

    def rounds(self) -> list[list[tuple[int, ...]]]:
        """The rounds as they are now: table k of each has sizes[k] players."""
        return [
            [
                tuple(row[start:end])
                for start, end in zip(self.starts, self.starts[1:], strict=False)
            ]
            for row in self.order
        ]

    def at_table(self, number: int, table: int) -> list[int]:
        """Who sits at a table of a round."""
        return self.order[number][self.starts[table] : self.starts[table + 1]]

    def total(self) -> int:
        """What the rounds cost; meetings and sittings of the earlier rounds alone are not in it."""
        cost = 0
        met: dict[tuple[int, int], int] = {}
        for number, tables in enumerate(self.rounds()):
            for table in tables:
                for one, other in combinations(table, 2):
                    pair = (one, other) if one < other else (other, one)
                    times = met.get(pair, self.met[one][other])
                    met[pair] = times - 1
                    cost += self.again[times - 1] + self._foes(number, one, other)
        sat: Counter[int] = Counter()
        for number, row in enumerate(self.order):
            for place, player in enumerate(row):
                cost += self._too_small(number, player, self.table[place])
                if self.short[self.table[place]]:
                    sat[player] += 1
                    cost += SHORT * (self.sat_short[player] - sat[player])
        return cost

    def is_sore(self, number: int, place: int) -> bool:
        """Whether the player at this place of a round costs anything by sitting there."""
        player, table = self.order[number][place], self.table[place]
        if self.short[table] and self.sat_short[player] > 1:
            return True
        met = self.met[player]
        asked = self._is_asked(number, player)
        for other in self.at_table(number, table):
            if met.get(other, 0) > 1 or (asked and self._foes(number, player, other)):
                return True
        return self._too_small(number, player, table) > 0

    def change(self, number: int, one: int, other: int) -> int:
        """What the total would rise by if the players of two places of a round changed over."""
        left, right = self.table[one], self.table[other]
        if left == right:
            return 0
        here, there = self.order[number][one], self.order[number][other]
        change = self._moving(number, here, there, left, right)
        change += self._moving(number, there, here, right, left)
        if self.short[left] != self.short[right]:
            comes, goes = (there, here) if self.short[left] else (here, there)
            change += SHORT * (self.sat_short[comes] - self.sat_short[goes] + 1)
        return change

    def swap(self, number: int, one: int, other: int) -> None:
        """Let the players of two places of a round change over."""
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
        """Swap until the total is `least` or so many swaps were tried; return the best total.

        The rounds are left as they were at that total.
        """
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
                    change = self.change(number, place, other)
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

    def _sit(self, table: Sequence[int], sign: int) -> None:
        for one, other in combinations(table, 2):
            self._meet(one, other, sign)

    def _meet(self, one: int, other: int, sign: int) -> None:
        self.met[one][other] += sign
        self.met[other][one] += sign

    def _is_asked(self, number: int, player: int) -> bool:
        return player in self.apart or player in self.apart_in[number]

    def _foes(self, number: int, one: int, other: int) -> int:
        """What it costs that these two sit at one table in this round, for what is asked."""
        price = 0
        if one in self.apart:
            price = self.apart[one].get(other, 0)
        if one in self.apart_in[number]:
            price += self.apart_in[number][one].get(other, 0)
        return price

    def _too_small(self, number: int, player: int, table: int) -> int:
        needed = self.lowest[number].get(player, 0)
        return MUST if needed >= self.sizes[table] else 0

    def _moving(self, number: int, player: int, other: int, gone: int, come: int) -> int:
        """What the company of one player costs more when he goes from one table to another."""
        met = self.met[player]
        asked = self._is_asked(number, player)
        change = 0
        for friend in self.at_table(number, gone):
            if friend != player:
                if times := met[friend] - 1:
                    change -= self.again[times]
                if asked:
                    change -= self._foes(number, player, friend)
        for friend in self.at_table(number, come):
            if friend != other:
                if times := met.get(friend, 0):
                    change += self.again[times]
                if asked:
                    change += self._foes(number, player, friend)
        if player in self.lowest[number]:
            change += self._too_small(number, player, come)
            change -= self._too_small(number, player, gone)
        return change
