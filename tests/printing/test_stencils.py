"""A page that is set on a form looks as if it were laid out as a whole.

Both are drawn by PDFium and compared point by point. A part that is printed alone is always laid
out as a whole.
"""

import datetime as dt
from fractions import Fraction
from io import BytesIO

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from pypdf import PdfReader

from scoring.registry import GAMES, game
from tests.printing.looks import assert_looks_like_whole_pages, pages_of, set_on_forms, texts_of
from tests.printing.pdf_pages import without_spaces, written
from tests.samples import some
from wk.phones.keys import phone_address, qr_svg
from wk.printing import cards, weasyprint_parts
from wk.printing import sheets as printing
from wk.printing.cards import Card, CardRound
from wk.printing.certificates import certificates
from wk.printing.measures import CARD_CLUB_SIZES, CARD_NAME_SIZES, NAME_SIZES, text_size
from wk.printing.pdf import write_pdf
from wk.printing.sheets import SheetSeat
from wk.standings.queries import Standing, Standings
from wk.tournament.models import Entry, Round, Tournament

pytestmark = pytest.mark.slow

# Tables of names: usual ones, in each size, and breaking over lines in several ways.
USUAL = ["Anna de Wit", "Bram Jansen", "Cor Mulder", "Dirk Smit", "Els Bos", "Femke Vos"]
LONG = [
    "Jan-Willem van der Heijden-Oosterhuis", "Papadimitropoulos", "Ria van Dam", "fi fl ff AVATo",
    "Šimůnek Łukasz Ærø", "Anna Maria Magdalena van den Boogaard-de Vries",
]  # fmt: skip
TABLES = [USUAL, LONG, USUAL[::-1], LONG[::-1], LONG[2:] + USUAL[:2], USUAL]
PARTNERS = {"rubber-bridge", "bridge-kortregler"}  # the height of their names differs


def sheet_html(rules, seats, table, names, *, with_code):
    """Return the score sheet of a table as HTML."""
    rules = rules.for_tables({seats})
    entries = [Entry(number=37 * table + n, name=names[n % len(names)]) for n in range(seats)]
    places = tuple(
        SheetSeat(number, entry, text_size(entry.name, NAME_SIZES))
        for number, entry in enumerate(entries, 1)
    )
    code = qr_svg(phone_address("http://wk.example/phone/", f"key{table}")) if with_code else ""
    sheet = printing.sheet(
        table, "large", places, rules.layout(seats), rules.progress({}, seats), code
    )
    tournament = Tournament(name="Kampioenschap", date=dt.date(2026, 11, 21), venue="Utrecht")
    context = {"tournament": tournament, "round": Round(number=1), "sheets": [sheet]}
    with translation.override("nl"):
        return render_to_string("printing/sheets.html", context)


def wk_sheet(names, table=1):
    """Return the score sheet of a table of the WK."""
    return sheet_html(game("wk-boerenbridge"), len(names), table, names, with_code=False)


SHEETS = [(key, number, code) for key in GAMES for number in (0, 1) for code in (False, True)]


@pytest.mark.parametrize(
    ("key", "number", "with_code"),
    [*some(SHEETS, 1), ("wk-boerenbridge", 0, True), ("wk-boerenbridge", 1, True)],
)
def test_sheets_look_as_if_they_were_laid_out_alone(key, number, with_code):
    """`number` is 0 for usual tables of the game, and 1 for its smallest ones."""
    rules = game(key)
    seats = (rules.table_sizes[0], min(rules.table_sizes))[number]
    parts = [
        sheet_html(rules, seats, table, names, with_code=with_code)
        for table, names in enumerate(TABLES, 8)
    ]
    are_set = assert_looks_like_whole_pages(parts)
    if key not in PARTNERS:
        assert are_set.count(False) <= 2  # two whose names take more height
        assert are_set[-1]


