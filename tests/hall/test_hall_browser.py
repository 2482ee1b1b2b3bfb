"""Several screens and a phone in one hall: announcements, and a clock that runs on all of them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen, look
from tests.phones.phone_requests import key_of
from tests.played import played
from wk.scoreforms.drafts import save_draft
from wk.tournament.models import Round, Table, Tournament

pytestmark = pytest.mark.browser

HALL, TABLE = "--players 18", 4
ROUND_MINUTES = 75
POLL = 10_000  # milliseconds after which a phone asks what is new


def begin_round(server):
    """Leave two minutes until the first warning of round 3; return the key of a table that
    plays."""
    with server.database():
        now = timezone.now()
        Tournament.objects.update(round_minutes=ROUND_MINUTES)
        began = now - timedelta(minutes=63)
        Round.objects.filter(number=3).update(started_at=began, minutes=ROUND_MINUTES)
        return key_of(Table.objects.get(round__number=3, number=TABLE))


def let_round_end(server):
    """Leave three seconds of round 3."""
    with server.database():
        began = timezone.now() - timedelta(minutes=ROUND_MINUTES) + timedelta(seconds=3)
        Round.objects.filter(number=3).update(started_at=began)


def seconds_on(clock):
    """Return the seconds that a clock shows."""
    minutes, rest = re.fullmatch(r"(\d+):(\d\d)", clock.inner_text()).groups()
    return 60 * int(minutes) + int(rest)


def poll_now(wall, phone):
    """Let a wall and a phone ask for changes at once, as they do every two or ten seconds."""
    wall.evaluate("for (const part of ['#news', '#wall']) htmx.trigger(part, 'look')")
    look(phone)


def test_an_announcement_and_the_clock_on_all_screens(server, chromium):
    server.practise(HALL)
    key = begin_round(server)
    states = [server.logged_in("dora", "director"), None, None]
    contexts = [chromium.new_context(locale="en-GB", storage_state=state) for state in states]
    director, wall, phone = (context.new_page() for context in contexts)
    complaints = [listen(page) for page in (director, wall, phone)]
    phone.clock.install()

    wall.goto(f"{server.url}/t/oefen/wall/?show=play")
    wall.keyboard.press("Space")  # it stays at its tables, however long the rest takes
    phone.goto(f"{server.url}/phone/#{key}")
    director.goto(f"{server.url}/t/oefen/hall/")
    great = wall.locator(".hall-head .clock-left")
    clocks = [director.locator(".hall-head .clock-left"), great, phone.locator("#time .clock-left")]
    for clock in clocks:
        expect(clock).to_have_text(re.compile(r"1[01]:\d\d"))
    # They are read one after the other, and a machine that is busy may stand still in between.
    readings = [[seconds_on(clock) for clock in clocks] for _ in range(5)]
    assert min(max(shown) - min(shown) for shown in readings) <= 1

    before = great.inner_text()
    expect(great).not_to_have_text(before)
    assert seconds_on(great) < 12 * 60

    director.get_by_role("link", name="Announcements").click()
    director.get_by_label("What everyone has to know").fill("Coffee is ready")
    with director.expect_navigation():
        director.get_by_role("button", name="Announce it").click()
    look(wall)
    wall.locator(".announcement").get_by_text("Coffee is ready").wait_for()
    phone.clock.fast_forward(POLL)
    phone.locator("#said").get_by_text("Coffee is ready").wait_for()
    take_back = director.get_by_role("button", name="Take back: Coffee is ready")
    take_back.click()
    take_back.wait_for(state="detached")
    poll_now(wall, phone)
    wall.locator(".announcement").wait_for(state="detached")
    phone.locator("#said p").wait_for(state="detached")

    director.get_by_role("link", name="Hall").first.click()
    director.get_by_role("button", name="Stop the clock").click()
    director.get_by_role("button", name="Let the clock go on").wait_for()
    poll_now(wall, phone)
    wall.locator(".hall-head .clock").get_by_text("stands still").wait_for()
    phone.locator("#time").get_by_text("stands still").wait_for()
    assert seconds_on(great) == seconds_on(clocks[2])
    director.get_by_role("button", name="Let the clock go on").click()
    director.get_by_role("button", name="Stop the clock").wait_for()
    poll_now(wall, phone)
    wall.locator(".hall-head .clock[data-says='']").wait_for()

    let_round_end(server)
    poll_now(wall, phone)
    for place in (wall.locator(".hall-head .clock"), phone.locator("#time")):
        place.get_by_text("time is up").wait_for()
    expect(great).to_have_text("0:00")
    assert complaints == [[], [], []]
    for context in contexts:
        context.close()


def test_without_a_script_pages_show_the_end_of_the_round(server, chromium):
    server.practise(HALL)
    begin_round(server)
    context = chromium.new_context(locale="en-GB", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/t/oefen/standings/")
    expect(page.locator("#news .clock-left")).to_have_text(re.compile(r"until \d\d:\d\d"))
    context.close()


def test_a_wall_shows_the_last_deal_that_a_table_wrote(server, chromium):
    """The page of the hall may be kept for a moment while tables write: a wall that asks in that
    moment asks once more."""
    server.practise(HALL)
    begin_round(server)
    wall = chromium.new_page(locale="en-GB")
    wall.goto(f"{server.url}/t/oefen/wall/?show=play")
    written = wall.locator(".hall-tables > li").nth(TABLE - 1).locator(".badge")
    for deals in (1, 2):
        with server.database():
            table = Table.objects.get(round__number=3, number=TABLE)
            document, now = played(table, 1), timezone.now()
            document["deals"] = document["deals"][:deals]
            save_draft(table=table, document=document, author=None, now=now, expected=deals - 1)
        with wall.expect_response(lambda answer: "hx-request" in answer.request.headers):
            look(wall)
    expect(written).to_have_text("deal 2 of 19")
    wall.close()
