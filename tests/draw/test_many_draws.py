"""Many tournaments of every kind, drawn under what was asked: each beside a bound."""

from random import Random

import pytest

from scoring.tables import CannotSplit
from tests.draw.given import Given, complaints, pairs_apart, sizes_of
from tests.samples import some
from wk.draw.constraints import Constraint, FixedSeat
from wk.draw.multi_round import draw
from wk.draw.table_sizes import sizes_with

pytestmark = pytest.mark.slow


def can_be_seated(players: int) -> bool:
    try:
        return bool(sizes_of(players))
    except CannotSplit:
        return False


def anyones_number(random: Random) -> int:
    """Mostly small halls: it is there that nearly everybody meets nearly everybody."""
    number = 11
    while not can_be_seated(number):
        number = 8 + int(110 * random.random() ** 2)
    return number


def disturbed(seed: int) -> Given:
    """One or two rounds played, then some leave and some come, and some must not meet."""
    random = Random(seed)
    while True:
        number, played = anyones_number(random), random.randint(1, 2)
        left = random.sample(range(1, number + 1), random.randint(0, 3))
        came = range(number + 1, number + 1 + random.randint(0, 3))
        players = sorted({*range(1, number + 1), *came} - {*left})
        if can_be_seated(len(players)):
            break
    earlier = draw(range(1, number + 1), sizes_of(number), played, seed=seed).rounds
    couples = random.randint(0, number // 8) if len(players) > 10 else 0
    constraints = pairs_apart(players, couples, random)
    return Given(players, sizes_of(len(players)), 3 - played, seed, earlier, constraints)


def kept_apart(seed: int) -> Given:
    """Nothing played yet; couples and households of up to four must not meet."""
    random = Random(seed)
    number = anyones_number(random)
    players, tables = range(1, number + 1), len(sizes_of(number))
    constraints = pairs_apart(players, random.randint(1, number // 6), random, min(4, tables))
    return Given(players, sizes_of(number), 3, seed, (), constraints)


def placed(seed: int) -> Given:
    """Some have a table in all rounds, some a seat, some both, and some must not meet."""
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
        *pairs_apart(range(6, number + 1), 4, random),
    ]
    return Given(players, sizes_of(number), 3, seed, (), constraints)


def of_chosen_fours(seed: int) -> Given:
    """More tables of four than there need be, and some who must not meet."""
    random = Random(seed)
    number = 45 + random.randint(0, 55)
    fours = -number % 5 + 5 * random.randint(1, number // 40)
    sizes = sizes_with(number, fours)
    assert sizes is not None
    players = range(1, number + 1)
    return Given(players, sizes, 3, seed, (), pairs_apart(players, 5, random))


@pytest.mark.parametrize(
    ("kind", "chances", "meetings_over", "sittings_over", "at_the_bound"),
    [
        # How many are drawn, how far each may be from the bound, how many must be at it.
        (disturbed, 50, 0, 4, 42),
        (kept_apart, 40, 0, 0, 40),
        (placed, 30, 0, 2, 26),
        (of_chosen_fours, 15, 0, 0, 15),
    ],
)
def test_many_tournaments(kind, chances, meetings_over, sittings_over, at_the_bound):
    wrong, over = {}, []
    seeds = some(range(chances), chances // 3)
    for seed in seeds:
        given = kind(seed)
        drawn = given.drawn()
        if found := complaints(given, drawn):
            wrong[seed] = found
        over.append((drawn.repeats - drawn.least_repeats, drawn.extra - drawn.least_extra))
    assert wrong == {}
    assert max(meetings for meetings, _sittings in over) <= meetings_over
    assert max(sittings for _meetings, sittings in over) <= sittings_over
    missed = chances - at_the_bound
    assert len(seeds) - over.count((0, 0)) <= missed
