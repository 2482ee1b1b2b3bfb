"""Constraints of a draw: their players, their weight, and their violations."""

from tests.draw.draw_cases import separation
from wk.draw.constraints import (
    Conflict,
    FixedSeat,
    Infeasible,
    RoundConstraints,
    constraints_on,
    pair_penalties,
    violations,
)


def test_constraints_on_withdrawn_players_are_left_out():
    constraints = [
        separation(1, 2, 3, name="club"),
        separation(4, 5),
        FixedSeat(3, table=1),
        FixedSeat(1, seat=1),
    ]
    assert constraints_on(constraints, [1, 2, 4]) == (
        separation(1, 2, name="club"),
        FixedSeat(1, seat=1),
    )


def test_a_must_weighs_more_than_a_wish():
    constraints = [
        separation(1, 2, is_hard=False),
        separation(1, 2, 3),
        separation(2, 3, 4, is_hard=False),
    ]
    assert pair_penalties(constraints, hard=9, soft=1) == {
        1: {2: 9, 3: 9},
        2: {1: 9, 3: 9, 4: 1},
        3: {1: 9, 2: 9, 4: 1},
        4: {2: 1, 3: 1},
    }


def test_violations_of_each_kind():
    tables = [(1, 2, 3), (4, 5)]
    kept = [
        separation(1, 4),
        separation(1, 2, is_hard=False),
        FixedSeat(1, 1, 3),
        FixedSeat(9, 2, round=2),
    ]
    not_kept = [
        separation(1, 2),
        FixedSeat(4, table=1),
        FixedSeat(5, seat=3),
        FixedSeat(2, seat=1),
        FixedSeat(3, seat=1),
    ]
    constraints = [*kept, *not_kept]
    assert violations(constraints, RoundConstraints(constraints, 1), tables, 1) == tuple(not_kept)


def test_infeasible_names_the_codes_of_its_conflicts():
    error = Infeasible([Conflict("CLASH", 1, ()), Conflict("NOT_FOUND", 2, ())])
    assert str(error) == "CLASH, NOT_FOUND"