def card_pages(count, rounds, *, seen=1, club="", at=None, names=USUAL + LONG):
    """Return pages of cards as HTML. The first `seen` rounds have a table, and begin `at`."""
    made = []
    for number in range(1, count + 1):
        name = names[number % len(names)]
        entry = Entry(number=number * 7, name=name, club=club if number % 3 else "")
        made.append(
            Card(
                entry,
                text_size(name, CARD_NAME_SIZES),
                text_size(club, CARD_CLUB_SIZES),
                tuple(
                    CardRound(n, number + n, number % 5 + 1, at) if n <= seen else CardRound(n)
                    for n in range(1, rounds + 1)
                ),
                qr_svg(f"https://wk.example/t/wk/card/{number}/#{number:024}"),
            )
        )
    tournament = Tournament(name="Kampioenschap", date=dt.date(2026, 11, 21))
    with translation.override("nl"):
        return [
            render_to_string("printing/cards.html", {"tournament": tournament, "page": page})
            for page in cards.pages(made)
        ]


CARDS = [
    (3, 1, "", None),
    (3, 3, "De Slag", dt.time(10, 30)),
    (7, 2, "", None),
    (20, 20, "W" * 80, None),
]


@pytest.mark.parametrize(("rounds", "seen", "club", "at"), some(CARDS, 1))
def test_cards_look_as_if_they_were_laid_out_alone(rounds, seen, club, at):
    parts = card_pages(24, rounds, seen=seen, club=club, at=at)
    assert assert_looks_like_whole_pages(parts) == [True] * 3


def test_certificates_look_as_if_they_were_laid_out_alone():
    tournament = Tournament(name="Kampioenschap", date=dt.date(2026, 11, 21), venue="Utrecht")

    def certificate(rank, name):
        row = Standing(
            rank, rank == 3, rank, name, "", None, Fraction(25, 2), 500 - rank, (), (name,)
        )
        (each,) = certificates(Standings(tournament, 3, True, None, (), (row,), frozenset()), [row])
        with translation.override("nl"):
            context = {"tournament": tournament, "each": each}
            return render_to_string("printing/certificates.html", context)

    parts = [certificate(rank, name) for rank, name in enumerate(USUAL + LONG, 1)]
    are_set = assert_looks_like_whole_pages(parts)
    assert are_set == [True] * 12


def columns_of(*lines, style=""):
    """Return documents with a column of lines each."""
    css = "div { white-space: pre-line; width: 20mm; text-align: center; line-height: 5mm }"
    return [
        f'<style>{css}{style}</style><table><tr><td><div data-gap="a" data-lines>{text}</div>'
        f'<td><div data-gap="a" data-lines>{text[::-1]}</div></table>'
        for text in lines
    ]


def test_columns_of_lines_are_repeated_as_they_are_laid_out():
    parts = columns_of("1\n−10\n&amp;", "10\n1\n1", "½\n\N{NO-BREAK SPACE}\nK", "1\n1\n−10")
    assert assert_looks_like_whole_pages(parts) == [True] * 4


def test_a_column_with_other_lines_is_laid_out_with_its_page():
    parts = columns_of("1\n2", "1\n2\n3", "1\n" + "long words " * 3, "2\n1")
    assert assert_looks_like_whole_pages(parts) == [True, False, False, True]


def test_tables_of_four_and_five_have_a_form_each():
    parts = [wk_sheet(USUAL[: 4 + table % 2], table) for table in range(1, 5)]
    assert assert_looks_like_whole_pages(parts) == [True] * 4


def test_names_in_other_scripts_are_set_as_on_a_whole_page():
    others = [
        "محمد علي",
        "דוד בן גוריון",
        "Zoe\u0301 e\u0300\u0323",
        "Θεός Юлия",
        "Ann \u202eolé 🂡",
    ]
    parts = [wk_sheet(names, n) for n, names in enumerate([USUAL[:5], USUAL[:5], others], 1)]
    assert assert_looks_like_whole_pages(parts) == [True] * 3


def test_names_set_from_words_look_like_those_of_whole_pages():
    """The first page has a name of two typefaces, so words of one are learned from others."""
    tables = [
        ["Łukasz Vos", "Šimůnek Ærø", *USUAL[:3]],
        [
            "Ria van Dam",
            "Piet van ’t Hoff",
            "Ína van der Wal-de Boer",
            "André van den Berg",
            "D. Vos",
        ],
        ["Łukasz Vos", "Zoë Юлия Smit", "Ann 🂡 Bos", "Jan Ŵ van der Linden", "fi fl ff AVATo WAV"],
        [
            "J.P. d’Ancona",
            "O’Neill & Zn.",
            "Mc-Donald Té",
            "A B C D E F G H I J K L",
            "Ll. T. Y. V.",
        ],
    ]
    parts = [wk_sheet(names, n) for n, names in enumerate(tables, 8)]
    assert assert_looks_like_whole_pages(parts) == [True] * 4


