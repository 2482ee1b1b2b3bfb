"""The fewest players over their caps where free rounds follow open tables without shared players.

Anybody may sit anywhere in a free round, so that only what tables leave of the caps counts there.
A table has a few ways to be played, each with a number of players over and with what it takes of
the room in the free rounds. One way is chosen for each table so that they fit together.

A cost for each kind of room makes the tables independent: each takes its cheapest way. Whatever
these costs, the sum is a lower bound. Better costs are found step by step, and the choice that
belongs to them is mended until it fits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import ceil

from scoring.possible.free_rounds import room_of
from scoring.possible.one_free_round import without_top
from scoring.possible.question import Budget, Question
from scoring.possible.ways import Group, Taken, Way, caps_of, groups_of, places_of, ways_of

MOST_STEPS = 40
COST = 12  # of a look at all ways of a table, beside one at a linked table
NEARLY = 1e-6  # more than the error of sums of fractions, less than a player


@dataclass(frozen=True, slots=True)
class Packed:
    """At least `bound` players pass their caps, and if these are `dropped` the others fit.

    `left` has what the tables leave of the caps of all others. `dropped` is None if no choice is
    known that fits.
    """

    bound: int
    dropped: frozenset[int] | None
    left: dict[int, int]


def pack_averages(question: Question, bound: int, budget: Budget) -> Packed:
    """Return which players to drop so that averages of outcomes of the free rounds fit.

    What a way takes is what its players miss at each price (see `Room`). `bound` is known of the
    number of players over.
    """
    room = room_of(question.free)
    groups = groups_of(question, room.highest)
    ways = [ways_of(steps, caps_of(rows), room.prices, by_level=False) for steps, rows in groups]
    return _pack(question, groups, _Packing(ways, room.spare, bound, budget), room.highest)


def pack_round(question: Question, bound: int, budget: Budget) -> Packed:
    """Return which players to drop so that one free round fits, ties included.

    What a way takes is the number of its players with at most so much left, for each level. Every
    table of the round gives places of at most so much, by its ties. Only ways that average best are
    looked at, so that the bound remains the one that is given.
    """
    free = question.free
    values = free.by_round[0]
    levels = tuple(range(values[0], max(map(max, free.tables))))
    groups = groups_of(question, room_of(free).highest)
    ways = [ways_of(steps, caps_of(rows), levels, by_level=True) for steps, rows in groups]
    top = free.tops[0] if free.tops else None
    found = [
        _Packing(
            [*ways, *(places_of(steps, levels) for steps in places)],
            (0,) * len(levels),
            bound,
            budget,
        )
        for places in without_top(free.tables, top)
    ]
    best = min(found, key=lambda packing: packing.fewest)
    return _pack(question, groups, best, room_of(free).highest)


def _pack(question: Question, groups: list[Group], packing: "_Packing", highest: int) -> Packed:
    dropped: set[int] = set()
    left: dict[int, int] = {}
    if packing.best is None:
        return Packed(packing.bound, None, {})
    for (_, rows), way in zip(groups, packing.best, strict=False):
        dropped.update(player for _, player in rows[: way.over])
        for (_, player), rest in zip(rows[way.over :], way.left, strict=True):
            left[player] = rest if player in question.playing else rest - highest
    return Packed(packing.bound, frozenset(dropped), left)


class _Packing:
    """One way is chosen for each table so that they take no more than there is room for.

    `bound` gets better, `best` is the choice with the `fewest` players over, None if none is found.
    """

    def __init__(
        self, ways: Sequence[tuple[Way, ...]], room: Taken, bound: int, budget: Budget
    ) -> None:
        self.ways = ways
        self.room = room
        self.bound = bound
        self.budget = budget
        self.best: list[Way] | None = None
        self.fewest = sum(table[-1].over for table in ways) + 1
        self._search()

    def _search(self) -> None:
        cost = [0.05] * len(self.room)
        for step in range(MOST_STEPS):
            value, chosen = self._cheapest(cost)
            self.bound = max(self.bound, ceil(value - NEARLY))
            missing = self._missing(chosen)
            if (fitting := self._fitted(chosen, missing)) is not None:
                self._keep(fitting)
            length = sum(each * each for each in missing)
            if self.fewest <= self.bound or not length or self.budget.steps < 0:
                return
            # The usual step of a subgradient, shorter and shorter.
            pace = max(0.3, self.fewest - value) / length / (1 + step // 15)
            cost = [max(0.0, c + pace * each) for c, each in zip(cost, missing, strict=True)]
        self._do_with_fewer()

    def _keep(self, chosen: list[Way]) -> None:
        over = sum(way.over for way in chosen)
        if over < self.fewest:
            self.fewest, self.best = over, chosen

    def _do_with_fewer(self) -> None:
        """Let each table in turn have fewer over, and all others mend that as they can."""
        for at, ways in enumerate(self.ways):
            chosen = self.best
            if chosen is None or self.fewest <= self.bound or self.budget.steps < 0:
                return
            for way in ways:
                if way.over >= chosen[at].over:
                    break
                changed = [*chosen[:at], way, *chosen[at + 1 :]]
                fitting = self._fitted(changed, self._missing(changed), more=0)
                if fitting is not None:
                    self._keep(fitting)

    def _missing(self, chosen: Sequence[Way]) -> list[int]:
        """Return how much more of each kind is taken than there is room for."""
        taken = zip(*(way.taken for way in chosen), strict=True)
        return [sum(each) - room for each, room in zip(taken, self.room, strict=True)]

    def _cheapest(self, cost: Sequence[float]) -> tuple[float, list[Way]]:
        """Return the way that costs least for each table, and the lower bound that they give."""
        value = -sum(c * room for c, room in zip(cost, self.room, strict=True))
        known: dict[int, tuple[float, Way]] = {}
        chosen = []
        for ways in self.ways:
            if id(ways) not in known:
                known[id(ways)] = min(
                    (
                        (
                            way.over
                            + sum(c * each for c, each in zip(cost, way.taken, strict=True)),
                            way,
                        )
                        for way in ways
                    ),
                    key=lambda each: each[0],
                )
            least, way = known[id(ways)]
            value += least
            chosen.append(way)
        return value, chosen

    def _fitted(
        self, chosen: Sequence[Way], missing: Sequence[int], more: int | None = None
    ) -> list[Way] | None:
        """Return the choice changed until it fits, None if that fails.

        The change that is worth most for each player over comes first. No table gets more over than
        `more` players in addition, if that is given.
        """
        fitted, missing = list(chosen), list(missing)
        while (excess := _excess(missing)) > 0:
            heap = self._changes(fitted, missing, more)
            before = excess
            while heap and excess > 0:
                _, at, index = heappop(heap)
                way = self.ways[at][index]
                changed = _changed(missing, fitted[at], way)
                gain = excess - _excess(changed)
                if gain <= 0 or (more is not None and way.over - fitted[at].over > more):
                    continue
                worth = -gain / max(way.over - fitted[at].over, 0.01)
                # What it is worth may have become less meanwhile.
                if heap and worth > heap[0][0]:
                    heappush(heap, (worth, at, index))
                    continue
                fitted[at], missing, excess = way, changed, excess - gain
            if excess == before:
                return None
        return fitted

    def _changes(
        self, chosen: Sequence[Way], missing: Sequence[int], more: int | None
    ) -> list[tuple[float, int, int]]:
        """Return a heap of the changes of one table that help, with what each is worth, below 0."""
        self.budget.steps -= COST * len(self.ways)
        excess = _excess(missing)
        found = []
        known: dict[tuple[int, int], list[tuple[float, int]]] = {}
        for at, ways in enumerate(self.ways):
            key = id(ways), id(chosen[at])
            if key not in known:
                known[key] = []
                for index, way in enumerate(ways):
                    extra = way.over - chosen[at].over
                    if way is chosen[at] or (more is not None and extra > more):
                        continue
                    gain = excess - _excess(_changed(missing, chosen[at], way))
                    if gain > 0:
                        known[key].append((-gain / max(extra, 0.01), index))
            found += [(worth, at, index) for worth, index in known[key]]
        heapify(found)
        return found


def _excess(missing: Sequence[int]) -> int:
    return sum(each for each in missing if each > 0)


def _changed(missing: Sequence[int], old: Way, new: Way) -> list[int]:
    return [each - was + now for each, was, now in zip(missing, old.taken, new.taken, strict=True)]
