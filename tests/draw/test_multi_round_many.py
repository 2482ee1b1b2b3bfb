"""Many random tournaments with constraints, each draw beside its lower bound."""

from random import Random

import pytest

from scoring.tables import CannotSplit
from tests.draw.draw_cases import DrawCase, faults_of, random_separations, sizes_of
from tests.samples import some
from wk.draw.constraints import Constraint, FixedSeat
from wk.draw.multi_round import draw
from wk.draw.table_sizes import sizes_with

pytestmark = pytest.mark.slow


def can_be_seated(players: int) -> bool:
    """Return whether so many players can be divided over tables of five and four."""
    try:
        return bool(sizes_of(players))
    except CannotSplit:
        return False


def random_number_of_players(random: Random) -> int:
    """Return a number of players. Mostly it is small: then nearly everybody meets everybody."""
    number = 11
    while not can_be_seated(number):
        number = 8 + int(110 * random.random() ** 2)
    return number


def case_after_rounds(seed: int) -> DrawCase:
    """Return a case after one or two rounds: players left, came, and must not meet."""
    random = Random(seed)
    while True:
        number, played = random_number_of_players(random), random.randint(1, 2)
        left = random.sample(range(1, number + 1), random.randint(0, 3))
        came = range(number + 1, number + 1 + random.randint(0, 3))
        players = sorted({*range(1, number + 1), *came} - {*left})
        if can_be_seated(len(players)):
            break
    earlier = draw(range(1, number + 1), sizes_of(number), played, seed=seed).rounds
    couples = random.randint(0, number // 8) if len(players) > 10 else 0
    constraints = random_separations(players, couples, random)
    return DrawCase(players, sizes_of(len(players)), 3 - played, seed, earlier, constraints)


def case_of_separations(seed: int) -> DrawCase:
    """Return a case of three rounds in which couples and households of up to four must not meet."""
    random = Random(seed)
    number = random_number_of_players(random)
    players, tables = range(1, number + 1), len(sizes_of(number))
    constraints = random_separations(
        players, random.randint(1, number // 6), random, min(4, tables)
    )
    return DrawCase(players, sizes_of(number), 3, seed, (), constraints)


def case_of_fixed_seats(seed: int) -> DrawCase:
    """Return a case with fixed tables, fixed seats, both, and separations."""
    random = Random(seed)
    number = 30 + random.randint(0, 60)
    players, tables = range(1, number + 1), len(sizes_of(number))
    own = random.sample(range(1, tables + 1), 3)
    constraints: list[Constraint] = [
        FixedSeat(1, table=own[0]),
        FixedSeat(2, table=own[1], seat=random.randint(1, 4)),
        FixedSeat(3, seat=1),
        FixedSeat(4, seat=1),
        FixedSeat(5, table=own[2], round=random.randint(1, 3)),
        *random_separations(range(6, number + 1), 4, random),
    ]
    return DrawCase(players, sizes_of(number), 3, seed, (), constraints)


def case_of_chosen_fours(seed: int) -> DrawCase:
    """Return a case with more tables of four than necessary, and separations."""
    random = Random(seed)
    number = 45 + random.randint(0, 55)
    fours = -number % 5 + 5 * random.randint(1, number // 40)
    sizes = sizes_with(number, fours)
    assert sizes is not None
    players = range(1, number + 1)
    return DrawCase(players, sizes, 3, seed, (), random_separations(players, 5, random))


@pytest.mark.parametrize(
    ("kind", "chances", "meetings_over", "sittings_over", "at_the_bound"),
    [
        # How many are drawn, how far each may be from the bound, how many must be at it.
        (case_after_rounds, 50, 0, 4, 42),
        (case_of_separations, 40, 0, 0, 40),
        (case_of_fixed_seats, 30, 0, 2, 26),
        (case_of_chosen_fours, 15, 0, 0, 15),
    ],
)
def test_many_tournaments_are_at_their_bounds(
    kind, chances, meetings_over, sittings_over, at_the_bound
):
    wrong, over = {}, []
    seeds = some(range(chances), chances // 3)
    for seed in seeds:
        given = kind(seed)
        drawn = given.draw()
        if found := faults_of(given, drawn):
            wrong[seed] = found
        over.append((drawn.repeats - drawn.least_repeats, drawn.extra - drawn.least_extra))
    assert wrong == {}
    assert max(meetings for meetings, _sittings in over) <= meetings_over
    assert max(sittings for _meetings, sittings in over) <= sittings_over
    missed = chances - at_the_bound
    assert len(seeds) - over.count((0, 0)) <= missed
