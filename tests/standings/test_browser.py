"""Standings and players on a phone: the table of each player, room for names, and nothing that
sticks out."""

from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen, look, until
from tests.database import NAME, move_public_version
from tests.standings.reading import visible_to
from tests.standings.tournaments import count_form, make_tournament, play_round
from wk.archive.names import people
from wk.hall.announcements.services import announce
from wk.players.services import NewEntry
from wk.tournament.models import Round, Seat, Substitute, Tournament

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
LUNCH = "De lunch staat klaar in de kantine op de eerste verdieping; om half twee gaan we verder."
SPELLED_OUT = """(at) => [["before", "after"].map(
    (part) => getComputedStyle(at, `::${part}`).content).join(" "),
  at.getBoundingClientRect().height, parseFloat(getComputedStyle(at).lineHeight)]"""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
HIDDEN_SIDEWAYS = "box => box.scrollWidth - box.clientWidth"
PUSHED_OUT = """() => [...document.querySelectorAll('.standings tbody .rank')]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)"""
# The pixels between the match points of the last round and its points, and the points before.
NEAR = """(row) => {
  const [before, last] = [...row.querySelectorAll("td.round")].slice(-2);
  const place = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  };
  const match = place(last.querySelector("b"));
  return [place(last.querySelector("small")).left - match.right,
    match.left - place(before.querySelector("small")).right];
}"""
LONG_NAME = "Open Nederlands Kampioenschap Boerenbridge voor Paren en Verenigingen 2026"
LINES_OF_NAME = """name => {
  const text = name.querySelector('.long');
  return Math.round(text.clientHeight / parseFloat(getComputedStyle(text).lineHeight));
}"""
LINES = "text => text.getClientRects().length"


@pytest.fixture
def address_of_started_round(server):
    """Return the address of a tournament whose first round has just started. Number 3 has
    withdrawn."""
    with server.database():
        made = make_tournament(PLAYERS)
        made.entries.filter(number=3).update(withdrawn_after=0)
        play_round(made, 1, {19: [1, 2, 4, 5]})
    return f"{server.url}/t/hal/"


def open_window(chromium, **options):
    page = chromium.new_page(viewport={"width": PHONE, "height": 844}, **options)
    page.set_default_timeout(20_000)
    return page


@pytest.fixture(scope="module")
def window(chromium):
    """The page of a visitor, which goes from test to test: a new window takes twice as long."""
    page = open_window(chromium, locale="en-GB")
    yield page
    page.close()


@pytest.fixture
def page(window):
    """That page, as if it were new."""
    widen(window, PHONE)
    window.emulate_media(media="screen")
    complaints = listen(window)
    yield window
    window.evaluate("localStorage.clear()")  # whom it follows
    window.goto("about:blank")  # or it would ask on, while the next test makes its tournament
    assert complaints == []


def widen(page, width):
    page.set_viewport_size({"width": width, "height": 844})


def visible_of(locator):
    """Return the visible elements of a locator."""
    return [each for each in locator.all() if each.is_visible()]


def test_a_phone_shows_the_table_of_each_player(address_of_started_round, page):
    page.goto(f"{address_of_started_round}standings/")
    for width, shown in ((PHONE, ["table 19"] * 4), (LAPTOP, [])):
        widen(page, width)
        tables = visible_of(page.locator(".standings .sits"))
        assert [table.inner_text() for table in tables] == shown
        boxes = [table.bounding_box() for table in tables]
        assert [box for box in boxes if box["x"] + box["width"] > width] == []
        assert page.evaluate(SIDEWAYS) == 0


def test_a_phone_opens_the_rounds_under_a_row(address_of_started_round, page):
    """Closed they would repeat the table below the name. The keyboard opens them too."""
    page.goto(f"{address_of_started_round}standings/")
    cells = page.locator(".standings td.round")
    for width, shown in ((PHONE, 0), (LAPTOP, 4)):
        widen(page, width)
        assert (cells.count(), len(visible_of(cells))) == (4, shown)
        assert page.locator(".scroll").evaluate(HIDDEN_SIDEWAYS) == 0
    widen(page, PHONE)
    page.locator("summary", has_text="Rounds of Els Vos").focus()
    page.keyboard.press("Enter")
    assert [cell.inner_text() for cell in visible_of(cells)] == ["table 19"]
    assert page.locator(".scroll").evaluate(HIDDEN_SIDEWAYS) == 0


