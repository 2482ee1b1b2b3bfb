"""The seeds of designs: the same one gives the same seats, and many give every seat as often."""

from collections import Counter
from itertools import combinations

import pytest

from tests.cases import cases
from tests.draw.draw_cases import designed_rounds, sizes_of
from wk.draw.designs import cost, draw_all
from wk.draw.drawing import draw
from wk.draw.known_designs import smallest_known
from wk.draw.request import DrawRequest
from wk.draw.seats import Tables


def test_rounds_drawn_one_by_one_with_a_seed_are_one_design():
    earlier = []
    for _round in range(3):
        request = DrawRequest(range(1, 48), sizes_of(47), [9], earlier=earlier)
        earlier.append(draw(request).rounds[0].tables)
    assert tuple(earlier) == designed_rounds(47, seed=9)
    assert cost(earlier) == smallest_known(47)


GOLDEN_8 = (
    ((7, 8, 6, 5), (2, 1, 4, 3)),
    ((5, 6, 1, 4), (8, 2, 3, 7)),
    ((6, 3, 8, 1), (4, 7, 5, 2)),
)


GOLDEN_47 = 2_262_250_113_194_639_254


GOLDEN_5000 = 999_417_937_364_141_658


def test_a_seed_gives_the_same_seats_in_every_version_of_python():
    assert designed_rounds(8, seed=5) == GOLDEN_8
    assert hash_of(designed_rounds(47, seed=5)) == GOLDEN_47
    assert hash_of(designed_rounds(5000, seed=5)) == GOLDEN_5000


def hash_of(rounds: tuple[Tables, ...]) -> int:
    """Return a number for the seats of all rounds."""
    value = 0
    for tables in rounds:
        for table in tables:
            for player in table:
                value = (value * 1_000_003 + player) % (2**61 - 1)
    return value


@cases("number", [9, 23, 30, 107])
def test_the_order_of_the_players_does_not_matter(number):
    backwards = draw_all(range(number, 0, -1), sizes_of(number), seed=3)
    assert backwards == designed_rounds(number, seed=3)


@cases("number", [8, 9, 16, 25, 47, 120, 251])
def test_other_seeds_let_other_players_meet(number):
    """Other table numbers or seats would not be enough."""

    def company(seed: int) -> frozenset[tuple[int, int]]:
        tables = [table for tables in designed_rounds(number, seed) for table in tables]
        return frozenset(pair for table in tables for pair in combinations(sorted(table), 2))

    first = [frozenset(map(frozenset, designed_rounds(number, seed)[0])) for seed in range(20)]
    assert len(set(first)) >= 13
    if number > 10:  # else everybody meets everybody, or nearly
        assert len({company(seed) for seed in range(20)}) == 20


@pytest.mark.slow
def test_every_seat_is_as_likely_for_every_player():
    """In 13,000 draws each of 13 players has each seat in each round about 1,000 times.

    The standard deviation is 30. A difference of 180 is six times that.
    """
    had: Counter[tuple[int, int, int]] = Counter()
    for seed in range(13_000):
        for number, tables in enumerate(designed_rounds(13, seed)):
            places = [player for table in tables for player in table]
            had.update((number, place, player) for place, player in enumerate(places))
    assert len(had) == 3 * 13 * 13
    assert max(abs(times - 1000) for times in had.values()) < 180


@pytest.mark.slow
def test_every_pair_meets_as_often():
    """In 6,000 draws of 24 players each pair meets in half of them: 3 x 46 / 276."""
    met: Counter[tuple[int, int]] = Counter()
    for seed in range(6_000):
        for tables in designed_rounds(24, seed):
            met.update(pair for table in tables for pair in combinations(sorted(table), 2))
    expected = 6_000 * 3 * (4 * 10 + 6) / (24 * 23 / 2)
    assert len(met) == 276
    assert max(abs(times - expected) for times in met.values()) < 240  # six times 39
