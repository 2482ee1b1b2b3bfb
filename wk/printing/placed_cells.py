"""Where the cells of a score sheet lie on its page, for a camera that reads it.

The places follow from the same columns and heights as the print. All are in millimetres from the
middle of the mark at the upper left corner of the sheet, to the right and downwards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from scoring.layout import Row
from scoring.paper_cells import (
    dealer_path,
    foot_path,
    mark_path,
    match_points_path,
    pad_path,
    points_path,
    running_path,
    together_path,
    total_path,
)
from wk.printing.columns import DEALER, NUMBER, SUM_OF_ROW
from wk.printing.heights import CHOICE, LINE_TO_WRITE, NAME_OF_PARTNER, PLACE, TAIL
from wk.printing.sheets import BESIDE_NAME, Sheet

# As in print.css, from the edge of the paper: the margins, and the middles of the marks.
MARGIN_LEFT, MARGIN_TOP = 7.0, 10.0
MARK, MARK_BEYOND = 3.6, 5.0  # the side of a mark, and how far its outer edge is from the sheet
MARK_LEFT, MARK_TOP = MARGIN_LEFT + MARK / 2, MARGIN_TOP - MARK_BEYOND + MARK / 2
CIRCLE, BEFORE_CIRCLE = 3.4, 1.3  # a circle to mark at the head, and what is left of it
BELOW_NAME_OF_PARTNER = 0.8
BOX, ABOVE_BOX = 4.0, 2.9  # a box to cross in the tail, and what is above it
CODE_RIGHT, CODE_ABOVE = 51.0, 4.4  # the code at the top, from the right and upper edges
CODE_BELOW_LEFT = 1.0  # how far the code at the bottom is beyond the left edge


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a page, in millimetres from the middle of the mark at the upper left."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """A cell to write in: its path, by the layout or by `scoring.paper_cells`, and its place."""

    path: str
    box: Box


@dataclass(frozen=True, slots=True)
class PlacedCells:
    """What a camera looks for on a sheet.

    `marks` are the middles of the marks at the corners, clockwise from the upper left. `top_code`
    and `bottom_code` are the codes with the white around them. `columns` and `rows` are the
    printed lines of the grid, from left to right and from top to bottom; those of the rows end at
    the column `last_column`, counted from 0.
    """

    marks: tuple[tuple[float, float], ...]
    top_code: Box
    bottom_code: Box
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    cells: tuple[PlacedCell, ...]
    last_column: int


def placed_cells(sheet: Sheet) -> PlacedCells:
    """Return where everything lies on a sheet."""
    page = sheet.page
    across = page.width - MARK
    down = page.height + 2 * MARK_BEYOND - MARK
    code = 24.5 if not page.name else 20.0
    lines = _column_lines(sheet)
    return PlacedCells(
        ((0.0, 0.0), (across, 0.0), (across, down), (0.0, down)),
        _box(page.width - CODE_RIGHT - code, -CODE_ABOVE, code, code),
        _box(-CODE_BELOW_LEFT, page.height - page.sign, page.sign, page.sign),
        tuple(round(MARGIN_LEFT - MARK_LEFT + line, 2) for line in lines),
        tuple(round(MARGIN_TOP - MARK_TOP + line, 2) for line in _row_lines(sheet)),
        tuple(PlacedCell(path, box) for path, box in _cells(sheet)),
        len(lines) - 1 - len(sheet.sides) * sheet.has_pad,
    )


def _box(left: float, top: float, width: float, height: float) -> Box:
    """Return a box whose place is given from the upper left corner of the sheet."""
    return Box(
        round(MARGIN_LEFT - MARK_LEFT + left, 2),
        round(MARGIN_TOP - MARK_TOP + top, 2),
        round(width, 2),
        round(height, 2),
    )


def _before(sheet: Sheet) -> list[float]:
    """Return the widths of the columns before the first side."""
    columns = sheet.columns
    return [
        *([NUMBER] if columns.has_numbers else []),
        columns.label,
        *([SUM_OF_ROW] if columns.has_sum else []),
        *([DEALER] if columns.has_dealer else []),
        *(column.width for column in columns.of_row),
    ]


def _column_lines(sheet: Sheet) -> list[float]:
    """Return the distances of the upright lines of the grid from the left edge of the sheet."""
    of_side = [column.width for column in sheet.side_columns] or [sheet.columns.side]
    widths = [*_before(sheet), *of_side * len(sheet.sides)]
    return [0.0, *accumulate(widths)]


def _row_lines(sheet: Sheet) -> list[float]:
    """Return the distances of the lines below and above each deal from the upper edge."""
    heights = sheet.heights
    return [heights.above_deals + n * heights.row for n in range(heights.rows + 1)]


def _cells(sheet: Sheet) -> Iterator[tuple[str, Box]]:
    yield from _choices(sheet)
    for row, top in zip(sheet.layout.rows, _row_lines(sheet), strict=False):
        for path, left, width in _of_row(sheet, row):
            yield path, _box(left, top, width, sheet.heights.row)
    yield from _pads(sheet)
    yield from _totals(sheet)
    yield from _tail(sheet)


def _of_row(sheet: Sheet, row: Row) -> Iterator[tuple[str, float, float]]:
    """Yield the cells of a row from left to right, each with its left edge and its width."""
    columns = sheet.columns
    paths = [
        *([""] if columns.has_numbers else []),
        "",  # the label is printed
        *([together_path(row.path)] if columns.has_sum else []),
        *([dealer_path(row.path)] if columns.has_dealer else []),
        *(field.path for field in row.cells),
    ]
    widths = _before(sheet)
    if sheet.side_columns:
        for side, fields in enumerate(row.sides):
            paths += [*(field.path for field in fields), *_figures(sheet, row, side)]
            widths += [column.width for column in sheet.side_columns]
    lefts = [0.0, *accumulate(widths)]
    for path, left, width in zip(paths, lefts, widths, strict=False):
        if path:
            yield path, left, width


def _figures(sheet: Sheet, row: Row, side: int) -> Iterator[str]:
    for number, figure in enumerate(sheet.columns.figures):
        yield points_path(row.path, side, number)
        if figure.sum:
            yield running_path(row.path, side, number)


def _pads(sheet: Sheet) -> Iterator[tuple[str, Box]]:
    """Yield the parts of the score pads, above the line and below it."""
    figures = len(sheet.layout.figures) if sheet.has_pad else 0
    for number in range(figures):
        high = sheet.heights.deals / figures
        top = sheet.heights.above_deals + number * high
        for index in range(len(sheet.sides)):
            left = sheet.columns.before + sheet.columns.side * index
            yield pad_path(number, index), _box(left, top, sheet.columns.side, high)


def _choices(sheet: Sheet) -> Iterator[tuple[str, Box]]:
    """Yield the circles below the names."""
    above = sheet.page.head + LINE_TO_WRITE * len(sheet.head_lines)
    room = sheet.columns.side - BESIDE_NAME
    for index, side in enumerate(sheet.sides):
        left = sheet.columns.before + sheet.columns.side * index + BEFORE_CIRCLE
        top = above
        for seat in side.seats:
            if side.name:
                name = max(NAME_OF_PARTNER, seat.name_height(room)) + BELOW_NAME_OF_PARTNER
            else:
                name = sheet.heights.name
            top += PLACE + name
            for field in sheet.seat_choices:
                path = mark_path(field.path, seat.number - 1)
                yield path, _box(left, top, CIRCLE, CHOICE)
                top += CHOICE


def _totals(sheet: Sheet) -> Iterator[tuple[str, Box]]:
    """Yield the cells below the deals."""
    heights, columns = sheet.heights, sheet.columns
    top = heights.above_deals + heights.deals
    for number in range(heights.totals):
        for index, side in enumerate(sheet.sides):
            first = side.seats[0].number - 1
            after = number - len(sheet.foot)
            if after < 0:
                path = foot_path(number, index)
            else:
                path = match_points_path(first) if after else total_path(first)
            left = columns.before + columns.side * index
            yield path, _box(left, top + number * sheet.page.total, columns.side, sheet.page.total)


def _tail(sheet: Sheet) -> Iterator[tuple[str, Box]]:
    heights = sheet.heights
    top = heights.above_deals + heights.deals + heights.totals * sheet.page.total
    for number, field in enumerate(sheet.layout.tail):
        if field.kind == "yes":
            yield field.path, _box(0.0, top + number * TAIL + ABOVE_BOX, BOX, BOX)
