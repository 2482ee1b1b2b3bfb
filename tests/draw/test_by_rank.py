"""The last round by the standings: the best together, in new seats, with all that must be."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise, permutations
from random import Random

import pytest

from scoring.pairs import partners, partners_again
from tests.draw.given import by_rank, company, sizes_of
from tests.draw.ways import is_kept, ways
from tests.samples import some
from wk.draw.by_rank import draw, outside_ranks, ranks_at
from wk.draw.constraints import Constraint, FixedSeat, Infeasible, Separation
from wk.draw.designs import draw_all
from wk.draw.evaluation import seats_again
from wk.draw.seats import Tables

# The standings of 23: number 23 leads, then 1, 22, 2, 21 and so on.
RANKING = [23, *(n for low in range(1, 12) for n in (low, 23 - low))]


def seats_of_all(rounds: Sequence[Tables]) -> set[tuple[int, int]]:
    """Return who had which seat, as pairs of a player and a seat."""
    return {(p, seat) for tables in rounds for table in tables for seat, p in enumerate(table)}


def players_in_old_seats(tables: Tables, had: set[tuple[int, int]]) -> list[int]:
    """Return who has a seat he had before, looked up one by one."""
    return [p for table in tables for seat, p in enumerate(table) if (p, seat) in had]


def test_the_best_sit_at_table_1_and_so_on():
    earlier = draw_all(RANKING, sizes_of(23), 2, seed=1)
    drawn = draw("none", RANKING, sizes_of(23), earlier=earlier, seed=1)
    assert company(drawn) == by_rank(RANKING, (5, 5, 5, 4, 4))
    assert company(drawn)[0] == [1, 2, 21, 22, 23]
    assert outside_ranks(RANKING, drawn) == ()


@pytest.mark.parametrize("sizes", [(5, 5, 5, 4, 4), (4, 5, 4, 5, 5), (4, 4, 5, 5, 5)])
def test_tables_are_as_large_as_their_sizes_say(sizes):
    drawn = draw("none", RANKING, sizes, earlier=[], seed=1)
    assert company(drawn) == by_rank(RANKING, sizes)


@pytest.mark.parametrize("number", [8, 9, 10, 12, 17, 23, 47])
def test_as_few_as_possible_have_a_seat_again(number):
    """At each table as few as in the best of all orders of its players."""
    for seed in range(4):
        players = list(range(1, number + 1))
        earlier = draw_all(players, sizes_of(number), 2, seed=seed)
        had = seats_of_all(earlier)
        Random(seed).shuffle(players)
        tables = draw("none", players, sizes_of(number), earlier=earlier, seed=seed)
        for table in tables:
            orders = permutations(table)
            fewest = min(len(players_in_old_seats([order], had)) for order in orders)
            assert len(players_in_old_seats([table], had)) == fewest
        assert sorted(seats_again(tables, earlier)) == sorted(players_in_old_seats(tables, had))


def test_where_all_had_the_same_seats_some_have_one_again():
    """All five were NORTH and sat second: two of five must sit there again."""
    earlier = [
        [(1, 11, 12, 13, 14), (2, 15, 16, 17, 18), (3, 19, 20, 21, 22), (4, 23, 24), (5, 25)],
        [(11, 1, 12, 13, 14), (15, 2, 16, 17, 18), (19, 3, 20, 21, 22), (23, 4, 24), (25, 5)],
    ]
    (table,) = draw("none", [1, 2, 3, 4, 5], (5,), earlier=earlier, seed=1)
    assert seats_again([table], earlier) == table[:2]


def test_who_had_every_seat_begins_anew():
    earlier = [[(1, 2, 3, 4)], [(2, 3, 4, 1)], [(3, 4, 1, 2)], [(4, 1, 2, 3)]]
    drawn = draw("none", [1, 2, 3, 4], (4,), earlier=earlier, seed=1)
    assert seats_again(drawn, earlier) == ()
    assert seats_again(drawn, [*earlier, drawn]) == drawn[0]


def test_the_seats_do_not_follow_the_ranks():
    north = Counter(
        draw("none", RANKING, sizes_of(23), earlier=[], seed=seed)[0][0] for seed in range(200)
    )
    assert sorted(north) == sorted(RANKING[:5])
    assert max(north.values()) < 75  # 40 give or take 6 each


def test_the_same_seed_gives_the_same_seats_and_another_others():
    constraints = [Separation(frozenset({23, 1})), FixedSeat(22, table=2)]
    one, same, other = (
        draw("none", RANKING, sizes_of(23), earlier=[], seed=seed, constraints=constraints)
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
    assert seats_again(tables, earlier) == ()


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
    assert outside_ranks(players, tables) == strangers


@pytest.mark.parametrize(
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
def test_what_must_be_shifts_as_few_ranks_as_can_be(constraints, first_tables, strangers):
    drawn = draw("none", range(1, 26), (5,) * 5, earlier=[], seed=1, constraints=constraints)
    assert company(drawn)[:2] == first_tables
    assert company(drawn)[2:] == [[*range(n, n + 5)] for n in (11, 16, 21)]
    assert outside_ranks(range(1, 26), drawn) == strangers


@pytest.mark.parametrize(
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
def test_a_fixed_table_moves_the_company_and_the_others_close_up(constraints, leaders):
    """Nobody plays others for it; `leaders` are the best of each table."""
    tables = draw("none", range(1, 24), sizes_of(23), earlier=[], seed=1, constraints=constraints)
    assert tuple(min(table) for table in tables) == leaders
    assert sorted(company(tables)) == sorted(by_rank(range(1, 24), sizes_of(23)))


def test_who_must_sit_at_a_smaller_table_goes_there_and_the_others_close_up():
    drawn = draw(
        "none", range(1, 24), sizes_of(23), earlier=[], seed=1, constraints=[FixedSeat(2, table=4)]
    )
    first, second, third, fourth, _last = company(drawn)
    assert first == [1, 3, 4, 5, 6]
    assert (second, third) == ([7, 8, 9, 10, 11], [12, 13, 14, 15, 16])
    assert fourth == [2, 17, 18, 19]


def test_who_must_have_a_seat_has_it_and_two_of_one_seat_do_not_meet():
    constraints = [FixedSeat(2, seat=1), FixedSeat(4, seat=1), FixedSeat(9, table=2, seat=5)]
    earlier = draw_all(range(1, 26), (5,) * 5, 2, seed=1)
    tables = draw("none", range(1, 26), (5,) * 5, earlier=earlier, seed=1, constraints=constraints)
    assert company(tables)[:2] == [[1, 2, 3, 5, 6], [4, 7, 8, 9, 10]]
    assert (tables[0][0], tables[1][0], tables[1][4]) == (2, 4, 9)


def test_a_seat_that_a_table_of_four_has_not():
    constraints = [FixedSeat(21, seat=5)]
    tables = draw("none", range(1, 24), sizes_of(23), earlier=[], seed=1, constraints=constraints)
    assert [table for table in tables if table[4:] == (21,)]
    assert company(tables)[:2] == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]


@pytest.mark.parametrize(
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
def test_where_a_must_cannot_be_met_it_says_which(constraints, code, guilty):
    with pytest.raises(Infeasible) as refused:
        draw("none", range(1, 26), (5,) * 5, earlier=[[], []], seed=1, constraints=constraints)
    (conflict,) = refused.value.conflicts
    assert (conflict.code, conflict.round) == (code, 3)
    assert conflict.constraints == tuple(constraints[index] for index in guilty)


# Against all that is possible


def shift(groups: Tables, sizes: Sequence[int]) -> int:
    """The ranks between players 1, 2, 3 … and those of their groups, added up."""
    total = 0
    for (start, end), group in zip(pairwise(accumulate(sizes, initial=0)), groups, strict=True):
        total += sum(max(0, start + 1 - player, player - end) for player in group)
    return total


def numberings(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """All ways in which groups can have tables of their own size."""
    orders = permutations(range(len(sizes)))
    return [order for order in orders if [sizes[n] for n in order] == list(sizes)]


def least_shift(sizes: Sequence[int], constraints: Sequence[Constraint]) -> int | None:
    """The least that is possible, None where nothing is: all ways are tried."""
    orders = numberings(sizes)
    best = None
    for groups in ways(range(1, sum(sizes) + 1), sizes):
        cost = shift(groups, sizes)
        if (best is None or cost < best) and any(is_kept(groups, n, constraints) for n in orders):
            best = cost
    return best


def small_case(seed: int) -> tuple[tuple[int, ...], list[Constraint]]:
    random = Random(seed)
    number = random.choice([8, 9, 10])
    players, sizes = range(1, number + 1), sizes_of(number)
    constraints: list[Constraint] = [
        Separation(frozenset(random.sample(players, 2))) for _ in range(random.randint(1, 4))
    ]
    for player in random.sample(players, random.randint(0, 2)):
        table, seat = random.choice([(1, None), (2, None), (None, 1), (None, 5), (2, 2)])
        constraints.append(FixedSeat(player, table=table, seat=seat))
    return sizes, constraints


# Cases that are refused, or in which the ranks keep what is asked; the others are searched.
REFUSED = [1, 3, 9, 14, 39, 45, 49, 51]
KEPT = [6, 8, 16, 18, 19, 22, 29, 32, 44, 46, 48, 59]
SEARCHED = [seed for seed in range(60) if seed not in {*REFUSED, *KEPT}]


def test_small_cases_shift_the_least_or_are_impossible():
    wrong, refused = {}, Counter()
    for seed in [*REFUSED, *KEPT, *some(SEARCHED, 4)]:
        sizes, constraints = small_case(seed)
        least = least_shift(sizes, constraints)
        try:
            tables = draw(
                "none",
                range(1, sum(sizes) + 1),
                sizes,
                earlier=[],
                seed=seed,
                constraints=constraints,
            )
        except Infeasible as error:
            refused.update(conflict.code for conflict in error.conflicts)
            found = None
        else:
            found = min(shift([tables[n] for n in order], sizes) for order in numberings(sizes))
            assert is_kept(tables, range(len(tables)), constraints)
        if found != least:
            wrong[seed] = (found, least)
    assert wrong == {}
    assert refused == {"NO_SUCH_PLACE": 4, "CLASH": 4}


def test_a_table_that_is_not_there_is_refused_in_words_however_many_are_asked():
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
def test_5000_players_take_no_time_and_2000_couples_are_kept_apart():
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
