"""Designs of three rounds: they are as good as is known or can be proved."""

import hashlib
import json
from collections import Counter
from itertools import combinations, permutations

import pytest

from tests.cases import cases
from tests.draw.draw_cases import designed_rounds, sizes_of
from tests.samples import some
from wk.draw import designs
from wk.draw.designs import continued, cost, draw_all, has_design
from wk.draw.drawing import draw
from wk.draw.known_designs import FOUND, LETTERS, STEADY, STEPS, smallest_known
from wk.draw.request import DrawRequest
from wk.draw.seats import Tables

ALL_FOURS = {8: 16, 12: 24, 16: 32}  # every sitting is at a table of four: two extra for each

# As the organisers know it: repeat meetings, extra sittings at a table of four.
KNOWN = {
    8: (12, ALL_FOURS[8]),
    9: (18, 4),
    10: (24, 0),
    12: (9, ALL_FOURS[12]),
    13: (12, 11),
    14: (15, 2),
    15: (18, 0),
    16: (0, ALL_FOURS[16]),
    17: (3, 19),
    18: (6, 8),
    19: (9, 2),
    20: (12, 0),
    21: (0, 27),
    22: (0, 14),
    23: (0, 4),
    26: (0, 22),
    27: (0, 9),
    31: (0, 17),
    32: (0, 4),
    36: (0, 12),
    41: (0, 7),
    46: (0, 2),
}
MANY_TIMES = {9: 4, 10: 2}  # pairs who meet three times; nobody can do with fewer
NUMBERS = [number for number in range(8, 401) if number != 11]
MANY = [*range(401, 1000, 37), 1234, 1999, 2500, 2501, 3333, 4096, 4996, 4997, 4998, 4999, 5000]


def times_met(rounds: tuple[Tables, ...]) -> Counter[int]:
    """Return how many pairs met once, twice and so on."""
    met: Counter[tuple[int, int]] = Counter()
    for tables in rounds:
        for table in tables:
            for one, other in permutations(table, 2):
                if one < other:
                    met[one, other] += 1
    return Counter(met.values())


def extra_fours(rounds: tuple[Tables, ...]) -> int:
    """Return the extra sittings at tables of four, counted player by player."""
    players = [player for table in rounds[0] for player in table]
    sat = [sum(len(table) == 4 for t in rounds for table in t if p in table) for p in players]
    return sum(max(times - 1, 0) for times in sat)


def faults_of_design(number: int, seed: int) -> list[str]:
    """Return everything that is wrong with the design for so many players."""
    rounds = designed_rounds(number, seed)
    wrong = []
    for tables in rounds:
        if tuple(map(len, tables)) != sizes_of(number):
            wrong.append("sizes")
        if sorted(player for table in tables for player in table) != list(range(1, number + 1)):
            wrong.append("not everybody once")
    seats = {(p, seat) for tables in rounds for table in tables for seat, p in enumerate(table)}
    if len(seats) != 3 * number:
        wrong.append("a seat twice")
    met = times_met(rounds)
    if met[3] != MANY_TIMES.get(number, 0):
        wrong.append("met three times")
    if cost(rounds) != KNOWN.get(number, (0, 0)):
        wrong.append(f"cost {cost(rounds)}")
    if met[2] + 3 * met[3] != cost(rounds)[0]:
        wrong.append("repeat meetings miscounted")
    return wrong


@pytest.mark.slow
def test_every_number_to_400_has_the_best_known_rounds():
    assert {
        n: wrong for n in NUMBERS for seed in (1, 2) if (wrong := faults_of_design(n, seed))
    } == {}


@pytest.mark.slow
def test_numbers_to_5000_have_the_best_known_rounds():
    assert {n: wrong for n in some(MANY, 8) if (wrong := faults_of_design(n, seed=n))} == {}


def is_perfect(number: int) -> bool:
    """Return whether in three rounds nobody meets anybody twice, sits at a four twice or has a
    seat twice."""
    rounds = designed_rounds(number)
    tables = [table for tables in rounds for table in tables]
    pairs = [a * number + b for t in tables for a, b in combinations(sorted(t), 2)]
    fours = [player for table in tables if len(table) == 4 for player in table]
    seats = [player * 5 + seat for table in tables for seat, player in enumerate(table)]
    return all(len({*found}) == len(found) for found in (pairs, fours, seats)) and all(
        [*map(len, tables)] == [*sizes_of(number)]
        and {player for table in tables for player in table} == {*range(1, number + 1)}
        for tables in rounds
    )


