"""Sheets of every game and table size as real PDF files: one complete page each."""

import pytest

from scoring.registry import GAMES, game
from tests.printing.pdf_pages import boxes_of, without_spaces
from tests.printing.printed_sheets import print_sheets, sheet_of
from tests.samples import some

pytestmark = pytest.mark.slow

UPRIGHT, ON_ITS_SIDE = (595, 842), (842, 595)


def heights_of(page, start):
    """Return how many points above the foot of a page the texts with these words are."""
    found = []

    def look(text, cm, tm, font, size):
        if start in text:
            found.append(tm[5] * cm[3] + cm[5])

    page.extract_text(visitor_text=look)
    return found


def smallest_text(page):
    """Return the size of the smallest text on a page, in points."""
    sizes = []

    def look(text, cm, tm, font, size):
        if text.strip():
            sizes.append(round(size * max(map(abs, tm[:4])) * max(map(abs, cm[:4])), 2))

    page.extract_text(visitor_text=look)
    return min(sizes)


def assert_cells_stand_where_the_sheet_says(page, sheet):
    """Check the lines below the deals, and the columns on grey, to a third of a millimetre.

    A camera looks for the cells there.
    """
    boxes, columns, heights = boxes_of(page), sheet.columns, sheet.heights
    lines = {box[1] for box in boxes if box[2] == pytest.approx(columns.lines, abs=0.1)}
    deals = [10 + heights.above_deals + n * heights.row for n in range(heights.rows)]
    assert sorted(lines)[: heights.rows - 1] == pytest.approx(deals[:-1], abs=0.3)
    grey = {box[0] for box in boxes if box[3] == pytest.approx(heights.deals, abs=1)}
    sums = [column.kind == "sum" for column in columns.of_side]
    if any(sums):
        before = sum(column.width for column in columns.of_side[: sums.index(True)])
        first = 7 + columns.before + before
        expected = [first + columns.side * n for n in range(len(sheet.sides))]
        assert sorted(grey) == pytest.approx(expected, abs=0.3)


@pytest.mark.parametrize("seats", some([5, 8], 1))
def test_sixty_deals_fit_on_a_page(seats):
    deals = [{"cards": 1 + n % 6} for n in range(60)]
    rules = game("boerenbridge", {"deals": deals})
    (page,) = print_sheets([sheet_of(rules, seats)], "nl")
    assert without_spaces("\n".join(map(str, range(1, 61)))) in without_spaces(page.extract_text())
    assert heights_of(page, "handtekening")[0] < heights_of(page, "WP")[0]


# A page takes a quarter of a second, so only some are printed: a game in Dutch at its smallest,
# usual and largest table, one game of each kind in English.
PRINTED = [
    *((key, "nl") for key in GAMES),
    *((key, "en") for key in ("boerenbridge", "rubber-bridge", "kleurenwiezen")),
]


@pytest.mark.parametrize(("key", "language"), some(PRINTED, 2))
def test_each_sheet_is_one_complete_page(key, language):
    rules = game(key)
    sizes = {min(rules.table_sizes), rules.table_sizes[0], max(rules.table_sizes)}
    made = [sheet_of(rules, seats) for seats in sorted(sizes)]
    pages = print_sheets(made, language)
    shapes = [ON_ITS_SIDE if each.page.name == "on-its-side" else UPRIGHT for each in made]
    assert [tuple(round(side) for side in page.mediabox[2:]) for page in pages] == shapes
    for page, each in zip(pages, made, strict=True):
        text = without_spaces(page.extract_text())
        for seat in each.seats:
            assert without_spaces(f"{seat.entry.number}{seat.entry.name}") in text
        for column in each.row_columns:
            assert without_spaces(column.field.label.to(language)) in text
        labels = without_spaces("\n".join(row.label for row in each.layout.rows))
        assert labels in text
        # The words below the rows end above the boxes to sign in.
        signature = {"nl": "handtekening", "en": "signature"}[language]
        (top,) = heights_of(page, signature)
        below = [
            h
            for legend in (*each.legends, *each.remarks)
            for h in heights_of(page, legend.label.to(language))
        ]
        assert all(h > top + 8 for h in below)
        assert smallest_text(page) >= 9
        assert_cells_stand_where_the_sheet_says(page, each)
        # Who hears or copies the text knows the table before the names.
        number = text.index({"nl": "Tafel", "en": "Table"}[language] + str(each.table))
        assert number < text.index(without_spaces(each.seats[0].entry.name))
