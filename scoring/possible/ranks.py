"""The best and the worst final rank that is still possible for each player."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from scoring.possible.exact_search import SearchLimit
from scoring.possible.free_rounds import FreeRounds
from scoring.possible.linked_answer import LinkedAnswer
from scoring.possible.one_table import fewest_over
from scoring.possible.outlook import Outlook
from scoring.possible.question import Budget, Found
from scoring.possible.settle import outcome, settle
from scoring.possible.side import BEST, WORST, Side

# With open tables alone, and with rounds that are not drawn, of which a step takes half as long.
MOST_STEPS, MOST_WITH_ROUNDS = 130_000, 120_000
MOST_AT_ONCE = 24_000  # of them for one question, to begin with
MOST_AGAIN = 72_000

AnswerKey = tuple[int, tuple[int, int], int | None]
"""The side, what decides the caps, and the player if the question is his alone."""


@dataclass(frozen=True, slots=True)
class PossibleRanks:
    """The best and the worst final rank of a player that are not excluded, from 1 (WK-29, A16)."""

    best: int
    worst: int


class RankFinder:
    """Finds the ranks that are possible in one outlook.

    Its searches may take so many `steps` together. A step looks at a table, a few microseconds.
    """

    def __init__(self, outlook: Outlook, *, steps: int | None = None) -> None:
        self.outlook = outlook
        self._sides = {sign: Side(outlook, sign) for sign in (BEST, WORST)}
        self._players = {player.number: player for player in outlook.contestants}
        sits = Counter(number for table in outlook.tables for number in table.players)
        # Then every table can be looked at alone.
        self._is_separate = not outlook.rounds and all(times < 2 for times in sits.values())
        self._is_one_round = outlook.rounds == 1 and not outlook.tables
        most = MOST_WITH_ROUNDS if outlook.rounds else MOST_STEPS
        self._budget = Budget(most if steps is None else steps)
        self._at_once = MOST_AT_ONCE
        self._over_at: dict[tuple[int, tuple[int, int]], frozenset[int] | None] = {}
        self._answers: dict[AnswerKey, tuple[frozenset[int], LinkedAnswer]] = {}
        self._bounds: dict[tuple[int, int, int], int] = {}
        self._is_survey = False
        self._hard: set[tuple[int, tuple[int, int]]] = set()
        self._has_given_up = False

    @property
    def is_exact(self) -> bool:
        """Return whether the ranks found so far are exact: nothing impossible is called possible.

        A rank that is possible is never excluded, exact or not. They are always exact
        with open tables alone, without a circle of players who sit at two of them. Otherwise they
        are as soon as an outcome is found that has no more players over
        than there must be, or the search ends within its steps.
        """
        return not self._has_given_up

    def ranks(self) -> Mapping[int, PossibleRanks]:
        """Return the possible ranks of every player by start number."""
        self._is_survey = True
        found = {number: self.ranks_of(number) for number in self._players}
        if self._has_given_up and (self._answers or self._hard):
            # What costs little was looked for everywhere first.
            self._has_given_up = False
            self._search_again()
            found = {number: self.ranks_of(number) for number in self._players}
        self._is_survey = False
        return found

    def _search_again(self) -> None:
        """Use the steps that are left, where the bounds are closest together first."""
        answers = [answer for _, answer in self._answers.values() if answer.is_open]
        while answers and self._budget.steps >= 0:
            for answer in sorted(answers, key=lambda each: each.most - each.bound):
                self._search(answer)
            answers = [answer for answer in answers if answer.is_open]
        self._at_once = MOST_AGAIN
        for key in self._hard:
            self._over_at.pop(key, None)
        self._hard.clear()

    def ranks_of(self, number: int) -> PossibleRanks:
        """Return the best and the worst rank that is possible for a player."""
        others = len(self._players) - 1
        worst = 1 + others - self._fewest_over(WORST, number)
        return PossibleRanks(1 + self._fewest_over(BEST, number), worst)

    def _fewest_over(self, sign: int, number: int) -> int:
        found = self._found(sign, number)
        self._has_given_up |= not found.is_exact
        return found.over

    def _found(self, sign: int, number: int) -> Found:
        """Return how few players must pass their cap, over all choices of tables by the player."""
        side, player = self._sides[sign], self._players[number]
        best = Found(len(self._players), is_exact=True)
        for at, free in enumerate(side.perspectives(player)):
            target = side.target(player, free)
            if (sign, number, at) not in self._bounds:
                self._bounds[sign, number, at] = side.lower_bound(number, target, free)
            bound = self._bounds[sign, number, at]
            if bound < best.over:
                found = self._settled(side, number, target, free, bound)
                if (found.over, not found.is_exact) < (best.over, not best.is_exact):
                    best = found
        return best

    def _settled(self, side: Side, number: int, target: int, free: FreeRounds, bound: int) -> Found:
        """Return how few players must pass their cap, at least `bound`."""
        if self._is_separate:
            return Found(bound, is_exact=True)
        if self._is_one_round:
            with suppress(SearchLimit):
                over = side.over_in_a_round(number, target, free, bound)
                return Found(over, is_exact=True)
        if not free.number:
            return self._at_tables(side, number, target, free, bound)
        most = self._over_in_outcome(side, number, target, free, bound)
        if most <= bound:
            return Found(bound, is_exact=True)
        key = side.sign, side.moment(number, target)
        if key in self._hard:
            # Players of the same caps have nearly the same question: where one was hard all are.
            return Found(bound, is_exact=False)
        dropped, question = side.question(number, target, free)
        with self._budget.part(self._at_once) as budget:
            found = settle(question, bound - len(dropped), most - len(dropped), budget)
        if not found.is_exact:
            self._hard.add(key)
        return Found(len(dropped) + found.over, found.is_exact)

    def _at_tables(
        self, side: Side, number: int, target: int, free: FreeRounds, bound: int
    ) -> Found:
        """Return the same where open tables are all that is to come.

        The question is the same for all players of the same caps who are not in it themselves.
        """
        moment = side.moment(number, target)
        dropped, answer = self._answer(side, number, target, free, bound, (side.sign, moment, None))
        if number in dropped or number in answer.question.caps:
            own = side.sign, moment, number
            dropped, answer = self._answer(side, number, target, free, bound, own)
        if not self._is_survey:
            self._search(answer)
        return Found(len(dropped) + answer.found.over, answer.found.is_exact)

    def _answer(
        self, side: Side, number: int, target: int, free: FreeRounds, bound: int, key: AnswerKey
    ) -> tuple[frozenset[int], LinkedAnswer]:
        """Return who is over in any case, and what was found for the others at the first look."""
        if key not in self._answers:
            dropped, question = side.question(number, target, free, alone=key[2] is not None)
            answer = LinkedAnswer(question, bound - len(dropped))
            with self._budget.part(MOST_AT_ONCE) as budget:
                answer.look(budget)
            self._answers[key] = dropped, answer
        return self._answers[key]

    def _search(self, answer: LinkedAnswer) -> None:
        if answer.is_open:
            with self._budget.part(MOST_AT_ONCE // 2) as budget:
                answer.search(budget)

    def _over_in_outcome(
        self, side: Side, number: int, target: int, free: FreeRounds, bound: int
    ) -> int:
        """Return how many pass their caps in an outcome found for players of the same caps.

        Such an outcome has all of them among the others. It is as good for each who stands alone on
        top instead, if that is the highest place there is.
        """
        highest = side.perspectives(self._players[number])[0]
        key = side.sign, side.moment(number, target)
        if free == highest and key not in self._over_at:
            everybody = FreeRounds(free.tables, free.number)
            over, question = side.question(number, target, everybody, alone=False)
            with self._budget.part(self._at_once) as budget:
                dropped = outcome(question, bound - len(over), budget).dropped
            self._over_at[key] = None if dropped is None else over | dropped
        over_there = self._over_at.get(key) if free == highest else None
        return len(self._players) - 1 if over_there is None else len(over_there - {number})

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
        found = self._found(BEST, number)
        return found.is_exact and not found.over

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
