"""A draw is changed by hand in a real browser: by keys, by dragging and by touch."""

import datetime as dt

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.database import NAME, copy, migrated
from tests.test_pages import faults_of
from wk.players.services import NewEntry, enter, enter_many
from wk.rounds.draws.draw_service import draw_all_rounds
from wk.tournament.models import Separation, Tournament
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.browser

LAPTOP, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
SCHEMES, WIDTHS = ("light", "dark"), (360, 1366)
# Away from the edges of the window, where the page goes along with what is dragged.
MIDDLE = "element => element.scrollIntoView({block: 'center', behavior: 'instant'})"
SEATS = """() => Object.fromEntries(
  [...document.querySelectorAll(".table-card")].map((card) => [
    card.querySelector(".hero").innerText,
    [...card.querySelectorAll(".no")].map((number) => Number(number.innerText)),
  ]),
)"""


@pytest.fixture(scope="module")
def drawn_database(running_server, tmp_path_factory):
    """A database with 23 players, drawn at three tables of five and two of four, and one player
    who was entered after the draw."""
    running_server.fill(migrated())
    with running_server.database():
        made = create_tournament(name="WK", slug="wk", date=dt.date(2026, 11, 21))
        enter_many(tournament=made, rows=[NewEntry(f"Speler {n}") for n in range(1, 24)])
        draw_all_rounds(tournament=made, seed=1)
        enter(tournament=made, name="Laat")
    path = tmp_path_factory.mktemp("drawn") / NAME
    copy(running_server.data / NAME, path)
    return path


@pytest.fixture
def office(running_server, drawn_database):
    """A server with that database."""
    running_server.fill(drawn_database)
    return running_server


@pytest.fixture
def director(office):
    """The storage state of a browser in which a director is logged in."""
    return office.logged_in("dora", "director")


@pytest.fixture
def open_round(office, director, chromium):
    """Return a function that opens the page of a round in English. At the end the browser may
    have no complaints."""
    contexts = []
    complaints = []

    def open_page(number, *, may_fail=False, **more):
        options = {"locale": "en-GB", "viewport": LAPTOP} | more
        contexts.append(chromium.new_context(storage_state=director, **options))
        page = contexts[-1].new_page()
        heard = listen(page)
        if not may_fail:  # of a request that is to fail, the browser complains by itself
            complaints.append(heard)
        page.goto(f"{office.url}/t/wk/rounds/{number}/")
        change_by_hand(page)
        return page

    yield open_page
    assert [text for each in complaints for text in each] == []
    for context in contexts:
        context.close()


def change_by_hand(page):
    """Press the button behind which a draw is changed by hand."""
    page.locator("#change-by-hand > summary").click()
    page.locator("#hand").wait_for()


def seats_on_page(page):
    """Return the start numbers at each table, in seat order, as the page shows them."""
    return {int(table): numbers for table, numbers in page.evaluate(SEATS).items()}


def handle(page, table, seat):
    """Return the handle of the player in a seat."""
    return page.locator(f"#table-{table} .handle[data-player]").nth(seat - 1)


def status_line(page):
    """Return the line that a screen reader reads out."""
    return page.locator("body > .visually-hidden[role=status]")


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_two_players_change_places_by_keys_alone(open_round):
    page = open_round(2)
    before = seats_on_page(page)
    one, other = before[1][1], before[2][1]
    page.locator(".search input").focus()
    press(page, "Tab", "Tab", "Tab")  # the button, the first player, his handle
    assert page.evaluate("document.activeElement.dataset.table") == "1"
    press(page, "ArrowDown", "Enter")
    expect(status_line(page)).to_contain_text(f"{one} Speler {one} is picked up.")
    press(page, "2", "ArrowDown")
    expect(status_line(page)).to_contain_text(f"{other} Speler {other}: table 2, seat 2")
    expect(status_line(page)).to_contain_text("Repeat meetings")
    assert seats_on_page(page) == before  # shown, and not made
    press(page, "Escape")
    expect(status_line(page)).to_have_text("Nothing has changed.")
    assert page.evaluate("document.activeElement.dataset.player") == str(one)
    press(page, "Enter", "ArrowRight")
    expect(page.locator("#hand-do")).to_be_visible()
    press(page, "Enter")
    expect(status_line(page)).to_contain_text(
        f"{one} Speler {one} and {other} Speler {other} have changed seats."
    )
    after = seats_on_page(page)
    assert after == before | {
        1: [before[1][0], other, *before[1][2:]],
        2: [before[2][0], one, *before[2][2:]],
    }
    assert page.evaluate("document.activeElement.dataset.player") == str(one)
    page.locator("#hand-undo").focus()
    press(page, "Enter")
    expect(status_line(page)).to_contain_text("Undone")
    assert seats_on_page(page) == before
    page.reload()
    assert seats_on_page(page) == before
    expect(page.locator("#by-hand")).to_have_count(0)


