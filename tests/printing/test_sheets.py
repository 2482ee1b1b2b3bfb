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
from wk.printing.heights import DENSE, ON_ITS_SIDE, UPRIGHT
from wk.printing.legends import Legend
from wk.printing.measures import NAME_SIZES, TITLE_SIZES, heading_width, text_size
from wk.printing.sheets import Sheet, SheetSeat, sheet, sheets
from wk.tournament.models import Entry, Round, Tournament
from wk.tournament.queries import tables_with_seats


@cases(
    ("name", "size"),
    [
        ("Anna de Wit", "ordinary"),
        ("Wilhelmina Schouten", "ordinary"),
        ("Jan-Willem van der Heijden", "ordinary"),
        ("Jan-Willem van der Heijden-Oosterhuis", "long"),
        ("Papadimitropoulos", "long"),
        ("n" * 80, "long"),
        ("van den Berg " * 6, "long"),
        ("W" * 80, "long"),
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
    seats = tuple(SheetSeat(n, entry, "ordinary") for n, entry in enumerate(entries, 1))
    return Sheet(1, "large", seats, OTHER)


def test_a_sheet_follows_the_layout_of_any_game():
    context = {
        "tournament": Tournament(name="Ons", date=dt.date(2026, 11, 21)),
        "round": Round(number=1),
        "sheet": sheet_of_another_game(),
    }
    with translation.override("nl"):
        html = render_to_string("printing/_sheet.html", context)
    assert re.findall(r"<th[^>]*>(gift|inzet|soort|mee|op|neer|straf|som)<", html) == [
        "gift", "inzet", "soort", *("mee", "op", "neer", "straf", "som") * 2, "soort",
    ]  # fmt: skip
    assert re.findall(r"G\d", html) == ["G1", "G2", "G3"]
    assert re.findall(r'class="side">(\w+)<', html) == ["ons", "hun"]
    assert re.findall(r"</span> (Ann|Bo|Cy)</p>", html) == ["Ann", "Cy", "Bo"]
    assert html.count("</span>schrijver</p>") == 3
    assert html.count('<p class="line">door</p>') == 1
    assert html.count('<div class="boxes">') == 2
    assert '<span class="box"></span> gestopt' in html
    assert "<tr><th>soort</th><td>groot, buitengewoon\xa0klein</td></tr>" in html
    assert "<b>P</b> gepast" in html
    assert '<p class="remark">waarom</p>' in without_space_beside_blocks(html)


def test_the_columns_of_a_sheet_fill_the_page():
    sheet = sheet_of_another_game()
    columns = sheet.columns
    assert columns.before == pytest.approx(4.9 + columns.label + 4.8 + 37.6)
    # The heading "inzet", and "buitengewoon klein" as it is written.
    assert [column.width for column in columns.of_row] == [10, 27.6]
    assert columns.before + 2 * columns.side == pytest.approx(196, abs=0.05)
    assert sum(column.width for column in columns.of_side) == pytest.approx(columns.side, abs=0.05)
    kinds = [(column.kind, column.has_boxes) for column in columns.of_side]
    assert kinds == [
        ("written", True), ("written", False), ("points", False), ("points", False), ("sum", False),
    ]  # fmt: skip


def test_the_parts_of_a_page_fill_it():
    sheet = sheet_of_another_game()
    heights, page = sheet.heights, sheet.page
    assert (page, heights.rows, heights.totals, heights.choices) == (UPRIGHT, 3, 2, 1)
    # The boxes to cross for the tail, the remarks on one line, and one legend.
    assert heights.below == pytest.approx(7.4 + 2 * 4.2)
    parts = (24 + 8, heights.names, 6.25, heights.deals, 2 * 9.4, heights.below, 20, 4.65)
    assert sum(parts) == pytest.approx(277)
    assert heights.row * 3 == pytest.approx(heights.deals, abs=0.01)


def test_a_name_that_needs_more_room_makes_the_heads_higher():
    def heights(*names):
        entries = [Entry(number=n, name=name) for n, name in enumerate(names, 1)]
        seats = tuple(
            SheetSeat(n, entry, text_size(entry.name, NAME_SIZES))
            for n, entry in enumerate(entries, 1)
        )
        return Sheet(1, "large", seats, game("wk-boerenbridge").layout(4)).heights

    ordinary = heights("Anna de Wit", "Bo", "Jan-Willem van der Heijden", "Cy")
    assert heights("Bo", "Bo", "Bo", "Bo") == ordinary
    assert ordinary.name == 13
    longer = heights("Anna de Wit", "Bo", "W" * 80, "Cy")
    assert longer.name == pytest.approx(8 * 9 * 0.39)  # eight lines of 9 points
    assert longer.deals - ordinary.deals == pytest.approx(ordinary.names - longer.names)


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
    rules = game(key).for_tables({seats})
    page = Sheet(1, "large", sheet_seats(seats), rules.layout(seats)).page
    assert page == (ON_ITS_SIDE if expected else UPRIGHT)


def sheet_seats(count):
    return tuple(SheetSeat(n, Entry(number=n, name="Ann"), "ordinary") for n in range(1, count + 1))


def sheet_of(key, seats, options=None):
    rules = game(key, options).for_tables({seats})
    return sheet(1, "large", sheet_seats(seats), rules.layout(seats), rules.progress({}, seats))


def test_a_sheet_with_many_rows_is_portrait():
    made = sheet_of("boerenbridge", 6, {"deals": [{"cards": 3}] * 30})
    assert made.page == DENSE


@cases(
    ("key", "seats"),
    [
        ("wk-boerenbridge", 5),
        *(("boerenbridge", seats) for seats in (3, 4, 5, 6, 7, 8)),
        ("kleurenwiezen", 4),
    ],
)
def test_headings_are_legible_and_three_digits_fit(key, seats):
    columns = sheet_of(key, seats).side_columns
    assert all(column.width >= heading_width(column.heading) for column in columns)
    *_, points, total = (column.width for column in columns)
    assert points >= 8.2
    assert total >= 8.8


@cases("seats", [4, 5])
def test_a_bid_has_as_much_room_as_the_tricks(seats):
    bid, tricks, *_ = (column.width for column in sheet_of("wk-boerenbridge", seats).side_columns)
    assert bid == tricks >= 8.78


def test_a_sheet_tells_how_a_deal_is_scored():
    made = sheet_of("wk-boerenbridge", 5)
    assert [(each.label.nl, each.words.nl) for each in (*made.remarks, *made.marks)] == [
        ("punten", "goed: 10 + 2 per slag · anders −2 per slag verschil"),
        ("bod samen", "nooit gelijk aan de kaarten"),
        ("K", "onjuist aantal kaarten (−4)"),
        ("V", "verzaakt (−10)"),
    ]


@cases(
    ("key", "seats", "has_sum"),
    [
        ("wk-boerenbridge", 5, True),
        ("luciferen", 4, True),
        ("kleurenwiezen", 4, False),
        ("rubber-bridge", 4, False),
    ],
)
def test_only_a_game_with_bids_has_a_column_for_their_sum(key, seats, has_sum):
    assert sheet_of(key, seats).columns.has_sum is has_sum


def test_a_chart_is_printed_in_three_blocks():
    made = sheet_of("kleurenwiezen", 4)
    headings, first, *_, last = made.chart_rows
    assert [[cell.nl for cell in block] for block in headings] == [
        ["spel", "goed", "13", "mis", "tegen"]
    ] * 3
    assert [[cell.nl for cell in block] for block in first] == [
        ["samen 8", "7 +3", "30", "−10 −3", "10 +3"],
        ["samen 12", "19 +3", "30", "−22 −3", "22 +3"],
        ["abondance 10", "42", "", "−42", "28"],
    ]
    assert [block[0].nl for block in last] == ["kleine miserie", "grote miserie", ""]
    assert [legend.label.nl for legend in made.legends] == ["slagen"]


def test_a_game_with_a_pad_has_one_on_its_sheet():
    made = sheet_of("rubber-bridge", 4)
    columns = made.columns
    assert (made.has_pad, columns.count_of_side, columns.side, columns.of_side) == (True, 1, 42, ())
    assert made.foot == (Text("boven en onder samen", "above and below together"),)
    across = columns.label + 4.9 + sum(column.width for column in columns.of_row)
    assert across == pytest.approx(columns.lines, abs=0.05) == 196 - 2 * 42
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
    assert widths["strain"] < widths["doubled"] < 12.5
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
    assert made.legends == ()
    assert made.remarks[-1] == Legend(
        Text("kaarten", "cards"), Text("z: zonder troef, b: blind", "z: no trump, b: blind")
    )
