"""The check-in page in a real browser, with keys only: a scanner, names, newcomers and undo."""

import datetime as dt

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.players.conftest import PEOPLE
from wk.players.services import NewEntry, enter_many
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.browser

EDITIONS = [
    ("WK Zaal", 2026, [NewEntry(person.name) for person in PEOPLE]),
    ("WK 2025", 2025, [NewEntry("Piet van Dam", "Schoppenaas")]),
]

# A search that the page begins, whether it is sent or not.
NOTES_SEARCHES = """document.addEventListener("htmx:trigger", ({ target }) => {
    if (target.id === "q") document.body.dataset.asked = target.value;
})"""


@pytest.fixture
def checkin_server(server):
    """A server with ten players, none of them checked in, and an edition of the year before."""
    with server.database():
        for name, year, rows in EDITIONS:
            slug, date = name.lower().replace(" ", "-"), dt.date(year, 11, 21)
            made = create_tournament(name=name, slug=slug, date=date)
            enter_many(tournament=made, rows=rows)
    return server


def test_players_are_checked_in_with_keys_only(checkin_server, chromium):
    clerk = checkin_server.logged_in("kees", "clerk")
    context = chromium.new_context(
        locale="nl-NL", viewport={"width": 1366, "height": 768}, storage_state=clerk
    )
    page = context.new_page()
    wrong = listen(page)
    keys = page.keyboard

    def typed(text):
        keys.type(text)
        keys.press("Enter")

    page.goto(f"{checkin_server.url}/t/wk-zaal/desk/")
    field, answer = page.locator("#q"), page.locator("#search-answer")
    count = page.locator("#arrivals .hero")
    expect(field).to_be_focused()
    # A scanner: two cards one after the other, quicker than the server.
    typed(f"{checkin_server.url}/t/wk-zaal/card/4/")
    typed(f"{checkin_server.url}/t/wk-zaal/card/5/")
    expect(answer).to_contain_text("5 Bram Smit")
    expect(count).to_have_text("2")
    # A name, without its accent, at another desk; this one hears of it, and finds him there.
    other = context.new_page()
    other.goto(page.url)
    other.keyboard.type("jose")
    other.keyboard.press("Enter")
    expect(other.locator("#search-answer .message.success")).to_contain_text("1 José de Wit")
    other.close()
    expect(count).to_have_text("3", timeout=15_000)
    expect(field).to_be_focused()
    typed("jose")
    expect(answer.locator(".message.warning")).to_contain_text("1 José de Wit")
    # Two of whom the second is meant.
    keys.type("jan k")
    expect(answer.locator(".desk-found > li")).to_have_count(2)
    keys.press("Enter")
    expect(answer.locator("#who-is-it")).to_be_focused()
    keys.press("Enter")  # impatience checks nobody in
    keys.type("Piet van")  # the next one at the desk: neither of the two is meant
    expect(field).to_have_value("Piet van")
    expect(count).to_have_text("3")
    field.fill("jan k")
    expect(answer.locator(".desk-found > li")).to_have_count(2)
    keys.press("Enter")
    expect(answer.locator("#who-is-it")).to_be_focused()
    keys.press("ArrowDown")
    expect(answer.locator("button").first).to_be_focused()
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(answer.locator(".message.success")).to_contain_text("3 Jan Kokkelink")
    expect(count).to_have_text("4")
    expect(field).to_be_focused()
    # Somebody of the year before, and somebody whom nobody knows: Enter twice.
    typed("piet van dam")
    expect(answer.locator("button").first).to_be_focused()
    keys.press("Enter")
    page.wait_for_url("**/desk/?change=*")
    expect(answer.locator(".message.success")).to_contain_text("11 Piet van Dam")
    expect(field).to_be_focused()
    # What a password manager sets on a field of its own accord breaks no rule of the page.
    keys.type("joke dijk")
    expect(answer.locator("#late_name")).to_have_value("Joke Dijk")
    answer.locator("#late_name").evaluate("field => { field.style.color = 'red' }")
    keys.press("Enter")
    expect(answer.locator(".desk-late button")).to_be_focused()
    keys.press("Enter")
    expect(answer.locator(".message.success")).to_contain_text("12 Joke Dijk")
    expect(count).to_have_text("6")
    entered = page.url
    # A list that somebody opened stays open when others come.
    page.locator("#unannounced summary").click()
    page.locator("#missing summary").click()
    field.focus()
    typed("femke")
    expect(count).to_have_text("7")
    expect(page.locator("#unannounced a").first).to_be_visible()
    expect(page.locator("#missing a").first).not_to_be_visible()
    page.goto(entered)
    # That was a mistake.
    expect(field).to_be_focused()
    keys.press("ArrowDown")
    keys.press("Enter")
    page.wait_for_url("**/desk/")
    expect(page.locator(".message.success")).to_contain_text("12 Joke Dijk")
    page.goto(f"{checkin_server.url}/t/wk-zaal/log/")
    expect(page.locator(".desk-log .undone")).to_have_count(1)
    expect(page.locator(".desk-log li").first).to_contain_text("12 Joke Dijk")
    page.goto(f"{checkin_server.url}/t/wk-zaal/desk/")
    expect(count).to_have_text("6")
    # Somebody is checked in by mistake, and the next one is at the desk already.
    typed("8")
    expect(count).to_have_text("7")
    answer.get_by_role("button").first.click()
    page.wait_for_url("**/desk/")
    expect(page.locator(".message.success")).to_contain_text("8 Els de Boer")
    expect(field).to_be_focused()
    expect(count).to_have_text("6")
    assert wrong == []
    context.close()


def test_a_second_enter_asks_nothing_and_the_answer_to_the_first_stays(checkin_server, chromium):
    clerk = checkin_server.logged_in("kees", "clerk")
    context = chromium.new_context(locale="nl-NL", storage_state=clerk)
    page, held = context.new_page(), []
    page.route("**/desk/check-in/", lambda route: held.append(route))
    page.goto(f"{checkin_server.url}/t/wk-zaal/desk/")
    answer = page.locator("#search-answer")
    with page.expect_request("**/desk/check-in/"):
        page.keyboard.type("jan k")
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # before the answer, with nothing in the field
    held.pop().continue_()
    expect(answer.locator("#who-is-it")).to_be_focused()
    expect(answer.locator(".desk-found > li")).to_have_count(2)
    for key in ("Enter", "Enter"):  # and after it
        page.keyboard.press(key)
    expect(answer.locator(".desk-found > li")).to_have_count(2)
    expect(page.locator("#arrivals .hero")).to_have_text("0")
    assert held == []
    context.close()


def test_a_name_typed_while_the_server_checks_somebody_in_is_looked_for(checkin_server, chromium):
    clerk = checkin_server.logged_in("kees", "clerk")
    context = chromium.new_context(locale="nl-NL", storage_state=clerk)
    page, held = context.new_page(), []
    page.route("**/desk/check-in/", lambda route: held.append(route))
    page.goto(f"{checkin_server.url}/t/wk-zaal/desk/")
    field, answer = page.locator("#q"), page.locator("#search-answer")
    with page.expect_request("**/desk/check-in/"):
        page.keyboard.type("8")
        page.keyboard.press("Enter")
    expect(field).to_have_value("")
    page.evaluate(NOTES_SEARCHES)
    page.keyboard.type("Karin Peters")
    expect(page.locator("body")).to_have_attribute("data-asked", "Karin Peters")
    held.pop().continue_()
    expect(answer.locator("#late_name")).to_have_value("Karin Peters")
    expect(page.locator("#arrivals .hero")).to_have_text("1")
    context.close()
