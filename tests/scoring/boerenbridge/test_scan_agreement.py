"""A sheet that is read beside its lines gives no form that nobody looks at."""

from random import Random

import pytest

from scoring.paper_cells import points_path, running_path, together_path, total_path
from tests.scoring.boerenbridge.test_scan import SURE, changed, doubts, sheet, text_of, wk
from tests.scoring.scans import clear, seen, written_cells

LEAST = 0.7  # what the camera asks for


def row_beside(cells, by):
    """Return the cells of a sheet as if each row were so many below its place."""
    moved = {path: text for path, text in cells.items() if not path.startswith("deals")}
    for path in cells:
        if path.startswith("deals"):
            _deals, index, *rest = path.split(".")
            moved[path] = cells.get(".".join(["deals", str(int(index) + by), *rest]), "")
    return moved


def column_beside(cells):
    """Return the cells of a sheet as if each column were one to the left of its place."""
    moved = dict(cells)
    for index in range(19):
        row = f"deals.{index}"
        paths = [
            path
            for seat in range(5)
            for path in (
                f"{row}.bids.{seat}",
                f"{row}.tricks.{seat}",
                points_path(row, seat),
                running_path(row, seat),
            )
        ]
        line = [together_path(row), *paths]
        moved |= {path: cells[after] for path, after in zip(line, [*paths, paths[0]], strict=True)}
    return moved


BESIDE = [
    pytest.param(lambda cells: row_beside(cells, 1), id="a row below"),
    pytest.param(lambda cells: row_beside(cells, -1), id="a row above"),
    pytest.param(column_beside, id="a column"),
]


@pytest.mark.slow
@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize("number", range(2))
def test_a_sheet_that_is_clearly_read_beside_its_lines_does_not_agree(beside, number):
    cells, _document = sheet(str(number))
    form = wk().scanned(clear(beside(cells)), 5)
    assert form.agreement < LEAST


@pytest.mark.slow
@pytest.mark.parametrize("beside", BESIDE)
def test_no_wrong_cell_is_in_no_doubt_beside_the_lines(beside):
    cells, document = sheet("beside")
    form = wk().scanned(seen(beside(cells), Random("beside"), 3.5), 5)
    right = written_cells(wk(), document, 5)
    wrong = {
        cell.path
        for cell in form.cells
        if cell.path.startswith("deals") and cell.text != right[cell.path]
    }
    assert form.agreement < LEAST
    assert len(wrong) > 30
    assert wrong <= {*doubts(form, SURE)}


def test_all_that_is_read_of_a_clear_sheet_agrees():
    cells, _document = sheet()
    assert wk().scanned(clear(cells), 5).agreement == 1


def test_what_was_misread_and_mended_does_not_agree():
    cells, document = sheet()
    misread = {f"deals.{index}.bids.1": {"9": 0.9, "8": 0.1} for index in (4, 9, 14)}
    form = wk().scanned(changed(cells, misread), 5)
    assert form.document == document
    assert form.agreement == pytest.approx(1 - 3 / (19 * 15))


def test_where_most_of_a_row_does_not_agree_all_of_it_is_in_doubt():
    cells, document = sheet()
    row = "deals.6"
    misread = {
        points_path(row, seat): {"47": 0.8, cells[points_path(row, seat)]: 0.2} for seat in range(5)
    } | {f"{row}.bids.{seat}": {"7": 0.6, cells[f"{row}.bids.{seat}"]: 0.4} for seat in range(5)}
    form = wk().scanned(changed(cells, misread), 5)
    assert form.document == document
    paths = [f"{row}.{noun}.{seat}" for seat in range(5) for noun in ("bids", "tricks")]
    assert [path for path in doubts(form) if path.startswith(row)] == paths


def test_a_deal_whose_tricks_do_not_add_up_is_in_doubt():
    """So it is even if it is clearly written, with the points that it would have."""
    _cells, document = sheet()
    document["deals"][3] |= {"bids": [6, 0, 0, 0, 0], "tricks": [0, 2, 2, 2, 1]}
    cells = written_cells(wk(), document, 5) | {"deals.3.tricks.4": "2"}
    paths = [points_path("deals.3", 4), total_path(4)]
    paths += [running_path(f"deals.{index}", 4) for index in range(3, 19)]
    cells |= {path: str(int(cells[path]) - 2) for path in paths}
    form = wk().scanned(clear(cells), 5)
    assert text_of(form, "deals.3.tricks.4") == "2"
    assert len(doubts(form)) == 10
    assert {path.split(".")[1] for path in doubts(form)} == {"3"}
