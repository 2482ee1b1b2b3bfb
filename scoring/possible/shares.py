"""An outcome at open tables that share players, found by one forest of their links after another.

Who sits at several open tables has the cap shared out between them. While the shares of some are
fixed, so that the links of the others make no circle, the best shares of the others are known at
once: a table with one link left tells what its linked player may get elsewhere. Then others are
fixed, in an order by lot. No forest makes it worse, as it may leave all shares as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from scoring.possible.linked_tables import least_cap
from scoring.possible.one_table import fewest_over
from scoring.possible.question import Budget, Question

NOBODY = -1
Shares = dict[int, dict[int, int]]
"""The share of a player's cap at each of his tables; who is not in it passes the cap."""


@dataclass(slots=True)
class Sharing:
    """The shares of all players at several tables; `own` has the other caps at each table."""

    question: Question
    shares: Shares = field(default_factory=dict)
    own: list[list[tuple[int, int]]] = field(init=False)
    linked: dict[int, list[int]] = field(init=False)
    lot: Random = field(default_factory=lambda: Random(0))
    fewest: int = field(init=False)

    def __post_init__(self) -> None:
        self.fewest = len(self.question.caps)
        self.own = [[] for _ in self.question.tables]
        self.linked = {}
        for player, tables in self.question.tables_of.items():
            cap = self.question.caps[player]
            if len(tables) < 2:
                self.own[tables[0]].append((cap, NOBODY))
                continue
            self.linked[player] = tables
            # To begin with, everybody may get the same above the lowest places.
            room = cap - sum(self._lowest(table) for table in tables)
            self.shares[player] = {table: self._lowest(table) for table in tables}
            for left, table in zip(range(len(tables), 0, -1), tables, strict=True):
                self.shares[player][table] += room // left
                room -= room // left

    def _lowest(self, table: int) -> int:
        return self.question.tables[table].steps[0]

    def fewest_over(self, bound: int, patience: int, budget: Budget) -> int:
        """Return how few players pass their cap in an outcome that is found.

        It need not be the best one; with `bound` it is. After `patience` forests without a gain it
        ends; the next time others are tried.
        """
        in_vain = 0
        while self.fewest > bound and in_vain < patience and budget.steps >= 0:
            budget.steps -= len(self.question.tables) + len(self.linked) // 2
            over = self._over_with_next_forest()
            in_vain = 0 if over < self.fewest else in_vain + 1
            self.fewest = min(self.fewest, over)
        return self.fewest

    def _over_with_next_forest(self) -> int:
        """Return how many players pass their cap with the best shares of the next forest."""
        forest = _Forest([table.steps for table in self.question.tables], list(map(list, self.own)))
        players = list(self.linked)
        self.lot.shuffle(players)
        fixed_of = {}
        for player in players:
            tables, shares = self.linked[player], self.shares.get(player)
            one, other, *more = tables
            if more:
                one, other, *more = self.lot.sample(tables, len(tables))
            if forest.joins(one, other):
                # Who passed the cap gets another chance, with the lowest places elsewhere.
                shares = {table: shares[table] if shares else self._lowest(table) for table in more}
                fixed_of[player] = shares
                forest.link(player, one, other, self.question.caps[player] - sum(shares.values()))
            if shares is None:
                forest.over += 1
                continue
            for table, share in shares.items():
                forest.caps[table].append((share, player))
        order = list(range(len(self.question.tables)))
        self.lot.shuffle(order)
        dropped = forest.settle(order)
        for player, (one, other, cap) in forest.linked.items():
            share = forest.share_at[player]
            self.shares[player] = {**fixed_of[player], one: share, other: cap - share}
        for player in dropped:
            self.shares.pop(player, None)
        return forest.over


@dataclass(slots=True)
class _Forest:
    """Tables with links that make no circle, and what is fixed of other caps there.

    `share_at` has, once it is settled, the share of each linked player at the first of the tables.
    """

    steps: Sequence[tuple[int, ...]]
    caps: list[list[tuple[int, int]]]
    over: int = 0
    links: list[dict[int, int]] = field(init=False)
    linked: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    share_at: dict[int, int] = field(default_factory=dict)
    trees: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.links = [{} for _ in self.steps]
        self.trees = list(range(len(self.steps)))

    def joins(self, one: int, other: int) -> bool:
        """Join the trees of two tables; return whether they were two."""
        roots = self._root(one), self._root(other)
        self.trees[roots[0]] = roots[1]
        return roots[0] != roots[1]

    def _root(self, table: int) -> int:
        while self.trees[table] != table:
            self.trees[table] = self.trees[self.trees[table]]
            table = self.trees[table]
        return table

    def link(self, player: int, one: int, other: int, cap: int) -> None:
        """Let a player with this cap for both tables together link them."""
        self.linked[player] = one, other, cap
        self.links[one][player], self.links[other][player] = other, one

    def settle(self, order: Sequence[int]) -> set[int]:
        """Share out the caps of all links; return the players at a table who pass their share.

        Of two tables the earlier one in `order` keeps only what it needs, and the other gets more.
        """
        dropped: set[int] = set()
        ready = [table for table in order if len(self.links[table]) < 2]
        # A table that gets ready meanwhile is looked at in its turn.
        for table in ready:
            ordered = sorted(self.caps[table])
            caps = tuple(cap for cap, _ in ordered)
            over = fewest_over(self.steps[table], caps)
            self.over += over
            # Which of its own players a table lets pass may differ from forest to forest.
            dropped.update(player for _, player in ordered[:over] if player != NOBODY)
            for player, other in self.links[table].items():
                one, _, cap = self.linked[player]
                share = least_cap(self.steps[table], caps)
                self.share_at[player] = share if table == one else cap - share
                self.caps[other].append((cap - share, player))
                del self.links[other][player]
                if len(self.links[other]) == 1:
                    ready.append(other)
        return dropped
