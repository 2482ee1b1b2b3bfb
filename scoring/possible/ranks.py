"""The best and the worst final rank that is still possible for each player."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import inf

from scoring.possible.exact_search import Contender, Question, SearchLimit, fewest_over_exactly
from scoring.possible.free_rounds import FreeRounds, Room, perspectives, room_of
from scoring.possible.one_table import fewest_over
from scoring.possible.outlook import Contestant, Outlook

# Up to so many players the bound of the free rounds is made exact by a search.
MOST_SEARCHED = 10

BEST, WORST = 1, -1


@dataclass(frozen=True, slots=True)
class PossibleRanks:
    """The best and the worst final rank of a player that are not excluded, from 1 (WK-29, A16)."""

    best: int
    worst: int


class _Side:
    """The outcomes of the best rank of a player (`sign` 1), or of the worst (-1).

    For the worst rank all values are negative. So on both sides the player whose rank is asked is
    alone on top of every own table: another result would leave all others the same or more. Each
    other player has a cap, the most that he may get without counting against the rank: ahead of
    the player on the best side, not ahead on the worst. As few as possible may pass their cap.
    """

    def __init__(self, outlook: Outlook, sign: int) -> None:
        self.sign = sign
        self.outlook = outlook
        self.steps = [tuple(sorted(sign * p for p in t.places)) for t in outlook.tables]
        self.tables_of: dict[int, list[int]] = {c.number: [] for c in outlook.contestants}
        for index, table in enumerate(outlook.tables):
            for number in table.players:
                self.tables_of[number].append(index)
        self.free_tables = tuple(tuple(sorted(sign * p for p in t)) for t in outlook.free_tables)
        players = outlook.contestants
        self.held = {c.number: sign * c.half_points for c in players}
        self.others_points = {c.number: sign * self._points(c, sign < 0) for c in players}
        # On the worst side equal points are not ahead, so the player's own count one less.
        equal = 0 if sign > 0 else 1
        self.own_points = {c.number: sign * self._points(c, sign > 0) - equal for c in players}

    def _points(self, player: Contestant, is_most: bool) -> float:
        """Return the most or the least points that a player can end with."""
        rounds = len(self.tables_of[player.number])
        rounds += self.outlook.rounds if player.plays_on else 0
        limit = self.outlook.most if is_most else self.outlook.least
        if not rounds:
            return player.points
        if limit is None:
            return inf if is_most else -inf
        return player.points + rounds * limit

    @cached_property
    def singles(self) -> dict[bool, list[tuple[int, float, int]]]:
        """The players without an open table, by whether they play on, the strongest first."""
        found: dict[bool, list[tuple[int, float, int]]] = {True: [], False: []}
        for player in self.outlook.contestants:
            number = player.number
            if not self.tables_of[number]:
                row = (self.held[number], self.others_points[number], number)
                found[player.plays_on].append(row)
        return {plays: sorted(rows, reverse=True) for plays, rows in found.items()}

    @cached_property
    def homes(self) -> list[list[tuple[int, float, int, bool]]]:
        """The players of each open table: what they hold, points, number, and whether they play on.

        A player of several open tables belongs to the first of them, and gets the lowest place at
        the others.
        """
        found: list[list[tuple[int, float, int, bool]]] = [[] for _ in self.steps]
        for player in self.outlook.contestants:
            if tables := self.tables_of[player.number]:
                held = self.held[player.number] + sum(self.steps[i][0] for i in tables[1:])
                points = self.others_points[player.number]
                found[tables[0]].append((held, points, player.number, player.plays_on))
        return found

    def perspectives(self, player: Contestant) -> tuple[FreeRounds, ...]:
        """Return the free rounds for every choice of tables by the player."""
        return perspectives(self.free_tables, self.outlook.rounds, plays=player.plays_on)

    def target(self, player: Contestant, free: FreeRounds) -> int:
        """Return the total of the player who is alone on top everywhere."""
        tops = sum(self.steps[i][-1] for i in self.tables_of[player.number])
        return self.held[player.number] + tops + sum(free.tops)

    def lower_bound(self, number: int, target: int, free: FreeRounds, *, but: int = -1) -> int:
        """Return how many players must pass their cap at least; the table `but` is left out.

        It is exact without free rounds, unless a player sits at two open tables.
        """
        own = self.own_points[number]
        room = room_of(free)
        over = bisect_left(self._caps(self.singles[False], number, target, own), 0)
        playing = self._caps(self.singles[True], number, target, own)
        must = bisect_left(playing, room.lowest)
        at_tables, tables = self._table_caps(number, target, room, but)
        over += must + at_tables
        if not free.number:
            return over + sum(fewest_over(steps, caps) for steps, caps in tables)
        return over + room.fewest_over(playing[must:], tables)

    def _table_caps(
        self, number: int, target: int, room: Room, but: int
    ) -> tuple[int, list[tuple[tuple[int, ...], tuple[int, ...]]]]:
        """Return how many players at open tables pass their cap in any case, and the other caps.

        For each table that can matter these are the values of its places and the caps, ascending.
        """
        own, lowest, most = self.own_points[number], room.lowest, room.highest
        over, tables = 0, []
        for index, members in enumerate(self.homes):
            steps = self.steps[index]
            highest = steps[-1] + most
            caps = []
            for held, points, other, plays in members if index != but else ():
                cap = target - held - (points > own)
                if other == number:
                    continue
                if cap < steps[0] + (lowest if plays else 0):
                    over += 1
                    continue
                # Who does not play on is seen as one who gets the most that there is.
                if not plays:
                    cap += most
                # A cap above everything that counts is as good as none.
                caps.append(cap if cap < highest else highest)
            caps.sort()
            if caps and caps[0] < highest:
                tables.append((steps, tuple(caps)))
        return over, tables

    @staticmethod
    def _caps(
        rows: list[tuple[int, float, int]], number: int, target: int, own: float
    ) -> list[int]:
        return [target - held - (points > own) for held, points, other in rows if other != number]

    def question(self, number: int, target: int, free: FreeRounds) -> Question:
        """Return the same question for the exact search."""
        own = self.own_points[number]
        contenders = tuple(
            Contender(
                target - self.held[c.number] - (self.others_points[c.number] > own),
                tuple(self.tables_of[c.number]),
                c.plays_on,
            )
            for c in self.outlook.contestants
            if c.number != number
        )
        return Question(contenders, tuple(self.steps), free)


class RankFinder:
    """Finds the ranks that are possible in one outlook."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self._sides = {sign: _Side(outlook, sign) for sign in (BEST, WORST)}
        self._players = {player.number: player for player in outlook.contestants}
        sits = Counter(number for table in outlook.tables for number in table.players)
        # Then every table can be looked at alone.
        self._is_separate = not outlook.rounds and max(sits.values(), default=0) < 2

    @property
    def is_exact(self) -> bool:
        """Return whether the ranks are exact: nothing that is not possible is called possible.

        A rank that is possible is never excluded, exact or not.
        """
        return self._is_separate or len(self._players) <= MOST_SEARCHED

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
            if bound < fewest and not self._is_separate and self.is_exact:
                question = side.question(number, target, free)
                # A search that takes too long leaves the bound, which excludes nothing.
                with suppress(SearchLimit):
                    bound = fewest_over_exactly(question, bound, fewest)
            fewest = min(fewest, bound)
        return fewest

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
