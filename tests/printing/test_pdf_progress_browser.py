"""A page shows that a PDF is being made until the PDF is there, in this or another tab."""

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
    """The storage state of a browser in which a director is logged in."""
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
def requested_pdfs(context):
    """The addresses of PDFs that were asked for. None arrives, and the page stays."""
    return answer_nothing(context)


def answer_nothing(context):
    """Answer no request for a PDF in a window; return a list that gathers their addresses."""
    urls = []

    def answer(route):
        urls.append(route.request.url)
        route.fulfill(status=204)

    context.route("**/*.pdf", answer)
    return urls


def report_arrival(context, office, name):
    """Tell the page by a cookie that a PDF came, as the server does."""
    context.add_cookies([{"name": name, "value": "new", "url": office.url}])


def link(page, name):
    return page.get_by_role("link", name=name)


def status_line(page):
    """Return the line that shows what is being made."""
    return page.locator("#making")


@pytest.mark.parametrize(("name", "path", "words", "file"), PDFS, ids=[pdf[-1] for pdf in PDFS])
def test_the_page_shows_progress_until_the_pdf_is_there(
    office, context, page, requested_pdfs, name, path, words, file
):
    page.goto(office.url + path)
    complaints = listen(page)
    expect(status_line(page)).to_have_attribute("role", "status")
    at = link(page, name).bounding_box()
    link(page, name).click()
    expect(status_line(page)).to_have_text(words)
    assert link(page, name).bounding_box() == at  # nothing moves under the hand
    report_arrival(context, office, file)
    expect(status_line(page)).to_have_text("")
    assert complaints == []


def test_the_page_shows_progress_of_a_pdf_in_another_tab(office, page):
    page.goto(office.url + PLAYERS)
    link(page, CARDS).click(modifiers=["Control"])
    expect(status_line(page)).to_have_text(CARDS_MADE)
    expect(status_line(page)).to_have_text("")
    assert page.url == office.url + PLAYERS


def test_a_second_press_is_ignored_until_the_first_pdf_came(office, context, page, requested_pdfs):
    page.goto(office.url + PLAYERS)
    link(page, CARDS).focus()
    page.keyboard.press("Enter")
    expect(status_line(page)).to_have_text(CARDS_MADE)
    page.keyboard.press("Enter")
    report_arrival(context, office, "cards.pdf")
    expect(status_line(page)).to_have_text("")
    with page.expect_request("**/cards.pdf"):
        page.keyboard.press("Enter")
    expect(status_line(page)).to_have_text(CARDS_MADE)
    assert len(requested_pdfs) == 2
    page.keyboard.press("Escape")  # with which the browser stops it too
    expect(status_line(page)).to_have_text("")


def test_the_page_stops_waiting_after_a_while(office, page, requested_pdfs):
    page.clock.install()
    page.goto(office.url + PLAYERS)
    link(page, CARDS).click()
    expect(status_line(page)).to_have_text(CARDS_MADE)
    page.clock.fast_forward(16_000)
    with page.expect_request("**/cards.pdf"):
        link(page, CARDS).click()
    expect(status_line(page)).to_have_text(CARDS_MADE)
    page.clock.fast_forward(121_000)
    expect(status_line(page)).to_have_text("")


def test_the_link_works_without_a_script(office, chromium, director):
    context = chromium.new_context(storage_state=director, java_script_enabled=False)
    answer_nothing(context)
    page = context.new_page()
    page.goto(office.url + ROUND)
    with page.expect_request("**/rounds/1/seating.pdf"):
        page.locator("a[data-making]").nth(1).click()
    context.close()
