"""The sheets of every game and every table size as real PDF files: one page each, complete."""

import datetime as dt
from io import BytesIO

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from pypdf import PdfReader

from scoring.registry import GAMES, game
from tests.samples import some
from wk.printing import sheets as printing
from wk.printing.measures import NAME_SIZES, text_size
from wk.printing.pdf import write_pdf
from wk.printing.sheets import SheetSeat
from wk.tournament.models import Entry, Round, Tournament

pytestmark = pytest.mark.slow

NAMES = [
    "Anna de Wit", "Jan-Willem van der Heijden-Oosterhuis", "W" * 80, "Dirk", "Els", "é" * 80,
    "Gijs Mulder", "Papadimitropoulos",
]  # fmt: skip
UPRIGHT, ON_ITS_SIDE = (595, 842), (842, 595)


def sheet(rules, seats):
    entries = [Entry(number=99_990 + n, name=name) for n, name in enumerate(NAMES[:seats])]
    places = (
        SheetSeat(number, entry, text_size(entry.name, NAME_SIZES))
        for number, entry in enumerate(entries, 1)
    )
    rules = rules.for_tables({seats})
    blank = rules.progress({}, seats)
    return printing.sheet(seats, "large", tuple(places), rules.layout(seats), blank)


def printed(sheets, language):
    tournament = Tournament(name="Kampioenschap", date=dt.date(2026, 11, 21), venue="Utrecht")
    context = {"tournament": tournament, "round": Round(number=1), "sheets": sheets}
    with translation.override(language):
        html = render_to_string("printing/sheets.html", context)
    return list(PdfReader(BytesIO(write_pdf(html))).pages)


def squeezed(text):
    return "".join(text.split())


def heights(page, start):
    """How far above the foot of the page each text stands that begins so, in points."""
    found = []

    def look(text, cm, tm, font, size):
        if start in text:
            found.append(tm[5] * cm[3] + cm[5])

    page.extract_text(visitor_text=look)
    return found


@pytest.mark.parametrize("seats", some([5, 8], 1))
def test_even_sixty_deals_fit_on_a_page(seats):
    deals = [{"cards": 1 + n % 6} for n in range(60)]
    rules = game("boerenbridge", {"deals": deals})
    (page,) = printed([sheet(rules, seats)], "nl")
    assert squeezed("\n".join(map(str, range(1, 61)))) in squeezed(page.extract_text())
    assert heights(page, "handtekening")[0] < heights(page, "WP")[0]


# A page takes a quarter of a second, so only some are printed: a game in Dutch at its smallest,
# usual and largest table, one game of each kind in English.
PRINTED = [
    *((key, "nl") for key in GAMES),
    *((key, "en") for key in ("boerenbridge", "rubber-bridge", "kleurenwiezen")),
]


@pytest.mark.parametrize(("key", "language"), some(PRINTED, 2))
def test_each_table_has_one_page(key, language):
    rules = game(key)
    sizes = {min(rules.table_sizes), rules.table_sizes[0], max(rules.table_sizes)}
    made = [sheet(rules, seats) for seats in sorted(sizes)]
    pages = printed(made, language)
    shapes = [ON_ITS_SIDE if each.is_on_its_side else UPRIGHT for each in made]
    assert [tuple(round(side) for side in page.mediabox[2:]) for page in pages] == shapes
    for page, each in zip(pages, made, strict=True):
        text = squeezed(page.extract_text())
        for seat in each.seats:
            assert squeezed(f"{seat.entry.number}{seat.entry.name}") in text
        for column in each.row_columns:
            assert squeezed(column.field.label.to(language)) in text
        labels = squeezed("\n".join(row.label for row in each.layout.rows))
        assert labels in text
        # The words below the rows end above the boxes to sign in.
        signature = {"nl": "handtekening", "en": "signature"}[language]
        (top,) = heights(page, signature)
        below = [h for legend in each.legends for h in heights(page, legend.label.to(language))]
        assert all(h > top + 8 for h in below)
