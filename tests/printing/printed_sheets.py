"""Sheets of a game as real PDF files, without a database."""

import datetime as dt
from io import BytesIO

from django.template.loader import render_to_string
from django.utils import translation
from pypdf import PdfReader

from tests.printing.pdf_pages import written
from wk.printing import sheets as printing
from wk.printing.measures import NAME_SIZES, text_size
from wk.printing.sheets import SheetSeat
from wk.tournament.models import Entry, Round, Tournament

NAMES = [
    "Anna de Wit", "Jan-Willem van der Heijden-Oosterhuis", "W" * 80, "Dirk", "Els", "é" * 80,
    "Gijs Mulder", "Papadimitropoulos",
]  # fmt: skip


def sheet_of(rules, seats):
    """Return an empty sheet of a game."""
    entries = [Entry(number=99_990 + n, name=name) for n, name in enumerate(NAMES[:seats])]
    places = (
        SheetSeat(number, entry, text_size(entry.name, NAME_SIZES))
        for number, entry in enumerate(entries, 1)
    )
    rules = rules.for_tables({seats})
    blank = rules.progress({}, seats)
    return printing.sheet(seats, "large", tuple(places), rules.layout(seats), blank)


def print_sheets(sheets, language):
    """Return the pages of a PDF of these sheets."""
    tournament = Tournament(name="Kampioenschap", date=dt.date(2026, 11, 21), venue="Utrecht")
    context = {"tournament": tournament, "round": Round(number=1), "sheets": sheets}
    with translation.override(language):
        html = render_to_string("printing/sheets.html", context)
    return list(PdfReader(BytesIO(written(html))).pages)
