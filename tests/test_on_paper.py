"""Public pages as a browser prints them, read back from real PDFs."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.printing.pdf_pages import without_spaces
from tests.samples import some
from tests.standings.reading import visible_to
from tests.standings.tournaments import make_tournament, play_round
from wk.tournament.models import Round, Tournament

pytestmark = pytest.mark.browser

TITLE = "Oefentoernooi · zaterdag 21 november 2026 · Café De Wagenmaker"
# A page, and how its paper begins.
PAGES = [
    ("standings/", "Stand tijdens ronde 3", "voorlopig"),
    ("standings/2/", "Stand na ronde 2", "WP: wedstrijdpunten"),
    ("rounds/3/", "Ronde 3", "24 tafels · begonnen"),
    ("rounds/1/tables/1/", "Tafel 1 · ronde 1", "Plaats"),
    ("players/", "Spelers", "120 spelers"),
    ("figures/", "De dag in cijfers", "voorlopig"),
    ("rules/", "Spelregels", "WK Boerenbridge"),
]
A4_WITHOUT_MARGINS = 680  # pixels
ON_SCREEN_ONLY = ["Kaartkampioen", "Inloggen", "Zoeken", "Als bestand", "Zaal", "Volg"]


@pytest.fixture
def hall(running_server):
    """The address of a tournament of 120 players, in its third round."""
    running_server.practise("--players 120")
    return f"{running_server.url}/t/oefen/"


@pytest.fixture(scope="module")
def paper(chromium):
    """A page as it is laid out on A4, in the dark. It goes from address to address."""
    context = chromium.new_context(
        locale="nl-NL",
        color_scheme="dark",
        viewport={"width": A4_WITHOUT_MARGINS, "height": 1000},
    )
    page = context.new_page()
    page.emulate_media(media="print")
    yield page
    context.close()


def sheets_of(paper, address):
    """Print the page at an address; return the text of each sheet. Nothing is too wide for the
    paper, which would be shrunk to fit."""
    paper.goto(address)
    assert paper.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    content = paper.pdf(format="A4", prefer_css_page_size=True)
    return [sheet.extract_text() for sheet in PdfReader(BytesIO(content)).pages]


def test_all_rows_of_the_standings_are_on_paper_in_order(hall, running_server, paper):
    with running_server.database():
        shown = visible_to(Tournament.objects.get()).rows
    sheets = sheets_of(paper, f"{hall}standings/")
    whole = without_spaces("".join(sheets))
    at = 0
    for row in shown:
        at = whole.index(without_spaces(f"{row.rank}{'=' if row.shared else ''}"), at)
        at = whole.index(without_spaces(row.name), at)
    assert len(shown) == 120
    assert len(sheets) == 4
    begins = [
        re.match(r"\d+/\d+RangNaamWPPuntenRonde1Ronde2Ronde3\d+", each)
        for each in map(without_spaces, sheets)
    ]
    assert [begin is not None for begin in begins] == [False, True, True, True]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["", "?page=2", "?sort=name"])
def test_a_list_of_several_pages_is_printed_whole(server, paper, page):
    names = [f"Speler {number:03}." for number in range(1, 182)]
    with server.database():
        make_tournament(names)
    sheets = sheets_of(paper, f"{server.url}/t/hal/standings/{page}")
    whole = "".join(sheets)
    assert [whole.count(name) for name in names] == [1] * 181
    assert "van 181" not in whole  # what a part of the list says


@pytest.mark.parametrize(("path", "heading", "state"), some(PAGES, 4))
def test_a_printed_page_fits_and_has_its_tournament_date_and_state(
    hall, paper, path, heading, state
):
    sheets = sheets_of(paper, hall + path)
    begin = without_spaces(f"1/{len(sheets)}" + TITLE + heading + state)
    assert without_spaces(sheets[0])[: len(begin)] == begin
    assert [word for word in ON_SCREEN_ONLY if word in "".join(sheets)] == []


def test_paper_is_black_on_white(hall, paper):
    paper.goto(f"{hall}standings/")
    colours = paper.evaluate(
        "(({color, backgroundColor}) => [color, backgroundColor])"
        "(getComputedStyle(document.documentElement))"
    )
    underlined = paper.locator(".key a").first.evaluate(
        "link => getComputedStyle(link).textDecorationLine"
    )
    assert (colours, underlined) == (["rgb(0, 0, 0)", "rgb(255, 255, 255)"], "none")


def test_paper_says_that_the_first_places_are_still_secret(server, paper):
    with server.database():
        made = make_tournament([f"Speler {n:02}" for n in range(1, 26)], rounds=1)
        tables = {t: {5 * t - s: 100 - 10 * s - t for s in range(5)} for t in range(1, 6)}
        play_round(made, 1, tables, state=Round.State.CLOSED)
        made.rounds.update(withheld=Round.Withheld.TOP)
    text = " ".join("".join(sheets_of(paper, f"{server.url}/t/hal/standings/")).split())
    assert "Nog even geheim: De rangen 1 tot en met 10" in text
    assert "Speler 05" not in text
