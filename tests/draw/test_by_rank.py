"""The last round by the standings: the best players together, in new seats, with all constraints
kept."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

from scoring.pairs import partners, partners_again
from tests.cases import cases
from tests.draw.draw_cases import players_by_table, sizes_of, tables_by_rank
from wk.draw.by_rank import draw, outside_ranks, ranks_at
from wk.draw.constraints import FixedSeat, Infeasible, Separation
from wk.draw.designs import draw_all
from wk.draw.evaluation import seats_again
from wk.draw.seats import Tables

# The standings of 23: number 23 leads, then 1, 22, 2, 21 and so on.
RANKING = [23, *(n for low in range(1, 12) for n in (low, 23 - low))]


def seats_had(rounds: Sequence[Tables]) -> set[tuple[int, int]]:
    """Return each player with each seat that he had."""
    return {(p, seat) for tables in rounds for table in tables for seat, p in enumerate(table)}


def players_with_seats_again(tables: Tables, had: set[tuple[int, int]]) -> list[int]:
    """Return the players who have a seat again, looked up one by one."""
    return [p for table in tables for seat, p in enumerate(table) if (p, seat) in had]


def test_tables_follow_the_ranking():
    earlier = draw_all(RANKING, sizes_of(23), 2, seed=1)
    drawn = draw("none", RANKING, sizes_of(23), earlier=earlier, seed=1)
    assert players_by_table(drawn) == tables_by_rank(RANKING, (5, 5, 5, 4, 4))
    assert players_by_table(drawn)[0] == [1, 2, 21, 22, 23]
    assert outside_ranks(RANKING, drawn) == ()


@cases("sizes", [(5, 5, 5, 4, 4), (4, 5, 4, 5, 5), (4, 4, 5, 5, 5)])
def test_tables_have_the_given_sizes(sizes):
    drawn = draw("none", RANKING, sizes, earlier=[], seed=1)
    assert players_by_table(drawn) == tables_by_rank(RANKING, sizes)


@cases("number", [8, 9, 10, 12, 17, 23, 47])
def test_as_few_players_as_possible_have_a_seat_again(number):
    """At each table no other order of its players is better."""
    for seed in range(4):
        players = list(range(1, number + 1))
        earlier = draw_all(players, sizes_of(number), 2, seed=seed)
        had = seats_had(earlier)
        Random(seed).shuffle(players)
        tables = draw("none", players, sizes_of(number), earlier=earlier, seed=seed)
        for table in tables:
            orders = permutations(table)
            fewest = min(len(players_with_seats_again([order], had)) for order in orders)
            assert len(players_with_seats_again([table], had)) == fewest
        assert sorted(seats_again(tables, earlier)) == sorted(players_with_seats_again(tables, had))


def test_players_who_all_had_the_same_seats_get_some_again():
    """All five sat in seats 1 and 2: two of them must do so again."""
    earlier = [
        [(1, 11, 12, 13, 14), (2, 15, 16, 17, 18), (3, 19, 20, 21, 22), (4, 23, 24), (5, 25)],
        [(11, 1, 12, 13, 14), (15, 2, 16, 17, 18), (19, 3, 20, 21, 22), (23, 4, 24), (25, 5)],
    ]
    (table,) = draw("none", [1, 2, 3, 4, 5], (5,), earlier=earlier, seed=1)
    assert seats_again([table], earlier) == table[:2]


def test_a_player_who_had_every_seat_has_none_again():
    earlier = [[(1, 2, 3, 4)], [(2, 3, 4, 1)], [(3, 4, 1, 2)], [(4, 1, 2, 3)]]
    drawn = draw("none", [1, 2, 3, 4], (4,), earlier=earlier, seed=1)
    assert seats_again(drawn, earlier) == ()
    assert seats_again(drawn, [*earlier, drawn]) == drawn[0]


def test_seats_at_a_table_do_not_follow_the_ranks():
    north = Counter(
        draw("none", RANKING, sizes_of(23), earlier=[], seed=seed)[0][0] for seed in range(200)
    )
    assert sorted(north) == sorted(RANKING[:5])
    assert max(north.values()) < 75  # 40 give or take 6 each


def test_a_seed_gives_its_own_seats():
    constraints = [Separation(frozenset({23, 1})), FixedSeat(22, table=2)]
    one, same, other = (
        draw("none", RANKING, sizes_of(23), earlier=[], seed=seed, constraints=constraints)
        for seed in (1, 1, 2)
    )
    assert one == same
    assert players_by_table(one) == players_by_table(other)
    assert one != other


# With partners


def test_a_pair_counts_by_its_better_player():
    ranking = [7, 1, 2, 3, 4, 8, 5, 6]  # 7 leads without 8
    earlier = [[(1, 3, 2, 4), (5, 7, 6, 8)]]
    tables = draw("fixed", ranking, (4, 4), earlier=earlier, seed=1)
    assert players_by_table(tables) == [[1, 2, 7, 8], [3, 4, 5, 6]]
    assert {*partners(tables)} == {(1, 2), (3, 4), (5, 6), (7, 8)}
    assert seats_again(tables, earlier) == ()


@cases("ranking", [range(1, 8), range(1, 7)])
def test_pairs_that_fill_no_tables_are_refused(ranking):
    with pytest.raises(ValueError, match="3 pairs do not fill"):
        draw("fixed", ranking, (len(ranking),), earlier=[], seed=1)


def test_changing_partners_are_new():
    earlier = [[(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 3, 2, 4), (5, 7, 6, 8)]]
    tables = draw("rotating", [1, 2, 3, 4, 8, 7, 6, 5], (4, 4), earlier=earlier, seed=1)
    assert players_by_table(tables) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert partners_again(tables, earlier) == 0


@cases(
    ("ranking", "sizes", "said"),
    [([1, 2, 2, 3], (4,), "twice"), ([1, 2, 3], (4,), "fill"), ([1, 2, 3], (3, 0), "fill")],
)
def test_players_that_do_not_fill_the_tables_are_refused(ranking, sizes, said):
    with pytest.raises(ValueError, match=said):
        draw("none", ranking, sizes, earlier=[], seed=1)


@cases(
    ("tables", "ranks"),
    [
        ([[1, 2, 3, 4, 5], [6, 7, 8, 9]], [range(1, 6), range(6, 10)]),
        ([[6, 7, 8, 9, 10], [5, 4, 3, 2, 1]], [range(6, 11), range(1, 6)]),
        ([[1, 2, 3, 4, 6], [5, 7, 8, 9]], [range(1, 6), range(6, 10)]),
        ([[1, 2, 3, 4], [5, 6, 7, 8, 9]], [range(1, 5), range(5, 10)]),
    ],
)
def test_ranks_at_each_table(tables, ranks):
    assert ranks_at(range(1, sum(map(len, tables)) + 1), tables) == ranks


@cases(
    ("tables", "strangers"),
    [
        ([[1, 2, 3, 4, 5], [6, 7, 8, 9]], ()),
        ([[5, 4, 3, 2, 1], [9, 8, 7, 6]], ()),
        ([[1, 2, 3, 4, 6], [5, 7, 8, 9]], (5, 6)),
        ([[7, 6, 8, 9, 10], [1, 2, 3, 4, 5]], ()),  # at each other's tables, as a whole
    ],
)
def test_players_outside_their_ranks(tables, strangers):
    players = range(1, sum(map(len, tables)) + 1)
    assert outside_ranks(players, tables) == strangers


@cases(
    ("constraints", "first_tables", "strangers"),
    [
        # Third and fifth of the first five: the fifth changes over with the sixth.
        ([Separation(frozenset({3, 5}))], [[1, 2, 3, 4, 6], [5, 7, 8, 9, 10]], (5, 6)),
        # First and second: the second goes, as he is nearer.
        ([Separation(frozenset({1, 2}))], [[1, 3, 4, 5, 6], [2, 7, 8, 9, 10]], (2, 6)),
        # The fifth may not go there either: another one who is nearest.
        (
            [Separation(frozenset({3, 5})), Separation(frozenset({5, 8}))],
            [[1, 2, 4, 5, 6], [3, 7, 8, 9, 10]],
            (3, 6),
        ),
        # Of other tables already.
        ([Separation(frozenset({5, 6}))], [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], ()),
        # Whoever has his place at another table takes his own company along.
        ([FixedSeat(8, table=1)], [[6, 7, 8, 9, 10], [1, 2, 3, 4, 5]], ()),
        # Two of different ranks at one table: whoever is nearest changes over, table by table.
        (
            [FixedSeat(3, table=1), FixedSeat(8, table=1)],
            [[1, 2, 3, 4, 8], [5, 6, 7, 9, 10]],
            (5, 8),
        ),
        # In another round than this one.
        ([FixedSeat(8, table=1, round=2)], [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], ()),
        # A wish moves nobody.
        ([Separation(frozenset({1, 2}), is_hard=False)], [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], ()),
        # Who does not play any more is kept from nobody.
        ([Separation(frozenset({1, 99}))], [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], ()),
    ],
)
def test_constraints_shift_as_few_ranks_as_possible(constraints, first_tables, strangers):
    drawn = draw("none", range(1, 26), (5,) * 5, earlier=[], seed=1, constraints=constraints)
    assert players_by_table(drawn)[:2] == first_tables
    assert players_by_table(drawn)[2:] == [[*range(n, n + 5)] for n in (11, 16, 21)]
    assert outside_ranks(range(1, 26), drawn) == strangers


@cases(
    ("constraints", "leaders"),
    [
        ([], (1, 6, 11, 16, 20)),
        # The third goes to the last table of five with his company: the others close up.
        ([FixedSeat(3, table=3)], (6, 11, 1, 16, 20)),
        ([FixedSeat(12, table=1)], (11, 1, 6, 16, 20)),
        ([FixedSeat(3, table=3), FixedSeat(12, table=1)], (11, 6, 1, 16, 20)),
        ([FixedSeat(17, table=5)], (1, 6, 11, 20, 16)),
        ([FixedSeat(3, table=1)], (1, 6, 11, 16, 20)),
        ([FixedSeat(3, table=2), FixedSeat(1, table=2), FixedSeat(8, seat=1)], (6, 1, 11, 16, 20)),
    ],
)
def test_a_fixed_table_moves_a_whole_rank_group(constraints, leaders):
    """`leaders` are the best players of each table. Nobody gets other opponents."""
    tables = draw("none", range(1, 24), sizes_of(23), earlier=[], seed=1, constraints=constraints)
    assert tuple(min(table) for table in tables) == leaders
    assert sorted(players_by_table(tables)) == sorted(tables_by_rank(range(1, 24), sizes_of(23)))


def test_a_fixed_smaller_table_moves_one_player_and_others_close_up():
    drawn = draw(
        "none", range(1, 24), sizes_of(23), earlier=[], seed=1, constraints=[FixedSeat(2, table=4)]
    )
    first, second, third, fourth, _last = players_by_table(drawn)
    assert first == [1, 3, 4, 5, 6]
    assert (second, third) == ([7, 8, 9, 10, 11], [12, 13, 14, 15, 16])
    assert fourth == [2, 17, 18, 19]


def test_fixed_seats_are_kept_and_two_players_of_one_seat_are_parted():
    constraints = [FixedSeat(2, seat=1), FixedSeat(4, seat=1), FixedSeat(9, table=2, seat=5)]
    earlier = draw_all(range(1, 26), (5,) * 5, 2, seed=1)
    tables = draw("none", range(1, 26), (5,) * 5, earlier=earlier, seed=1, constraints=constraints)
    assert players_by_table(tables)[:2] == [[1, 2, 3, 5, 6], [4, 7, 8, 9, 10]]
    assert (tables[0][0], tables[1][0], tables[1][4]) == (2, 4, 9)


def test_a_player_with_seat_5_leaves_his_table_of_four():
    constraints = [FixedSeat(21, seat=5)]
    tables = draw("none", range(1, 24), sizes_of(23), earlier=[], seed=1, constraints=constraints)
    assert [table for table in tables if table[4:] == (21,)]
    assert players_by_table(tables)[:2] == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]


@cases(
    ("constraints", "code", "guilty"),
    [
        ([FixedSeat(3, table=6), Separation(frozenset({1, 2}))], "NO_SUCH_PLACE", [0]),
        (
            [Separation(frozenset(range(1, 7))), Separation(frozenset({8, 9}))],
            "TOO_FEW_TABLES",
            [0],
        ),
        (
            [
                Separation(frozenset({1, 2})),
                FixedSeat(1, table=2),
                FixedSeat(9, seat=1),
                FixedSeat(2, table=2),
            ],
            "CLASH",
            [0, 1, 3],
        ),
        ([FixedSeat(1, seat=1), FixedSeat(1, seat=2)], "CLASH", [0, 1]),
    ],
)
def test_impossible_constraints_are_named(constraints, code, guilty):
    with pytest.raises(Infeasible) as refused:
        draw("none", range(1, 26), (5,) * 5, earlier=[[], []], seed=1, constraints=constraints)
    (conflict,) = refused.value.conflicts
    assert (conflict.code, conflict.round) == (code, 3)
    assert conflict.constraints == tuple(constraints[index] for index in guilty)


def test_an_unknown_table_is_named_among_many_constraints():
    constraints = [Separation(frozenset({n, n + 1})) for n in range(1, 421, 2)]
    with pytest.raises(Infeasible) as error:
        draw(
            "none",
            range(1, 501),
            [5] * 100,
            earlier=[],
            seed=1,
            constraints=[*constraints, FixedSeat(3, table=101)],
        )
    assert [conflict.code for conflict in error.value.conflicts] == ["NO_SUCH_PLACE"]


@pytest.mark.slow
def test_2000_couples_of_5000_players_are_kept_apart():
    random = Random(1)
    row = random.sample(range(1, 5001), 4000)
    constraints = [Separation(frozenset(row[n : n + 2])) for n in range(0, 4000, 2)]
    drawn = draw(
        "none", range(1, 5001), sizes_of(5000), earlier=[], seed=1, constraints=constraints
    )
    at = {player: table for table, here in enumerate(drawn) for player in here}
    assert all(at[a] != at[b] for must in constraints for a, b in must.pairs())
    together = [must for must in constraints if len({(p - 1) // 5 for p in must.players}) == 1]
    assert 0 < len(together) == len(outside_ranks(range(1, 5001), drawn)) / 2
