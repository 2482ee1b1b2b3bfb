"""What of the entry page is in sight, and its one state, in a real browser."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.scoreforms.entry.test_entry_page import IN_SIGHT
from tests.scoreforms.keyboard import (
    DEALER,
    PAPER,
    focused,
    focused_action,
    keep_draft,
    keys_of,
    press,
    type_quickly,
    versions_of,
)
from wk.hall.announcements.services import announce
from wk.hall.models import Announcement
from wk.tournament.models import Round, Table, Tournament

pytestmark = pytest.mark.browser

LAPTOP, TABLET = {"width": 1366, "height": 768}, {"width": 820, "height": 1180}
TWO_LINES = "Wilhelmina Johanna Theodora van Oldenbarneveldt-Schimmelpenn"
STATES = "#checked .state:visible, #unchecked:visible, #asking:visible"
KEYS = ["0", "9", "t", "K", "V", "Enter", "←", "↑", "↓", "→", "Home", "End", "Esc", "?"]
# Returns how far the widest part of the page, or of the form, goes beyond what is shown of it.
SIDEWAYS = """() => Math.max(...[document.documentElement, document.querySelector(".score-form")]
    .map((part) => part.scrollWidth - part.clientWidth))"""


def type_paper(page):
    """Type the whole paper."""
    press(page, *DEALER)
    for _cards, bids, won in PAPER:
        type_quickly(page, keys_of(bids, won))


def test_all_deals_totals_and_the_button_are_in_sight_on_a_laptop(page):
    assert page.viewport_size == LAPTOP
    assert page.evaluate(IN_SIGHT) == list(range(19))
    bar = page.locator(".hand-in").bounding_box()
    assert bar["y"] + bar["height"] == 768
    on_paper = page.locator("tr.on-paper").bounding_box()
    assert on_paper["y"] + on_paper["height"] <= bar["y"]
    assert page.evaluate("Math.round(document.querySelector('tbody tr').offsetHeight)") >= 22
    type_paper(page)
    expect(page.locator("button[value=count]")).to_be_in_viewport(ratio=1)
    assert (page.evaluate("scrollY"), page.evaluate(IN_SIGHT)) == (0, list(range(19)))


def test_a_name_of_two_lines_pushes_no_row_under_the_bar(page, practice_server):
    round, table = page.url.rstrip("/").split("/")[-2:]
    with practice_server.database():
        seat = Table.objects.get(round__number=round, number=table).seats.last()
        old = seat.entry.name
        type(seat.entry).objects.filter(pk=seat.entry_id).update(name=TWO_LINES)
    try:
        page.reload()
        name = page.locator(".player").last.bounding_box()
        assert (name["height"] > 40, page.evaluate(IN_SIGHT)) == (True, list(range(19)))
        on_paper = page.locator("tr.on-paper").bounding_box()
        assert on_paper["y"] + on_paper["height"] <= page.locator(".hand-in").bounding_box()["y"]
    finally:
        with practice_server.database():
            type(seat.entry).objects.filter(pk=seat.entry_id).update(name=old)


def test_a_clock_and_announcements_cover_no_deal(page, practice_server):
    now = timezone.now()
    round, table = page.url.rstrip("/").split("/")[-2:]
    with practice_server.database():
        Tournament.objects.update(round_minutes=75)
        Round.objects.filter(number=round).update(started_at=now, minutes=75)
        Table.objects.filter(round__number=round, number=table).update(extra_minutes=7)
        made = Tournament.objects.get(rounds__number=round)
        for text in ("Koffie", "De auto voor de uitrit moet weg"):
            announce(tournament=made, text=text, author=None, now=now)
    try:
        page.reload()
        expect(page.locator("#news .news-clock")).to_contain_text("7 minuten langer")
        expect(page.locator("#news .announcement:visible")).to_have_count(1)
        assert page.evaluate(IN_SIGHT) == list(range(19))
        on_paper = page.locator("tr.on-paper").bounding_box()
        assert on_paper["y"] + on_paper["height"] <= page.locator(".hand-in").bounding_box()["y"]
        assert page.evaluate("document.querySelector('tbody tr').offsetHeight") >= 20
        clock = page.locator("#news .clock").bounding_box()
        assert clock["y"] + clock["height"] <= page.locator(".tournament-nav").bounding_box()["y"]
    finally:
        with practice_server.database():
            Tournament.objects.update(round_minutes=None)
            Table.objects.update(extra_minutes=0)
            Announcement.objects.all().delete()


def test_all_five_players_are_in_sight_on_a_tablet(page):
    page.set_viewport_size(TABLET)
    try:
        press(page, *DEALER, *keys_of(*PAPER[0][1:]))
        page.locator("#total-5 .hero").wait_for()
        assert page.evaluate(SIDEWAYS) == 0
        last = page.locator("th.player").nth(4).bounding_box()
        assert last["x"] + last["width"] <= 820
        expect(page.locator("button[value=count]")).to_be_in_viewport(ratio=1)
    finally:
        page.set_viewport_size(LAPTOP)


def test_who_else_has_the_form_open_stays_in_sight(open_page, url):
    page = open_page(url)
    open_page(url, "bea")
    page.reload()
    notice = page.locator("#present .message", has_text="bea")
    notice.wait_for()
    press(page, *DEALER)
    for _cards, bids, won in PAPER[:18]:
        type_quickly(page, keys_of(bids, won))
    expect(notice).to_be_in_viewport(ratio=1)
    assert page.evaluate(IN_SIGHT) == list(range(19))


def test_the_page_has_one_state_at_a_time(page):
    state = page.locator(STATES)
    expect(state).to_have_count(1)
    type_paper(page)
    page.get_by_text("Alles klopt").wait_for()
    expect(state).to_have_count(1)
    page.locator("[name='written.0']").fill("2")
    page.locator("#checked .asks").wait_for()
    expect(state).to_have_count(1)
    assert page.get_by_text("Alles klopt").count() == 0
    page.locator("[name='deals.3.bids.0']").fill("9")
    page.locator("#checked .wrong").wait_for()
    expect(state).to_have_count(1)


def test_the_page_does_not_say_that_all_is_right_without_a_server(open_page, url):
    page, is_away = open_page("about:blank"), []
    page.route("**/check/", lambda route: route.abort() if is_away else route.continue_())
    page.goto(url)
    page.locator("#cell-first_dealer:focus").wait_for()
    type_paper(page)
    page.get_by_text("Alles klopt").wait_for()
    is_away.append(True)
    page.locator("[name='deals.3.bids.0']").fill("2")
    page.locator("#unchecked").wait_for()
    expect(page.locator(STATES)).to_have_count(1)
    assert page.get_by_text("Alles klopt").is_hidden()


def test_a_key_shows_the_keys_and_hides_them(page):
    press(page, *DEALER)
    caps = page.locator(".key-caps")
    assert caps.is_hidden()
    press(page, "?")
    expect(caps).to_be_visible()
    assert caps.locator("kbd").all_inner_texts() == KEYS
    press(page, "Escape")
    expect(caps).to_be_hidden()
    press(page, "?", "1")  # typing goes on
    assert (focused(page), page.locator("[name='deals.0.bids.0']").input_value()) == (
        "deals.0.tricks.0",
        "1",
    )
    press(page, "?")
    expect(caps).to_be_hidden()


def test_an_enter_before_a_question_was_read_is_no_answer(open_page, practice_server, url):
    keep_draft(practice_server, url, PAPER)
    page = open_page(url)
    page.locator("[name='written.4']").focus()
    press(page, "9", "Enter", "Enter")  # before the page can have asked
    page.locator("#checked .asks").wait_for()
    assert focused_action(page) == "count"
    assert versions_of(practice_server, url) == []
    page.locator("button[value=count]:not([aria-disabled])").wait_for()
    press(page, "Enter")
    page.locator("#id_table").wait_for()
    assert versions_of(practice_server, url) == [(1, True, [None, None, None, None, 9])]


def test_the_totals_are_never_under_many_mistakes(page):
    press(page, "1")
    type_quickly(page, "2" * 190)
    page.locator("#checked .state.wrong li").nth(9).wait_for(state="attached")
    total = page.locator("tfoot .total th").bounding_box()
    assert total["y"] + total["height"] <= page.locator(".hand-in").bounding_box()["y"]
