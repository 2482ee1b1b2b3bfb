"""A PDF takes seconds: the page says so until it is there, here or in another tab."""

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.office import first_cookies
from tests.server import Server

pytestmark = pytest.mark.browser

PLAYERS, ROUND = "/t/oefen/players/", "/t/oefen/rounds/1/"
WORDS = {
    "Druk de kaarten af": (PLAYERS, "20 kaarten worden gemaakt …", "cards.pdf"),
    "Druk de scoreformulieren af": (ROUND, "4 scoreformulieren worden gemaakt …", "sheets.pdf"),
    "Druk de plaatsenlijst af": (ROUND, "De plaatsenlijst wordt gemaakt …", "seating.pdf"),
}


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """A server with a practice tournament of 20 players."""
    server = Server(tmp_path_factory.mktemp("office"))
    server.manage("demo", "--players", "20")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def director(office, chromium):
    """The cookies of a director, who has just made the first account."""
    return first_cookies(chromium, office)


@pytest.fixture
def context(chromium, director):
    made = chromium.new_context(locale="nl-NL", storage_state=director)
    yield made
    made.close()


@pytest.fixture
def asked(context):
    """PDFs that were asked for; none comes, and the page stays, as with one kept as a file."""
    urls = []

    def answer(route):
        urls.append(route.request.url)
        route.fulfill(status=204)

    context.route("**/*.pdf", answer)
    return urls


def come(context, office, name):
    """Let the page think that a PDF came, as the server tells it."""
    context.add_cookies([{"name": name, "value": "new", "url": office.url}])


def link(page, name):
    return page.get_by_role("link", name=name)


def said(page):
    return page.locator("#making")


@pytest.mark.parametrize("name", WORDS)
def test_it_is_said_until_the_pdf_is_there(office, context, asked, name):
    path, words, file = WORDS[name]
    page = context.new_page()
    page.goto(office.url + path)
    complaints = listen(page)
    expect(said(page)).to_have_attribute("role", "status")
    at = link(page, name).bounding_box()
    link(page, name).click()
    expect(said(page)).to_have_text(words)
    assert link(page, name).bounding_box() == at  # nothing moves under the hand
    come(context, office, file)
    expect(said(page)).to_have_text("")
    assert complaints == []


def test_it_is_made_in_another_tab(office, context):
    page = context.new_page()
    page.goto(office.url + PLAYERS)
    link(page, "Druk de kaarten af").click(modifiers=["Control"])
    expect(said(page)).to_have_text("20 kaarten worden gemaakt …")
    expect(said(page)).to_have_text("")
    assert page.url == office.url + PLAYERS


def test_a_second_press_waits_for_the_first(office, context, asked):
    page = context.new_page()
    page.goto(office.url + PLAYERS)
    link(page, "Druk de kaarten af").focus()
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text("20 kaarten worden gemaakt …")
    page.keyboard.press("Enter")
    come(context, office, "cards.pdf")
    expect(said(page)).to_have_text("")
    with page.expect_request("**/cards.pdf"):
        page.keyboard.press("Enter")
    expect(said(page)).to_have_text("20 kaarten worden gemaakt …")
    assert len(asked) == 2
    page.keyboard.press("Escape")  # with which the browser stops it too
    expect(said(page)).to_have_text("")


def test_it_does_not_wait_for_ever(office, context, asked):
    page = context.new_page()
    page.clock.install()
    page.goto(office.url + PLAYERS)
    link(page, "Druk de kaarten af").click()
    expect(said(page)).to_have_text("20 kaarten worden gemaakt …")
    page.clock.fast_forward(16_000)
    with page.expect_request("**/cards.pdf"):
        link(page, "Druk de kaarten af").click()
    expect(said(page)).to_have_text("20 kaarten worden gemaakt …")
    page.clock.fast_forward(121_000)
    expect(said(page)).to_have_text("")


def test_without_a_script_the_link_is_a_link(office, chromium, director):
    context = chromium.new_context(storage_state=director, java_script_enabled=False)
    page = context.new_page()
    page.goto(office.url + ROUND)
    with page.expect_request("**/rounds/1/seating.pdf"):
        page.locator("a[data-making]").nth(1).click(no_wait_after=True)
    context.close()
