"""The figures that every game has."""

import pytest

from scoring.figures import (
    APART,
    CLOSEST,
    HIGHEST_ROUND,
    POINTS,
    Holder,
    Record,
    SuccessRate,
    records_of_results,
)


@pytest.mark.parametrize(
    ("tables", "highest", "closest"),
    [
        ([], [], []),
        ([[90, 40, -6, 88]], [(90, (0, 0))], [(2, (0, None))]),
        ([[40, 40, 30, 20], [1, 2, 3, 4]], [(40, (0, 0)), (40, (0, 1))], [(1, (1, None))]),
        ([[7, 7, 7, 7]], [(7, (0, n)) for n in range(4)], []),
        (
            [[-9, -4, -7, -5], [-4, -5, -6, -8]],
            [(-4, (0, 1)), (-4, (1, 0))],
            [(1, (0, None)), (1, (1, None))],
        ),
    ],
)
def test_records_are_the_highest_round_and_the_closest_table(tables, highest, closest):
    expected = [
        Record(label, unit, found[0][0], tuple(Holder(*who) for _value, who in found))
        for label, unit, found in ((HIGHEST_ROUND, POINTS, highest), (CLOSEST, APART, closest))
        if found
    ]
    assert list(records_of_results(tables)) == expected


def test_percentages_are_rounded_with_halves_upwards():
    cases = {(0, 0): 0, (0, 3): 0, (1, 3): 33, (2, 3): 67, (1, 8): 13, (3, 3): 100, (1, 200): 1}
    assert {case: SuccessRate("1", *case).percentage for case in cases} == cases
