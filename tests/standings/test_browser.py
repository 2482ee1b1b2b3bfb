"""What a player sees on his phone: where he sits, names with room, and nothing that sticks out."""

import pytest

from tests.browser import listen

pytestmark = pytest.mark.browser

# A round that has just begun, with names and clubs of every length; number 3 did not come.
BEGUN = """
from tests.standings.halls import hall, play
from wk.tournament.roster import NewEntry
names = ["Els Vos", "Anouk op den Kamp", "Cor", "Maria Wolfeschlegelsteinhausen", "Jan de Wit"]
clubs = ["", "Harten Drie", "", "Boerenvreugd Woerden", "De Slag"]
made = hall([NewEntry(*each) for each in zip(names, clubs)])
made.entries.filter(number=3).update(withdrawn_after=0)
play(made, 1, {19: [1, 2, 4, 5]})
"""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def begun(server):
    server.manage("shell", "-v", "0", "-c", BEGUN)
    return f"{server.url}/t/hal/"


@pytest.fixture
def page(chromium):
    page = chromium.new_page(locale="en-GB")
    page.set_default_timeout(20_000)
    complaints = listen(page)
    yield page
    assert complaints == []
    page.close()


@pytest.mark.parametrize(("width", "shows"), [(390, True), (1366, False)])
def test_a_phone_shows_at_which_table_somebody_plays(begun, page, width, shows):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{begun}standings/")
    tables = page.locator(".standings .sits")
    assert [table.inner_text() for table in tables.all() if table.is_visible()] == (
        ["table 19"] * 4 * shows
    )
    right = [table.bounding_box() for table in tables.all() if table.is_visible()]
    assert [box for box in right if box["x"] + box["width"] > width] == []
    assert page.evaluate(SIDEWAYS) == 0


@pytest.mark.parametrize(("width", "shows"), [(390, 0), (1366, 5)])
def test_a_phone_leaves_out_the_round_that_is_on(begun, page, width, shows):
    """Its column would say once more at which table, cut off by the edge."""
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{begun}standings/")
    cells = page.locator(".standings .round").all()
    assert (len(cells), sum(cell.is_visible() for cell in cells)) == (5, shows)
    assert page.locator(".scroll").evaluate("(it) => it.scrollWidth - it.clientWidth") == 0


PLAYED_ON = """
from wk.tournament.models import Seat, Substitute
Substitute.objects.create(seat=Seat.objects.get(entry__number=1), name="Piet Kok", from_deal=9)
"""


@pytest.mark.parametrize(
    ("address", "width", "media", "expected"),
    [
        ("standings/", 390, "screen", "Round 1: from deal 9 played by Piet Kok"),
        ("standings/", 1366, "screen", "from deal 9 played by Piet Kok"),
        ("standings/", 680, "print", "from deal 9 played by Piet Kok"),
        ("standings/?wall=1", 1366, "screen", None),
    ],
)
def test_who_played_on_stands_where_there_is_room(
    begun, server, page, address, width, media, expected
):
    server.manage("shell", "-v", "0", "-c", PLAYED_ON)
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(media=media)
    page.goto(begun + address)
    notes = [note.inner_text() for note in page.locator(".played-by").all() if note.is_visible()]
    assert notes == ([expected] if expected else [])
    assert page.evaluate(SIDEWAYS) == 0


@pytest.mark.parametrize("address", ["standings/", "players/"])
def test_on_a_phone_a_usual_name_stands_on_one_line(begun, page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(begun + address)
    for name in ("Els Vos", "Anouk op den Kamp"):
        link = page.get_by_role("link", name=name, exact=True)
        assert link.evaluate("link => link.getClientRects().length") == 1
    assert page.evaluate(SIDEWAYS) == 0


def test_on_a_phone_a_list_of_players_fits_its_screen(begun, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{begun}players/")
    assert page.locator(".scroll").evaluate("box => box.scrollWidth - box.clientWidth") == 0
    assert page.get_by_text("Boerenvreugd Woerden").evaluate("e => e.getClientRects().length") == 1


def test_only_the_field_is_marked_while_something_is_looked_for(begun, page):
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{begun}players/")
    field, button = page.locator(".search input"), page.locator(".search button")
    field.focus()
    for part in (page.locator(".search"), button):
        assert part.evaluate("e => getComputedStyle(e).boxShadow") == "none"
    assert field.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