@pytest.mark.parametrize("screen", [(390, 844), (1366, 768)])
def test_the_first_rows_are_in_sight_at_once(server, page, screen):
    """A hall of 120 players with names of every length, while the third round comes in."""
    names = [*people(120, Random(19))]
    rows = [*PLAYERS, *(NewEntry(name, club) for name, club in names[len(PLAYERS) :])]
    with server.database():
        made = make_tournament(rows)
        for number, last in ((1, 24), (2, 24), (3, 12)):
            seats = {t: [(5 * t + s * number) % 120 + 1 for s in range(5)] for t in range(1, 25)}
            played = {
                t: dict(zip(row, (90, 60, 40, 40, -10), strict=True)) for t, row in seats.items()
            }
            play_round(made, number, {t: played[t] if t <= last else seats[t] for t in seats})
        Tournament.objects.update(round_minutes=90)
        Round.objects.filter(number=3).update(started_at=timezone.now(), minutes=90)
    width, height = screen
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.url}/t/hal/standings/")
    boxes = [row.bounding_box() for row in page.locator(".standings tbody tr").all()[:20]]
    whole = [box for box in boxes if box["y"] + box["height"] <= height]
    if width == LAPTOP:  # the match points of a round are nearer to its points than to others
        apart, between = page.locator(".standings tbody tr").first.evaluate(NEAR)
        assert apart <= between
    assert page.evaluate(SIDEWAYS) == 0
    assert page.locator(".scroll").evaluate(HIDDEN_SIDEWAYS) == 0
    assert page.locator(".news-clock .clock-left").is_visible()
    assert boxes[0]["y"] <= 300
    assert page.evaluate(PUSHED_OUT) == []
    assert len(whole) >= (7 if width == PHONE else 12)
    with server.database():
        announce(tournament=made, text=LUNCH, author=None, now=timezone.now())
    page.reload()
    if width == PHONE:
        assert page.locator(".standings tbody tr").first.bounding_box()["y"] <= 300
        assert page.locator(".announcement").evaluate(HIDDEN_SIDEWAYS) == 0  # whole, in two lines
        with server.database():
            Tournament.objects.update(odds=True, name=LONG_NAME)
            made.entries.update(name=f"{PLAYERS[3].name}-Bergerdorff van der Lek")
        page.reload()
        assert page.locator("#odds summary").is_visible()
        # A whole announcement, a name of two lines and the estimate stand above the list then.
        assert page.locator(".standings tbody tr").first.bounding_box()["y"] <= 300
        assert page.locator(".tournament-nav .name").evaluate(LINES_OF_NAME) == 2


def test_the_head_of_a_phone_spells_out_what_mp_is(server, chromium):
    """The words stand between name and points, on a second line only where it is narrow."""
    server.practise("--players 20")
    page = chromium.new_page(locale="nl-NL")
    page.goto(f"{server.url}/t/oefen/standings/")
    for width, lines in ((PHONE, 1), (360, 2), (320, 2)):
        page.set_viewport_size({"width": width, "height": 844})
        words, height, head = page.locator(".standings thead abbr").evaluate(SPELLED_OUT)
        assert (words, round(height / head)) == ('"wedstrijdpunten (" ")"', lines)
        cells = [page.locator(f".standings thead .{each} a") for each in ("key", "wp", "points")]
        key, wp, points = (cell.bounding_box() for cell in cells)
        assert key["x"] + key["width"] < wp["x"]
        assert wp["x"] + wp["width"] < points["x"]
        assert page.evaluate(SIDEWAYS) == 0
    widen(page, LAPTOP)  # the legend says it above the list there
    assert page.locator(".standings thead abbr").evaluate(SPELLED_OUT)[0] == "none none"
    assert page.get_by_text("WP: wedstrijdpunten").first.is_visible()
    page.close()


