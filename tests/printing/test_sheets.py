"""What stands on a sheet follows from what the game declares."""

import datetime as dt
import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from scoring.layout import Field, Layout, Mark, Row
from scoring.text import Text
from wk.printing.sheets import NAME_SIZES, TITLE_SIZES, Sheet, SheetSeat, sheets, text_size
from wk.tournament.models import Entry, Round, Tournament
from wk.tournament.queries import tables_with_seats


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Anna de Wit", "large"),
        ("Wilma Schouten", "medium"),
        ("Jan-Willem van der Heijden-Oosterhuis", "medium"),
        ("Papadimitropoulos", "small"),
        ("Maria Magdalena van den Bogaerde-Terbrugge tot Zwollingerhof", "small"),
        ("n" * 80, "smallest"),
        ("van den Berg " * 6, "smaller"),
        ("W" * 80, "smallest"),
    ],
)
def test_a_name_is_set_as_large_as_it_fits(name, size):
    assert text_size(name, NAME_SIZES) == size


@pytest.mark.parametrize(
    ("title", "size"),
    [("WK Boerenbridge 2026", "large"), ("Boerenbridge " * 5, "medium"), ("W" * 100, "small")],
)
def test_a_title_is_set_as_large_as_it_fits(title, size):
    assert text_size(title, TITLE_SIZES) == size


def test_sheets_of_a_round(tournament, django_assert_num_queries):
    round = tournament.rounds.get()
    with django_assert_num_queries(2):
        made = sheets(tables_with_seats(round), tournament)
    assert [(s.table, [seat.entry.name for seat in s.seats]) for s in made] == [
        (1, ["Anna", "Bram", "Cor", "Dirk", "Els"]),
        (2, ["Femke", "Gijs", "Hans", "Ingrid"]),
    ]
    assert [s.layout for s in made] == [tournament.rules.layout(5), tournament.rules.layout(4)]
    assert [field.path for field in made[0].seat_choices] == ["first_dealer"]
    assert [field.path for field in made[0].remarks] == ["deals.0.ruling"]
    assert (made[0].head_lines, made[0].row_columns) == ((), ())


OTHER = Layout(
    head=(Field("who", "seat", Text("schrijver", "scorer")), Field("by", "text", Text("door", ""))),
    row_heading=Text("gift", "hand"),
    columns=(Text("op", "up"), Text("neer", "down"), Text("straf", "fine")),
    rows=tuple(
        Row(
            number=n,
            path=f"hands.{n}",
            label=f"G{n}",
            seats=((), ()),
            extra=(Field(f"hands.{n}.stake", "number", Text("inzet", "stake")),),
        )
        for n in (1, 2, 3)
    ),
    marks=(Mark("P", Text("gepast", "passed")),),
)


def test_a_sheet_of_another_game():
    entries = [Entry(number=7, name="Ann"), Entry(number=8, name="Bo")]
    seats = tuple(SheetSeat(n, entry, "large") for n, entry in enumerate(entries, 1))
    context = {
        "tournament": Tournament(name="Ons", date=dt.date(2026, 11, 21)),
        "round": Round(number=1),
        "sheet": Sheet(1, "large", seats, OTHER),
    }
    with translation.override("nl"):
        html = render_to_string("printing/_sheet.html", context)
    assert re.findall(r"--\w+: \d+", html) == [
        "--seats: 2",
        "--written: 3",
        "--extra: 1",
        "--rows: 3",
        "--lines: 1",
    ]
    assert re.findall(r"<th[^>]*>(gift|op|neer|straf|inzet)<", html) == [
        "gift", "inzet", "op", "neer", "straf", "op", "neer", "straf",
    ]  # fmt: skip
    assert re.findall(r"G\d", html) == ["G1", "G2", "G3"]
    assert html.count("</span>schrijver</p>") == 2
    assert html.count('<p class="line">door</p>') == 1
    assert "<b>P</b> gepast" in html
    assert "ruling" not in html
