"""Several rounds at once under constraints: what they cost, and which are impossible."""

from itertools import combinations
from random import Random

import pytest

from tests.cases import cases
from tests.draw.draw_cases import (
    BUDGET,
    DrawCase,
    count_pairs_met_three_times,
    count_seats_again,
    faults_of,
    random_separations,
    sizes_of,
)
from tests.samples import some
from wk.draw import designs
from wk.draw.constraints import FixedSeat, Infeasible, Separation
from wk.draw.known_designs import smallest_known
from wk.draw.multi_round import draw
from wk.draw.multi_round_search import BUDGET as WHOLE

GOLDEN = (((4, 7, 1, 2, 8), (3, 9, 6, 5)), ((4, 6, 5, 1, 2), (9, 8, 3, 7)))


@cases("number", [8, 9, 13, 24, 47, 250, 5000])
def test_rounds_without_constraints_are_the_design(number):
    players, sizes = range(1, number + 1), sizes_of(number)
    drawn = draw(players, sizes, 3, seed=5)
    assert drawn.rounds == designs.draw_all(players, sizes, seed=5)
    assert (drawn.repeats, drawn.extra) == smallest_known(number)
    assert (drawn.least_repeats, drawn.least_extra) == smallest_known(number)
    assert (drawn.unmet, drawn.seats_again) == ((), 0)
    rest = draw(players, sizes, 2, seed=5, earlier=drawn.rounds[:1])
    assert rest.rounds == drawn.rounds[1:]


@cases("number", [250, 246])
def test_40_separated_couples_of_250_players_cost_nothing(number):
    constraints = random_separations(range(1, number + 1), 40, Random(1))
    given = DrawCase(range(1, number + 1), sizes_of(number), 3, 1, (), constraints)
    drawn = given.draw()
    assert faults_of(given, drawn) == []
    assert (drawn.repeats, drawn.extra) == (0, 0)


@cases("number", [60, 121, 250])
def test_separated_couples_cost_nothing_after_a_first_round(number):
    """The first round has another seed. Couples who sat together in it are separated as well."""
    players, sizes = range(1, number + 1), sizes_of(number)
    earlier = designs.draw_all(players, sizes, 1, seed=9)
    given = DrawCase(
        players, sizes, 2, 1, earlier, random_separations(players, number // 6, Random(1))
    )
    drawn = given.draw()
    assert faults_of(given, drawn) == []
    assert (drawn.repeats, drawn.extra) == (0, 0)


def test_2000_separated_couples_of_5000_players_cost_nothing():
    constraints = [Separation(frozenset((2 * n + 1, 2 * n + 2))) for n in range(2000)]
    given = DrawCase(range(1, 5001), sizes_of(5000), 3, 1, (), constraints)
    drawn = given.draw()
    assert faults_of(given, drawn) == []
    assert (drawn.repeats, drawn.extra) == (0, 0)


@cases("played", [0, 1])
@cases(
    "constraints",
    [Separation(frozenset((3, 8))), FixedSeat(5, seat=1), FixedSeat(2, table=1, round=2)],
)
def test_one_constraint_of_nine_players_costs_nothing(played, constraints):
    """Some players meet in all three rounds. That would not be worth a second sitting at the
    four."""
    players, sizes = range(1, 10), sizes_of(9)
    earlier = designs.draw_all(players, sizes, played, seed=8) if played else ()
    for seed in range(3):
        given = DrawCase(players, sizes, 3 - played, seed, earlier, [constraints])
        drawn = given.draw()
        assert faults_of(given, drawn) == []
        assert (drawn.repeats, drawn.extra) == (18, 4)
        assert (drawn.least_repeats, drawn.least_extra) == (18, 4)


def test_clubs_are_spread_over_the_tables():
    """Five clubs of six players at six tables: each table has one player of each club."""
    clubs = [range(first, first + 6) for first in range(1, 31, 6)]
    given = DrawCase(
        range(1, 31), sizes_of(30), 3, 1, (), [Separation(frozenset(club)) for club in clubs]
    )
    drawn = draw(
        given.players, given.sizes, 3, seed=1, constraints=given.constraints, budget=10 * BUDGET
    )
    assert faults_of(given, drawn) == []
    assert (drawn.repeats, drawn.extra) == (0, 0)


def test_seats_depend_on_the_seed_not_on_the_order_of_players():
    constraints = [Separation(frozenset((1, 2))), FixedSeat(3, table=1), FixedSeat(4, seat=1)]
    given = [range(1, 24), range(23, 0, -1)]
    forwards, backwards = (
        draw(players, sizes_of(23), 3, seed=1, constraints=constraints, budget=BUDGET)
        for players in given
    )
    assert forwards == backwards
    other = draw(range(1, 24), sizes_of(23), 3, seed=2, constraints=constraints, budget=BUDGET)
    assert other.rounds != forwards.rounds


def test_a_seed_gives_the_same_seats_in_every_version_of_python():
    constraints = [FixedSeat(4, table=1, seat=1)]
    drawn = draw(range(1, 10), sizes_of(9), 2, seed=3, constraints=constraints, budget=BUDGET)
    assert drawn.rounds == GOLDEN


def test_two_players_fixed_at_one_table_are_the_only_ones_to_meet_three_times():
    given = DrawCase(
        range(1, 61), sizes_of(60), 3, 1, (), [FixedSeat(7, table=1), FixedSeat(8, table=1)]
    )
    drawn = given.draw()
    assert faults_of(given, drawn) == ["met three times"]
    assert count_pairs_met_three_times(drawn.rounds) == 1
    assert (drawn.repeats, drawn.least_repeats) == (3, 3)


def test_five_players_share_one_table_in_every_round():
    drawn = draw(range(1, 6), (5,), 3, seed=1, budget=BUDGET)
    assert (drawn.repeats, drawn.least_repeats) == (30, 30)
    assert count_seats_again(DrawCase(range(1, 6), (5,), 3, 1), drawn.rounds) == 0


def test_a_wish_costs_no_meeting_and_broken_pairs_are_named():
    # A club of seven at five tables: in each round two tables have two of them, or worse.
    wish = Separation(frozenset(range(1, 8)), is_hard=False, name="De Slag")
    drawn = draw(range(1, 25), sizes_of(24), 3, seed=1, constraints=[wish], budget=BUDGET)
    assert (drawn.repeats, drawn.extra) == (0, 0)
    together = [
        (pair, number)
        for number, tables in enumerate(drawn.rounds, 1)
        for table in tables
        for pair in combinations(sorted(wish.players & set(table)), 2)
    ]
    assert sorted((unmet.pair, unmet.round) for unmet in drawn.unmet) == sorted(together)
    assert {unmet.constraint for unmet in drawn.unmet} == {wish}
    assert len(together) >= 6


def test_all_wishes_are_met_where_possible():
    wishes = [Separation(frozenset((n, n + 1)), is_hard=False) for n in range(1, 24, 2)]
    assert draw(range(1, 25), sizes_of(24), 3, seed=1, constraints=wishes).unmet == ()


@cases(("players", "clubs", "seed", "expected"), [(32, 8, 0, (0, 4)), (32, 8, 1, (0, 4))])
def test_wishes_without_cost_are_met(players, clubs, seed, expected):
    check_wishes_are_met(players, clubs, seed, expected)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "clubs", "seed", "expected"),
    some([(30, 6, 0, (0, 0)), (30, 6, 1, (0, 0)), (25, 5, 0, (0, 0)), (36, 6, 0, (0, 12))], 1),
)
def test_difficult_wishes_without_cost_are_met(players, clubs, seed, expected):
    check_wishes_are_met(players, clubs, seed, expected)