def test_a_substitute_is_shown_where_there_is_room(address_of_started_round, server, page):
    with server.database():
        seat = Seat.objects.get(entry__number=1)
        Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=9)
    short = "from deal 9 played by Piet Kok"
    page.goto(f"{address_of_started_round}standings/")
    for width, media, notes in (
        (PHONE, "screen", [f"Round 1: {short}"]),
        (LAPTOP, "screen", [f"Round 1: {short}"]),
        (PAPER, "print", [short]),
    ):
        widen(page, width)
        page.emulate_media(media=media)
        shown = [note.inner_text() for note in visible_of(page.locator(".played-by"))]
        assert shown == notes
        assert page.evaluate(SIDEWAYS) == 0


def test_a_followed_player_stays_on_top(server, page):
    """Also one on another page of the list; and a row stays open when the list is renewed."""
    with server.database():
        made = make_tournament([f"Speler {n:03}" for n in range(1, 106)])
        tables = {t: {5 * t + s: 100 - 20 * s - t for s in range(1, 6)} for t in range(21)}
        play_round(made, 1, {t + 1: points for t, points in tables.items() if t < 20})
        play_round(made, 2, {1: [1, 2, 3, 4, 5]})
        made.entries.filter(number__gt=100).update(withdrawn_after=0)
        last = visible_to(made).rows[-1].name
    widen(page, LAPTOP)
    page.goto(f"{server.url}/t/hal/standings/?sort=-rank")
    page.get_by_role("button", name=f"Follow {last}").press("Enter")
    followed = page.locator(".followed tr")
    assert followed.locator(".key a").first.inner_text() == last
    page.goto(f"{server.url}/t/hal/standings/")
    page.get_by_role("button", name="Follow Speler 002").click()
    page.locator(".followed tr").nth(1).wait_for()
    assert [row.locator(".key a").first.inner_text() for row in followed.all()] == [
        last,
        "Speler 002",
    ]
    widen(page, PHONE)
    assert page.locator(".scroll").evaluate(HIDDEN_SIDEWAYS) == 0
    row = page.locator("tbody:not(.followed) tr", has_text="Speler 003")
    row.locator("summary").click()
    with server.database():
        count_form(made.rounds.get(number=2).tables.get(), [10, 20, 30, 40, 50])
        move_public_version(server.data / NAME)
    look(page)
    page.locator(".followed .rise.up").wait_for()
    assert row.locator("details").evaluate("details => details.open")
    widen(page, LAPTOP)
    for name in (last, "Speler 002"):
        page.locator(".followed").get_by_role("button", name=f"Follow {name}").click()
    expect(followed).to_have_count(0)
    page.reload()
    page.locator(".follow").first.wait_for()
    expect(followed).to_have_count(0)


def test_a_page_from_before_the_first_round_gets_its_stars_with_the_round(server, page):
    with server.database():
        made = make_tournament(["Anna", "Bram", "Cor", "Dirk"])
    widen(page, LAPTOP)
    page.goto(f"{server.url}/t/hal/standings/")
    page.get_by_text("The first round has not started yet.").wait_for()
    assert page.locator(".follow").count() == 0
    with server.database():
        play_round(made, 1, {1: [1, 2, 3, 4]})
        move_public_version(server.data / NAME)
    look(page)
    page.get_by_role("button", name="Follow Cor").click()
    page.locator(".followed .key", has_text="Cor").wait_for()


@pytest.mark.parametrize("address", ["standings/", "players/"])
def test_a_usual_name_fits_on_one_line_of_a_phone(address_of_started_round, page, address):
    page.goto(address_of_started_round + address)
    for name in ("Els Vos", "Anouk op den Kamp"):
        link = page.get_by_role("link", name=name, exact=True)
        assert link.evaluate(LINES) == 1
    assert page.evaluate(SIDEWAYS) == 0


