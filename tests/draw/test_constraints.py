"""The constraints of a draw: whom they are about, what they weigh, and which are not met."""

from tests.draw.given import apart
from wk.draw.constraints import (
    Conflict,
    FixedSeat,
    Infeasible,
    RoundConstraints,
    constraints_on,
    pair_penalties,
    violations,
)


def test_who_left_is_kept_from_nobody():
    constraints = [
        apart(1, 2, 3, name="club"),
        apart(4, 5),
        FixedSeat(3, table=1),
        FixedSeat(1, seat=1),
    ]
    assert constraints_on(constraints, [1, 2, 4]) == (
        apart(1, 2, name="club"),
        FixedSeat(1, seat=1),
    )


def test_a_must_weighs_more_than_a_wish():
    constraints = [apart(1, 2, is_hard=False), apart(1, 2, 3), apart(2, 3, 4, is_hard=False)]
    assert pair_penalties(constraints, hard=9, soft=1) == {
        1: {2: 9, 3: 9},
        2: {1: 9, 3: 9, 4: 1},
        3: {1: 9, 2: 9, 4: 1},
        4: {2: 1, 3: 1},
    }


def test_what_is_not_kept():
    tables = [(1, 2, 3), (4, 5)]
    kept = [apart(1, 4), apart(1, 2, is_hard=False), FixedSeat(1, 1, 3), FixedSeat(9, 2, round=2)]
    not_kept = [
        apart(1, 2),
        FixedSeat(4, table=1),
        FixedSeat(5, seat=3),
        FixedSeat(2, seat=1),
        FixedSeat(3, seat=1),
    ]
    constraints = [*kept, *not_kept]
    assert violations(constraints, RoundConstraints(constraints, 1), tables, 1) == tuple(not_kept)


def test_a_refusal_says_what_kinds_of_problem_there_are():
    error = Infeasible([Conflict("CLASH", 1, ()), Conflict("NOT_FOUND", 2, ())])
    assert str(error) == "CLASH, NOT_FOUND"
