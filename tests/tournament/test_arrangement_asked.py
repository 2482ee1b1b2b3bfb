"""All rounds at once, for the tables that are asked for, and after rounds that were played."""

import pytest

from tests.tournament.arranged import drawn
from tests.tournament.given import sizes_of
from wk.tournament import arrangement, partners
from wk.tournament.arrangement import cost, draw_all, going_on, is_arranged, smallest_known
from wk.tournament.seats import Round


def test_table_k_has_the_size_asked_for():
    sizes = (4, 5, 5, 4, 5, 5)
    for tables in draw_all(range(28), sizes, seed=1):
        assert tuple(map(len, tables)) == sizes


@pytest.mark.slow
@pytest.mark.parametrize("tables", [5, 6, 7, 8, 9, 13, 22, 50])
def test_a_chosen_number_of_fours_still_lets_nobody_meet_twice(tables):
    for fours in range(tables + 1):
        sizes = (5,) * (tables - fours) + (4,) * fours
        rounds = draw_all(range(sum(sizes)), sizes, seed=fours)
        assert cost(rounds)[0] == 0
        seats = {(p, seat) for t in rounds for table in t for seat, p in enumerate(table)}
        assert len(seats) == 3 * sum(sizes)
        assert [tuple(map(len, t)) for t in rounds] == [sizes] * 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "fours", "at_most"),
    [
        (25, 5, 35),
        (45, 5, 15),
        (50, 5, 10),
        (55, 5, 6),
        (59, 6, 13),
        (60, 5, 3),
        (62, 8, 34),
        (98, 17, 106),
        (100, 5, 0),
        (120, 10, 5),
        (125, 10, 0),
        (125, 25, 175),
        (250, 20, 0),
    ],
)
def test_of_chosen_fours_few_are_sat_at_again(players, fours, at_most):
    sizes = (5,) * ((players - 4 * fours) // 5) + (4,) * fours
    repeats, extra = cost(draw_all(range(players), sizes, seed=1))
    assert repeats == 0
    assert max(0, 12 * fours - players) <= extra <= at_most


@pytest.mark.parametrize(("players", "fours"), [(30, 5), (59, 6), (125, 10)])
def test_chosen_fours_are_the_same_at_once_and_round_by_round(players, fours):
    sizes = (5,) * ((players - 4 * fours) // 5) + (4,) * fours
    given = range(1, players + 1)
    at_once = partners.draw_rounds("none", given, 3, sizes=sizes, earlier=[], seed=6)
    one_by_one: list[Round] = []
    for _round in range(3):
        assert partners.goes_on("none", given, sizes=sizes, earlier=one_by_one, seed=6)
        one_by_one.append(partners.draw("none", given, sizes=sizes, earlier=one_by_one, seed=6))
    assert at_once == [(tables, 6) for tables in one_by_one]
    arrangement._with_gaps.cache_clear()
    assert list(draw_all(given, sizes, seed=6)) == one_by_one


def test_fewer_rounds_are_the_first_of_the_three():
    for number in (9, 20, 60):
        whole = drawn(number)
        for rounds in (1, 2):
            some = draw_all(range(1, number + 1), sizes_of(number), rounds, seed=1)
            assert some == whole[:rounds]


@pytest.mark.parametrize(
    ("players", "sizes", "rounds", "said"),
    [
        ([1, 1, *range(2, 9)], (5, 4), 3, "a player is named twice"),
        (range(10), (5, 4), 3, "10 players do not fill"),
        ([], (), 3, "no arrangement"),
        (range(5), (5,), 3, "no arrangement"),
        (range(11), (4, 4, 3), 3, "no arrangement"),
        (range(25), (5,) * 5, 4, "no arrangement for 4 rounds"),
        (range(25), (5,) * 5, 0, "no arrangement for 0 rounds"),
        (range(24), (6,) * 4, 3, "no arrangement"),
        (range(20), (5, 5, 5, 5, 0), 3, "20 players do not fill"),
    ],
)
def test_what_has_no_arrangement_is_refused(players, sizes, rounds, said):
    with pytest.raises(ValueError, match=said):
        draw_all(players, sizes, rounds, seed=1)


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ((4, 4), True),
        ((4,) * 4, True),
        ((4,) * 5, True),
        ((5,) * 4, True),
        ((5, 4, 4, 4), True),
        ((5,) * 1000, True),
        ((4,), False),
        ((5, 4, 3), False),
        ((6,) * 5, False),
        ((), False),
    ],
)
def test_is_arranged(sizes, expected):
    assert is_arranged(sizes) is expected


def test_an_arrangement_goes_on_until_somebody_came_left_or_was_moved():
    sizes = sizes_of(23)
    players = range(1, 24)
    first, second, third = drawn(23, seed=7)
    assert [
        going_on(players, sizes, earlier, seed=7)
        for earlier in ([], [first], [first, second], [first, second, third])
    ] == [(first, second, third), (second, third), (third,), ()]
    moved = swapped(second)
    assert going_on(players, sizes, [first, moved], seed=7) == ()
    assert going_on(players, sizes, [first, second], seed=8) == ()
    assert going_on(range(1, 23), sizes_of(22), [first], seed=7) == ()
    assert going_on(range(2, 25), sizes, [first], seed=7) == ()
    assert going_on(players, (4, 4, 5, 5, 5), [first], seed=7) == ()


def swapped(tables: Round) -> tuple[tuple[int, ...], ...]:
    """A round with the first players of two tables in each other's places."""
    (one, *here), (other, *there), *rest = tables
    return ((other, *here), (one, *there), *rest)


@pytest.mark.parametrize("number", [8, 9, 10, 13, 14, 18, 23, 26, 47])
def test_whatever_the_first_round_was_the_others_cost_the_least(number):
    """Changed by hand, or drawn from another seed: places are only names."""
    players, sizes = range(1, number + 1), sizes_of(number)
    for first in (swapped(drawn(number, seed=3)[0]), drawn(number, seed=4)[0]):
        rounds = (first, *going_on(players, sizes, [first], seed=3))
        assert cost(rounds) == smallest_known(number)
        seats = {(p, seat) for tables in rounds for table in tables for seat, p in enumerate(table)}
        assert len(seats) == 3 * number
        assert going_on(players, sizes, rounds[:2], seed=3) == rounds[2:]


def test_rounds_of_one_seed_are_one_arrangement():
    earlier = []
    for _round in range(3):
        earlier.append(
            partners.draw("none", range(1, 48), sizes=sizes_of(47), earlier=earlier, seed=9)
        )
    assert tuple(earlier) == drawn(47, seed=9)
    assert cost(earlier) == smallest_known(47)
