"""The last round by the standings: the best together, in new seats, with all that must be."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise, permutations
from random import Random

import pytest

from scoring.pairs import partners, partners_again
from scoring.tables import split
from tests.tournament.ways import is_kept, ways
from wk.tournament.arrangement import draw_all
from wk.tournament.constraints import Apart, Impossible, Must, Place
from wk.tournament.ranked import draw, moved, sitting_again
from wk.tournament.seats import Round

# The standings of 23: number 23 leads, then 1, 22, 2, 21 and so on.
RANKING = [23, *(n for low in range(1, 12) for n in (low, 23 - low))]


def sizes_of(players: int) -> tuple[int, ...]:
    return split(players, (5, 4))


def company(tables: Round) -> list[list[int]]:
    return [sorted(table) for table in tables]


def by_rank(ranking: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    ends = list(accumulate(sizes))
    return [sorted(ranking[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def again(tables: Round, earlier: Sequence[Round]) -> list[int]:
    """Who has a seat he had before, looked up one by one."""
    had = {(p, seat) for t in earlier for table in t for seat, p in enumerate(table)}
    return [p for table in tables for seat, p in enumerate(table) if (p, seat) in had]


def test_the_best_sit_at_table_1_and_so_on():
    earlier = draw_all(RANKING, sizes_of(23), 2, seed=1)
    drawn = draw("none", RANKING, sizes_of(23), earlier=earlier, seed=1)
    assert company(drawn.tables) == by_rank(RANKING, (5, 5, 5, 4, 4))
    assert company(drawn.tables)[0] == [1, 2, 21, 22, 23]
    assert drawn.moved == ()


@pytest.mark.parametrize("sizes", [(5, 5, 5, 4, 4), (4, 5, 4, 5, 5), (4, 4, 5, 5, 5)])
def test_tables_are_as_large_as_their_sizes_say(sizes):
    drawn = draw("none", RANKING, sizes, earlier=[], seed=1)
    assert company(drawn.tables) == by_rank(RANKING, sizes)


@pytest.mark.parametrize("number", [8, 9, 10, 12, 17, 23, 47, 100])
def test_as_few_as_possible_have_a_seat_again(number):
    """At each table as few as in the best of all orders of its players."""
    for seed in range(4):
        players = list(range(1, number + 1))
        earlier = draw_all(players, sizes_of(number), 2, seed=seed)
        Random(seed).shuffle(players)
        tables = draw("none", players, sizes_of(number), earlier=earlier, seed=seed).tables
        for table in tables:
            fewest = min(len(again([order], earlier)) for order in permutations(table))
            assert len(again([table], earlier)) == fewest
        assert sorted(sitting_again(tables, earlier)) == sorted(again(tables, earlier))


def test_where_all_had_the_same_seats_some_have_one_again():
    """All five were NORTH and sat second: two of five must sit there again."""
    earlier = [
        [(1, 11, 12, 13, 14), (2, 15, 16, 17, 18), (3, 19, 20, 21, 22), (4, 23, 24), (5, 25)],
        [(11, 1, 12, 13, 14), (15, 2, 16, 17, 18), (19, 3, 20, 21, 22), (23, 4, 24), (25, 5)],
    ]
    (table,) = draw("none", [1, 2, 3, 4, 5], (5,), earlier=earlier, seed=1).tables
    assert sitting_again([table], earlier) == table[:2]


def test_who_had_every_seat_begins_anew():
    earlier = [[(1, 2, 3, 4)], [(2, 3, 4, 1)], [(3, 4, 1, 2)], [(4, 1, 2, 3)]]
    drawn = draw("none", [1, 2, 3, 4], (4,), earlier=earlier, seed=1)
    assert sitting_again(drawn.tables, earlier) == ()
    assert sitting_again(drawn.tables, [*earlier, drawn.tables]) == drawn.tables[0]


def test_the_seats_do_not_follow_the_ranks():
    north = Counter(
        draw("none", RANKING, sizes_of(23), earlier=[], seed=seed).tables[0][0]
        for seed in range(200)
    )
    assert sorted(north) == sorted(RANKING[:5])
    assert max(north.values()) < 75  # 40 give or take 6 each


def test_the_same_seed_gives_the_same_seats_and_another_others():
    asked = [Apart(frozenset({23, 1})), Place(22, table=2)]
    one, same, other = (
        draw("none", RANKING, sizes_of(23), earlier=[], seed=seed, asked=asked)
        for seed in (1, 1, 2)
    )
    assert one == same
    assert company(one.tables) == company(other.tables)
    assert one.tables != other.tables


# What must be


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
    assert company(drawn.tables)[:2] == first_tables
    assert company(drawn.tables)[2:] == [[*range(n, n + 5)] for n in (11, 16, 21)]
    assert drawn.moved == strangers


def test_who_must_have_a_seat_has_it_and_two_of_one_seat_do_not_meet():
    asked = [Place(2, seat=1), Place(4, seat=1), Place(9, table=2, seat=5)]
    earlier = draw_all(range(1, 26), (5,) * 5, 2, seed=1)
    tables = draw("none", range(1, 26), (5,) * 5, earlier=earlier, seed=1, asked=asked).tables
    assert company(tables)[:2] == [[1, 2, 3, 5, 6], [4, 7, 8, 9, 10]]
    assert (tables[0][0], tables[1][0], tables[1][4]) == (2, 4, 9)


def test_a_seat_that_a_table_of_four_has_not():
    asked = [Place(21, seat=5)]
    tables = draw("none", range(1, 24), sizes_of(23), earlier=[], seed=1, asked=asked).tables
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
            ).tables
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


# With partners


def test_pairs_stand_where_the_better_of_them_stands():
    ranking = [7, 1, 2, 3, 4, 8, 5, 6]  # 7 leads without 8
    earlier = [[(1, 3, 2, 4), (5, 7, 6, 8)]]
    tables = draw("fixed", ranking, (4, 4), earlier=earlier, seed=1).tables
    assert company(tables) == [[1, 2, 7, 8], [3, 4, 5, 6]]
    assert {*partners(tables)} == {(1, 2), (3, 4), (5, 6), (7, 8)}
    assert sitting_again(tables, earlier) == ()


@pytest.mark.parametrize("ranking", [range(1, 8), range(1, 7)])
def test_pairs_that_fill_no_tables_are_refused(ranking):
    with pytest.raises(ValueError, match="3 pairs do not fill"):
        draw("fixed", ranking, (len(ranking),), earlier=[], seed=1)


def test_who_changes_partners_has_a_new_one():
    earlier = [[(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 3, 2, 4), (5, 7, 6, 8)]]
    tables = draw("rotating", [1, 2, 3, 4, 8, 7, 6, 5], (4, 4), earlier=earlier, seed=1).tables
    assert company(tables) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert partners_again(tables, earlier) == 0


@pytest.mark.parametrize(
    ("ranking", "sizes", "said"),
    [([1, 2, 2, 3], (4,), "twice"), ([1, 2, 3], (4,), "fill"), ([1, 2, 3], (3, 0), "fill")],
)
def test_what_does_not_fit_is_refused(ranking, sizes, said):
    with pytest.raises(ValueError, match=said):
        draw("none", ranking, sizes, earlier=[], seed=1)


@pytest.mark.parametrize(
    ("tables", "strangers"),
    [
        ([[1, 2, 3, 4, 5], [6, 7, 8, 9]], ()),
        ([[5, 4, 3, 2, 1], [9, 8, 7, 6]], ()),
        ([[1, 2, 3, 4, 6], [5, 7, 8, 9]], (5, 6)),
        ([[7, 6, 8, 9, 10], [1, 2, 3, 4, 5]], ()),  # at each other's tables, as a whole
    ],
)
def test_who_does_not_sit_with_those_of_his_ranks(tables, strangers):
    players = range(1, sum(map(len, tables)) + 1)
    assert moved(players, tables) == strangers


def test_5000_players_take_no_time_and_2000_couples_are_kept_apart():
    random = Random(1)
    row = random.sample(range(1, 5001), 4000)
    asked = [Apart(frozenset(row[n : n + 2])) for n in range(0, 4000, 2)]
    drawn = draw("none", range(1, 5001), sizes_of(5000), earlier=[], seed=1, asked=asked)
    at = {player: table for table, here in enumerate(drawn.tables) for player in here}
    assert all(at[a] != at[b] for must in asked for a, b in must.pairs())
    together = [must for must in asked if len({(p - 1) // 5 for p in must.players}) == 1]
    assert 0 < len(together) == len(drawn.moved) / 2
