"""All rounds at once, against the table of what is known and against what can be proved."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from tests.tournament.arranged import drawn
from tests.tournament.given import sizes_of
from wk.tournament.arrangement import FOUND, LETTERS, cost, smallest_known
from wk.tournament.seats import Round

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
SAMPLES = [*range(401, 1000, 37), 1234, 1999, 2500, 2501, 3333, 4096, 4996, 4997, 4998, 4999, 5000]


def times_met(rounds: tuple[Round, ...]) -> Counter[int]:
    """How many pairs met how many times, counted pair by pair."""
    met: Counter[tuple[int, int]] = Counter()
    for tables in rounds:
        for table in tables:
            for one, other in permutations(table, 2):
                if one < other:
                    met[one, other] += 1
    return Counter(met.values())


def extra_fours(rounds: tuple[Round, ...]) -> int:
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
@pytest.mark.parametrize("number", SAMPLES)
def test_many_players_have_the_best_rounds(number):
    assert complaints(number, seed=number) == []


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
    assert [n for n in range(first, first + 920) if not is_perfect(n)] == []


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


def test_found_arrangements_are_whole():
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
