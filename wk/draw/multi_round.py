"""The draw of several rounds at once, under constraints, after the rounds already played.

Players are start numbers. The draw works in three steps.

1. The best rounds are known beforehand (`designs`). Players exchange their places in them
   (`relabelling`), which meets constraints at no cost. Once a round has been played, only players
   of one table of that round can exchange places.
2. Players are swapped within single rounds (`local_search`). That meets the constraints that are
   left, and repairs what the rounds already played have made worse.
3. Every player gets a new seat in each round (`seat_rotation`).

A soft constraint never costs a repeat meeting, a sitting at a short table or a new seat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from wk.draw.constraints import Constraint, Infeasible, Separation, constraints_on
from wk.draw.lower_bounds import cost, least
from wk.draw.multi_round_search import BUDGET, MultiRoundSearch
from wk.draw.seats import DrawnTables, Tables, check_fit


@dataclass(frozen=True, slots=True)
class UnmetConstraint:
    """A soft constraint that a round does not meet: the players of `pair` sit at one table."""

    constraint: Separation
    pair: tuple[int, int]
    round: int


@dataclass(frozen=True, slots=True)
class DrawnRounds:
    """Rounds as drawn, and their cost together with the rounds before them (`lower_bounds.cost`).

    - `repeats`, `extra`: the repeat meetings and the extra sittings of all rounds.
    - `least_repeats`, `least_extra`: lower bounds of these, for any draw (`lower_bounds.least`).
    - `unmet`: the soft constraints that are not met.
    - `seats_again`: the penalty of the repeated seats (`SeatRotation.improve`), 0 if every player
      has a new seat wherever that is possible.
    """

    rounds: tuple[DrawnTables, ...]
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
    earlier: Sequence[Tables] = (),
    constraints: Sequence[Constraint] = (),
    budget: int = BUDGET,
) -> DrawnRounds:
    """Draw the next `rounds` rounds: table k of each has sizes[k] players, in clockwise order.

    `earlier` are the rounds played; these may hold withdrawn players and lack newcomers. Where
    there are no constraints and no player came, left or moved since the first round of this seed,
    the rounds are those of `designs.draw_all`. The same arguments give the same rounds on every
    machine; the order of the players does not matter.

    Raises ValueError when a player is named twice or the sizes do not add up to the players, and
    Infeasible when the hard constraints cannot be met.
    """
    check_fit(players, sizes)
    constraints = constraints_on(constraints, players)
    bound = least(players, sizes, rounds, earlier, constraints)
    found: list[DrawnRounds] = []
    for version in _versions(constraints, len(sizes)):
        is_trial = version is not constraints
        search = MultiRoundSearch(
            sorted(players), sizes, earlier, version, seed, budget, is_trial=is_trial
        )
        try:
            drawn, seats_again = search.draw(rounds)
        except Infeasible:
            if not is_trial:
                raise
            continue
        reached = cost([*earlier, *drawn])
        unmet = tuple(_unmet(constraints, drawn, len(earlier)))
        found.append(DrawnRounds(drawn, *reached, *bound, unmet, seats_again))
        if reached == bound:  # no later version can cost less
            break
    return min(found, key=lambda d: (d.repeats, d.extra, d.seats_again, len(d.unmet)))


def _versions(constraints: Sequence[Constraint], tables: int) -> Iterator[Sequence[Constraint]]:
    """Yield up to three versions of the constraints, in which the soft ones count less and less.

    First soft constraints are taken as hard: if that costs nothing, all of them are met. Then they
    are taken as they are. Last they are left out, in case they cost something. The first version
    is skipped if a soft constraint separates more players than there are tables. Without soft
    constraints the only version is the constraints as they are.
    """
    soft = [each for each in constraints if isinstance(each, Separation) and not each.is_hard]
    if soft and max(len(each.players) for each in soft) <= tables:
        yield [replace(each, is_hard=True) if each in soft else each for each in constraints]
    yield constraints
    if soft:
        yield [each for each in constraints if each not in soft]


def draw_continued(
    players: Sequence[int],
    sizes: Sequence[int],
    rounds: int,
    *,
    seed: int,
    earlier: Sequence[Tables],
    constraints: Sequence[Constraint],
) -> tuple[DrawnTables, ...] | None:
    """Draw all rounds from this seed, and return the last `rounds` of them.

    Return None if the first of them are not the `earlier` rounds: a player came, left or moved
    since, or the constraints have changed.
    """
    total = len(earlier) + rounds
    try:
        whole = draw(players, sizes, total, seed=seed, constraints=constraints).rounds
    except Infeasible:  # the constraints or the players have changed since the first draw
        return None
    so_far = tuple(tuple(map(tuple, tables)) for tables in earlier)
    return whole[len(earlier) :] if whole[: len(earlier)] == so_far else None


def _unmet(
    constraints: Sequence[Constraint], rounds: Sequence[Tables], earlier: int
) -> list[UnmetConstraint]:
    """Return the soft constraints that the rounds do not meet, one for each pair and round."""
    soft = [each for each in constraints if isinstance(each, Separation) and not each.is_hard]
    found = []
    for number, tables in enumerate(rounds, earlier + 1):
        at = {player: table for table, here in enumerate(tables) for player in here}
        for each in soft:
            found += [
                UnmetConstraint(each, (a, b), number) for a, b in each.pairs() if at[a] == at[b]
            ]
    return found
