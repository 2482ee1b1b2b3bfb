"""All rounds at once: as good as is known and can be proved, for the tables that are asked for, and
after rounds that were played. A seed always gives the same; over many everything is as likely."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from tests.draw.given import drawn, sizes_of
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
    """How many pairs met how many times, counted pair by pair."""
    met: Counter[tuple[int, int]] = Counter()
    for tables in rounds:
        for table in tables:
            for one, other in permutations(table, 2):
                if one < other:
                    met[one, other] += 1
    return Counter(met.values())


def extra_fours(rounds: tuple[Tables, ...]) -> int:
    players = [player for table in rounds[0] for player in table]
    sat = [sum(len(table) == 4 for t in rounds for table in t if p in table) for p in players]
    return sum(max(times - 1, 0) for times in sat)


def complaints(number: int, seed: int) -> list[str]:
    """All that is wrong with the draw of so many players."""
    rounds = drawn(number, seed)
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
def test_every_number_of_players_has_the_best_rounds():
    assert {n: wrong for n in NUMBERS for seed in (1, 2) if (wrong := complaints(n, seed))} == {}


@pytest.mark.slow
def test_many_players_have_the_best_rounds():
    assert {n: wrong for n in some(MANY, 8) if (wrong := complaints(n, seed=n))} == {}


def is_perfect(number: int) -> bool:
    """Whether in three rounds no two meet twice, nobody sits at four or in a seat twice, and
    everybody sits in each at tables as they should be."""
    rounds = drawn(number)
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
def test_every_number_to_5000_has_the_best_rounds(first):
    numbers = some(range(first, first + 920), 40)
    assert [n for n in numbers if not is_perfect(n)] == []


def test_smallest_known():
    assert {n: smallest_known(n) for n in NUMBERS} == {n: KNOWN.get(n, (0, 0)) for n in NUMBERS}


def test_there_cannot_be_fewer_repeat_meetings():
    """A table filled from T earlier ones has two of the same as soon as it has more than T."""

    def must(number: int) -> int:
        tables = sizes_of(number)
        origins = len(tables)
        # Five from three tables: 2, 2 and 1 of one origin, two pairs; and so on.
        pairs = 0
        for size in tables:
            groups = [size // origins + (k < size % origins) for k in range(origins)]
            pairs += sum(group * (group - 1) // 2 for group in groups)
        return 3 * pairs  # the second round after the first, the third after either

    assert {n: must(n) for n in NUMBERS} == {n: smallest_known(n)[0] for n in NUMBERS}


def test_there_can_hardly_be_fewer_extra_sittings():
    """Of 12 sittings for each table of four only one a player is not extra."""
    must = {n: max(0, 12 * sizes_of(n).count(4) - n) for n in NUMBERS}
    more = {n: smallest_known(n)[1] - must[n] for n in NUMBERS if smallest_known(n)[1] != must[n]}
    assert more == {9: 1, 14: 2, 18: 2, 19: 2, 23: 3}


def test_found_designs_are_whole():
    for number, rounds in FOUND.items():
        for found in rounds:
            assert sorted(found.replace(" ", "")) == sorted(LETTERS[:number]), number
            assert tuple(map(len, found.split())) == sizes_of(number), number


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("number", [13, 26, 47, 99])
def test_cost_of_extra_sittings_as_counted_by_player(number):
    assert cost(drawn(number))[1] == extra_fours(drawn(number))


@pytest.mark.parametrize("number", [-1, 0, 4, 5, 7, 11])
def test_smallest_known_of_nothing(number):
    with pytest.raises(ValueError, match="players have no three rounds"):
        smallest_known(number)


def test_table_k_has_the_size_asked_for():
    sizes = (4, 5, 5, 4, 5, 5)
    for tables in draw_all(range(28), sizes, seed=1):
        assert tuple(map(len, tables)) == sizes


@pytest.mark.parametrize("tables", [5, 6, 7, 8, 9, 13, 22, 50])
def test_a_chosen_number_of_fours_still_lets_nobody_meet_twice(tables):
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
        5,
    ),
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
    at_once = draw(DrawRequest(given, sizes, [6], rounds=3))
    one_by_one: list[Tables] = []
    for _round in range(3):
        (drawn,) = draw(DrawRequest(given, sizes, [6, 7], earlier=one_by_one)).rounds
        assert drawn.seed == 6
        one_by_one.append(drawn.tables)
    assert [each.tables for each in at_once.rounds] == one_by_one
    designs._with_gaps.cache_clear()
    assert list(draw_all(given, sizes, seed=6)) == one_by_one


@pytest.mark.parametrize("tables", [20, 40, 80])
def test_while_few_tables_are_of_four_nobody_sits_at_two_of_them(tables):
    """The empty places lie apart before any search, which would need seconds to part them."""
    fours = tables // 5
    steps = STEPS.get(tables, (*STEADY, ()))[:2]
    places = list(range(5 * tables - fours))
    empty = designs._spread_gaps(fours, tables, steps)
    assert cost(designs._rotated(places, tables, steps, empty)) == (0, 0)


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
        ([], (), 3, "no design"),
        (range(5), (5,), 3, "no design"),
        (range(11), (4, 4, 3), 3, "no design"),
        (range(25), (5,) * 5, 4, "no design for 4 rounds"),
        (range(25), (5,) * 5, 0, "no design for 0 rounds"),
        (range(24), (6,) * 4, 3, "no design"),
        (range(20), (5, 5, 5, 5, 0), 3, "20 players do not fill"),
    ],
)
def test_what_has_no_design_is_refused(players, sizes, rounds, said):
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
def test_has_design(sizes, expected):
    assert has_design(sizes) is expected


def test_a_design_goes_on_until_somebody_came_left_or_was_moved():
    sizes = sizes_of(23)
    players = range(1, 24)
    first, second, third = drawn(23, seed=7)
    assert [
        continued(players, sizes, earlier, seed=7)
        for earlier in ([], [first], [first, second], [first, second, third])
    ] == [(first, second, third), (second, third), (third,), ()]
    moved = swapped(second)
    assert continued(players, sizes, [first, moved], seed=7) == ()
    assert continued(players, sizes, [first, second], seed=8) == ()
    assert continued(range(1, 23), sizes_of(22), [first], seed=7) == ()
    assert continued(range(2, 25), sizes, [first], seed=7) == ()
    assert continued(players, (4, 4, 5, 5, 5), [first], seed=7) == ()


def swapped(tables: Tables) -> tuple[tuple[int, ...], ...]:
    """A round with the first players of two tables in each other's places."""
    (one, *here), (other, *there), *rest = tables
    return ((other, *here), (one, *there), *rest)