def test_a_player_goes_to_a_free_seat_by_keys(open_round):
    page = open_round(1)
    before = seats_on_page(page)
    handle(page, 1, 5).focus()
    last = before[1][4]
    free = page.locator(".free-place:visible")
    expect(free).to_have_count(0)
    press(page, "Enter")
    expect(free).to_have_text(["Free seat at table 4", "Free seat at table 5"])
    press(page, "4", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown")
    expect(status_line(page)).to_contain_text("table 4, seat 5")
    press(page, "Enter")
    expect(status_line(page)).to_contain_text(f"Speler {last}: table 4, seat 5.")
    assert seats_on_page(page) == before | {1: before[1][:4], 4: [*before[4], last]}
    page.locator("#hand-undo").click()
    expect(status_line(page)).to_contain_text("Undone")
    assert seats_on_page(page) == before


def drag(page, grip, to):
    """Drag from a handle to the middle of an element, without letting go."""
    to.evaluate(MIDDLE)
    start = grip.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    end = to.bounding_box()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)


def test_two_players_change_places_by_dragging(open_round):
    page = open_round(3)
    before = seats_on_page(page)
    one, other = before[1][0], before[2][2]
    drag(page, handle(page, 1, 1), page.locator("#table-2 .seats li").nth(2))
    expect(page.locator("#hand-do")).to_be_visible()  # it is known what it costs
    assert seats_on_page(page) == before
    page.mouse.up()
    expect(page.locator("#messages")).to_contain_text(
        f"{one} Speler {one} and {other} Speler {other} have changed seats."
    )
    assert (seats_on_page(page)[1][0], seats_on_page(page)[2][2]) == (other, one)
    expect(page.locator("#by-hand li")).to_contain_text(f"{one} Speler {one}: table 1, NORTH")
    page.locator("#by-hand").get_by_role("button", name="Undo").click()
    expect(page.locator("#messages")).to_contain_text("Undone")
    assert seats_on_page(page) == before


def test_dropping_a_player_outside_the_tables_changes_nothing(open_round):
    page = open_round(3)
    before = seats_on_page(page)
    drag(page, handle(page, 1, 1), page.locator(".search button"))
    page.mouse.up()
    expect(status_line(page)).to_have_text("Nothing has changed.")
    page.reload()
    assert seats_on_page(page) == before


def test_two_players_change_places_by_finger(open_round):
    """A tap picks a player up, a tap on another player shows the cost, and a button swaps them."""
    page = open_round(3, viewport=PHONE, has_touch=True)
    before = seats_on_page(page)
    one, other = before[1][0], before[1][1]
    handle(page, 1, 1).tap()
    handle(page, 1, 2).tap()
    page.locator("#hand-do").tap()
    expect(page.locator("#messages")).to_contain_text("have changed seats.")
    assert seats_on_page(page)[1][:2] == [other, one]
    page.locator("#hand-undo").tap()
    expect(page.locator("#messages")).to_contain_text("Undone")
    assert seats_on_page(page) == before


def test_two_players_change_places_by_dragging_with_a_finger(open_round):
    page = open_round(3, viewport=PHONE, has_touch=True)
    before = seats_on_page(page)
    grip, to = handle(page, 1, 1), page.locator("#table-1 .seats li").nth(3)
    to.evaluate(MIDDLE)
    boxes = [each.bounding_box() for each in (grip, to)]
    (x, y), end = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    touch = page.context.new_cdp_session(page)

    def finger(kind, *points):
        points = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", (x, y))
    for step in range(1, 9):
        finger("touchMove", (x + (end[0] - x) * step / 8, y + (end[1] - y) * step / 8))
    expect(page.locator("#hand-do")).to_be_visible()
    finger("touchEnd")
    expect(page.locator("#messages")).to_contain_text("have changed seats.")
    assert seats_on_page(page)[1] == [before[1][3], *before[1][1:3], before[1][0], *before[1][4:]]
    page.locator("#hand-undo").tap()
    expect(page.locator("#messages")).to_contain_text("Undone")
    assert seats_on_page(page) == before


