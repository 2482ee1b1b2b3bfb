"""The kiosk in a real browser: a scanner types, and the next player finds the field ready."""

import datetime as dt
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.players.conftest import PEOPLE
from wk.players.kiosk.services import open_kiosk
from wk.players.services import NewEntry, enter_many
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.browser


@pytest.fixture
def kiosk(server):
    """The address of an open kiosk, of a tournament with ten players."""
    with server.database():
        made = create_tournament(name="WK Zaal", slug="wk-zaal", date=dt.date(2026, 11, 21))
        enter_many(tournament=made, rows=[NewEntry(person.name) for person in PEOPLE])
        key = open_kiosk(tournament=made).kiosk_key
    return f"{server.url}/t/wk-zaal/kiosk/{key}/"


def test_a_scanned_card_checks_its_player_in_and_its_key_is_not_sent(server, chromium, kiosk):
    context = chromium.new_context(locale="en-GB", viewport={"width": 820, "height": 1180})
    page = context.new_page()
    wrong = listen(page)
    page.goto(kiosk)
    field, answer = page.locator("#q"), page.locator("#answer")
    expect(field).to_be_focused()
    with page.expect_request(lambda request: request.method == "POST") as asked:
        page.keyboard.type(f"{server.url}/t/wk-zaal/card/4/#Ab3_d-9fGh1JkLmN0pQrStUv")
        page.keyboard.press("Enter")
    assert parse_qs(asked.value.post_data) == {"q": [f"{server.url}/t/wk-zaal/card/4/"]}
    expect(answer).to_contain_text("Welcome")
    expect(answer).to_contain_text("Anna Bakker")
    # The next player: whatever has the focus, the digits go to the field.
    expect(field).to_be_focused()
    field.blur()
    page.keyboard.type("5")
    expect(field).to_have_value("5")
    page.keyboard.press("Enter")
    expect(answer).to_contain_text("Bram Smit")
    assert wrong == []
    assert context.cookies() == []
    context.close()


def test_an_answer_goes_so_that_the_next_player_does_not_read_it(chromium, kiosk):
    context = chromium.new_context(locale="en-GB")
    page = context.new_page()
    page.clock.install()
    page.goto(kiosk)
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text("Anna Bakker")
    page.clock.fast_forward(16_000)
    expect(page.locator("#answer")).to_be_empty()
    context.close()
