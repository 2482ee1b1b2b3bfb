"""Typing forms of other games in a real browser, with keys only."""

import re

import pytest

from tests.browser import listen
from tests.server import Server

pytestmark = pytest.mark.browser

GAMES = ["rubber-bridge", "kleurenwiezen", "boerenbridge"]


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A server with the practice tournament of each of these games."""
    server = Server(tmp_path_factory.mktemp("hall"))
    for key in GAMES:
        server.manage("demo", "--game", key)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def desk(hall, chromium):
    """A browser in which a director is logged in."""
    code = re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", hall.manage("setup_code"))[0]
    context = chromium.new_context(locale="nl-NL", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(f"{hall.url}/begin/")
    page.get_by_label("Startcode").fill(code)
    page.get_by_label("Je naam").fill("dora")
    page.get_by_label("Wachtwoord", exact=True).fill("schoppenaas-2026")
    page.get_by_label("Wachtwoord nog een keer").fill("schoppenaas-2026")
    page.get_by_role("button", name="Maak een toernooi", exact=True).click()
    page.wait_for_url("**/new/")
    yield context
    context.close()


@pytest.fixture
def open_form(hall, desk):
    """Opens the last form of the third round, which is still to come; the browser may not
    complain meanwhile."""
    page = desk.new_page()
    complaints = listen(page)

    def open_of(key):
        page.goto(f"{hall.url}/t/oefen-{key}/forms/?round=3")
        page.locator(".table-card .hero").last.click()
        page.locator("#score-form").wait_for()
        return page

    yield open_of
    assert complaints == []
    page.close(run_before_unload=False)


def focused(page):
    return page.evaluate("document.activeElement.name")


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_a_rubber_is_typed_with_keys_and_grows(open_form):
    page = open_form("rubber-bridge")
    assert focused(page) == "contracts.0.declarer"
    press(page, "3", "Enter")
    press(page, "4")  # the level is done after one digit
    assert focused(page) == "contracts.0.strain"
    press(page, "ArrowDown", "ArrowDown", "ArrowDown")
    assert page.locator("[name='contracts.0.strain']").input_value() == "H"
    press(page, "Enter", "Enter", "1", "0", "Enter", "Enter")
    assert focused(page) == "contracts.1.declarer"
    page.locator("#points-1-1-2 b", has_text="120").wait_for()
    page.locator("tr.underlined[data-path='contracts.0']").wait_for()
    press(page, "ArrowLeft", "ArrowUp")
    assert focused(page) == "contracts.0.passed"
    assert page.locator("tr[data-path]").count() == 12
    page.locator("[name='contracts.11.passed']").focus()
    press(page, "x")
    page.locator("[name='contracts.15.tricks']").wait_for()
    assert focused(page) == "contracts.11.passed"
    assert page.locator("[name='contracts.0.tricks']").input_value() == "10"
    press(page, "ArrowDown")
    assert focused(page) == "contracts.12.passed"
    page.locator("[name='contracts.15.honours.seat']").focus()
    press(page, "Enter")
    assert focused(page) == "unfinished"
    press(page, "Enter")
    assert page.evaluate("document.activeElement.value") == "count"


def test_a_deal_that_was_passed_is_one_key_and_then_the_next(open_form):
    page = open_form("rubber-bridge")
    press(page, "x")
    assert page.locator("[name='contracts.0.passed']").is_checked()
    assert focused(page) == "contracts.0.passed"
    press(page, "Enter")
    assert focused(page) == "contracts.1.declarer"
    press(page, "ArrowLeft", "x", "x")
    assert not page.locator("[name='contracts.1.passed']").is_checked()
    press(page, "Enter")
    assert focused(page) == "contracts.1.declarer"


@pytest.mark.parametrize(
    ("name", "keys", "value"),
    [
        ("strain", "k", "C"),
        ("strain", "r", "D"),
        ("strain", "h", "H"),
        ("strain", "s", "S"),
        ("strain", "ss", "NT"),
        ("strain", "sss", "S"),
        ("strain", "n", "NT"),
        ("doubled", "x", "1"),
        ("doubled", "xx", "2"),
        ("doubled", "2", "2"),
        ("doubled", "d", "1"),
    ],
)
def test_words_behind_a_sign_are_chosen_by_their_letter(open_form, name, keys, value):
    page = open_form("rubber-bridge")
    cell = page.locator(f"[name='contracts.0.{name}']")
    cell.focus()
    press(page, *keys)
    assert cell.input_value() == value
    assert not page.locator("[name='contracts.0.passed']").is_checked()


def test_a_whole_rubber_is_handed_in_without_the_mouse(open_form):
    page = open_form("rubber-bridge")
    press(page, "1", "Enter", "3", "n", "Enter", "Enter", "9", "Enter", "Enter")
    press(page, "End")
    assert focused(page) == "unfinished"
    page.locator("[name='contracts.1.declarer']").focus()
    press(page, "3", "Enter", "4", "s", "Enter", "Enter", "1", "0", "Enter", "Enter")
    page.get_by_text("Alles klopt").wait_for()
    assert focused(page) == "contracts.2.declarer"
    press(page, "Enter")
    assert page.evaluate("document.activeElement.value") == "count"


def test_a_deal_of_whist_is_typed_with_keys(open_form):
    page = open_form("kleurenwiezen")
    assert focused(page) == "deals.0.contract"
    press(page, *"samen 9", "Enter", *"11", "Enter", "x", "Enter", "ArrowRight", "x")
    assert page.locator("[name='deals.0.contract']").input_value() == "samen-9"
    assert page.locator("[name='deals.0.declarers.2']").is_checked()
    page.locator("#points-1-1-1 b", has_text="16").wait_for()
    press(page, "+")
    assert focused(page) == "deals.0.referee"
    press(page, *"JdV", "Enter")
    assert focused(page) == "deals.1.contract"
    press(page, "ArrowLeft", "Backspace")
    assert focused(page) == "deals.0.declarers.2"


def test_notes_open_and_get_more_room(open_form):
    page = open_form("boerenbridge")
    assert focused(page) == "first_dealer"
    press(page, "1", "Enter")
    assert focused(page) == "deals.0.bids.0"
    opener = page.locator("button[data-notes='deals.1']")
    assert opener.get_attribute("aria-expanded") == "false"
    opener.press("Enter")
    assert opener.get_attribute("aria-expanded") == "true"
    assert focused(page) == "deals.1.misdeal.stage"
    page.locator("[name='deals.1.penalties.0.seat']").select_option("2")
    page.locator("[name='deals.1.penalties.0.points']").fill("-5")
    page.locator("[name='deals.1.penalties.1.points']").wait_for()
    assert page.locator("[name='deals.1.penalties.0.points']").input_value() == "-5"
    opener.click()
    # What was written in them keeps notes open once the form is checked again.
    page.locator("[name='deals.0.bids.0']").press("1")
    page.locator("button[data-notes='deals.1'][aria-expanded='true']").wait_for()