def check_wishes_are_met(players, clubs, seed, expected):
    """Check the cost of a draw with each club apart as a wish, and that every wish is met."""
    wishes = [
        Separation(frozenset(range(c, players + 1, clubs)), False) for c in range(1, clubs + 1)
    ]
    drawn = draw(range(1, players + 1), sizes_of(players), 3, seed=seed, constraints=wishes)
    assert (drawn.repeats, drawn.extra, drawn.unmet) == (*expected, ())


@cases(
    ("players", "seed", "budget", "pair", "as_wish", "as_must"),
    [
        (9, 0, BUDGET, (4, 5), (18, 4), (18, 5)),
        (24, 1, WHOLE, (14, 22), (0, 0), (4, 0)),
    ],
)
def test_a_wish_with_a_cost_is_not_met(players, seed, budget, pair, as_wish, as_must):
    """In the last round the wish would cost a meeting or a second sitting at a four. A must
    costs it."""
    given, sizes = range(1, players + 1), sizes_of(players)
    earlier = designs.draw_all(given, sizes, 2, seed=seed)
    for is_hard, expected in ((False, as_wish), (True, as_must)):
        constraints = [Separation(frozenset(pair), is_hard)]
        drawn = draw(
            given, sizes, 1, seed=1, earlier=earlier, constraints=constraints, budget=budget
        )
        assert (drawn.repeats, drawn.extra) == expected
        assert [each.pair for each in drawn.unmet] == ([] if is_hard else [pair])


