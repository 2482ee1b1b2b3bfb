"""What is seen from afar: nothing hangs out of its tile, and nothing lies over something else."""

import pytest

pytestmark = pytest.mark.browser

WALLS = [(1920, 1080), (1366, 768)]
# A slow table with an hour more, one with less, and announcements.
LATE = """
from datetime import timedelta
from random import Random
from django.utils import timezone
from wk.accounts.models import User
from wk.hall.announcements import announce
from wk.hall.clock import give_table_time
from wk.scoreforms.drafts import save_draft
from wk.tournament.models import Round, Tournament
now = timezone.now()
Tournament.objects.update(round_minutes=100)
Round.objects.filter(number=3).update(started_at=now - timedelta(minutes=95), minutes=100)
tournament = Tournament.objects.get()
round = tournament.rounds.get(number=3)
tables = list(round.tables.filter(seats__result=None).distinct().order_by("number"))
for table, deals in zip(tables, (18, 9, 19, 18)):
    played = round.rules.practice(table.seats.count(), Random(1))
    document = played | {"deals": played["deals"][:deals]}
    save_draft(table=table, document=document, author=None, now=now)
for table, minutes in zip(tables[1:], (60, 5)):
    give_table_time(table=table, minutes=minutes, now=now)
author = User.objects.create_user("dora", password="schoppenaas-2026", role="director")
for text in ("De broodjes staan klaar in de voorzaal. Neem je bonnetje mee.", "Ronde 3 gaat in."):
    announce(tournament=tournament, text=text, author=author, now=now)
"""
# Every form of the tournament is in and its last round closed, so that there is a champion.
OVER = """
from tests.standings.halls import close, count_form
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import Table, Tournament
ScoreForm.objects.filter(versions=None).delete()
for table in Table.objects.filter(form=None):
    count_form(table, range(table.seats.count()))
close(Tournament.objects.get())
"""
WITHHELD = """
from wk.tournament.models import Round
Round.objects.filter(number=3).update(withheld="top")
"""
HANGING_OUT = """() => [...document.querySelectorAll('.hall-table')].filter((tile) => {
  const frame = tile.getBoundingClientRect();
  return [...tile.querySelectorAll('.hero, .badge, .clock-left, progress')].some((part) => {
    const at = part.getBoundingClientRect();
    return at.width && (at.left < frame.left || at.right > frame.right + 0.5
      || at.top < frame.top - 0.5 || at.bottom > frame.bottom + 0.5);
  });
}).map((tile) => tile.id)"""
SIZES = """() => [...new Set([...document.querySelectorAll('.hall-table .hero')]
  .map((number) => getComputedStyle(number).fontSize))]"""
COVERED = """(what) => {
  const said = document.querySelector('#news').getBoundingClientRect();
  return [...document.querySelectorAll(what)].filter((each) => {
    const at = each.getBoundingClientRect();
    return at.left < said.right && at.right > said.left && at.top < said.bottom
      && at.bottom > said.top;
  }).map((each) => each.textContent.trim());
}"""


def login(page, server):
    page.goto(f"{server.url}/login/?next=/t/oefen/")
    page.get_by_label("Name").fill("dora")
    page.get_by_label("Password").fill("schoppenaas-2026")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Log out").wait_for()


@pytest.mark.parametrize("players", ["60", "120", "150", "250"])
def test_every_table_stands_in_its_tile(server, chromium, players):
    """Its number as large as those of all others, also where it has more time or is behind."""
    server.manage("demo", "--players", players)
    server.manage("shell", "-v", "0", "-c", LATE)
    page = chromium.new_page(locale="nl-NL")
    for width, height in (*WALLS, (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{server.url}/t/oefen/hall/?wall=1")
        page.locator(".own-time .clock-left").nth(1).wait_for()
        assert page.evaluate(HANGING_OUT) == []
        assert len(page.evaluate(SIZES)) == 1
        assert page.evaluate("document.documentElement.scrollHeight") == height
    page.close()


ROWS = """() => {
  const rows = [...document.querySelectorAll('.standings tbody tr')];
  return [rows.length, rows.at(-1).getBoundingClientRect().bottom <= innerHeight];
}"""


def test_every_row_of_the_standings_stands_on_the_wall(server, chromium):
    """Also below the champion, and however many lines the projector has."""
    server.manage("demo")
    page = chromium.new_page(locale="nl-NL")
    for expected, is_over in ((16, False), (11, True)):
        if is_over:
            server.manage("shell", "-v", "0", "-c", OVER)
        for width, height in (*WALLS, (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{server.url}/t/oefen/standings/?wall=1")
            page.evaluate("document.fonts.ready.then(() => true)")
            assert (width, *page.evaluate(ROWS)) == (width, expected, True)
    page.close()


def test_announcements_cover_nothing(server, chromium):
    server.manage("demo")
    server.manage("shell", "-v", "0", "-c", LATE)
    page = chromium.new_page(locale="en-GB")
    login(page, server)
    for is_over in (False, True):
        if is_over:
            server.manage("shell", "-v", "0", "-c", OVER)
        for width, height in WALLS:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{server.url}/t/oefen/standings/?wall=1")
            assert page.locator(".podium").count() == is_over
            assert page.evaluate(COVERED, "h1, .podium, .message, .standings :is(th, td)") == []
    page.goto(f"{server.url}/t/oefen/ceremony/1/")
    assert page.evaluate(COVERED, ".reveal, .ceremony-steps") == []
    page.close()


def test_after_the_release_the_wall_shows_the_announcement_too(server, chromium):
    server.manage("demo")
    for what in (LATE, OVER, WITHHELD):
        server.manage("shell", "-v", "0", "-c", what)
    page = chromium.new_page(locale="en-GB")
    login(page, server)
    for width, height in WALLS:
        page.set_viewport_size({"width": width, "height": height})
        server.manage("shell", "-v", "0", "-c", WITHHELD)
        page.goto(f"{server.url}/t/oefen/ceremony/end/")
        page.locator(".reveal form button").click()
        page.wait_for_url("**/standings/?wall=1")
        assert page.locator(".message").count() == 0
        assert page.evaluate(COVERED, "h1, .podium, .standings :is(th, td)") == []
    page.close()


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_every_page_is_within_reach(server, chromium, width):
    server.manage("demo")
    server.manage("shell", "-v", "0", "-c", LATE)
    page = chromium.new_page(locale="en-GB", viewport={"width": width, "height": 844})
    login(page, server)
    links = page.locator(".tournament-nav li a")
    links.nth(5).wait_for()
    boxes = [link.bounding_box() for link in links.all()]
    assert [box for box in boxes if box["x"] < 0 or box["x"] + box["width"] > width] == []
    assert min(box["height"] for box in boxes) >= 44
    page.close()