def test_the_longest_names_are_set_like_others():
    tables = [
        USUAL[:5],
        [*USUAL[:4], "W" * 80],
        [*USUAL[:4], "é" * 80],
        ["Jan-Willem " * 6 + "Jan"] * 5,
    ]
    parts = [wk_sheet(names, n) for n, names in enumerate(tables, 1)]
    assert assert_looks_like_whole_pages(parts) == [True] * 4


def paragraphs(*names: str, style: str = "", before: str = "") -> list[str]:
    return [
        f'<style>{style}</style>{before}<p data-gap="name">{name}</p><p>Below' for name in names
    ]


def test_a_gap_beside_a_float_is_laid_out_with_its_page():
    floated = '<div style="float: right; width: 150mm">x</div>'
    parts = paragraphs("Ann", "Bo", "Anna Maria " * 3, before=floated)
    assert assert_looks_like_whole_pages(parts) == [False] * 3


def test_a_gap_of_another_height_is_laid_out_with_its_page():
    parts = paragraphs("Ann", "Bo", "Anna Maria " * 20, "Cy")
    assert assert_looks_like_whole_pages(parts) == [True, True, False, True]


def test_lines_keep_the_look_of_their_page():
    style = "p { text-align: right; background: #ddd; text-decoration: underline; font-size: 30pt }"
    parts = paragraphs("Ann", "Bo &amp; <b>Cy</b>", "Bo &amp; <b>Cy</b>", "Dee", style=style)
    assert assert_looks_like_whole_pages(parts) == [True] * 4


def test_fonts_are_embedded_with_the_letters_of_all_pages():
    pdf = written(*(wk_sheet(names, n) for n, names in enumerate([USUAL[:5], LONG[:5]] * 2)))
    (*_, page) = pages_of(pdf)
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    files = [
        font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get("/FontFile2", None)
        for font in fonts
    ]
    assert None not in files
    text = without_spaces(page.extract_text())
    assert [name for name in LONG[:5] if without_spaces(name) not in text] == []


def test_bookmarks_are_those_of_whole_pages():
    parts = [
        f'<h1>Round</h1><h2 data-gap="table"> Table <b>{n}</b></h2><p data-gap="name">Round</p>'
        for n in (1, 2, 3)
    ]
    pdf = written(*parts)
    rounds = PdfReader(BytesIO(pdf)).outline
    assert [each.title for each in rounds[::2]] == ["Round"] * 3
    assert [each.title for (each,) in rounds[1::2]] == ["Table 1", "Table 2", "Table 3"]
    assert set_on_forms(pdf) == [True] * 3


def test_progress_is_told_for_pages_on_forms():
    told = []
    write_pdf([wk_sheet(USUAL[:5], n) for n in (1, 2, 3)], told.append)
    assert told == [1, 2, 3]


@pytest.fixture
def forgotten():
    """Let the private parts of WeasyPrint be looked up again after a test."""
    yield
    weasyprint_parts.private.cache_clear()


def raises(*args, **options):
    raise TypeError("another version has other arguments")


def test_with_another_weasyprint_each_page_is_laid_out_as_a_whole(monkeypatch, forgotten):
    """A private part is missing, or has other arguments.

    WeasyPrint itself keeps these parts under names of its own, so it goes on to work.
    """
    names, columns = paragraphs("Ann", "Bo", "Cy"), columns_of("1\n2", "3\n4", "5\n6")
    parts = [above + below for above, below in zip(names, columns, strict=True)]
    expected = written(*parts)
    assert set_on_forms(expected) == [True] * 3
    others = [
        ("html.get_html_metadata", None),
        ("layout.layout_document", raises),
        ("draw.draw_page", None),
        ("draw.draw_page", raises),
        ("pdf.stream.Stream", raises),
    ]
    for part, value in others:
        weasyprint_parts.private.cache_clear()
        with monkeypatch.context() as patch:
            if value is None:
                patch.delattr(f"weasyprint.{part}")
            else:
                patch.setattr(f"weasyprint.{part}", value)
            pdf = written(*parts)
        assert (part, set_on_forms(pdf)) == (part, [False] * 3)
        assert texts_of(pdf) == texts_of(expected)
