"""The draw of several rounds at once, under constraints, after the rounds already played.

Players are start numbers. The draw works in three steps. First, the best rounds are known
beforehand (`designs`); choosing which player gets which place in them (`relabelling`) meets
constraints at no cost. After one round, only players of one table in it can still exchange places.
Second, swaps within single rounds (`local_search`) meet what is left, and repair what earlier
rounds disturbed. Third, everybody gets a seat that is new to the player (`seat_rotation`). A soft
constraint never costs a repeat meeting, a sitting at a short table or a new seat.
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

    `least_repeats` and `least_extra` are the least any draw could cost, as far as is known.
    `seats_again` counts seats the player had before although a new one was possible.
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
    """Yield the constraints in up to three versions: soft ones as hard, as they are, without soft.

    The first is left out where a soft constraint separates more players than there are tables.
    Without soft constraints the only version is the constraints as they are.
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
    """Draw the next `rounds` rounds if the earlier ones are the first that this seed gives.

    The result is then as if all rounds had been drawn at once. Return None where a player came,
    left or moved since, or where the constraints have changed.
    """
    total = len(earlier) + rounds
    try:
        whole = draw(players, sizes, total, seed=seed, constraints=constraints).rounds
    except Infeasible:  # now, and not yet when the rounds so far were drawn
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
