"""A score sheet follows from the layout of the game."""

import datetime as dt
import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from scoring.layout import Choice, Field, FigureColumn, Layout, Mark, Row, Side
from scoring.registry import game
from scoring.text import Text
from tests.cases import cases
from tests.markup import without_space_beside_blocks
from wk.printing.legends import Legend
from wk.printing.measures import NAME_SIZES, TITLE_SIZES, text_size
from wk.printing.sheets import Sheet, SheetSeat, sheet, sheets
from wk.tournament.models import Entry, Round, Tournament
from wk.tournament.queries import tables_with_seats


@cases(
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
def test_size_of_a_name(name, size):
    assert text_size(name, NAME_SIZES) == size


@cases(
    ("title", "size"),
    [("WK Boerenbridge 2026", "large"), ("Boerenbridge " * 5, "medium"), ("W" * 100, "small")],
)
def test_size_of_a_title(title, size):
    assert text_size(title, TITLE_SIZES) == size


def test_sheets_of_a_round(tournament, django_assert_num_queries):
    round = tournament.rounds.get()
    with django_assert_num_queries(3):
        made = sheets(tables_with_seats(round), round)
    assert [(s.table, [seat.entry.name for seat in s.seats]) for s in made] == [
        (1, ["Anna", "Bram", "Cor", "Dirk", "Els"]),
        (2, ["Femke", "Gijs", "Hans", "Ingrid"]),
    ]
    assert [s.layout for s in made] == [tournament.rules.layout(5), tournament.rules.layout(4)]
    assert [field.path for field in made[0].seat_choices] == ["first_dealer"]
    assert made[0].remark.label == Text("beslissing van de wedstrijdleider", "director’s ruling")
    assert (made[0].head_lines, made[0].row_columns) == ((), ())


UP, DOWN = Text("op", "up"), Text("neer", "down")
KINDS = (
    Choice("big", Text("groot", "big")),
    Choice("small", Text("buitengewoon klein", "very small")),
)


def row_of_another_game(number):
    path = f"hands.{number}"
    return Row(
        number=number,
        path=path,
        label=f"G{number}",
        cells=(
            Field(f"{path}.stake", "number", Text("inzet", "stake")),
            Field(f"{path}.kind", "choice", Text("soort", "kind"), choices=KINDS),
        ),
        sides=tuple(
            (
                Field(f"{path}.in.{seat}", "yes", Text("mee", "in")),
                Field(f"{path}.up.{seat}", "number", UP),
            )
            for seat in range(2)
        ),
        notes=(Field(f"{path}.why", "text", Text("waarom", "why")),),
    )


OTHER = Layout(
    head=(Field("who", "seat", Text("schrijver", "scorer")), Field("by", "text", Text("door", ""))),
    row_heading=Text("gift", "hand"),
    sides=(Side((1, 3), Text("ons", "us")), Side((2,), Text("hun", "them"))),
    columns=(Text("mee", "in"), UP),
    figures=(FigureColumn(DOWN), FigureColumn(Text("straf", "fine"), Text("som", "sum"))),
    rows=tuple(row_of_another_game(n) for n in (1, 2, 3)),
    tail=(Field("stopped", "yes", Text("gestopt", "stopped")),),
    marks=(Mark("P", Text("gepast", "passed")),),
)


def sheet_of_another_game():
    entries = [Entry(number=n, name=name) for n, name in ((7, "Ann"), (8, "Bo"), (9, "Cy"))]
    seats = tuple(SheetSeat(n, entry, "large") for n, entry in enumerate(entries, 1))
    return Sheet(1, "large", seats, OTHER)


def test_a_sheet_follows_the_layout_of_any_game():
    context = {
        "tournament": Tournament(name="Ons", date=dt.date(2026, 11, 21)),
        "round": Round(number=1),
        "sheet": sheet_of_another_game(),
    }
    with translation.override("nl"):
        html = render_to_string("printing/_sheet.html", context)
    assert re.findall(r"--(?:rows|lines|below): \d+", html) == [
        "--rows: 3",
        "--lines: 1",
        "--below: 3",
    ]
    assert re.findall(r"<th[^>]*>(gift|inzet|soort|mee|op|neer|straf|som)<", html) == [
        "gift", "inzet", "soort", *("mee", "op", "neer", "straf", "som") * 2,
    ]  # fmt: skip
    assert re.findall(r"G\d", html) == ["G1", "G2", "G3"]
    assert re.findall(r'class="side">(\w+)<', html) == ["ons", "hun"]
    assert re.findall(r"</span> (Ann|Bo|Cy)</p>", html) == ["Ann", "Cy", "Bo"]
    assert html.count("</span>schrijver</p>") == 3
    assert html.count('<p class="line">door</p>') == 1
    assert html.count('<div class="boxes">') == 2
    assert '<span class="box"></span> gestopt' in html
    assert "<b>soort</b>: groot, buitengewoon\xa0klein" in html
    assert "<b>P</b> gepast" in html
    assert '<p class="remark">waarom</p>' in without_space_beside_blocks(html)


def test_the_columns_of_a_sheet_fill_the_page():
    sheet = sheet_of_another_game()
    before = 4 + sheet.label_width + 8 + sum(column.width for column in sheet.row_columns)
    # The heading "inzet", and "buitengewoon klein" as it is written.
    assert [column.width for column in sheet.row_columns] == [10, 27.6]
    assert before + 2 * sheet.side_width == pytest.approx(190, abs=0.05)
    assert sum(sheet.widths) == pytest.approx(sheet.side_width, abs=0.05)


@cases(
    ("key", "seats", "expected"),
    [
        ("wk-boerenbridge", 5, False),
        ("boerenbridge", 5, False),
        ("boerenbridge", 6, True),
        ("boerenbridge", 7, True),
        ("boerenbridge", 8, True),
    ],
)
def test_a_sheet_with_many_columns_is_landscape(key, seats, expected):
    places = tuple(SheetSeat(n, Entry(number=n, name="Ann"), "large") for n in range(1, seats + 1))
    rules = game(key).for_tables({seats})
    assert Sheet(1, "large", places, rules.layout(seats)).is_on_its_side is expected


def sheet_seats(count):
    return tuple(SheetSeat(n, Entry(number=n, name="Ann"), "large") for n in range(1, count + 1))


def sheet_of(key, seats, options=None):
    rules = game(key, options).for_tables({seats})
    return sheet(1, "large", sheet_seats(seats), rules.layout(seats), rules.progress({}, seats))


def test_a_sheet_with_many_rows_is_portrait():
    made = sheet_of("boerenbridge", 6, {"deals": [{"cards": 3}] * 30})
    assert (made.is_on_its_side, made.is_dense) == (False, True)


@cases(
    ("key", "seats"),
    [
        ("wk-boerenbridge", 5),
        *(("boerenbridge", seats) for seats in (3, 4, 5, 6, 7, 8)),
        ("kleurenwiezen", 4),
    ],
)
def test_headings_are_legible_and_three_digits_fit(key, seats):
    made = sheet_of(key, seats)
    assert 7 <= made.heading_size <= 8
    *_, points, total = made.widths
    assert points >= 8.2
    assert total >= 8.8


def test_a_game_with_a_pad_has_one_on_its_sheet():
    made = sheet_of("rubber-bridge", 4)
    assert (made.has_pad, made.columns, made.widths, made.figures) == (True, 1, (42,), ())
    assert made.foot == (Text("boven en onder samen", "above and below together"),)
    across = made.label_width + 4 + sum(column.width for column in made.row_columns)
    assert across == pytest.approx(made.lines_width, abs=0.05) == 190 - 2 * 42
    context = {
        "tournament": Tournament(name="Ons", date=dt.date(2026, 11, 21)),
        "round": Round(number=1),
        "sheet": made,
    }
    with translation.override("nl"):
        html = render_to_string("printing/_sheet.html", context)
    assert re.findall(r'class="pad"><span>(\w+)<', html) == ["boven", "onder"] * 2
    assert re.findall(r"<th colspan[^>]*>([^<]+)</th>", html) == [
        "boven en onder samen", "Punten", "WP",
    ]  # fmt: skip


def test_a_choice_with_a_sign_needs_a_narrow_column():
    widths = {
        column.field.label.en: column.width for column in sheet_of("rubber-bridge", 4).row_columns
    }
    assert widths["strain"] == widths["doubled"] < 12
    (contract, _tricks) = sheet_of("kleurenwiezen", 4).row_columns
    assert contract.width == 28  # abondance 11


def test_columns_with_the_same_choices_share_a_legend():
    made = sheet_of("rubber-bridge", 4)
    assert [legend.label.nl for legend in made.legends] == [
        "leider, honneurs van", "hoogte", "kleur", "doublet", "slagen", "honneurs",
    ]  # fmt: skip


def test_the_signs_of_deals_have_a_legend():
    made = sheet_of("boerenbridge", 5)
    assert made.row_heading == Text("kaarten", "cards")
    assert made.legends == (
        Legend(
            Text("kaarten", "cards"),
            Text("z: zonder troef, b: blind", "z: no trump, b: blind"),
        ),
    )
