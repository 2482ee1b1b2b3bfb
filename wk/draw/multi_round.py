"""The draw under constraints: several rounds at once, after the rounds already played.

Players are start numbers. The draw works in three steps. First, the best rounds are known
beforehand (`arrangement`); choosing which player gets which place in them (`labels`) meets
constraints at no cost. After one round, only players of one table in it can still exchange places.
Second, swaps within single rounds (`hall`) meet what is left, and repair what earlier rounds
disturbed. Third, everybody gets a seat that is new to the player (`newseats`). A wish never costs a
repeat meeting, a sitting at a short table or a new seat.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from random import Random
from typing import TypeAlias

from wk.draw import designs
from wk.draw.constraints import (
    Conflict,
    Constraint,
    Infeasible,
    RoundConstraints,
    SearchLimitReached,
    Separation,
    constraints_on,
    pair_penalties,
    problems,
    seatable,
    violations,
)
from wk.draw.local_search import MEETING, MUST, SHORT, WISH, SeatingSearch
from wk.draw.lower_bounds import cost, least
from wk.draw.relabelling import labelled, seated_so
from wk.draw.seat_rotation import SeatRotation
from wk.draw.seats import Round, check_fit, shuffled

# The number of swaps tried before the search ends: about half a second.
BUDGET = 120_000
# The number of searches for other tables, where the new seats cost a meeting or a sitting.
ATTEMPTS = 4
# With more constrained players than this the draw is tried at once, and possible clashes are
# looked for only when it fails.
LOOKED_AT_FIRST = 400
# With 9 or 10 players some pairs must meet in all three rounds. A third meeting then counts as
# two second ones, as `bounds.cost` counts, instead of eight (`SeatingSearch`, `power`).
MEET_THRICE = (9, 10)


Found: TypeAlias = tuple[tuple[tuple[tuple[int, ...], ...], ...], int]
"""Rounds, and the number of repeated seats in them."""


@dataclass(frozen=True, slots=True)
class UnmetConstraint:
    """A wish that a round does not meet: the two players of `pair` sit at one table."""

    wish: Separation
    pair: tuple[int, int]
    round: int


@dataclass(frozen=True, slots=True)
class DrawnRounds:
    """Rounds as drawn, and their cost together with the rounds before them (`bounds.cost`).

    `least_repeats` and `least_extra` are the least any draw could cost, as far as is known.
    `seats_again` counts seats the player had before although a new one was possible.
    """

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    repeats: int
    extra: int
    least_repeats: int
    least_extra: int
    unmet: tuple[UnmetConstraint, ...] = ()
    seats_again: int = 0


def draw(
    players: Sequence[int],
    sizes: Sequence[int],
    rounds: int,
    *,
    seed: int,
    earlier: Sequence[Round] = (),
    asked: Sequence[Constraint] = (),
    budget: int = BUDGET,
) -> DrawnRounds:
    """Draw the next `rounds` rounds: table k of each has sizes[k] players, in clockwise order.

    `earlier` are the rounds played; these may hold withdrawn players and lack newcomers. Where
    there are no constraints and no player came, left or moved since the first round of this seed,
    the rounds are those of `arrangement.draw_all`. The same arguments give the same rounds on every
    machine; the order of the players does not matter.

    Raises ValueError when a player is named twice or the sizes do not add up to the players, and
    Impossible when the hard constraints cannot be met.
    """
    check_fit(players, sizes)
    asked = constraints_on(asked, players)
    bound = least(players, sizes, rounds, earlier, asked)
    found: list[DrawnRounds] = []
    for tried in _as_strict(asked, len(sizes)):
        drawing = _Drawing(sorted(players), sizes, earlier, tried, seed, budget)
        drawing.is_trial = tried is not asked
        try:
            drawn, again = drawing.drawn(rounds)
        except Infeasible:
            if not drawing.is_trial:
                raise
            continue
        reached = cost([*earlier, *drawn])
        unmet = tuple(_unmet(asked, drawn, len(earlier)))
        found.append(DrawnRounds(drawn, *reached, *bound, unmet, again))
        if reached == bound:  # no later version can cost less
            break
    return min(found, key=lambda d: (d.repeats, d.extra, d.seats_again, len(d.unmet)))


def _as_strict(asked: Sequence[Constraint], tables: int) -> Iterator[Sequence[Constraint]]:
    """Yield the constraints in up to three versions: wishes as hard, wishes as soft, no wishes.

    The first is left out where a wish separates more players than there are tables; without wishes
    the only version is the constraints themselves.
    """
    wishes = [each for each in asked if isinstance(each, Separation) and not each.is_hard]
    if wishes and max(len(wish.players) for wish in wishes) <= tables:
        yield [replace(each, is_hard=True) if each in wishes else each for each in asked]
    yield asked
    if wishes:
        yield [each for each in asked if each not in wishes]


def draw_on(
    players: Sequence[int],
    sizes: Sequence[int],
    rounds: int,
    *,
    seed: int,
    earlier: Sequence[Round],
    asked: Sequence[Constraint],
) -> tuple[tuple[tuple[int, ...], ...], ...] | None:
    """Draw the next `rounds` rounds if the earlier ones are the first that this seed gives.

    The result is then as if all rounds had been drawn at once. Return None where a player came,
    left or moved since, or where the constraints have changed.
    """
    try:
        whole = draw(players, sizes, len(earlier) + rounds, seed=seed, asked=asked).rounds
    except Infeasible:  # now, and not yet when the rounds so far were drawn
        return None
    so_far = tuple(tuple(map(tuple, tables)) for tables in earlier)
    return whole[len(earlier) :] if whole[: len(earlier)] == so_far else None


def _unmet(
    asked: Sequence[Constraint], rounds: Sequence[Round], earlier: int
) -> list[UnmetConstraint]:
    """Return the wishes that the rounds do not meet, one for each pair and round."""
    wishes = [wish for wish in asked if isinstance(wish, Separation) and not wish.is_hard]
    found = []
    for number, tables in enumerate(rounds, earlier + 1):
        at = {player: table for table, here in enumerate(tables) for player in here}
        for wish in wishes:
            found += [
                UnmetConstraint(wish, (a, b), number) for a, b in wish.pairs() if at[a] == at[b]
            ]
    return found


@dataclass(frozen=True, slots=True)
class _Seated:
    """Rounds with their seats, the repeated seats, the total cost, and the seats' part of it."""

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    again: int
    total: int
    price: int


