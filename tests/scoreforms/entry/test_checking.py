"""When the entry page in a real browser asks the server about the form."""

from urllib.parse import parse_qs

import pytest

from tests.scoreforms.keyboard import PAPER, keep_draft, press, versions_of

pytestmark = pytest.mark.browser

HOUR = 3_600_000  # milliseconds
PAUSE = 250  # milliseconds after which a number that may go on is complete
CHECK = "**/check/"


@pytest.fixture
def held(timed_page):
    """The first question of a page that is not loaded yet, which gets no answer until the test lets
    it go on. A question of a page that is loaded may go past a route that was only just set."""
    routes = []
    timed_page.route(CHECK, lambda route: routes.append(route), times=1)
    return routes


@pytest.fixture
def still_page(timed_page, url):
    """The page of an empty form whose clock stands still."""
    timed_page.clock.pause_at(HOUR)
    timed_page.goto(url)
    timed_page.locator("#cell-first_dealer:focus").wait_for()
    return timed_page


@pytest.fixture
def questions(still_page):
    """The content of each question that the page asks."""
    found = []

    def note(request):
        if request.url.endswith("/check/"):
            found.append(parse_qs(request.post_data))

    still_page.on("request", note)
    return found


def test_what_is_typed_while_a_question_is_on_its_way_is_asked_together(
    held, still_page, questions
):
    page = still_page
    with page.expect_request(CHECK):
        press(page, "1")
    press(page, *"332")
    with page.expect_request(CHECK):
        held.pop().continue_()
        page.clock.resume()
    page.locator("#checked[data-missing='deals.0.bids.2']").wait_for(state="attached")
    paths = ("first_dealer", "deals.0.bids.0", "deals.0.tricks.0", "deals.0.bids.1")
    asked = [[content.get(path) for path in paths] for content in questions]
    assert asked == [[["1"], None, None, None], [["1"], ["3"], ["3"], ["2"]]]


def test_half_of_a_number_is_not_asked_about(still_page, questions):
    page = still_page
    page.locator("[name='written.0']").focus()
    press(page, *"12")
    with page.expect_request(CHECK):
        page.clock.fast_forward(PAUSE)
    assert [content["written.0"] for content in questions] == [["12"]]


def test_a_number_that_is_left_is_asked_about_at_once(still_page, questions):
    page = still_page
    page.locator("[name='written.0']").focus()
    with page.expect_request(CHECK):
        press(page, *"12", "Enter")
    assert [content["written.0"] for content in questions] == [["12"]]


def test_a_press_does_not_answer_a_question_that_came_after_it(open_page, practice_server, url):
    keep_draft(practice_server, url, PAPER)
    page, held = open_page("about:blank"), []
    page.route("**/draft/", lambda route: held.append(route), times=1)
    page.goto(url)
    page.locator("[name='written.4']").focus()
    with page.expect_request("**/draft/"):
        press(page, "9", "Enter", "Enter")
    page.locator("#checked .asks").wait_for()
    page.locator("button[value=count]:not([aria-disabled])").wait_for()
    held.pop().continue_()
    page.locator("button[value=count]:not([aria-busy])").wait_for()
    assert versions_of(practice_server, url) == []
    press(page, "Enter")
    page.locator("#id_table").wait_for()
    assert versions_of(practice_server, url) == [(1, True, [None, None, None, None, 9])]
