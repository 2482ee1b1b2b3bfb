"""Ranks by match points, then points."""

from fractions import Fraction
from random import Random

from scoring.ranking import Tally, rank
from scoring.result import results
from tests.cases import cases


def ranks_of(*tallies: tuple[int, str, int]) -> list[tuple[int, bool, int]]:
    """Return rank, whether it is shared, and start number of each (number, match points,
    points)."""
    order = rank(Tally(number, Fraction(wp), points) for number, wp, points in tallies)
    return [(row.rank, row.shared, row.tally.number) for row in order]


def test_wk_29_the_example_of_the_rules():
    a, b, c = (1, "14", 594), (2, "14", 524), (3, "15", 512)
    assert ranks_of(a, b, c) == [(1, False, 3), (2, False, 1), (3, False, 2)]


def test_wk_29_halves_count():
    assert ranks_of((1, "9", 900), (2, "19/2", 1)) == [(1, False, 2), (2, False, 1)]


@cases(
    ("tallies", "expected"),
    [
        ([], []),
        ([(7, "5", 100)], [(1, False, 7)]),
        (
            [(3, "12", 500), (1, "12", 500), (2, "11", 600)],
            [(1, True, 1), (1, True, 3), (3, False, 2)],  # two champions
        ),
        (
            [(1, "9", 80), (2, "12", 500), (3, "9", 80), (4, "9", 80), (5, "9", 78)],
            [(1, False, 2), (2, True, 1), (2, True, 3), (2, True, 4), (5, False, 5)],
        ),
        (
            [(1, "9", 80), (2, "9", 80), (3, "9", -4), (4, "9", -4)],
            [(1, True, 1), (1, True, 2), (3, True, 3), (3, True, 4)],
        ),
        ([(1, "9/2", 80), (2, "4.5", 80)], [(1, True, 1), (1, True, 2)]),
    ],
)
def test_a16_equal_in_both_is_a_shared_rank(tallies, expected):
    assert ranks_of(*tallies) == expected
    shuffled = Random(1).sample(tallies, len(tallies))
    assert ranks_of(*shuffled) == expected


def test_wk_28_results_of_rounds_add_up_exactly():
    rounds = [results([100, 100, 4, 2, 0]), results([6, 8, 8, 8, 4]), results([2, 2, 2, 2])]
    first = [seats[0] for seats in rounds]
    assert sum(result.match_points for result in first) == Fraction("10")
    assert sum(result.points for result in first) == 108
