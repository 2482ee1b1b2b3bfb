"""Cells in which nothing can be right, as the sums of their row tell."""

import pytest

from scoring.layout import Field, Layout, Mark, Row, Sum
from scoring.text import Text
from wk.scoreforms.bounds import blocked_paths

WORD = Text("vakje", "cell")
PATHS = ("rows.0.a", "rows.0.b", "rows.0.c")


def layout(most=6):
    fields = tuple(Field(path, "number", WORD, most=most) for path in PATHS)
    row = Row(1, "rows.0", "6", (fields,), sums=(Sum(PATHS, 6),))
    return Layout(rows=(row,), marks=(Mark("K", WORD),))


@pytest.mark.parametrize(
    ("written", "blocked"),
    [
        (("4", "2", ""), ()),  # 0 is left
        (("4", "3", ""), ("rows.0.c",)),
        (("9", "", "0"), ("rows.0.b",)),  # whichever is the last to be written
        (("", "6", "1"), ("rows.0.a",)),
        (("9", "", ""), ()),  # two are still to come
        (("", "", ""), ()),
        (("4", "2", "3"), ()),  # wrong, and nothing is empty
        (("t", "2", ""), ("rows.0.c",)),  # no number at all
        (("-1", "2", ""), ("rows.0.c",)),
        (("9" * 5000, "2", ""), ("rows.0.c",)),
        (("K", "9", ""), ()),  # there the sum does not hold
        (("k", "9", ""), ()),
    ],
)
def test_nothing_fits_where_the_others_leave_nothing(written, blocked):
    cells = dict(zip(PATHS, written, strict=True))
    assert blocked_paths(layout(), cells) == frozenset(blocked)


def test_what_is_left_may_be_more_than_a_cell_can_hold():
    cells = {"rows.0.a": "1", "rows.0.b": "1"}
    assert blocked_paths(layout(most=4), cells) == frozenset()
    assert blocked_paths(layout(most=3), cells) == {"rows.0.c"}


def test_a_row_of_which_it_is_told_blocks_nothing():
    cells = {"rows.0.a": "4", "rows.0.b": "3"}
    assert blocked_paths(layout(), cells, {"rows.0"}) == frozenset()
    assert blocked_paths(layout(), cells, {"rows.0.a"}) == {"rows.0.c"}