class _Drawing:
    """One draw: its arguments and its source of random numbers."""

    def __init__(
        self,
        players: Sequence[int],
        sizes: Sequence[int],
        earlier: Sequence[Round],
        asked: Sequence[Constraint],
        seed: int,
        budget: int,
    ) -> None:
        self.players = players
        self.sizes = sizes
        self.earlier = earlier
        self.asked = asked
        self.seed = seed
        self.budget = budget
        self.random = Random(seed)
        self.is_trial = False  # a failed trial is dropped: no need to find out why it failed

    def drawn(self, rounds: int) -> Found:
        """Return the rounds and the number of repeated seats in them."""
        start = self._arranged(rounds)
        if not self.asked and len(start) == rounds:
            return start, 0
        if not self.asked and start:
            return self._and_then(start, rounds - len(start))
        first = len(self.earlier) + 1
        asks = [RoundConstraints(self.asked, number) for number in range(first, first + rounds)]
        asking = {player for ask in asks for player in ask.players()}
        if not self.is_trial and len(asking) <= LOOKED_AT_FIRST:
            self._refuse_impossible(asks)
        # After two rounds this is of no use: hardly any two players sat at one table in both.
        if start and len(self.earlier) < 2:
            apart, within = pair_penalties(self.asked, MUST, WISH), [*self.earlier, ()][0]
            start = labelled(start, apart, asks, self.random, within=within)
        tries = [self._seated(start, asks, self.budget)]
        # Where new seats cost a meeting or a sitting, another search may find tables on which they
        # do not. With all rounds from the arrangement no other search is tried.
        while len(start) < rounds and tries[-1].price and len(tries) < ATTEMPTS:
            tries.append(self._seated(start, asks, self.budget // 4))
        best = min(tries, key=lambda each: (each.total, each.again))
        return best.rounds, best.again

    def _seated(
        self, start: Sequence[Round], asks: Sequence[RoundConstraints], budget: int
    ) -> _Seated:
        """Return all rounds with tables as good as the search finds, and seats; `start`
        is given.
        """
        chance = [self._by_chance() for _ in range(len(asks) - len(start))]
        hall = self._searched([*start, *chance], asks, budget)
        before = hall.total()
        seats = SeatRotation(hall, self.earlier, [_only(ask.seats) for ask in asks], self.random)
        # In up to three rounds everybody can have new seats, so these may cost a meeting. In more
        # rounds seats must repeat sooner or later, and meetings go first.
        is_worth_a_meeting = len(self.earlier) + len(asks) <= designs.ROUNDS
        again = seats.settle(is_worth_a_meeting=is_worth_a_meeting)
        rounds = tuple(tuple(map(tuple, tables)) for tables in seats.tables)
        return _Seated(rounds, again, hall.total(), hall.total() - before)

    def _arranged(self, rounds: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return the next rounds by the arrangement of this seed: at most `rounds`, maybe none."""
        arranged = designs.going_on(self.players, self.sizes, self.earlier, seed=self.seed)
        return arranged[:rounds]

    def _and_then(self, start: tuple[tuple[tuple[int, ...], ...], ...], more: int) -> Found:
        """Return the rounds of the arrangement, followed by `more` rounds drawn after them."""
        earlier = [*self.earlier, *start]
        rest = _Drawing(self.players, self.sizes, earlier, (), self.seed, self.budget)
        rounds, again = rest.drawn(more)
        return (*start, *rounds), again

    def _by_chance(self) -> list[tuple[int, ...]]:
        row = shuffled(self.players, self.random)
        return [tuple(row[a:b]) for a, b in pairwise(accumulate(self.sizes, initial=0))]

    def _searched(
        self, rounds: Sequence[Round], asks: Sequence[RoundConstraints], budget: int
    ) -> SeatingSearch:
        """Return the rounds with the hard constraints met and the lowest cost that is found.

        Raises Impossible where a hard constraint cannot be met, or no way to meet it is found.
        """
        placed = [_only(ask.tables) for ask in asks]
        hall = self._improved(rounds, placed, asks, budget)
        if not self.is_trial and self._broken(hall, asks):
            self._refuse_impossible(asks)
            seated = [_seatable(ask, self.sizes) for ask in asks]
            hall = self._improved(hall.rounds(), seated, asks, budget)
        if broken := self._broken(hall, asks):
            raise Infeasible(broken)
        return hall

    def _improved(
        self,
        rounds: Sequence[Round],
        at: Sequence[Mapping[int, int]],
        asks: Sequence[RoundConstraints],
        budget: int,
    ) -> SeatingSearch:
        """Return the rounds after the search, which starts with these players at the
        tables `at`.
        """
        hall = SeatingSearch(
            [seated_so(tables, at) for tables, at in zip(rounds, at, strict=True)],
            self.earlier,
            apart=pair_penalties(self.asked, MUST, WISH),
            apart_in=[ask.by_seat(MUST) for ask in asks],
            pinned=[ask.tables.keys() for ask in asks],
            lowest=[_only(ask.seats) for ask in asks],
            power=1 if len(self.players) in MEET_THRICE else 3,
        )
        bound = least(self.players, self.sizes, len(rounds), self.earlier, self.asked)
        before = cost(self.earlier)
        lowest = MEETING * (bound[0] - before[0])
        if any(hall.short):
            lowest += SHORT * (bound[1] - before[1])
        hall.improve(lowest, self.random, budget)
        return hall

    def _refuse_impossible(self, asks: Sequence[RoundConstraints]) -> None:
        """Raise Impossible with every problem that can be shown, in any of the rounds."""
        found: dict[tuple[Constraint, ...], Conflict] = {}
        seen: list[RoundConstraints] = []
        for number, ask in enumerate(asks, len(self.earlier) + 1):
            if ask not in seen:
                seen.append(ask)
                for problem in problems(self.asked, self.sizes, number):
                    found.setdefault(problem.musts, problem)
        if found:
            raise Infeasible(list(found.values()))

    def _broken(self, hall: SeatingSearch, asks: Sequence[RoundConstraints]) -> list[Conflict]:
        """Return the hard constraints that the rounds break; the same ones in several
        rounds once.
        """
        found: dict[tuple[Constraint, ...], Conflict] = {}
        for number, (tables, ask) in enumerate(
            zip(hall.rounds(), asks, strict=True), len(self.earlier) + 1
        ):
            if musts := violations(self.asked, ask, tables, number):
                found.setdefault(musts, Conflict("NOT_FOUND", number, musts))
        return list(found.values())


def _only(asked: Mapping[int, set[int]]) -> dict[int, int]:
    """Return the one table or seat asked of each player."""
    return {player: min(wanted) for player, wanted in asked.items()}


def _seatable(ask: RoundConstraints, sizes: Sequence[int]) -> dict[int, int]:
    """Return a table for each constrained player; where that is unclear, the fixed tables only."""
    try:
        return seatable(ask, sizes) or {}
    except SearchLimitReached:
        return _only(ask.tables)
