"""Places and match points at a table."""

from fractions import Fraction
from itertools import product

from scoring.result import results
from tests.cases import cases


def match_points(points: list[int]) -> list[str]:
    return [str(result.match_points) for result in results(points)]


def share_match_points(points: tuple[int, ...]) -> list[tuple[int, Fraction]]:
    """Return places and match points, worked out by handing out 5, 4, 3 … and sharing them on
    ties."""
    order = sorted(points, reverse=True)
    outcome = []
    for own in points:
        prizes = [5 - index for index, other in enumerate(order) if other == own]
        outcome.append((order.index(own) + 1, Fraction(sum(prizes), len(prizes))))
    return outcome


def test_wk_24_match_points_by_place():
    assert match_points([88, 120, 64, -6, 102]) == ["3", "5", "2", "1", "4"]
    assert [result.place for result in results([88, 120, 64, -6, 102])] == [3, 1, 4, 5, 2]


def test_wk_24_a_table_of_4_has_at_least_2():
    assert match_points([88, 120, 64, -6]) == ["4", "5", "3", "2"]


@cases(
    ("points", "expected"),
    [
        ([100, 100, 80, 60, 40], ["9/2", "9/2", "3", "2", "1"]),  # 2 winners: 2 x 4½
        ([100, 90, 80, 80, 40], ["5", "4", "5/2", "5/2", "1"]),  # 2 numbers 3: 2 x 2½
        ([100, 100, 80, 80, 40], ["9/2", "9/2", "5/2", "5/2", "1"]),
        ([100, 100, 80, 60], ["9/2", "9/2", "3", "2"]),
        ([100, 80, 60, 60], ["5", "4", "5/2", "5/2"]),
    ],
)
def test_wk_25_equal_points_share(points, expected):
    assert match_points(points) == expected


@cases(
    ("points", "expected"),
    [
        ([10, 10, 10, 4, 2], ["4", "4", "4", "2", "1"]),
        ([90, 10, 10, 10, 2], ["5", "3", "3", "3", "1"]),
        ([10, 10, 10, 10, 2], ["7/2", "7/2", "7/2", "7/2", "1"]),
        ([0, 0, 0, 0, 0], ["3", "3", "3", "3", "3"]),
        ([10, 10, 10, 4], ["4", "4", "4", "2"]),
        ([90, 10, 10, 10], ["5", "3", "3", "3"]),
        ([0, 0, 0, 0], ["7/2", "7/2", "7/2", "7/2"]),
    ],
)
def test_a15_larger_ties_share_too(points, expected):
    assert match_points(points) == expected


@cases(("seats", "handed_out"), [(5, 15), (4, 14)])
def test_wk_25_every_pattern_of_ties(seats, handed_out):
    for points in product(range(0, 2 * seats, 2), repeat=seats):
        outcome = results(points)
        assert [(r.place, r.match_points) for r in outcome] == share_match_points(points)
        assert sum(r.match_points for r in outcome) == handed_out


def test_a20_smaller_tables_get_no_compensation():
    assert match_points([40, 30, 20, 10]) == match_points([40, 30, 20, 10, 0])[:4]


def test_a25_the_highest_total_wins_below_zero_too():
    assert match_points([-20, -2, -250, -4]) == ["3", "5", "2", "4"]