@pytest.mark.parametrize("number", [8, 9, 10, 13, 14, 18, 23, 26, 47])
def test_whatever_the_first_round_was_the_others_cost_the_least(number):
    """Changed by hand, or drawn from another seed: places are only names."""
    players, sizes = range(1, number + 1), sizes_of(number)
    for first in (swapped(drawn(number, seed=3)[0]), drawn(number, seed=4)[0]):
        rounds = (first, *continued(players, sizes, [first], seed=3))
        assert cost(rounds) == smallest_known(number)
        seats = {(p, seat) for tables in rounds for table in tables for seat, p in enumerate(table)}
        assert len(seats) == 3 * number
        assert continued(players, sizes, rounds[:2], seed=3) == rounds[2:]


def test_rounds_of_one_seed_are_one_design():
    earlier = []
    for _round in range(3):
        request = DrawRequest(range(1, 48), sizes_of(47), [9], earlier=earlier)
        earlier.append(draw(request).rounds[0].tables)
    assert tuple(earlier) == drawn(47, seed=9)
    assert cost(earlier) == smallest_known(47)


GOLDEN_8 = (
    ((7, 8, 6, 5), (2, 1, 4, 3)),
    ((5, 6, 1, 4), (8, 2, 3, 7)),
    ((6, 3, 8, 1), (4, 7, 5, 2)),
)
GOLDEN_47 = 2_262_250_113_194_639_254
GOLDEN_5000 = 999_417_937_364_141_658


def test_a_seed_gives_the_same_seats_in_every_version_of_python():
    assert drawn(8, seed=5) == GOLDEN_8
    assert hash_of(drawn(47, seed=5)) == GOLDEN_47
    assert hash_of(drawn(5000, seed=5)) == GOLDEN_5000


def hash_of(rounds: tuple[Tables, ...]) -> int:
    value = 0
    for tables in rounds:
        for table in tables:
            for player in table:
                value = (value * 1_000_003 + player) % (2**61 - 1)
    return value


@pytest.mark.parametrize("number", [9, 23, 30, 107])
def test_the_order_of_the_players_does_not_matter(number):
    backwards = draw_all(range(number, 0, -1), sizes_of(number), seed=3)
    assert backwards == drawn(number, seed=3)


@pytest.mark.parametrize("number", [8, 9, 16, 25, 47, 120, 251])
def test_other_seeds_give_other_company(number):
    """Not only the tables' numbers or the seats: who meets whom."""

    def company(seed: int) -> frozenset[tuple[int, int]]:
        tables = [table for tables in drawn(number, seed) for table in tables]
        return frozenset(pair for table in tables for pair in combinations(sorted(table), 2))

    first = [frozenset(map(frozenset, drawn(number, seed)[0])) for seed in range(20)]
    assert len(set(first)) >= 13
    if number > 10:  # else everybody meets everybody, or nearly
        assert len({company(seed) for seed in range(20)}) == 20


@pytest.mark.slow
def test_every_place_is_as_likely_for_everybody():
    """Over 13,000 draws of 13 each player has each place in each round about 1,000 times.

    1,000 give or take 30 each: 180 is six times that.
    """
    had: Counter[tuple[int, int, int]] = Counter()
    for seed in range(13_000):
        for number, tables in enumerate(drawn(13, seed)):
            places = [player for table in tables for player in table]
            had.update((number, place, player) for place, player in enumerate(places))
    assert len(had) == 3 * 13 * 13
    assert max(abs(times - 1000) for times in had.values()) < 180


@pytest.mark.slow
def test_every_pair_meets_as_often():
    """Over 6,000 draws of 24: each pair meets with one chance of 3 x 46 / 276, a half."""
    met: Counter[tuple[int, int]] = Counter()
    for seed in range(6_000):
        for tables in drawn(24, seed):
            met.update(pair for table in tables for pair in combinations(sorted(table), 2))
    expected = 6_000 * 3 * (4 * 10 + 6) / (24 * 23 / 2)
    assert len(met) == 276
    assert max(abs(times - expected) for times in met.values()) < 240  # six times 39
