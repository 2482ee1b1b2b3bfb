"""An open list of forms in a real browser updates itself."""

import pytest
from django.utils import timezone

from tests.browser import listen, look, lose_patience
from wk.scoreforms.drafts import save_draft
from wk.tournament.models import Entry, Table

pytestmark = pytest.mark.browser

POLL = 5000  # milliseconds after which an open list asks what is new


@pytest.fixture
def list_page(server, chromium):
    """A function that opens the list of a practice tournament; its clock is that of the test if so
    asked."""
    server.practise("--players 140")
    cookies = server.logged_in("dora", "director")
    context = chromium.new_context(locale="en-GB", storage_state=cookies)

    def opened(*, has_clock=False):
        page = context.new_page()
        if has_clock:
            page.clock.install()
        page.goto(f"{server.url}/t/oefen/forms/")
        return page

    yield opened
    context.close()


def begin_on_phone(number):
    """Store a first draft from the phone of a table in round 3."""
    table = Table.objects.get(round__number=3, number=number)
    now = timezone.now()
    save_draft(table=table, document={"first_dealer": 2}, author=None, now=now)


def pass_time(page):
    """Let time pass in which a page asks whether anything has changed, and then for what has."""
    with page.expect_response("**/changes.json") as answer:
        page.clock.fast_forward(POLL)
    answer.value.finished()
    # The page has read that answer before it has one that is asked for later.
    page.evaluate("fetch(document.body.dataset.changes).then(answer => answer.json())")
    page.clock.fast_forward(POLL)


def test_an_open_list_updates_itself_and_keeps_the_typed_number(server, list_page):
    page = list_page(has_clock=True)
    badge = page.locator("#table-20 > .badge")
    badge.get_by_text("to come").wait_for()
    heard = listen(page)
    page.keyboard.type("2")
    with server.database():
        begin_on_phone(20)
    pass_time(page)
    badge.get_by_text("playing").wait_for()
    page.keyboard.type("0")
    assert page.locator("#id_table:focus").input_value() == "20"
    assert heard == []
    page.context.set_offline(True)
    page.clock.fast_forward(POLL)
    page.get_by_text("this list may be old").wait_for()
    page.context.set_offline(False)
    page.clock.fast_forward(POLL)
    page.get_by_text("this list may be old").wait_for(state="hidden")


def test_an_open_list_waits_for_no_answer_that_never_comes(server, list_page):
    page = list_page(has_clock=True)
    page.locator("#table-20 > .badge").get_by_text("to come").wait_for()
    lose_patience(page)
    page.route("**/forms/?round=*", lambda route: None, times=1)
    with server.database():
        begin_on_phone(20)
    with page.expect_event("requestfailed"):
        pass_time(page)
    pass_time(page)
    page.locator("#table-20 > .badge").get_by_text("playing").wait_for()


def test_an_open_list_asks_no_faster_than_people_read(server, list_page):
    """Two names change within a second. The list shows the first at once, the other after 5 s."""
    page = list_page(has_clock=True)
    names = page.locator("#table-20 .names li")
    first = names.first.inner_text()
    asked = []
    page.on("request", lambda request: "/forms/?round" in request.url and asked.append(request))

    def rename(old, new):
        with server.database():
            assert Entry.objects.filter(name=old).update(name=new) == 1
        with page.expect_response("**/changes.json") as answer:
            look(page)
        answer.value.finished()
        # The page has read that answer before it has one that is asked for later.
        page.evaluate("fetch(document.body.dataset.changes).then(answer => answer.json())")

    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    rename(first, "Anneke Eerst")
    names.get_by_text("Anneke Eerst").wait_for()
    rename("Anneke Eerst", "Anneke Later")
    assert (len(asked), names.first.inner_text()) == (1, "Anneke Eerst")
    page.clock.run_for(POLL)
    names.get_by_text("Anneke Later").wait_for()
    assert len(asked) == 2


def test_a_list_in_the_background_asks_nothing_and_catches_up(server, list_page):
    page = list_page(has_clock=True)
    badge = page.locator("#table-20 > .badge")
    badge.get_by_text("to come").wait_for()
    asked = []
    page.on("request", lambda request: "/forms/?round" in request.url and asked.append(request))
    turn = """hidden => {
        Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(turn, True)
    with server.database():
        begin_on_phone(20)
    page.clock.fast_forward(30_000)
    assert (asked, badge.inner_text()) == ([], "to come")
    page.evaluate(turn, False)
    badge.get_by_text("playing").wait_for()
