"""One side of what is possible: the outcomes of the best rank of a player, or of the worst."""

from bisect import bisect_left, bisect_right
from functools import cached_property
from math import inf

from scoring.possible.free_rounds import FreeRounds, Room, perspectives, room_of
from scoring.possible.one_free_round import fewest_over_in_a_round
from scoring.possible.one_table import fewest_over
from scoring.possible.outlook import Contestant, Outlook
from scoring.possible.question import Question, Seats

BEST, WORST = 1, -1


class Side:
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

    def over_in_a_round(self, number: int, target: int, free: FreeRounds, bound: int) -> int:
        """Return exactly how many players must pass their cap where a free round is all there is.

        They are at least `bound`. Raises SearchLimit.
        """
        own = self.own_points[number]
        over = bisect_left(self._caps(self.singles[False], number, target, own), 0)
        playing = self._caps(self.singles[True], number, target, own)
        top = free.tops[0] if free.tops else None
        return over + fewest_over_in_a_round(playing, free.tables, top, bound - over)

    def moment(self, number: int, target: int) -> tuple[int, int]:
        """Return what decides the caps against a player: two of the same have the same caps."""
        return target, bisect_right(self._ranked_points, self.own_points[number])

    @cached_property
    def _ranked_points(self) -> list[float]:
        return sorted(self.others_points.values())

    def question(
        self, number: int, target: int, free: FreeRounds, *, alone: bool = True
    ) -> tuple[frozenset[int], Question]:
        """Return the others who pass their caps in any case, and the question for the rest.

        `alone`: the player whose rank is asked stands alone on top of every own table. Otherwise
        he is one of them, with a cap of his own, and the question is the same for many players.
        """
        own = self.own_points[number]
        by_round = free.by_round
        rounds = sum(values[0] for values in by_round), sum(values[-1] for values in by_round)
        over, caps = set(), {}
        for player in self.outlook.contestants:
            other = player.number
            if other == number and alone:
                continue
            cap = target - self.held[other] - (self.others_points[other] > own)
            least, most = rounds if player.plays_on else (0, 0)
            for index in self.tables_of[other]:
                least += self.steps[index][0]
                most += self.steps[index][-1]
            if cap < least:
                over.add(other)
            elif cap < most:
                caps[other] = cap
        tables = [
            Seats(steps, tuple(other for other in table.players if other in caps))
            for steps, table in zip(self.steps, self.outlook.tables, strict=True)
        ]
        playing = frozenset(
            player.number
            for player in self.outlook.contestants
            if player.plays_on and player.number in caps and free.number
        )
        return frozenset(over), Question(caps, tuple(t for t in tables if t.players), playing, free)