def test_the_page_says_that_another_changed_the_draw_meanwhile(open_round):
    page, elsewhere = open_round(3, may_fail=True), open_round(3)
    before = seats_on_page(page)
    for seat in (1, 2):
        handle(elsewhere, 1, seat).click()
    elsewhere.locator("#hand-do").click()
    expect(elsewhere.locator("#messages")).to_contain_text("have changed seats.")
    handle(page, 2, 1).click()
    handle(page, 3, 1).click()
    expect(status_line(page)).to_have_text("This has changed meanwhile. Look at it again.")
    expect(page.locator("#hand-do")).to_be_hidden()
    page.reload()
    assert seats_on_page(page) == before | {1: [before[1][1], before[1][0], *before[1][2:]]}


def test_the_page_says_that_the_server_does_not_answer(open_round):
    page = open_round(3, may_fail=True)
    page.context.set_offline(True)
    handle(page, 2, 1).click()
    handle(page, 3, 1).click()
    expect(status_line(page)).to_have_text("The server does not answer. Nothing has changed.")
    page.context.set_offline(False)
    handle(page, 3, 2).click()
    expect(page.locator("#hand-do")).to_be_visible()


def test_choosing_from_the_lists_shows_the_cost_first(open_round):
    page = open_round(2)
    before = seats_on_page(page)
    one, other, last = before[1][1], before[2][1], before[1][4]
    page.locator("#swap_player").select_option(str(one))
    page.locator("#swap_other").select_option(str(other))
    page.get_by_role("button", name="Swap").click()
    expect(page.locator("#hand-cost")).to_contain_text("Repeat meetings")
    expect(page.locator("#hand-do")).to_be_focused()
    assert seats_on_page(page) == before
    press(page, "Enter")
    expect(status_line(page)).to_contain_text("have changed seats.")
    assert (seats_on_page(page)[1][1], seats_on_page(page)[2][1]) == (other, one)
    page.locator("#hand-undo").click()
    expect(status_line(page)).to_contain_text("Undone")
    page.locator("#free_player").select_option(str(last))
    page.locator("#free_table").select_option("4")
    page.get_by_role("button", name="Seat here").click()
    expect(page.locator("#hand-do")).to_be_focused()
    press(page, "Escape")
    expect(status_line(page)).to_have_text("Nothing has changed.")
    assert seats_on_page(page) == before


def test_a_broken_must_keeps_its_sign_with_undo_beside_it(office, open_round):
    page = open_round(2)
    one, other = seats_on_page(page)[1][1], seats_on_page(page)[2][2]
    with office.database():
        made = Tournament.objects.get()
        kept_apart = Separation.objects.create(tournament=made, is_hard=True)
        kept_apart.entries.set(made.entries.filter(number__in=[one, other]))
    page.reload()
    change_by_hand(page)
    handle(page, 1, 2).click()
    handle(page, 2, 3).click()  # the two change places, and stay apart
    sign = page.locator("#hand-cost .badge.problem")
    expect(page.locator("#hand-cost")).not_to_be_empty()
    expect(sign).to_have_count(0)
    page.locator("#hand-drop").click()
    handle(page, 1, 2).click()
    handle(page, 2, 2).click()
    expect(sign).to_have_text("Must:")
    page.locator("#hand-do").click()
    expect(sign).to_have_text("Please note:")
    expect(status_line(page)).to_contain_text("Please note: ")
    expect(status_line(page)).to_contain_text("Must:")
    said, undo = (page.locator(part).bounding_box() for part in ("#hand-cost", "#hand-undo"))
    assert undo["x"] >= said["x"] + said["width"]
    page.locator("#hand-undo").click()
    expect(status_line(page)).to_contain_text("Undone")
    expect(sign).to_have_count(0)


def test_the_lists_seat_a_player_without_a_script(office, director, chromium):
    context = chromium.new_context(
        storage_state=director, locale="en-GB", java_script_enabled=False
    )
    page = context.new_page()
    page.goto(f"{office.url}/t/wk/rounds/1/")
    page.locator("#change-by-hand > summary").click()
    page.locator("#free_player").select_option(label="Laat (number 24)")
    page.locator("#free_table").select_option("4")
    page.get_by_role("button", name="Seat here").click()
    expect(page.locator("#messages")).to_contain_text("Laat: table 4, seat 5.")
    assert seats_on_page(page)[4][4] == 24
    context.close()


def test_layout_and_accessibility_with_and_without_a_player_in_hand(open_round):
    """Nothing sticks out and axe finds nothing, on a phone and a laptop, in light and dark."""
    page = open_round(3, reduced_motion="reduce")  # no colour is on its way to another
    found = []

    def look_at_it():
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                found.extend((width, scheme, wrong) for wrong in faults_of(page))

    look_at_it()
    handle(page, 1, 1).click()
    look_at_it()
    handle(page, 2, 1).click()
    expect(page.locator("#hand-do")).to_be_visible()
    look_at_it()
    assert found == []
