"""Several screens and a phone in one hall: what is announced, and a clock that ticks on all."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser import listen

pytestmark = pytest.mark.browser

DIRECTOR = """
from wk.accounts.models import User
User.objects.create_user("dora", password="schoppenaas-2026", role="director")
"""
# Two minutes before the first warning; and the key of a table that plays.
BEGIN = """
import json
from datetime import timedelta
from django.utils import timezone
from wk.phones.services import keys_for
from wk.tournament.models import Round, Table, Tournament
now = timezone.now()
Tournament.objects.update(round_minutes=75)
Round.objects.filter(number=3).update(started_at=now - timedelta(minutes=63), minutes=75)
table = Table.objects.get(round__number=3, number=20)
print("KEY", json.dumps(keys_for(tables=[table], now=now)[table.pk].key))
"""
ENDS = """
from datetime import timedelta
from django.utils import timezone
from wk.tournament.models import Round
Round.objects.filter(number=3).update(started_at=timezone.now() - timedelta(minutes=74, seconds=54))
"""


def seconds(clock):
    """What a clock shows, in seconds."""
    minutes, rest = re.fullmatch(r"(\d+):(\d\d)", clock.inner_text()).groups()
    return 60 * int(minutes) + int(rest)


def test_an_announcement_and_the_clock_on_all_screens(server, chromium):
    server.manage("demo")
    server.manage("shell", "-v", "0", "-c", DIRECTOR)
    told = server.manage("shell", "-v", "0", "-c", BEGIN)
    key = json.loads(told.split("KEY")[1])
    contexts = [chromium.new_context(locale="en-GB") for _ in range(3)]
    director, wall, phone = (context.new_page() for context in contexts)
    complaints = [listen(page) for page in (director, wall, phone)]

    wall.goto(f"{server.url}/t/oefen/hall/?wall=1")
    phone.goto(f"{server.url}/phone/#{key}")
    director.goto(f"{server.url}/login/?next=/t/oefen/hall/")
    director.get_by_label("Name").fill("dora")
    director.get_by_label("Password").fill("schoppenaas-2026")
    director.keyboard.press("Enter")
    great = wall.locator(".hall-head .clock-left")
    clocks = [director.locator(".hall-head .clock-left"), great, phone.locator("#time .clock-left")]
    for clock in clocks:
        expect(clock).to_have_text(re.compile(r"1[01]:\d\d"))
    # They are read one after the other, and a machine that is busy may stand still in between.
    readings = [[seconds(clock) for clock in clocks] for _ in range(5)]
    assert min(max(shown) - min(shown) for shown in readings) <= 1

    before = great.inner_text()
    expect(great).not_to_have_text(before)
    assert seconds(great) < 12 * 60

    director.get_by_role("link", name="Announcements").click()
    director.get_by_label("What everyone has to know").fill("Coffee is ready")
    director.get_by_role("button", name="Announce it").click()
    wall.locator(".announcement").get_by_text("Coffee is ready").wait_for()
    phone.locator("#said").get_by_text("Coffee is ready").wait_for()
    director.get_by_role("button", name="Take back: Coffee is ready").click()
    wall.locator(".announcement").wait_for(state="detached")
    phone.locator("#said p").wait_for(state="detached")

    director.get_by_role("link", name="Hall").first.click()
    director.get_by_role("button", name="Stop the clock").click()
    wall.locator(".hall-head .clock").get_by_text("stands still").wait_for()
    phone.locator("#time").get_by_text("stands still").wait_for()
    assert seconds(great) == seconds(clocks[2])
    director.get_by_role("button", name="Let the clock go on").click()
    wall.locator(".hall-head .clock[data-says='']").wait_for()

    server.manage("shell", "-v", "0", "-c", ENDS)
    for place in (wall.locator(".hall-head .clock"), phone.locator("#time")):
        place.get_by_text("time is up").wait_for()
    expect(great).to_have_text("0:00")
    assert complaints == [[], [], []]
    for context in contexts:
        context.close()


def test_without_javascript_the_page_says_until_when(server, chromium):
    server.manage("demo")
    server.manage("shell", "-v", "0", "-c", BEGIN)
    context = chromium.new_context(locale="en-GB", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/t/oefen/standings/")
    expect(page.locator("#news .clock-left")).to_have_text(re.compile(r"until \d\d:\d\d"))
    context.close()
