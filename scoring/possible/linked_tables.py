"""The exact answer for open tables some of whose players sit at two or more of them.

Such a player links these tables. Links that make no circle can be taken away one by one: a table
with one link left tells what its linked player may get elsewhere, and is done with. A link that
closes a circle is cut: its player is taken to get the lowest place at one of the two tables. That
gives a lower bound. The search then tries every share of the cap for the first such player, and
goes on where the bound is lowest. With many players it would hardly ever end: there `shares` finds
outcomes and `prices` a better bound, and mostly they meet.

No method is known that is fast for all circles. Let each player sit at a table of each of three
rounds, with a cap that only the lowest place at all three keeps to. The players who keep to theirs
share no table: they are a three-dimensional matching. To find the largest one is NP-hard, also with
three players with a cap at a table.
"""

from bisect import insort
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count

from scoring.possible.one_table import fewest_over
from scoring.possible.question import Budget, Found, Question

Steps = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Shares:
    """What is settled of the caps: those at one table alone, and the links that are left.

    `caps` has those of each table by index; `links` has the cap and the tables of each player;
    `over` is the number of players who are taken to pass their caps.
    """

    caps: Mapping[int, tuple[int, ...]]
    links: Mapping[int, tuple[int, tuple[int, ...]]]
    over: int = 0

    def settle(self, player: int, at: int, share: int) -> "_Shares":
        """Return the same with this share of the player's cap at one of his tables."""
        cap, tables = self.links[player]
        rest = tuple(table for table in tables if table != at)
        caps = {**self.caps, at: (*self.caps.get(at, ()), share)}
        links = {other: link for other, link in self.links.items() if other != player}
        if len(rest) > 1:
            links[player] = cap - share, rest
        else:
            caps[rest[0]] = (*caps.get(rest[0], ()), cap - share)
        return _Shares(caps, links, self.over)

    def drop(self, player: int) -> "_Shares":
        """Return the same with one player who passes the cap."""
        links = {other: link for other, link in self.links.items() if other != player}
        return _Shares(self.caps, links, self.over + 1)


def fewest_over_linked(question: Question, most: int, budget: Budget) -> Found:
    """Return how few players must pass their cap; no free rounds are to come.

    An outcome with `most` players over is known. Without a circle the answer is exact. Beyond the
    budget it is the best bound found.
    """
    steps = [table.steps for table in question.tables]
    caps: dict[int, tuple[int, ...]] = defaultdict(tuple)
    links = {}
    for player, tables in question.tables_of.items():
        if len(tables) == 1:
            caps[tables[0]] += (question.caps[player],)
        else:
            links[player] = question.caps[player], tuple(tables)
    turn = count()
    heap = [_Forest(steps, _Shares(caps, links)).entry(next(turn))]
    while True:
        over, _, _, forest = heappop(heap)
        if forest.cut is None or over >= most:
            return Found(min(over, most), is_exact=True)
        if budget.steps < 0:
            return Found(over, is_exact=False)
        for shares in forest.branches(*forest.cut):
            budget.steps -= len(steps)
            heappush(heap, _Forest(steps, shares).entry(next(turn)))


@dataclass(slots=True)
class _Forest:
    """The tables with links cut so that no circle is left.

    `cut` is the first player whose link is cut, and the table at which he gets the lowest place.
    """

    steps: Sequence[Steps]
    shares: _Shares
    cut: tuple[int, int] | None = None
    trees: dict[int, int] = field(default_factory=dict)

    def entry(self, turn: int) -> tuple[int, int, int, "_Forest"]:
        """Return the lower bound of these shares, and what decides between equal ones."""
        return self._fewest_over(), len(self.shares.links), turn, self

    def branches(self, player: int, at: int) -> Iterator[_Shares]:
        """Yield every share of a player's cap at a table, and what it is when he passes it."""
        cap, tables = self.shares.links[player]
        others = [self.steps[table] for table in tables if table != at]
        least = max(self.steps[at][0], cap - sum(steps[-1] for steps in others))
        most = min(self.steps[at][-1], cap - sum(steps[0] for steps in others))
        for share in range(least, most + 1):
            yield self.shares.settle(player, at, share)
        yield self.shares.drop(player)

    def _fewest_over(self) -> int:
        caps = [list(self.shares.caps.get(table, ())) for table in range(len(self.steps))]
        links: list[dict[int, int]] = [{} for _ in self.steps]
        linked = {}
        # A link with little to spare is kept first: it costs most to cut it.
        tightest_first = sorted(self.shares.links.items(), key=lambda link: (link[1][0], link[0]))
        for player, (cap, (one, other, *more)) in tightest_first:
            cap -= sum(self.steps[table][0] for table in more)
            is_cut = not self._joins(one, other)
            if is_cut:
                caps[one].append(cap - self.steps[other][0])
            else:
                linked[player] = cap
                links[one][player], links[other][player] = other, one
            if (is_cut or more) and self.cut is None:
                self.cut = player, more[0] if more else other
        return self.shares.over + _fewest_over_trees(self.steps, caps, links, linked)

    def _joins(self, one: int, other: int) -> bool:
        """Join the trees of two tables; return whether they were two."""
        roots = self._root(one), self._root(other)
        self.trees[roots[0]] = roots[1]
        return roots[0] != roots[1]

    def _root(self, table: int) -> int:
        while self.trees.setdefault(table, table) != table:
            table = self.trees[table]
        return table


def _fewest_over_trees(
    steps: Sequence[Steps],
    caps: Sequence[list[int]],
    links: Sequence[dict[int, int]],
    linked: Mapping[int, int],
) -> int:
    """Return the fewest players whose cap is passed at tables whose links make no circle.

    `caps` has the caps at each table of its players without a link, and `links` the other table of
    each player with one; both are used up. `linked` has the caps for both tables together.
    """
    over = 0
    ready = [index for index, others in enumerate(links) if len(others) < 2]
    # A table that gets ready meanwhile is looked at in its turn.
    for index in ready:
        here = tuple(sorted(caps[index]))
        over += fewest_over(steps[index], here)
        for player, other in links[index].items():
            # Passing the cap that is left for the other table costs one player, whoever it is.
            insort(caps[other], linked[player] - least_cap(steps[index], here))
            del links[other][player]
            if len(links[other]) == 1:
                ready.append(other)
    return over


@lru_cache(maxsize=20_000)
def least_cap(steps: tuple[int, ...], caps: tuple[int, ...]) -> int:
    """Return the least cap of one more player at a table with which no more players are over.

    >>> least_cap((2, 4, 6), (4, 4)), least_cap((2, 4, 6), (3, 3)), least_cap((2, 4, 6), (6, 6))
    (4, 6, 2)
    """
    fewest = fewest_over(steps, caps)
    return next(
        cap
        for cap in range(steps[0], steps[-1] + 1)
        if fewest_over(steps, tuple(sorted((*caps, cap)))) == fewest
    )