def test_the_list_of_players_fits_a_phone(address_of_started_round, page):
    page.goto(f"{address_of_started_round}players/")
    assert page.locator(".scroll").evaluate(HIDDEN_SIDEWAYS) == 0
    assert page.get_by_text("Boerenvreugd Woerden").evaluate(LINES) == 1


def test_only_the_search_field_shows_the_focus(address_of_started_round, page):
    widen(page, LAPTOP)
    page.goto(f"{address_of_started_round}players/")
    field, button = page.locator(".search input"), page.locator(".search button")
    field.focus()
    for part in (page.locator(".search"), button):
        assert part.evaluate("e => getComputedStyle(e).boxShadow") == "none"
    assert field.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"


def test_the_strip_of_three_rounds_is_one_line_on_a_phone(server, page):
    """Also with shared places, ranks of three digits and a name that is one long word."""
    with server.database():
        made = make_tournament([f"Speler {n:03}" for n in range(1, 121)])
        made.entries.filter(number=120).update(name="W" * 60)
        for number in (1, 2, 3):
            tables = {t: range(4 * t - 3, 4 * t + 1) for t in range(1, 31)}
            points = {t: dict.fromkeys(seated, 100 - t) for t, seated in tables.items()}
            play_round(made, number, points if number < 3 else points | {30: [*tables[30]]})
    page.goto(f"{server.url}/t/hal/players/120/")
    steps = page.locator(".strip li")
    boxes = [step.bounding_box() for step in steps.all()]
    assert page.locator(".strip .after").first.inner_text() == "rank 117=\nshared"
    assert ({box["y"] for box in boxes}, len(boxes)) == ({boxes[0]["y"]}, 3)
    assert min(step.bounding_box()["height"] for step in page.locator(".strip a").all()) >= 44
    for width in (PHONE, LAPTOP):
        widen(page, width)
        assert page.evaluate(SIDEWAYS) == 0
        assert [box.evaluate(HIDDEN_SIDEWAYS) for box in page.locator(".strip a").all()] == [0] * 3
    steps.nth(2).locator("a").press("Enter")
    assert page.locator(":target").inner_text().startswith("Round 3")


PHONE_THAT_SHARES = """
  navigator.canShare = ({ files }) => files.length === 1;
  navigator.share = async ({ title, url, files: [file] }) => {
    window.shared = { title, url, name: file.name, type: file.type, size: file.size };
  };
"""


def test_the_picture_of_a_player_is_sent_on(address_of_started_round, chromium):
    """A browser that cannot send shows the picture."""
    page = open_window(chromium, locale="en-GB")
    complaints = listen(page)
    address = f"{address_of_started_round}players/1/"
    picture = f"{address_of_started_round}players/1.png"
    page.goto(address)
    link = page.get_by_role("link", name="Send on")
    link.click()
    page.wait_for_url(picture)
    page.add_init_script(PHONE_THAT_SHARES)
    page.goto(address)
    link.click()
    shared = until(page, "window.shared")
    size = page.evaluate("fetch('../1.png').then((it) => it.blob()).then(({ size }) => size)")
    assert shared == {
        "title": "Els Vos · WK hal",
        "url": address,
        "name": "1.png",
        "type": "image/png",
        "size": size,
    }
    assert (page.url, complaints) == (address, [])
    page.close()


# The pixels of the hint of a field that it has no room for.
HINT_CUT = """(field) => {
  const style = getComputedStyle(field), pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return Math.max(0, pen.measureText(field.placeholder).width - room);
}"""


def test_the_hint_of_the_search_is_whole_on_a_phone(chromium, address_of_started_round):
    page = open_window(chromium, locale="nl-NL")
    page.goto(f"{address_of_started_round}standings/")
    page.evaluate("document.fonts.ready.then(() => true)")
    field = page.locator(".standings-tools input[type=search]")
    assert (field.get_attribute("placeholder"), field.evaluate(HINT_CUT)) == ("naam of nr.", 0)
    page.close()