@pytest.mark.parametrize(
    ("players", "left", "came", "played", "seed", "budget", "expected"),
    [
        # As few meetings and extra sittings as an annealer of two seconds finds.
        *some(
            [
                (24, 0, 2, 1, 1, WHOLE, (0, 10)),
                (29, 4, 1, 1, 2, WHOLE, (0, 10)),
                (14, 4, 3, 1, 2, BUDGET, (8, 7)),
                (14, 2, 2, 1, 1, BUDGET, (11, 2)),
                (27, 1, 0, 1, 0, WHOLE, (0, 18)),
                (23, 2, 1, 1, 0, WHOLE, (0, 9)),
                (16, 0, 1, 1, 1, BUDGET, (1, 24)),
                (16, 0, 1, 2, 1, BUDGET, (0, 28)),
                (21, 0, 2, 2, 2, WHOLE, (0, 17)),
            ],
            5,
        ),
        # Nothing less than the whole budget finds these.
        *some(
            [
                (24, 0, 2, 1, 0, WHOLE, (0, 10)),
                (34, 3, 0, 1, 0, WHOLE, (0, 4)),
                (21, 4, 1, 1, 0, WHOLE, (4, 10)),
            ],
            1,
        ),
    ],
)
def test_after_players_left_or_came_the_cost_is_the_least_known(
    players, left, came, played, seed, budget, expected
):
    earlier = draw(range(1, players + 1), sizes_of(players), played, seed=seed).rounds
    gone = Random(1000 * seed + players).sample(range(1, players + 1), left)
    here = sorted({*range(1, players + 1 + came)} - {*gone})
    given = DrawCase(here, sizes_of(len(here)), 3 - played, seed, earlier)
    drawn = draw(here, given.sizes, given.rounds, seed=seed, earlier=earlier, budget=budget)
    assert faults_of(given, drawn) == []
    assert (drawn.repeats, drawn.extra) == expected


@cases(("gone", "expected"), [(3, (0, 22)), (7, (0, 23))])
def test_new_seats_cost_no_meetings(gone, expected):
    earlier = draw(range(1, 23), sizes_of(22), 1, seed=1).rounds
    here = [player for player in range(1, 23) if player != gone]
    found = [draw(here, sizes_of(21), 2, seed=seed, earlier=earlier) for seed in range(3)]
    assert {(drawn.repeats, drawn.extra, drawn.seats_again) for drawn in found} == {(*expected, 0)}


@cases(
    ("players", "sizes", "said"),
    [([1, 2, 2, 3], (4,), "twice"), ([1, 2, 3], (4,), "fill"), ([1, 2, 3], (3, 0), "fill")],
)
def test_players_that_do_not_fill_the_tables_are_refused(players, sizes, said):
    with pytest.raises(ValueError, match=said):
        draw(players, sizes, 1, seed=1)


@cases(
    ("constraints", "code", "number", "guilty"),
    [
        (
            [Separation(frozenset(range(1, 7))), Separation(frozenset((8, 9)))],
            "TOO_FEW_TABLES",
            1,
            [0],
        ),
        ([FixedSeat(1, seat=1), FixedSeat(2, table=6)], "NO_SUCH_PLACE", 1, [1]),
        ([FixedSeat(1, seat=1), FixedSeat(2, table=6, round=3)], "NO_SUCH_PLACE", 3, [1]),
        (
            [
                Separation(frozenset((1, 2))),
                FixedSeat(1, table=4),
                FixedSeat(5, 5),
                FixedSeat(2, table=4, round=2),
            ],
            "CLASH",
            2,
            [0, 1, 3],
        ),
    ],
)
def test_impossible_constraints_are_named(constraints, code, number, guilty):
    with pytest.raises(Infeasible) as refused:
        draw(range(1, 25), sizes_of(24), 3, seed=1, constraints=constraints)
    (conflict,) = refused.value.conflicts
    assert (conflict.code, conflict.round) == (code, number)
    assert conflict.constraints == tuple(constraints[index] for index in guilty)


def test_a_conflict_among_hundreds_of_constraints_is_named():
    """With so many constraints the draw looks for conflicts only after it failed."""
    couples = [Separation(frozenset((2 * n + 1, 2 * n + 2))) for n in range(225)]
    club = Separation(frozenset(range(1, 102)), name="De Slag")
    with pytest.raises(Infeasible) as refused:
        draw(range(1, 501), sizes_of(500), 1, seed=1, constraints=[*couples, club], budget=100)
    (conflict,) = refused.value.conflicts
    assert (conflict.code, conflict.constraints) == ("TOO_FEW_TABLES", (club,))


@cases("others", [[], [FixedSeat(30, table=1, seat=1)], [Separation(frozenset((20, 21)))]])
def test_a_club_larger_than_the_number_of_tables_is_named_once(others):
    """Twelve players at ten tables: the club is the only conflict, named for the first round
    only."""
    club = Separation(frozenset(range(1, 13)), name="De Slag")
    with pytest.raises(Infeasible) as refused:
        draw(range(1, 48), sizes_of(47), 3, seed=1, constraints=[*others, club], budget=100)
    (conflict,) = refused.value.conflicts
    assert (conflict.code, conflict.round, conflict.constraints) == ("TOO_FEW_TABLES", 1, (club,))


def test_a_constraint_not_met_in_several_rounds_is_named_once(monkeypatch):
    """Two players are separated and fixed at one table. The search for a conflict has no steps
    left."""
    monkeypatch.setattr("wk.draw.feasibility.STEPS", -50)
    couple = Separation(frozenset((1, 2)))
    constraints = [couple, FixedSeat(1, table=1), FixedSeat(2, table=1)]
    with pytest.raises(Infeasible) as refused:
        draw(range(1, 10), (5, 4), 3, seed=1, constraints=constraints, budget=100)
    (conflict,) = refused.value.conflicts
    assert (conflict.code, conflict.round, conflict.constraints) == ("NOT_FOUND", 1, (couple,))
