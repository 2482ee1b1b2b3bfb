"""A PDF takes seconds: the page says so until it is there, here or in another tab."""

import pytest
from playwright.sync_api import expect

from tests.browser import listen

pytestmark = pytest.mark.browser

PLAYERS, ROUND = "/t/oefen/players/", "/t/oefen/rounds/1/"
CARDS = "Druk de kaarten af"
CARDS_MADE = "9 kaarten worden gemaakt …"
PDFS = [
    (CARDS, PLAYERS, CARDS_MADE, "cards.pdf"),
    ("Druk de scoreformulieren af", ROUND, "2 scoreformulieren worden gemaakt …", "sheets.pdf"),
    ("Druk de plaatsenlijst af", ROUND, "De plaatsenlijst wordt gemaakt …", "seating.pdf"),
]


@pytest.fixture(scope="module")
def office(running_server):
    """A server with a practice tournament of two tables."""
    running_server.practise("--players 9")
    return running_server


@pytest.fixture(scope="module")
def director(office):
    """What the browser of a director keeps."""
    return office.logged_in("dora", "director")


@pytest.fixture
def context(chromium, director):
    made = chromium.new_context(locale="nl-NL", storage_state=director)
    yield made
    made.close()


@pytest.fixture
def page(context):
    return context.new_page()


@pytest.fixture
def asked(context):
    """The PDFs that were asked for; none comes, and the page stays, as with one kept as a file."""
    return none_comes(context)


def none_comes(context):
    """Let no PDF come in a window; return a list that gathers which ones were asked for."""
    urls = []

    def answer(route):
        urls.append(route.request.url)
        route.fulfill(status=204)

    context.route("**/*.pdf", answer)
    return urls


def let_come(context, office, name):
    """Let the page think that a PDF came, as the server tells it."""
    context.add_cookies([{"name": name, "value": "new", "url": office.url}])


def link(page, name):
    return page.get_by_role("link", name=name)


def status(page):
    """Where the page says what is being made."""
    return page.locator("#making")


@pytest.mark.parametrize(("name", "path", "words", "file"), PDFS, ids=[pdf[-1] for pdf in PDFS])
def test_the_page_says_so_until_the_pdf_is_there(
    office, context, page, asked, name, path, words, file
):
    page.goto(office.url + path)
    complaints = listen(page)
    expect(status(page)).to_have_attribute("role", "status")
    at = link(page, name).bounding_box()
    link(page, name).click()
    expect(status(page)).to_have_text(words)
    assert link(page, name).bounding_box() == at  # nothing moves under the hand
    let_come(context, office, file)
    expect(status(page)).to_have_text("")
    assert complaints == []


def test_the_page_also_says_so_of_a_pdf_in_another_tab(office, page):
    page.goto(office.url + PLAYERS)
    link(page, CARDS).click(modifiers=["Control"])
    expect(status(page)).to_have_text(CARDS_MADE)
    expect(status(page)).to_have_text("")
    assert page.url == office.url + PLAYERS


def test_a_second_press_waits_for_the_first(office, context, page, asked):
    page.goto(office.url + PLAYERS)
    link(page, CARDS).focus()
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text(CARDS_MADE)
    page.keyboard.press("Enter")
    let_come(context, office, "cards.pdf")
    expect(status(page)).to_have_text("")
    with page.expect_request("**/cards.pdf"):
        page.keyboard.press("Enter")
    expect(status(page)).to_have_text(CARDS_MADE)
    assert len(asked) == 2
    page.keyboard.press("Escape")  # with which the browser stops it too
    expect(status(page)).to_have_text("")


def test_the_page_does_not_wait_for_ever(office, page, asked):
    page.clock.install()
    page.goto(office.url + PLAYERS)
    link(page, CARDS).click()
    expect(status(page)).to_have_text(CARDS_MADE)
    page.clock.fast_forward(16_000)
    with page.expect_request("**/cards.pdf"):
        link(page, CARDS).click()
    expect(status(page)).to_have_text(CARDS_MADE)
    page.clock.fast_forward(121_000)
    expect(status(page)).to_have_text("")


def test_without_a_script_the_link_is_a_link(office, chromium, director):
    context = chromium.new_context(storage_state=director, java_script_enabled=False)
    none_comes(context)
    page = context.new_page()
    page.goto(office.url + ROUND)
    with page.expect_request("**/rounds/1/seating.pdf"):
        page.locator("a[data-making]").nth(1).click()
    context.close()
