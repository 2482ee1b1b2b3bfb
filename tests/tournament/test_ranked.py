"""The last round by the standings: the best together, in new seats, with all that must be."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

from scoring.pairs import partners, partners_again
from tests.tournament.by_rank import by_rank, company
from tests.tournament.given import sizes_of
from wk.tournament.arrangement import draw_all
from wk.tournament.constraints import Apart, Place
from wk.tournament.ranked import draw, moved, ranks_at, sitting_again
from wk.tournament.seats import Round

# The standings of 23: number 23 leads, then 1, 22, 2, 21 and so on.
RANKING = [23, *(n for low in range(1, 12) for n in (low, 23 - low))]


def again(tables: Round, earlier: Sequence[Round]) -> list[int]:
    """Who has a seat he had before, looked up one by one."""
    had = {(p, seat) for t in earlier for table in t for seat, p in enumerate(table)}
    return [p for table in tables for seat, p in enumerate(table) if (p, seat) in had]


def test_the_best_sit_at_table_1_and_so_on():
    earlier = draw_all(RANKING, sizes_of(23), 2, seed=1)
    drawn = draw("none", RANKING, sizes_of(23), earlier=earlier, seed=1)
    assert company(drawn) == by_rank(RANKING, (5, 5, 5, 4, 4))
    assert company(drawn)[0] == [1, 2, 21, 22, 23]
    assert moved(RANKING, drawn) == ()


@pytest.mark.parametrize("sizes", [(5, 5, 5, 4, 4), (4, 5, 4, 5, 5), (4, 4, 5, 5, 5)])
def test_tables_are_as_large_as_their_sizes_say(sizes):
    drawn = draw("none", RANKING, sizes, earlier=[], seed=1)
    assert company(drawn) == by_rank(RANKING, sizes)


@pytest.mark.parametrize("number", [8, 9, 10, 12, 17, 23, 47, 100])
def test_as_few_as_possible_have_a_seat_again(number):
    """At each table as few as in the best of all orders of its players."""
    for seed in range(4):
        players = list(range(1, number + 1))
        earlier = draw_all(players, sizes_of(number), 2, seed=seed)
        Random(seed).shuffle(players)
        tables = draw("none", players, sizes_of(number), earlier=earlier, seed=seed)
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
    (table,) = draw("none", [1, 2, 3, 4, 5], (5,), earlier=earlier, seed=1)
    assert sitting_again([table], earlier) == table[:2]


def test_who_had_every_seat_begins_anew():
    earlier = [[(1, 2, 3, 4)], [(2, 3, 4, 1)], [(3, 4, 1, 2)], [(4, 1, 2, 3)]]
    drawn = draw("none", [1, 2, 3, 4], (4,), earlier=earlier, seed=1)
    assert sitting_again(drawn, earlier) == ()
    assert sitting_again(drawn, [*earlier, drawn]) == drawn[0]


def test_the_seats_do_not_follow_the_ranks():
    north = Counter(
        draw("none", RANKING, sizes_of(23), earlier=[], seed=seed)[0][0] for seed in range(200)
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
    assert company(one) == company(other)
    assert one != other


# With partners


def test_pairs_stand_where_the_better_of_them_stands():
    ranking = [7, 1, 2, 3, 4, 8, 5, 6]  # 7 leads without 8
    earlier = [[(1, 3, 2, 4), (5, 7, 6, 8)]]
    tables = draw("fixed", ranking, (4, 4), earlier=earlier, seed=1)
    assert company(tables) == [[1, 2, 7, 8], [3, 4, 5, 6]]
    assert {*partners(tables)} == {(1, 2), (3, 4), (5, 6), (7, 8)}
    assert sitting_again(tables, earlier) == ()


@pytest.mark.parametrize("ranking", [range(1, 8), range(1, 7)])
def test_pairs_that_fill_no_tables_are_refused(ranking):
    with pytest.raises(ValueError, match="3 pairs do not fill"):
        draw("fixed", ranking, (len(ranking),), earlier=[], seed=1)


def test_who_changes_partners_has_a_new_one():
    earlier = [[(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 3, 2, 4), (5, 7, 6, 8)]]
    tables = draw("rotating", [1, 2, 3, 4, 8, 7, 6, 5], (4, 4), earlier=earlier, seed=1)
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
    ("tables", "ranks"),
    [
        ([[1, 2, 3, 4, 5], [6, 7, 8, 9]], [range(1, 6), range(6, 10)]),
        ([[6, 7, 8, 9, 10], [5, 4, 3, 2, 1]], [range(6, 11), range(1, 6)]),
        ([[1, 2, 3, 4, 6], [5, 7, 8, 9]], [range(1, 6), range(6, 10)]),
        ([[1, 2, 3, 4], [5, 6, 7, 8, 9]], [range(1, 5), range(5, 10)]),
    ],
)
def test_which_ranks_belong_at_each_table(tables, ranks):
    assert ranks_at(range(1, sum(map(len, tables)) + 1), tables) == ranks


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
