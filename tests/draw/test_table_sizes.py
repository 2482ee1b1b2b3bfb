"""The table sizes where the organiser chose the number of fours."""

from tests.cases import cases
from wk.draw.table_sizes import sizes_with


@cases(
    ("players", "fours", "sizes"),
    [
        (23, 2, (5, 5, 5, 4, 4)),
        (24, 6, (4,) * 6),
        (40, 5, (5, 5, 5, 5, 4, 4, 4, 4, 4)),
        (25, 0, (5,) * 5),
        (25, 4, None),
        (25, -5, None),
        (8, 7, None),
        (0, 0, None),
    ],
)
def test_sizes_with_a_chosen_number_of_fours(players, fours, sizes):
    assert sizes_with(players, fours) == sizes
