"""The last round by the standings, where something must be to which ranks do not keep."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise, permutations
from random import Random

import pytest

from tests.tournament.by_rank import by_rank, company
from tests.tournament.given import sizes_of
from tests.tournament.ways import is_kept, ways
from wk.tournament.arrangement import draw_all
from wk.tournament.constraints import Apart, Impossible, Must, Place
from wk.tournament.ranked import draw, moved
from wk.tournament.seats import Round


@pytest.mark.parametrize(
    ("asked", "first_tables", "strangers"),
    [
        # Third and fifth of the first five: the fifth changes over with the sixth.
        ([Apart(frozenset({3, 5}))], [[1, 2, 3, 4, 6], [5, 7, 8, 9, 10]], (5, 6)),
        # First and second: the second goes, as he is nearer.
        ([Apart(frozenset({1, 2}))], [[1, 3, 4, 5, 6], [2, 7, 8, 9, 10]], (2, 6)),
        # The fifth may not go there either: another one who is nearest.
        (
            [Apart(frozenset({3, 5})), Apart(frozenset({5, 8}))],
            [[1, 2, 4, 5, 6], [3, 7, 8, 9, 10]],
            (3, 6),
        ),
        # Of other tables already.
        ([Apart(frozenset({5, 6}))], [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], ()),
        # Whoever has his place at another table takes his own company along.
        ([Place(8, table=1)], [[6, 7, 8, 9, 10], [1, 2, 3, 4, 5]], ()),
        # Two of different ranks at one table: whoever is nearest changes over, table by table.
        ([Place(3, table=1), Place(8, table=1)], [[1, 2, 3, 4, 8], [5, 6, 7, 9, 10]], (5, 8)),
        # In another round than this one.
        ([Place(8, table=1, round=2)], [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], ()),
        # A wish moves nobody.
        ([Apart(frozenset({1, 2}), is_must=False)], [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], ()),
        # Who does not play any more is kept from nobody.
        ([Apart(frozenset({1, 99}))], [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], ()),
    ],
)
def test_what_must_be_shifts_as_few_ranks_as_can_be(asked, first_tables, strangers):
    drawn = draw("none", range(1, 26), (5,) * 5, earlier=[], seed=1, asked=asked)
    assert company(drawn)[:2] == first_tables
    assert company(drawn)[2:] == [[*range(n, n + 5)] for n in (11, 16, 21)]
    assert moved(range(1, 26), drawn) == strangers


@pytest.mark.parametrize(
    ("asked", "leaders"),
    [
        ([], (1, 6, 11, 16, 20)),
        # The third goes to the last table of five with his company: the others close up.
        ([Place(3, table=3)], (6, 11, 1, 16, 20)),
        ([Place(12, table=1)], (11, 1, 6, 16, 20)),
        ([Place(3, table=3), Place(12, table=1)], (11, 6, 1, 16, 20)),
        ([Place(17, table=5)], (1, 6, 11, 20, 16)),
        ([Place(3, table=1)], (1, 6, 11, 16, 20)),
        ([Place(3, table=2), Place(1, table=2), Place(8, seat=1)], (6, 1, 11, 16, 20)),
    ],
)
def test_a_fixed_table_moves_the_company_and_the_others_close_up(asked, leaders):
    """Nobody plays others for it; `leaders` are the best of each table."""
    tables = draw("none", range(1, 24), sizes_of(23), earlier=[], seed=1, asked=asked)
    assert tuple(min(table) for table in tables) == leaders
    assert sorted(company(tables)) == sorted(by_rank(range(1, 24), sizes_of(23)))


def test_who_must_sit_at_a_smaller_table_goes_there_and_the_others_close_up():
    drawn = draw("none", range(1, 24), sizes_of(23), earlier=[], seed=1, asked=[Place(2, table=4)])
    first, second, third, fourth, _last = company(drawn)
    assert first == [1, 3, 4, 5, 6]
    assert (second, third) == ([7, 8, 9, 10, 11], [12, 13, 14, 15, 16])
    assert fourth == [2, 17, 18, 19]


def test_who_must_have_a_seat_has_it_and_two_of_one_seat_do_not_meet():
    asked = [Place(2, seat=1), Place(4, seat=1), Place(9, table=2, seat=5)]
    earlier = draw_all(range(1, 26), (5,) * 5, 2, seed=1)
    tables = draw("none", range(1, 26), (5,) * 5, earlier=earlier, seed=1, asked=asked)
    assert company(tables)[:2] == [[1, 2, 3, 5, 6], [4, 7, 8, 9, 10]]
    assert (tables[0][0], tables[1][0], tables[1][4]) == (2, 4, 9)


def test_a_seat_that_a_table_of_four_has_not():
    asked = [Place(21, seat=5)]
    tables = draw("none", range(1, 24), sizes_of(23), earlier=[], seed=1, asked=asked)
    assert [table for table in tables if table[4:] == (21,)]
    assert company(tables)[:2] == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]


@pytest.mark.parametrize(
    ("asked", "code", "guilty"),
    [
        ([Place(3, table=6), Apart(frozenset({1, 2}))], "NO_SUCH_PLACE", [0]),
        ([Apart(frozenset(range(1, 7))), Apart(frozenset({8, 9}))], "TOO_FEW_TABLES", [0]),
        (
            [Apart(frozenset({1, 2})), Place(1, table=2), Place(9, seat=1), Place(2, table=2)],
            "CLASH",
            [0, 1, 3],
        ),
        ([Place(1, seat=1), Place(1, seat=2)], "CLASH", [0, 1]),
    ],
)
def test_where_a_must_cannot_be_met_it_says_which(asked, code, guilty):
    with pytest.raises(Impossible) as refused:
        draw("none", range(1, 26), (5,) * 5, earlier=[[], []], seed=1, asked=asked)
    (problem,) = refused.value.problems
    assert (problem.code, problem.round) == (code, 3)
    assert problem.musts == tuple(asked[index] for index in guilty)


# Against all that is possible


def shift(groups: Round, sizes: Sequence[int]) -> int:
    """The ranks between players 1, 2, 3 … and those of their groups, added up."""
    total = 0
    for (start, end), group in zip(pairwise(accumulate(sizes, initial=0)), groups, strict=True):
        total += sum(max(0, start + 1 - player, player - end) for player in group)
    return total


def numberings(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """All ways in which groups can have tables of their own size."""
    orders = permutations(range(len(sizes)))
    return [order for order in orders if [sizes[n] for n in order] == list(sizes)]


def least_shift(sizes: Sequence[int], asked: Sequence[Must]) -> int | None:
    """The least that is possible, None where nothing is: all ways are tried."""
    orders = numberings(sizes)
    best = None
    for groups in ways(range(1, sum(sizes) + 1), sizes):
        cost = shift(groups, sizes)
        if (best is None or cost < best) and any(is_kept(groups, n, asked) for n in orders):
            best = cost
    return best


def small_case(seed: int) -> tuple[tuple[int, ...], list[Must]]:
    random = Random(seed)
    number = random.choice([8, 9, 10])
    players, sizes = range(1, number + 1), sizes_of(number)
    asked: list[Must] = [
        Apart(frozenset(random.sample(players, 2))) for _ in range(random.randint(1, 4))
    ]
    for player in random.sample(players, random.randint(0, 2)):
        table, seat = random.choice([(1, None), (2, None), (None, 1), (None, 5), (2, 2)])
        asked.append(Place(player, table=table, seat=seat))
    return sizes, asked


@pytest.mark.slow
def test_small_cases_shift_the_least_or_are_impossible():
    wrong, refused = {}, Counter()
    for seed in range(60):
        sizes, asked = small_case(seed)
        least = least_shift(sizes, asked)
        try:
            tables = draw(
                "none", range(1, sum(sizes) + 1), sizes, earlier=[], seed=seed, asked=asked
            )
        except Impossible as error:
            refused.update(problem.code for problem in error.problems)
            found = None
        else:
            found = min(shift([tables[n] for n in order], sizes) for order in numberings(sizes))
            assert is_kept(tables, range(len(tables)), asked)
        if found != least:
            wrong[seed] = (found, least)
    assert wrong == {}
    assert refused.total() >= 5
    assert refused["NOT_FOUND"] == 0


def test_a_table_that_is_not_there_is_refused_in_words_however_many_are_asked():
    asked = [Apart(frozenset({n, n + 1})) for n in range(1, 421, 2)]
    with pytest.raises(Impossible) as error:
        draw(
            "none",
            range(1, 501),
            [5] * 100,
            earlier=[],
            seed=1,
            asked=[*asked, Place(3, table=101)],
        )
    assert [problem.code for problem in error.value.problems] == ["NO_SUCH_PLACE"]


@pytest.mark.slow
def test_5000_players_take_no_time_and_2000_couples_are_kept_apart():
    random = Random(1)
    row = random.sample(range(1, 5001), 4000)
    asked = [Apart(frozenset(row[n : n + 2])) for n in range(0, 4000, 2)]
    drawn = draw("none", range(1, 5001), sizes_of(5000), earlier=[], seed=1, asked=asked)
    at = {player: table for table, here in enumerate(drawn) for player in here}
    assert all(at[a] != at[b] for must in asked for a, b in must.pairs())
    together = [must for must in asked if len({(p - 1) // 5 for p in must.players}) == 1]
    assert 0 < len(together) == len(moved(range(1, 5001), drawn)) / 2
