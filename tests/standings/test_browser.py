"""What a player sees on his phone: where he sits, names with room, and nothing that sticks out."""

import pytest

from tests.browser import listen
from tests.standings.tournaments import make_tournament, play_round
from wk.players.services import NewEntry
from wk.tournament.models import Seat, Substitute

pytestmark = pytest.mark.browser

PHONE, PAPER, LAPTOP = 390, 680, 1366
# Names and clubs of every length.
PLAYERS = [
    NewEntry("Els Vos"),
    NewEntry("Anouk op den Kamp", "Harten Drie"),
    NewEntry("Cor"),
    NewEntry("Maria Wolfeschlegelsteinhausen", "Boerenvreugd Woerden"),
    NewEntry("Jan de Wit", "De Slag"),
]
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
HIDDEN_SIDEWAYS = "box => box.scrollWidth - box.clientWidth"
LINES = "text => text.getClientRects().length"


@pytest.fixture
def begun(server):
    """The address of a tournament whose round has just begun; number 3 did not come."""
    with server.database():
        made = make_tournament(PLAYERS)
        made.entries.filter(number=3).update(withdrawn_after=0)
        play_round(made, 1, {19: [1, 2, 4, 5]})
    return f"{server.url}/t/hal/"


@pytest.fixture
def page(chromium):
    page = chromium.new_page(locale="en-GB", viewport={"width": PHONE, "height": 844})
    page.set_default_timeout(20_000)
    complaints = listen(page)
    yield page
    assert complaints == []
    page.close()


def widen(page, width):
    page.set_viewport_size({"width": width, "height": 844})


def visible(locator):
    return [each for each in locator.all() if each.is_visible()]


def test_a_phone_shows_at_which_table_somebody_plays(begun, page):
    page.goto(f"{begun}standings/")
    for width, shown in ((PHONE, ["table 19"] * 4), (LAPTOP, [])):
        widen(page, width)
        tables = visible(page.locator(".standings .sits"))
        assert [table.inner_text() for table in tables] == shown
        boxes = [table.bounding_box() for table in tables]
        assert [box for box in boxes if box["x"] + box["width"] > width] == []
        assert page.evaluate(SIDEWAYS) == 0


def test_a_phone_leaves_out_the_round_that_is_on(begun, page):
    """Its column would say once more at which table, cut off by the edge."""
    page.goto(f"{begun}standings/")
    cells = page.locator(".standings .round")
    for width, shown in ((PHONE, 0), (LAPTOP, 5)):
        widen(page, width)
        assert (cells.count(), len(visible(cells))) == (5, shown)
        assert page.locator(".scroll").evaluate(HIDDEN_SIDEWAYS) == 0


def test_who_played_on_stands_where_there_is_room(begun, server, page):
    with server.database():
        seat = Seat.objects.get(entry__number=1)
        Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=9)
    short = "from deal 9 played by Piet Kok"
    page.goto(f"{begun}standings/")
    for width, media, notes in (
        (PHONE, "screen", [f"Round 1: {short}"]),
        (LAPTOP, "screen", [short]),
        (PAPER, "print", [short]),
    ):
        widen(page, width)
        page.emulate_media(media=media)
        shown = [note.inner_text() for note in visible(page.locator(".played-by"))]
        assert shown == notes
        assert page.evaluate(SIDEWAYS) == 0
    widen(page, LAPTOP)
    page.emulate_media(media="screen")
    page.goto(f"{begun}standings/?wall=1")
    page.locator(".standings tbody tr").first.wait_for()
    assert visible(page.locator(".played-by")) == []
    assert page.evaluate(SIDEWAYS) == 0


@pytest.mark.parametrize("address", ["standings/", "players/"])
def test_on_a_phone_a_usual_name_stands_on_one_line(begun, page, address):
    page.goto(begun + address)
    for name in ("Els Vos", "Anouk op den Kamp"):
        link = page.get_by_role("link", name=name, exact=True)
        assert link.evaluate(LINES) == 1
    assert page.evaluate(SIDEWAYS) == 0


def test_on_a_phone_a_list_of_players_fits_its_screen(begun, page):
    page.goto(f"{begun}players/")
    assert page.locator(".scroll").evaluate(HIDDEN_SIDEWAYS) == 0
    assert page.get_by_text("Boerenvreugd Woerden").evaluate(LINES) == 1


def test_only_the_field_is_marked_while_something_is_looked_for(begun, page):
    widen(page, LAPTOP)
    page.goto(f"{begun}players/")
    field, button = page.locator(".search input"), page.locator(".search button")
    field.focus()
    for part in (page.locator(".search"), button):
        assert part.evaluate("e => getComputedStyle(e).boxShadow") == "none"
    assert field.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
