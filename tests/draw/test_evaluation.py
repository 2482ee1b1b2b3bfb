"""The cost and the violations of seats, drawn or changed by hand."""

import pytest

from tests.cases import cases
from tests.draw.draw_cases import counted_cost, separation, sizes_of
from wk.draw.constraints import FixedSeat
from wk.draw.designs import draw_all
from wk.draw.evaluation import (
    DrawQuality,
    Violation,
    cost,
    evaluate,
    find_violations,
    seats_again,
)

CLUB = separation(1, 2, 6, 7, name="De Slag")
WISH = separation(4, 5, is_hard=False)
TABLES = [(1, 2, 3, 4, 5), (6, 7, 8, 9)]


@cases(
    ("partners", "tables", "earlier", "expected"),
    [
        ("none", [(1, 2, 3, 4)], [[(1, 2, 3, 4)]], (6, 0, 0)),
        ("none", TABLES, [TABLES], (16, 4, 0)),
        ("rotating", [(1, 2, 3, 4)], [[(1, 2, 3, 4)]], (6, 0, 2)),
        ("rotating", [(1, 3, 2, 4)], [[(1, 2, 3, 4)]], (6, 0, 0)),
        # Partners who stay together do not meet; two pairs who do, meet once.
        ("fixed", [(1, 3, 2, 4)], [[(1, 3, 2, 4)]], (1, 0, 0)),
        ("fixed", [(4, 2, 3, 1)], [[(1, 3, 2, 4)]], (1, 0, 0)),
        ("fixed", [(1, 5, 2, 6), (3, 7, 4, 8)], [[(1, 3, 2, 4), (5, 7, 6, 8)]], (0, 0, 0)),
    ],
)
def test_cost_of_one_round(partners, tables, earlier, expected):
    assert cost(partners, tables, earlier) == expected
    (found,) = evaluate([*earlier, tables], drawn=1, partners=partners).rounds
    assert (found.repeat_meetings, found.short_again, found.partners_again) == expected


@cases(
    ("constraint", "expected"),
    [
        (CLUB, [((1, 2), 1, None), ((6, 7), 2, None)]),
        (WISH, [((4, 5), 1, None)]),
        (separation(1, 6, 99), []),
        (FixedSeat(3, table=1), []),
        (FixedSeat(3, table=2), [((3,), 1, 3)]),
        (FixedSeat(3, table=1, seat=1), [((3,), 1, 3)]),
        (FixedSeat(8, seat=3), []),
        (FixedSeat(8, seat=4), [((8,), 2, 3)]),
        (FixedSeat(8, seat=4, round=2), [((8,), 2, 3)]),
        (FixedSeat(8, seat=4, round=1), []),
        (FixedSeat(99, table=1), []),
    ],
)
def test_find_violations(constraint, expected):
    found = find_violations([constraint], TABLES, 2)
    assert found == tuple(Violation(constraint, 2, *where) for where in expected)
    assert {violation.is_hard for violation in found} <= {constraint is not WISH}


def test_violations_come_by_round_with_the_hard_ones_first():
    found = evaluate([TABLES, TABLES], drawn=2, constraints=[WISH, FixedSeat(3, table=2)])
    assert [(each.round, each.is_hard) for each in found.violations] == [
        *((1, True), (1, False)),
        *((2, True), (2, False)),
    ]
    assert found.round(2).violations == found.violations[2:]


@cases(
    ("tables", "expected"),
    [
        ([(1, 2, 3, 4)], (1, 2, 3, 4)),
        ([(2, 1, 4, 3)], ()),
        ([(1, 3, 2, 4)], (1, 4)),
        ([(9, 2, 8, 7)], (2,)),
    ],
)
def test_seats_again(tables, expected):
    assert seats_again(tables, [[(1, 2, 3, 4)]]) == expected


def test_a_fixed_seat_does_not_count_as_had_again():
    rounds = [[(1, 2, 3, 4)], [(1, 3, 2, 4)]]
    (found,) = evaluate(rounds, drawn=1, constraints=[FixedSeat(1, seat=1)]).rounds
    assert found.seats_again == frozenset({4})
    (found,) = evaluate(rounds, drawn=1, constraints=[FixedSeat(1, seat=1, round=1)]).rounds
    assert found.seats_again == frozenset({1, 4})


def test_quality_is_the_cost_beside_its_lower_bound():
    rounds = draw_all(range(1, 24), sizes_of(23), seed=1)
    assert evaluate(rounds, drawn=3).quality == DrawQuality(0, 0, 4, 4)
    again = [rounds[0], rounds[1], rounds[0]]
    assert counted_cost(again) == (42, 10)
    assert evaluate(again, drawn=1).quality == DrawQuality(42, 0, 10, 4)


def test_fixed_pairs_count_as_one_meeting():
    rounds = [[(1, 3, 2, 4)], [(3, 1, 4, 2)]]
    assert evaluate(rounds, drawn=1, partners="fixed").quality == DrawQuality(1, 1, 0, 0)


def test_a_broken_must_does_not_raise_the_lower_bound():
    """Two players fixed at one table in both rounds cost a meeting, unless they were seated
    apart."""
    both = [FixedSeat(1, table=1), FixedSeat(2, table=1)]
    rounds = draw_all(range(1, 31), sizes_of(30), 2, seed=1)
    at_table_1 = rounds[0][0][:2]
    met = [FixedSeat(player, table=1) for player in at_table_1]
    assert evaluate(rounds, drawn=2, constraints=both).quality.least_repeat_meetings == 0
    again = [rounds[0], rounds[0]]
    assert evaluate(again, drawn=2, constraints=met).quality.least_repeat_meetings == 1


def test_no_rounds_are_refused():
    with pytest.raises(ValueError, match="no rounds"):
        evaluate([], drawn=0)
