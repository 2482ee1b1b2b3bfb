"""The clock of a table with extra time in a browser: the same on every page."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen
from wk.tournament.models import Round, Seat, Table, Tournament

pytestmark = pytest.mark.browser

# The tables of the practice hall: both still play round 3.
HALL, AS_ALL, SLOW = "--players 18", 3, 4


def begin_round(server):
    """Leave twelve minutes of round 3, and seven more for the slow table.

    Return the start number of one of its players.
    """
    with server.database():
        Tournament.objects.update(round_minutes=75)
        began = timezone.now() - timedelta(minutes=63)
        Round.objects.filter(number=3).update(started_at=began, minutes=75)
        Table.objects.filter(round__number=3, number=SLOW).update(extra_minutes=7)
        seat = Seat.objects.get(round__number=3, table__number=SLOW, number=2)
        return seat.entry.number


def give_both_tables_more_time(server):
    with server.database():
        both = Table.objects.filter(round__number=3, number__in=(AS_ALL, SLOW))
        both.update(extra_minutes=17)


def test_a_clock_is_shown_beside_its_table_and_follows_changes(server, chromium):
    server.practise(HALL)
    player = begin_round(server)
    context = chromium.new_context(locale="en-GB")
    addresses = [f"rounds/3/tables/{SLOW}/", f"players/{player}/", "rounds/3/"]
    pages = [context.new_page() for _ in addresses]
    complaints = [listen(page) for page in pages]
    for page, address in zip(pages, addresses, strict=True):
        page.goto(f"{server.url}/t/oefen/{address}")
    table, own, round = pages
    clocks = [
        table.locator("#news .clock-left"),
        own.locator(".next-step .clock-left"),
        round.locator(f"#table-{SLOW} .clock-left"),
    ]
    for clock in clocks:
        expect(clock).to_have_text(re.compile(r"1[78]:\d\d"))
    expect(own.locator("#news .clock-left")).to_have_text(re.compile(r"1[01]:\d\d"))
    expect(round.locator(f"#table-{AS_ALL} .own-time")).to_be_empty()

    give_both_tables_more_time(server)
    for page in pages:
        page.evaluate("htmx.trigger('#news', 'look')")
    for clock in (*clocks, round.locator(f"#table-{AS_ALL} .clock-left")):
        expect(clock).to_have_text(re.compile(r"2[78]:\d\d"))
    assert complaints == [[], [], []]
    context.close()


# How far the name of the tournament is from the clock beside it.
ROOM = """() => {
  const name = document.createRange();
  name.selectNodeContents(document.querySelector('.tournament-nav .name'));
  const clock = document.querySelector('#news .clock').getBoundingClientRect();
  const at = name.getBoundingClientRect();
  return clock.height && clock.left - at.right;
}"""


@pytest.mark.parametrize("address", ["standings/", "players/"])
def test_on_a_phone_the_clock_stands_beside_the_name_also_with_a_warning(server, chromium, address):
    server.practise(HALL)
    page = chromium.new_page(locale="nl-NL", viewport={"width": 390, "height": 844})
    shown = set()
    for played in (30, 66, 71, 80):
        with server.database():
            Tournament.objects.update(name="WK Boerenbridge 2026", round_minutes=75)
            began = timezone.now() - timedelta(minutes=played)
            Round.objects.filter(number=3).update(started_at=began, minutes=75)
        page.goto(f"{server.url}/t/oefen/{address}")
        assert page.evaluate(ROOM) >= 8
        shown.add(page.locator("#news .clock").get_attribute("data-says"))
    assert shown == {"", "soon", "last", "over"}
    page.close()
