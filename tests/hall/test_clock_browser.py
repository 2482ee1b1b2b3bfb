"""The clock of a table with more time in a browser: the same wherever the table stands."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import listen

pytestmark = pytest.mark.browser

# Of round 3 twelve minutes are left, and table 20 has seven more. Prints one of its players.
BEGIN = """
from datetime import timedelta
from django.utils import timezone
from wk.tournament.models import Round, Seat, Table, Tournament
Tournament.objects.update(round_minutes=75)
began = timezone.now() - timedelta(minutes=63)
Round.objects.filter(number=3).update(started_at=began, minutes=75)
Table.objects.filter(round__number=3, number=20).update(extra_minutes=7)
print("PLAYER", Seat.objects.get(round__number=3, table__number=20, number=2).entry.number)
"""
CHANGES = """
from wk.tournament.models import Table
Table.objects.filter(round__number=3, number__in=(19, 20)).update(extra_minutes=17)
"""


def test_it_stands_where_the_table_stands_and_follows(server, chromium):
    server.manage("demo")
    told = server.manage("shell", "-v", "0", "-c", BEGIN)
    player = re.search(r"PLAYER (\d+)", told)[1]
    context = chromium.new_context(locale="en-GB")
    addresses = ["rounds/3/tables/20/", f"players/{player}/", "rounds/3/"]
    pages = [context.new_page() for _ in addresses]
    complaints = [listen(page) for page in pages]
    for page, address in zip(pages, addresses, strict=True):
        page.goto(f"{server.url}/t/oefen/{address}")
    table, own, round = pages
    clocks = [
        table.locator("#news .clock-left"),
        own.locator(".next-step .clock-left"),
        round.locator("#table-20 .clock-left"),
    ]
    for clock in clocks:
        expect(clock).to_have_text(re.compile(r"1[78]:\d\d"))
    expect(own.locator("#news .clock-left")).to_have_text(re.compile(r"1[01]:\d\d"))
    expect(round.locator("#table-19 .own-time")).to_be_empty()

    server.manage("shell", "-v", "0", "-c", CHANGES)
    for page in pages:
        page.evaluate("htmx.trigger('#news', 'look')")
    for clock in (*clocks, round.locator("#table-19 .clock-left")):
        expect(clock).to_have_text(re.compile(r"2[78]:\d\d"))
    assert complaints == [[], [], []]
    context.close()
