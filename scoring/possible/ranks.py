"""The best and the worst final rank that is still possible for each player."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.possible.exact_search import SearchLimit, fewest_over_exactly
from scoring.possible.free_rounds import FreeRounds
from scoring.possible.linked_tables import order_of
from scoring.possible.one_table import fewest_over
from scoring.possible.outlook import Outlook
from scoring.possible.side import BEST, WORST, Side

MOST_SEARCHED = 10


@dataclass(frozen=True, slots=True)
class PossibleRanks:
    """The best and the worst final rank of a player that are not excluded, from 1 (WK-29, A16)."""

    best: int
    worst: int


class RankFinder:
    """Finds the ranks that are possible in one outlook.

    Up to `most_searched` players the bound of the free rounds is made exact by a search.
    """

    def __init__(self, outlook: Outlook, *, most_searched: int = MOST_SEARCHED) -> None:
        self.outlook = outlook
        self.most_searched = most_searched
        self._sides = {sign: Side(outlook, sign) for sign in (BEST, WORST)}
        self._players = {player.number: player for player in outlook.contestants}
        sits = Counter(number for table in outlook.tables for number in table.players)
        # Then every table can be looked at alone.
        self._is_separate = not outlook.rounds and all(times < 2 for times in sits.values())
        self._is_one_round = outlook.rounds == 1 and not outlook.tables
        self._order = None if outlook.rounds else order_of([t.players for t in outlook.tables])
        self._has_given_up = False

    @property
    def is_exact(self) -> bool:
        """Return whether the ranks found so far are exact: nothing impossible is called possible.

        A rank that is possible is never excluded, exact or not. They are exact for up to ten
        players; for one round that is not drawn with no open table, unless it would take ties at
        nearly every table; and for open tables without such a round, unless the players who sit at
        two of them link these in a circle.
        """
        is_told = self._order is not None or self._is_one_round
        return not self._has_given_up and (is_told or len(self._players) <= self.most_searched)

    def ranks(self) -> Mapping[int, PossibleRanks]:
        """Return the possible ranks of every player by start number."""
        return {number: self.ranks_of(number) for number in self._players}

    def ranks_of(self, number: int) -> PossibleRanks:
        """Return the best and the worst rank that is possible for a player."""
        others = len(self._players) - 1
        worst = 1 + others - self._fewest_over(WORST, number)
        return PossibleRanks(1 + self._fewest_over(BEST, number), worst)

    def _fewest_over(self, sign: int, number: int) -> int:
        side, player = self._sides[sign], self._players[number]
        fewest = len(self._players)
        for free in side.perspectives(player):
            target = side.target(player, free)
            bound = side.lower_bound(number, target, free)
            if bound < fewest:
                try:
                    bound = self._exactly(side, number, target, free, bound, fewest)
                except SearchLimit:
                    # A search that takes too long leaves the bound, which excludes nothing.
                    self._has_given_up = True
            fewest = min(fewest, bound)
        return fewest

    def _exactly(
        self, side: Side, number: int, target: int, free: FreeRounds, bound: int, most: int
    ) -> int:
        """Return the fewest players who pass their cap, or the bound where there are too many."""
        if self._is_separate:
            return bound
        if self._is_one_round:
            return side.over_in_a_round(number, target, free, bound)
        if self._order is not None:
            return side.over_at_linked_tables(number, target, self._order)
        if len(self._players) > self.most_searched:
            return bound
        return fewest_over_exactly(side.question(number, target, free), bound, most)

    def contenders(self) -> Iterator[int]:
        """Yield the start numbers of the players who can still end on rank 1."""
        side = self._sides[BEST]
        sure = [
            (side.held[n] + sum(side.steps[i][0] for i in tables), side.others_points[n])
            for n, tables in side.tables_of.items()
        ]
        highest = max(sure, default=(0, 0))
        for number, player in self._players.items():
            target = max(side.target(player, free) for free in side.perspectives(player))
            # Somebody else is ahead whatever happens: there is nothing to compute.
            is_near = self.outlook.rounds or (target, side.own_points[number]) >= highest
            if is_near and self._fewest_over(BEST, number) == 0:
                yield number

    def is_proven_winner(self, number: int) -> bool:
        """Return whether the player can still end on rank 1 for sure, not only is not excluded."""
        if self._fewest_over(BEST, number):
            return False
        side, player = self._sides[BEST], self._players[number]
        return self.is_exact or any(
            side.has_example(number, side.target(player, free), free)
            for free in side.perspectives(player)
        )

    def lowest_place_for_best(self, number: int) -> int | None:
        """Return the lowest place at the own table, not shared, that keeps the best rank possible.

        Return None if the player has no open table, or if more than one table decides it.
        """
        side = self._sides[BEST]
        tables = side.tables_of[number]
        if not (self._is_separate and tables):
            return None
        [index] = tables
        steps = side.steps[index]
        best = self.ranks_of(number).best
        free = FreeRounds((), 0)
        own = side.own_points[number]
        for at, value in enumerate(steps):
            target = side.held[number] + value
            members = (row for row in side.homes[index] if row[2] != number)
            caps = sorted(target - held - (points > own) for held, points, *_ in members)
            left = (*steps[:at], *steps[at + 1 :])
            over = fewest_over(left, tuple(caps), at)
            if 1 + over + side.lower_bound(number, target, free, but=index) == best:
                return len(steps) - at
        return 1

    def deciding_tables(self) -> tuple[int, ...]:
        """Return the numbers of the open tables that decide who ends on rank 1, ascending.

        They are those of the players who can; the others cannot change it. The result is empty if
        it is decided, and while rounds are to come that are not drawn.
        """
        if self.outlook.rounds:
            return ()
        contenders = set(self.contenders())
        tables = [t for t in self.outlook.tables if contenders & set(t.players)]
        return tuple(sorted(t.number for t in tables)) if len(contenders) > 1 else ()
