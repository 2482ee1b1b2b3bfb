"""What a camera saw of cells, and which of them are in doubt."""

import pytest

from scoring.paper_cells import (
    dealer_path,
    foot_path,
    mark_path,
    match_points_path,
    points_path,
    running_path,
    together_path,
    total_path,
)
from scoring.registry import game
from scoring.scan import Scan, ScannedCell, ScannedForm, Sight


def test_what_was_seen_in_a_cell_fits_a_text_by_its_probability():
    sight = Sight({"3": 0.9, "8": 0.09})
    assert [round(sight.fit(text), 3) for text in ("3", "8", "5", "")] == [0.9, 0.09, 0, 0]
    assert sight.fit("5") == sight.fit("K") > 0
    assert (sight.best, sight.is_empty) == ("3", False)


@pytest.mark.parametrize(
    ("texts", "is_empty"),
    [(None, True), ({"": 0.98, "1": 0.02}, True), ({"?": 0.9, "4": 0.1}, False)],
)
def test_a_cell_in_which_nothing_stands_is_empty(texts, is_empty):
    assert Sight(texts).is_empty is is_empty


def test_every_text_fits_a_cell_that_was_not_seen():
    sight = Scan({"deals.0.bids.0": {"1": 1.0}}).sight("deals.0.bids.1")
    assert {sight.fit(text) for text in ("", "1", "K")} == {1.0}
    assert sight.best == ""


def test_an_empty_cell_tells_little_and_a_crossed_out_one_a_little_more():
    empty, crossed = Sight({"": 1.0}), Sight({"?": 1.0})
    assert empty.fit("4") == empty.fit("7") < crossed.fit("4") == crossed.fit("7") < 0.01


def test_a_cell_is_in_doubt_below_the_certainty_asked_or_if_nothing_checks_it():
    sure = ScannedCell("a", "1", 0.995)
    unsure = ScannedCell("b", "1", 0.98)
    alone = ScannedCell("c", "1", 1.0, is_checked=False)
    assert ScannedForm({}, (sure, unsure, alone)).in_doubt(0.99) == (unsure, alone)


def test_what_is_only_on_paper_has_paths_of_its_own():
    row = "deals.6"
    paths = [
        points_path(row, 2), running_path(row, 2), together_path(row), dealer_path(row),
        mark_path("first_dealer", 1), foot_path(0, 1), total_path(3), match_points_path(3),
    ]  # fmt: skip
    assert paths == [
        "deals.6.figures.0.2", "deals.6.sums.0.2", "deals.6.together", "deals.6.dealer",
        "first_dealer.1", "foot.0.1", "written.3", "match_points.3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "key",
    ["rubber-bridge", "bridge-kortregler", pytest.param("kleurenwiezen", marks=pytest.mark.slow)],
)
def test_nothing_is_certain_of_any_sheet_that_was_not_seen(key):
    rules = game(key)
    form = rules.scanned(Scan(), rules.table_sizes[0])
    assert [cell for cell in form.cells if cell.text and not cell.is_in_doubt(0.99)] == []
