"""The search for several rounds, in the three steps that `multi_round` explains."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random

from wk.draw import designs, local_search
from wk.draw.constraints import (
    Conflict,
    Constraint,
    Infeasible,
    RoundConstraints,
    pair_penalties,
    violations,
)
from wk.draw.feasibility import (
    CHECKED_FIRST,
    SearchLimitReached,
    feasible_tables,
    find_conflicts,
)
from wk.draw.known_designs import ROUNDS
from wk.draw.lower_bounds import cost, least
from wk.draw.relabelling import moved_to, relabelled
from wk.draw.search_state import HARD, MEETING, SHORT, SOFT, SearchState
from wk.draw.seat_rotation import SeatRotation
from wk.draw.seats import DrawnTables, Tables, shuffled

# The number of swaps tried before the search ends: about half a second.
BUDGET = 120_000
# The number of searches made at most, if the new seats cost a meeting or a sitting.
ATTEMPTS = 4
# With 9 or 10 players some pairs must meet in all three rounds. A third meeting then counts as
# two second ones, as `lower_bounds.cost` counts, instead of eight (`SearchState`, `power`).
MEET_THRICE = (9, 10)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """Rounds with their seats, as one search found them.

    - `seats_again`: the penalty of the repeated seats (`SeatRotation.improve`).
    - `total`: the cost of the tables (`SearchState.total`); `seats_cost`: the part of it that was
      accepted to give players new seats.
    """

    rounds: tuple[DrawnTables, ...]
    seats_again: int
    total: int
    seats_cost: int


class MultiRoundSearch:
    """One draw of several rounds: its arguments and its source of random numbers.

    `budget` is the number of swaps to try. With `is_trial` another version of the constraints is
    tried if this search fails, so it spends no time on finding the reason.
    """

    def __init__(
        self,
        players: Sequence[int],
        sizes: Sequence[int],
        earlier: Sequence[Tables],
        constraints: Sequence[Constraint],
        seed: int,
        budget: int,
        *,
        is_trial: bool = False,
    ) -> None:
        self.players = players
        self.sizes = sizes
        self.earlier = earlier
        self.constraints = constraints
        self.seed = seed
        self.budget = budget
        self.is_trial = is_trial
        self.random = Random(seed)

    def draw(self, rounds: int) -> tuple[tuple[DrawnTables, ...], int]:
        """Return the next `rounds` rounds, and the penalty of the repeated seats in them.

        Raises Infeasible if a hard constraint cannot be met, or no way to meet it is found.
        """
        start = self._designed(rounds)
        if not self.constraints and len(start) == rounds:
            return start, 0
        if not self.constraints and start:
            return self._continued(start, rounds - len(start))
        first = len(self.earlier) + 1
        by_round = [RoundConstraints(self.constraints, n) for n in range(first, first + rounds)]
        constrained = {player for here in by_round for player in here.players()}
        if not self.is_trial and len(constrained) <= CHECKED_FIRST:
            self._check_feasible(by_round)
        # After two rounds this is of no use: hardly any two players sat at one table in both.
        if start and len(self.earlier) < 2:
            # `within` is the one round played, or empty: then all players may exchange places.
            penalties, within = self._pair_penalties(), [*self.earlier, ()][0]
            designed = by_round[: len(start)]  # a design has three rounds at most
            start = relabelled(start, penalties, designed, self.random, within=within)
        attempts = [self._attempt(start, by_round, self.budget)]
        # Where new seats cost a meeting or a sitting, another search may find tables on which they
        # do not. With all rounds from the design no other search is tried.
        while len(start) < rounds and attempts[-1].seats_cost and len(attempts) < ATTEMPTS:
            attempts.append(self._attempt(start, by_round, self.budget // 4))
        best = min(attempts, key=lambda each: (each.total, each.seats_again))
        return best.rounds, best.seats_again

    def _attempt(
        self, start: Sequence[Tables], by_round: Sequence[RoundConstraints], budget: int
    ) -> _Attempt:
        """Return all rounds, with the best tables that the search finds and with seats.

        The search starts from the rounds of `start`, and from random tables for the rounds after
        these.
        """
        randomly = [self._random_tables() for _ in range(len(by_round) - len(start))]
        state = self._searched([*start, *randomly], by_round, budget)
        before = state.total()
        fixed = [_only(here.seats) for here in by_round]
        rotation = SeatRotation(state, self.earlier, fixed, self.random)
        # In up to three rounds everybody can have new seats, so these may cost a meeting. In more
        # rounds seats must repeat sooner or later, and meetings go first.
        is_worth_a_meeting = len(self.earlier) + len(by_round) <= ROUNDS
        again = rotation.improve(is_worth_a_meeting=is_worth_a_meeting)
        total = state.total()
        return _Attempt(rotation.rounds(), again, total, total - before)

    def _designed(self, rounds: int) -> tuple[DrawnTables, ...]:
        """Return the next rounds of the design of this seed: at most `rounds`, or none."""
        designed = designs.continued(self.players, self.sizes, self.earlier, seed=self.seed)
        return designed[:rounds]

    def _continued(
        self, start: tuple[DrawnTables, ...], more: int
    ) -> tuple[tuple[DrawnTables, ...], int]:
        """Return the rounds of the design, followed by `more` rounds drawn after them."""
        earlier = [*self.earlier, *start]
        rest = MultiRoundSearch(self.players, self.sizes, earlier, (), self.seed, self.budget)
        rounds, again = rest.draw(more)
        return (*start, *rounds), again

    def _random_tables(self) -> list[tuple[int, ...]]:
        row = shuffled(self.players, self.random)
        return [tuple(row[a:b]) for a, b in pairwise(accumulate(self.sizes, initial=0))]

    def _pair_penalties(self) -> Mapping[int, Mapping[int, int]]:
        return pair_penalties(self.constraints, HARD, SOFT)

    def _searched(
        self, rounds: Sequence[Tables], by_round: Sequence[RoundConstraints], budget: int
    ) -> SearchState:
        """Return the rounds with the hard constraints met, at the lowest cost that is found.

        Raises Infeasible if a hard constraint cannot be met, or no way to meet it is found.
        """
        fixed_tables = [_only(here.tables) for here in by_round]
        state = self._improved(rounds, fixed_tables, by_round, budget)
        if not self.is_trial and any(self._unmet(state, by_round)):
            self._check_feasible(by_round)
            # The swaps got stuck although the constraints can be met. The second search starts with
            # every constrained player at a table at which all constraints are met.
            feasible = [_feasible_tables(here, self.sizes) for here in by_round]
            state = self._improved(state.rounds(), feasible, by_round, budget)
        if unmet := _without_repeats(self._unmet(state, by_round)):
            raise Infeasible(unmet)
        return state

    def _improved(
        self,
        rounds: Sequence[Tables],
        tables_at: Sequence[Mapping[int, int]],
        by_round: Sequence[RoundConstraints],
        budget: int,
    ) -> SearchState:
        """Return the rounds after the swaps of the local search.

        Before it, the players of `tables_at` (one mapping for each round) are moved to the table,
        from 0, that it gives.
        """
        state = SearchState(
            [moved_to(tables, at) for tables, at in zip(rounds, tables_at, strict=True)],
            self.earlier,
            penalties=self._pair_penalties(),
            round_penalties=[here.same_seat_penalties(HARD) for here in by_round],
            pinned=[here.tables.keys() for here in by_round],
            fixed_seats=[_only(here.seats) for here in by_round],
            power=1 if len(self.players) in MEET_THRICE else 3,
        )
        repeats, extra = least(
            self.players, self.sizes, len(rounds), self.earlier, self.constraints
        )
        # The search stops at the lower bound. The cost of the earlier rounds by themselves is not
        # in its total, and neither are sittings if all tables have one size.
        repeats_before, extra_before = cost(self.earlier)
        lowest = MEETING * (repeats - repeats_before)
        if any(state.short):
            lowest += SHORT * (extra - extra_before)
        local_search.improve(state, lowest, self.random, budget)
        return state

    def _check_feasible(self, by_round: Sequence[RoundConstraints]) -> None:
        """Raise Infeasible with every conflict that can be shown, in any of the rounds."""
        found: list[Conflict] = []
        seen: list[RoundConstraints] = []
        for number, here in enumerate(by_round, len(self.earlier) + 1):
            if here not in seen:
                seen.append(here)
                found += find_conflicts(self.constraints, self.sizes, number)
        if found:
            raise Infeasible(_without_repeats(found))

    def _unmet(
        self, state: SearchState, by_round: Sequence[RoundConstraints]
    ) -> Iterator[Conflict]:
        """Yield the hard constraints that each round does not meet."""
        rounds = zip(state.rounds(), by_round, strict=True)
        for number, (tables, here) in enumerate(rounds, len(self.earlier) + 1):
            if unmet := violations(self.constraints, here, tables, number):
                yield Conflict("NOT_FOUND", number, unmet)


def _without_repeats(conflicts: Iterator[Conflict] | Sequence[Conflict]) -> list[Conflict]:
    """Return the conflicts; of several with the same constraints only the first."""
    found: dict[tuple[Constraint, ...], Conflict] = {}
    for conflict in conflicts:
        found.setdefault(conflict.constraints, conflict)
    return list(found.values())


def _only(fixed: Mapping[int, set[int]]) -> dict[int, int]:
    """Return the table or seat fixed for each player, the lowest where several contradict."""
    return {player: min(numbers) for player, numbers in fixed.items()}


def _feasible_tables(here: RoundConstraints, sizes: Sequence[int]) -> dict[int, int]:
    """Return a table for each constrained player; only the fixed tables if the steps run out."""
    try:
        return feasible_tables(here, sizes) or {}
    except SearchLimitReached:
        return _only(here.tables)
