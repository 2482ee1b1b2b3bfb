"""Where the cells of a sheet lie, beside what is really drawn on its page."""

import pytest

from scoring.paper_cells import (
    dealer_path,
    mark_path,
    match_points_path,
    points_path,
    running_path,
    together_path,
    total_path,
)
from scoring.registry import GAMES, game
from tests.printing.pdf_pages import MILLIMETRE, boxes_of
from tests.printing.printed_sheets import print_sheets, sheet_of
from tests.printing.test_sheets import sheet_of_another_game
from tests.printing.test_sheets_every_game import heights_of
from tests.samples import some
from wk.printing.placed_cells import MARK, MARK_LEFT, MARK_TOP, placed_cells

LINE = 0.45  # millimetres by which a box may differ, for the lines around it


def drawn(page):
    """Return the boxes drawn on a page, from the middle of the mark at the upper left."""
    return [
        (left - MARK_LEFT, top - MARK_TOP, wide, high) for left, top, wide, high in boxes_of(page)
    ]


def about(*numbers):
    return pytest.approx(numbers, abs=LINE)


def check(page, sheet):
    """Compare the places of a sheet with the boxes on its page."""
    placed, boxes = placed_cells(sheet), drawn(page)
    squares = [box for box in boxes if box[2:] == (MARK, MARK)]
    middles = {(round(x + MARK / 2, 2), round(y + MARK / 2, 2)) for x, y, *_ in squares}
    assert middles == {(round(x, 2), round(y, 2)) for x, y in placed.marks}
    lines = {box[1] for box in boxes if box[2] == pytest.approx(sheet.columns.lines, abs=0.1)}
    assert sorted(lines)[: len(placed.rows) - 2] == pytest.approx(placed.rows[:-2], abs=LINE)
    grey = [box for box in boxes if box[3] == pytest.approx(sheet.page.total, abs=LINE)]
    columns = [box for box in boxes if box[3] == pytest.approx(sheet.heights.deals, abs=1)]
    crossed = {field.path for field in sheet.layout.fields if field.kind == "yes"}
    for cell in placed.cells:
        box = cell.box
        if cell.path.startswith("written."):
            place = (box.left, box.top, box.width, box.height)
            assert [each for each in grey if each == about(*place)] != [], cell
        if ".sums." in cell.path:
            assert [left for left, *_ in columns if abs(left - box.left) < LINE] != [], cell
        if cell.path in crossed:
            inside = [
                (x, y)
                for x, y, wide, high in boxes
                if (wide, high) == (4, 4)
                and box.left - LINE <= x <= box.left + box.width - 4 + LINE
                and box.top - LINE <= y + 2 <= box.top + box.height + LINE
            ]
            assert len({(round(x, 1), round(y, 1)) for x, y in inside}) == 1, cell


@pytest.mark.slow
@pytest.mark.parametrize("key", some([*GAMES], 3))
def test_cells_lie_where_they_are_printed(key):
    rules = game(key)
    made = [sheet_of(rules, seats) for seats in {rules.table_sizes[0], max(rules.table_sizes)}]
    for page, sheet in zip(print_sheets(made, "nl"), made, strict=True):
        check(page, sheet)


@pytest.mark.slow
def test_circles_lie_beside_their_words():
    sheet = sheet_of(game("wk-boerenbridge"), 5)
    (page,) = print_sheets([sheet], "nl")
    circles = {cell.path: cell.box for cell in placed_cells(sheet).cells}
    high = float(page.mediabox[3])
    words = [(high - points) / MILLIMETRE - MARK_TOP for points in heights_of(page, "eerste gever")]
    assert len(words) == 5
    for seat, baseline in enumerate(words):
        box = circles[mark_path("first_dealer", seat)]
        assert box.top + 1 < baseline < box.top + box.height


def test_a_sheet_has_every_cell_that_a_table_writes():
    sheet = sheet_of(game("wk-boerenbridge"), 4)
    expected = [mark_path("first_dealer", seat) for seat in range(4)]
    for row in (f"deals.{number}" for number in range(19)):
        expected += [together_path(row), dealer_path(row)]
        for seat in range(4):
            expected += [f"{row}.bids.{seat}", f"{row}.tricks.{seat}"]
            expected += [points_path(row, seat), running_path(row, seat)]
    expected += [*map(total_path, range(4)), *map(match_points_path, range(4))]
    assert [cell.path for cell in placed_cells(sheet).cells] == expected


def test_a_sheet_of_any_game_has_its_cells():
    placed = placed_cells(sheet_of_another_game())
    paths = [cell.path for cell in placed.cells if not cell.path.startswith("hands.1")]
    row = [
        "hands.N.dealer", "hands.N.stake", "hands.N.kind",
        *("hands.N.in.0", "hands.N.up.0", "hands.N.figures.0.0", "hands.N.figures.1.0"),
        *("hands.N.sums.1.0", "hands.N.in.1", "hands.N.up.1", "hands.N.figures.0.1"),
        *("hands.N.figures.1.1", "hands.N.sums.1.1"),
    ]  # fmt: skip
    assert paths == [
        *("who.0", "who.2", "who.1"),
        *(path.replace("N", number) for number in "23" for path in row),
        *("written.0", "written.1", "match_points.0", "match_points.1", "stopped"),
    ]


@pytest.mark.parametrize(("key", "seats"), [("wk-boerenbridge", 5), ("boerenbridge", 7)])
def test_cells_fill_the_grid_without_covering_each_other(key, seats):
    placed = placed_cells(sheet_of(game(key), seats))
    in_rows = [cell.box for cell in placed.cells if cell.path.startswith("deals.0.")]
    assert [round(box.left, 1) for box in in_rows] == [
        round(line, 1) for line in placed.columns[-1 - len(in_rows) : -1]
    ]
    ends = [round(box.left + box.width, 1) for box in in_rows]
    assert ends == pytest.approx([*placed.columns[-len(in_rows) :]], abs=0.15)
    across, down = placed.marks[2]
    for code in (placed.top_code, placed.bottom_code):
        assert -3.6 < code.left < code.left + code.width < across
        assert -3.6 < code.top < code.top + code.height < down
