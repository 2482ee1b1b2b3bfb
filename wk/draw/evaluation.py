"""The evaluation of seats: their cost beside its lower bound, unmet constraints, repeated seats.

The seats may have been drawn or changed by hand.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.game import Partners
from scoring.pairs import partners_again
from wk.draw import lower_bounds, single_round
from wk.draw.constraints import Constraint, FixedSeat, Separation
from wk.draw.partnerships import by_pair
from wk.draw.seats import Tables, seats_of


@dataclass(frozen=True, slots=True)
class DrawQuality:
    """The cost of rounds beside its lower bound (`lower_bounds`); no draw costs less than that.

    - `repeat_meetings`: the sum over all pairs of n(n-1)/2, where n is how many times the pair sat
      at one table: 0 for one meeting, 1 for two, 3 for three.
    - `extra_sittings`: the sum over all players of the sittings at a short table after the first.
    """

    repeat_meetings: int
    least_repeat_meetings: int
    extra_sittings: int
    least_extra_sittings: int


@dataclass(frozen=True, slots=True)
class Violation:
    """A constraint that a round does not meet, and where.

    For a separation, `players` sit together at `table`. For a fixed seat, its player sits at
    `table` in `seat`; both count from 1.
    """

    constraint: Constraint
    round: int
    players: tuple[int, ...]
    table: int
    seat: int | None = None

    @property
    def is_hard(self) -> bool:
        """Return whether the constraint is hard."""
        return isinstance(self.constraint, FixedSeat) or self.constraint.is_hard


@dataclass(frozen=True, slots=True)
class RoundEvaluation:
    """The faults of one round, compared with the rounds before it.

    - `repeat_meetings`: the pairs at one table, each counted once for every earlier round in which
      they met. With fixed pairs it counts pairs of pairs.
    - `short_again`: the number of players at a short table who sat at one before (A19).
    - `partners_again`: the number of repeated partners, if partners should change; else 0.
    - `seats_again`: the players in a seat they had before although they had another one less often.
      Players with a fixed seat are left out.
    - `violations`: the unmet constraints, hard ones first.
    """

    number: int
    repeat_meetings: int
    short_again: int
    partners_again: int
    seats_again: frozenset[int]
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The quality of all rounds together, and the faults of those that were drawn."""

    quality: DrawQuality
    rounds: tuple[RoundEvaluation, ...]

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Return the unmet constraints of all drawn rounds."""
        return tuple(violation for each in self.rounds for violation in each.violations)

    def round(self, number: int) -> RoundEvaluation:
        """Return the faults of the round of this number; raise KeyError if it was not drawn."""
        by_number = {each.number: each for each in self.rounds}
        return by_number[number]


def evaluate(
    rounds: Sequence[Tables],
    *,
    drawn: int,
    partners: Partners = "none",
    constraints: Sequence[Constraint] = (),
) -> Evaluation:
    """Return the quality of rounds, the last `drawn` of which were drawn under the constraints.

    `rounds` hold the tables of each round from the first on, in seat order. `partners` says how
    people play together; two partners of a fixed pair do not meet, and two fixed pairs meet as two
    players do. Where a hard constraint is not met, the lower bound leaves constraints out of
    account: seats that break constraints may cost less than any that keep them. Raises ValueError
    without any rounds.
    """
    if not rounds:
        raise ValueError("no rounds to evaluate")
    first = len(rounds) - drawn
    found = tuple(
        _evaluated(rounds[: index + 1], partners, constraints)
        for index in range(first, len(rounds))
    )
    is_met = not any(violation.is_hard for each in found for violation in each.violations)
    met = [by_pair(tables) for tables in rounds] if partners == "fixed" else rounds
    repeats, extra = lower_bounds.cost(met)
    least_repeats, least_extra = lower_bounds.least_of(met, drawn, constraints if is_met else ())
    return Evaluation(DrawQuality(repeats, least_repeats, extra, least_extra), found)


def _evaluated(
    rounds: Sequence[Tables], partners: Partners, constraints: Sequence[Constraint]
) -> RoundEvaluation:
    """Return the faults of the last of these rounds."""
    *earlier, tables = rounds
    number = len(rounds)
    fixed = {
        each.player
        for each in constraints
        if isinstance(each, FixedSeat) and each.seat and each.holds_in(number)
    }
    return RoundEvaluation(
        number,
        *cost(partners, tables, earlier),
        frozenset(seats_again(tables, earlier)) - fixed,
        find_violations(constraints, tables, number),
    )


def cost(partners: Partners, tables: Tables, earlier: Sequence[Tables]) -> tuple[int, int, int]:
    """Return the repeat meetings, repeated short sittings and repeated partners of a round.

    They count as in `RoundEvaluation`.
    """
    if partners == "fixed":
        return *single_round.cost(by_pair(tables), [by_pair(past) for past in earlier]), 0
    again = partners_again(tables, earlier) if partners == "rotating" else 0
    return *single_round.cost(tables, earlier), again


def seats_again(tables: Tables, earlier: Sequence[Tables]) -> tuple[int, ...]:
    """Return the players in a seat they had before although they had another one less often."""
    sat = {size: seats_of(earlier, size) for size in {len(table) for table in tables}}
    return tuple(
        player
        for table in tables
        for seat, player in enumerate(table)
        if sat[len(table)][player, seat]
    )


def find_violations(
    constraints: Sequence[Constraint], tables: Tables, number: int
) -> tuple[Violation, ...]:
    """Return the constraints that round `number` does not meet with these tables, hard ones first.

    A constraint on a player without a seat in the round counts as met. A separation that is not met
    at several tables is in the result once for each of them.
    """
    at = {
        player: (table, seat)
        for table, here in enumerate(tables, 1)
        for seat, player in enumerate(here, 1)
    }
    found = [violation for each in constraints for violation in _violations(each, at, number)]
    return tuple(sorted(found, key=lambda violation: not violation.is_hard))


def _violations(
    constraint: Constraint, at: dict[int, tuple[int, int]], number: int
) -> Iterator[Violation]:
    """Yield each violation of a constraint; `at` holds the table and the seat of each player."""
    if isinstance(constraint, Separation):
        by_table: dict[int, list[int]] = defaultdict(list)
        for player in sorted(constraint.players & at.keys()):
            by_table[at[player][0]].append(player)
        for table, players in sorted(by_table.items()):
            if len(players) > 1:
                yield Violation(constraint, number, tuple(players), table)
    elif constraint.player in at and constraint.holds_in(number):
        table, seat = at[constraint.player]
        if constraint.table not in (None, table) or constraint.seat not in (None, seat):
            yield Violation(constraint, number, (constraint.player,), table, seat)
