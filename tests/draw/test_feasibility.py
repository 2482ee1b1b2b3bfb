"""Constraints that cannot be met together: the smallest conflict is named."""

from itertools import combinations, product
from random import Random

import pytest

from tests.cases import cases
from tests.draw.draw_cases import separation
from wk.draw.constraints import Conflict, FixedSeat, RoundConstraints, Separation
from wk.draw.feasibility import SearchLimitReached, feasible_tables, find_conflicts
from wk.draw.seats import Tables

ALL_APART = [separation(*pair) for pair in combinations(range(1, 6), 2)]
NORTHS = [FixedSeat(player, seat=1) for player in (3, 4, 5, 6)]
FIVES = [FixedSeat(player, seat=5) for player in (3, 4)]


@cases(
    ("constraints", "sizes", "expected"),
    [
        ([], (5, 4), []),
        ([separation(1, 2), separation(2, 3)], (5, 4), []),
        # A club of six at five tables.
        ([separation(*range(1, 7))], (5, 5, 5, 5, 4), [("TOO_FEW_TABLES", [0])]),
        ([separation(*range(1, 7), is_hard=False)], (5, 5, 5, 5, 4), []),
        # Three who each must not meet the other two, at two tables; the fourth pair is no matter.
        (
            [separation(1, 2), separation(7, 8), separation(2, 3), separation(1, 3)],
            (5, 4),
            [("CLASH", [0, 2, 3])],
        ),
        ([separation(9, 8), *ALL_APART], (4, 4, 4, 4), [("CLASH", list(range(1, 11)))]),
        # Places that are not there.
        ([FixedSeat(1, table=3)], (5, 4), [("NO_SUCH_PLACE", [0])]),
        ([FixedSeat(1, table=0)], (5, 4), [("NO_SUCH_PLACE", [0])]),
        ([FixedSeat(1, seat=6)], (5, 4), [("NO_SUCH_PLACE", [0])]),
        ([FixedSeat(1, seat=0)], (5, 4), [("NO_SUCH_PLACE", [0])]),
        ([FixedSeat(1, table=2, seat=5)], (5, 4), [("NO_SUCH_PLACE", [0])]),
        ([FixedSeat(1, table=1, seat=5)], (5, 4), []),
        ([FixedSeat(1, table=3, round=2)], (5, 4), []),
        # One player at two tables, two in one seat, five at a table of four.
        ([FixedSeat(1, table=1), FixedSeat(1, table=2)], (5, 4), [("CLASH", [0, 1])]),
        ([FixedSeat(1, seat=1), FixedSeat(1, seat=2)], (5, 4), [("CLASH", [0, 1])]),
        ([FixedSeat(1, 2, 3), FixedSeat(2, 2, 3)], (5, 4), [("CLASH", [0, 1])]),
        ([FixedSeat(p, table=2) for p in range(1, 6)], (5, 4), [("CLASH", list(range(5)))]),
        ([FixedSeat(p, table=1) for p in range(1, 6)], (5, 4), []),
        # A couple at one table.
        (
            [FixedSeat(1, table=2), FixedSeat(2, table=2), separation(1, 2, 3)],
            (5, 5),
            [("TOO_FEW_TABLES", [2])],
        ),
        (
            [FixedSeat(1, table=2), FixedSeat(2, table=2), separation(1, 2)],
            (5, 5),
            [("CLASH", [0, 1, 2])],
        ),
        # Four at NORTH of three tables; two in the fifth seat where only one table has it.
        (NORTHS, (5, 4, 4), [("CLASH", [0, 1, 2, 3])]),
        (NORTHS, (4, 4, 4, 4), []),
        (FIVES, (5, 4, 4), [("CLASH", [0, 1])]),
        (FIVES, (5, 5, 4), []),
        # Who may meet two others only has no company at a table of four.
        ([separation(1, n) for n in range(2, 11)], (4, 4, 4), [("CLASH", list(range(9)))]),
        ([separation(1, n) for n in range(2, 10)], (4, 4, 4), []),
        # Each clash for itself.
        (
            [
                FixedSeat(9, table=7),
                separation(1, 2),
                FixedSeat(1, table=1),
                FixedSeat(2, table=1),
                FixedSeat(8, seat=9),
            ],
            (5, 4),
            [("NO_SUCH_PLACE", [0]), ("NO_SUCH_PLACE", [4]), ("CLASH", [1, 2, 3])],
        ),
    ],
)
def test_conflicts(constraints, sizes, expected):
    found = find_conflicts(constraints, sizes, 1)
    assert found == [
        Conflict(code, 1, tuple(constraints[index] for index in indexes))
        for code, indexes in expected
    ]


def is_possible(constraints, sizes, players: int) -> bool:
    """Return whether all players can be seated, after trying every table for everybody."""
    for tables in product(range(len(sizes)), repeat=players):
        seated: Tables = [
            [p for p, at in enumerate(tables, 1) if at == table] for table in range(len(sizes))
        ]
        if any(len(here) > size for here, size in zip(seated, sizes, strict=True)):
            continue
        kept = [
            len({tables[p - 1] for p in must.players}) == len(must.players)
            if isinstance(must, Separation)
            else must.table in (None, tables[must.player - 1] + 1)
            for must in constraints
        ]
        if all(kept):
            return True
    return False


def test_feasible_tables_are_found_whenever_they_exist():
    """Random constraints of five players at two or three small tables."""
    for number in range(60):
        random = Random(number)
        sizes = [(3, 3), (2, 2, 2), (4, 2), (3, 2, 1)][number % 4]
        constraints = [separation(*random.sample(range(1, 6), 2)) for _ in range(2 + number % 6)]
        constraints += [
            FixedSeat(p, table=random.randint(1, len(sizes))) for p in random.sample(range(1, 6), 3)
        ]
        found = feasible_tables(RoundConstraints(constraints, 1), sizes)
        assert (found is not None) == is_possible(constraints, sizes, 5), number


def test_a_conflict_has_no_constraint_too_many():
    constraints = [separation(p, q) for p, q in combinations(range(1, 10), 2) if (p + q) % 4]
    (conflict, *_) = find_conflicts(constraints, (5, 4), 1)
    assert feasible_tables(RoundConstraints(conflict.constraints, 1), (5, 4)) is None
    for left_out in conflict.constraints:
        rest = [must for must in conflict.constraints if must is not left_out]
        assert feasible_tables(RoundConstraints(rest, 1), (5, 4)) is not None


def test_hundreds_of_separated_pairs_get_tables():
    sizes = (5,) * 200
    round_constraints = RoundConstraints([separation(2 * n + 1, 2 * n + 2) for n in range(300)], 1)
    at = feasible_tables(round_constraints, sizes)
    assert at is not None
    assert all(at[2 * n + 1] != at[2 * n + 2] for n in range(300))


def test_an_unfinished_search_names_no_conflict(monkeypatch):
    monkeypatch.setattr("wk.draw.feasibility.STEPS", -5)
    triangle = [separation(1, 2), separation(2, 3), separation(1, 3)]
    with pytest.raises(SearchLimitReached):
        feasible_tables(RoundConstraints(triangle, 1), (5, 4))
    assert find_conflicts(triangle, (5, 4), 1) == []