@pytest.mark.slow
@pytest.mark.parametrize("first", range(401, 5001, 920))
def test_numbers_from_401_to_5000_have_perfect_rounds(first):
    numbers = some(range(first, first + 920), 40)
    assert [n for n in numbers if not is_perfect(n)] == []


def test_smallest_known_cost():
    assert {n: smallest_known(n) for n in NUMBERS} == {n: KNOWN.get(n, (0, 0)) for n in NUMBERS}


def test_known_repeat_meetings_equal_the_lower_bound():
    """A table filled from T earlier tables has two players of the same one as soon as it has
    more than T seats."""

    def bound(number: int) -> int:
        tables = sizes_of(number)
        origins = len(tables)
        # Five from three tables: 2, 2 and 1 of one origin, two pairs; and so on.
        pairs = 0
        for size in tables:
            groups = [size // origins + (k < size % origins) for k in range(origins)]
            pairs += sum(group * (group - 1) // 2 for group in groups)
        return 3 * pairs  # the second round after the first, the third after either

    assert {n: bound(n) for n in NUMBERS} == {n: smallest_known(n)[0] for n in NUMBERS}


def test_known_extra_sittings_are_near_the_lower_bound():
    """Each table of four gives 12 sittings in three rounds. One for each player is not extra."""
    must = {n: max(0, 12 * sizes_of(n).count(4) - n) for n in NUMBERS}
    more = {n: smallest_known(n)[1] - must[n] for n in NUMBERS if smallest_known(n)[1] != must[n]}
    assert more == {9: 1, 14: 2, 18: 2, 19: 2, 23: 3}


def test_found_designs_have_every_player_and_the_right_sizes():
    for number, rounds in FOUND.items():
        for found in rounds:
            assert sorted(found.replace(" ", "")) == sorted(LETTERS[:number]), number
            assert tuple(map(len, found.split())) == sizes_of(number), number


@cases(
    ("rounds", "expected"),
    [
        ([], (0, 0)),
        ([[[1, 2, 3, 4, 5], [6, 7, 8, 9]]], (0, 0)),
        # 1 and 2 meet again, 8 and 9 too; 8 and 9 are at four again.
        ([[[1, 2, 3, 4, 5], [6, 7, 8, 9]], [[1, 2, 6, 7, 10], [3, 8, 9, 11]]], (3, 2)),
        # Three times the same: three repeat meetings for each of six pairs, two extra for each.
        ([[[1, 2, 3, 4]], [[4, 3, 2, 1]], [[2, 1, 4, 3]]], (18, 8)),
    ],
)
def test_cost(rounds, expected):
    assert cost(rounds) == expected


@cases("number", [13, 26, 47, 99])
def test_cost_counts_extra_sittings_as_player_by_player(number):
    assert cost(designed_rounds(number))[1] == extra_fours(designed_rounds(number))


@cases("number", [-1, 0, 4, 5, 7, 11])
def test_smallest_known_refuses_numbers_without_rounds(number):
    with pytest.raises(ValueError, match="players have no three rounds"):
        smallest_known(number)


def test_tables_have_the_given_sizes():
    sizes = (4, 5, 5, 4, 5, 5)
    for tables in draw_all(range(28), sizes, seed=1):
        assert tuple(map(len, tables)) == sizes


@pytest.mark.parametrize(
    "tables", [5, 6, 7, 8, 9, 13, 22, pytest.param(50, marks=pytest.mark.slow)]
)
def test_nobody_meets_twice_with_a_chosen_number_of_fours(tables):
    for fours in some(range(tables + 1), 8 if tables < 20 else 3):
        sizes = (5,) * (tables - fours) + (4,) * fours
        rounds = draw_all(range(sum(sizes)), sizes, seed=fours)
        assert cost(rounds)[0] == 0
        seats = {(p, seat) for t in rounds for table in t for seat, p in enumerate(table)}
        assert len(seats) == 3 * sum(sizes)
        assert [tuple(map(len, t)) for t in rounds] == [sizes] * 3


@pytest.mark.parametrize(
    ("players", "fours", "at_most"),
    some(
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
        3,
    ),
)
def test_few_players_sit_at_a_chosen_four_again(players, fours, at_most):
    sizes = (5,) * ((players - 4 * fours) // 5) + (4,) * fours
    repeats, extra = cost(draw_all(range(players), sizes, seed=1))
    assert repeats == 0
    assert max(0, 12 * fours - players) <= extra <= at_most


@cases(("players", "fours"), [(30, 5), (59, 6), (125, 10)])
def test_rounds_with_chosen_fours_are_the_same_one_by_one(players, fours):
    sizes = (5,) * ((players - 4 * fours) // 5) + (4,) * fours
    given = range(1, players + 1)
    at_once = draw(DrawRequest(given, sizes, [6], rounds=3))
    one_by_one: list[Tables] = []
    for _round in range(3):
        (drawn,) = draw(DrawRequest(given, sizes, [6, 7], earlier=one_by_one)).rounds
        assert drawn.seed == 6
        one_by_one.append(drawn.tables)
    assert [each.tables for each in at_once.rounds] == one_by_one
    designs._with_gaps.cache_clear()
    assert list(draw_all(given, sizes, seed=6)) == one_by_one


@cases("tables", [20, 40, 80])
def test_nobody_sits_at_two_of_a_few_tables_of_four(tables):
    """The gaps lie apart before any search."""
    fours = tables // 5
    steps = STEPS.get(tables, (*STEADY, ()))[:2]
    places = list(range(5 * tables - fours))
    empty = designs._spread_gaps(fours, tables, steps)
    assert cost(designs._rotated(places, tables, steps, empty)) == (0, 0)


def test_fewer_rounds_are_the_first_of_three():
    for number in (9, 20, 60):
        whole = designed_rounds(number)
        for rounds in (1, 2):
            some = draw_all(range(1, number + 1), sizes_of(number), rounds, seed=1)
            assert some == whole[:rounds]


@cases(
    ("players", "sizes", "rounds", "said"),
    [
        ([1, 1, *range(2, 9)], (5, 4), 3, "a player is named twice"),
        (range(10), (5, 4), 3, "10 players do not fill"),
        ([], (), 3, "no design"),
        (range(5), (5,), 3, "no design"),
        (range(11), (4, 4, 3), 3, "no design"),
        (range(25), (5,) * 5, 4, "no design for 4 rounds"),
        (range(25), (5,) * 5, 0, "no design for 0 rounds"),
        (range(24), (6,) * 4, 3, "no design"),
        (range(20), (5, 5, 5, 5, 0), 3, "20 players do not fill"),
    ],
)
def test_requests_without_a_design_are_refused(players, sizes, rounds, said):
    with pytest.raises(ValueError, match=said):
        draw_all(players, sizes, rounds, seed=1)


@cases(
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
def test_has_design(sizes, expected):
    assert has_design(sizes) is expected


def test_a_design_is_continued_until_players_or_seats_change():
    sizes = sizes_of(23)
    players = range(1, 24)
    first, second, third = designed_rounds(23, seed=7)
    assert [
        continued(players, sizes, earlier, seed=7)
        for earlier in ([], [first], [first, second], [first, second, third])
    ] == [(first, second, third), (second, third), (third,), ()]
    moved = with_two_players_swapped(second)
    assert continued(players, sizes, [first, moved], seed=7) == ()
    assert continued(players, sizes, [first, second], seed=8) == ()
    assert continued(range(1, 23), sizes_of(22), [first], seed=7) == ()
    assert continued(range(2, 25), sizes, [first], seed=7) == ()
    assert continued(players, (4, 4, 5, 5, 5), [first], seed=7) == ()


def with_two_players_swapped(tables: Tables) -> tuple[tuple[int, ...], ...]:
    """Return a round with the first players of tables 1 and 2 swapped."""
    (one, *here), (other, *there), *rest = tables
    return ((other, *here), (one, *there), *rest)


@cases("number", [8, 9, 10, 13, 14, 18, 23, 26, 47])
def test_after_any_first_round_the_others_cost_the_least(number):
    """The first round was changed by hand, or drawn from another seed."""
    players, sizes = range(1, number + 1), sizes_of(number)
    for first in (
        with_two_players_swapped(designed_rounds(number, seed=3)[0]),
        designed_rounds(number, seed=4)[0],
    ):
        rounds = (first, *continued(players, sizes, [first], seed=3))
        assert cost(rounds) == smallest_known(number)
        seats = {(p, seat) for tables in rounds for table in tables for seat, p in enumerate(table)}
        assert len(seats) == 3 * number
        assert continued(players, sizes, rounds[:2], seed=3) == rounds[2:]


@cases(
    ("players", "fours", "digest"),
    [(30, 5, "92d4583ce2e9949e03fe"), (36, 4, "29c267e6c9f3f310a2ad")],
)
def test_rounds_with_chosen_fours_are_the_recorded_ones(players, fours, digest):
    """A printed draw number gives the same seats for ever, on every machine."""
    sizes = (5,) * ((players - 4 * fours) // 5) + (4,) * fours
    drawn = draw_all(range(1, players + 1), sizes, seed=6)
    assert hashlib.sha256(json.dumps(drawn).encode()).hexdigest()[:20] == digest
