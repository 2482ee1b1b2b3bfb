"""What is seen from afar: nothing hangs out of its tile, and nothing lies over something else."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from tests.standings.tournaments import close_rounds, count_form
from wk.accounts.models import User
from wk.hall.announcements.services import announce
from wk.hall.clock.services import give_table_time
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import Round, Table, Tournament

pytestmark = pytest.mark.browser

LARGE_WALLS = [(1920, 1080), (1366, 768)]
WALLS = [*LARGE_WALLS, (1280, 720)]
PHONES = [320, 390]
FINGER = 44  # pixels that a finger hits
# More players than any wall has rows.
MANY = "--players 60"
ANNOUNCEMENTS = [
    "De broodjes staan klaar in de voorzaal. Neem je bonnetje mee.",
    "Ronde 3 gaat in.",
]
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
# How many rows there are, and whether the last one is in sight.
ROWS = """() => {
  const rows = [...document.querySelectorAll('.standings tbody tr')];
  return [rows.length, rows.at(-1).getBoundingClientRect().bottom <= innerHeight];
}"""


def let_it_be_late(server):
    """Let the round nearly end, with a slow table that has an hour more, one that has less, and
    announcements; return what the browser of a director keeps."""
    director = server.logged_in("dora", "director")
    now = timezone.now()
    with server.database():
        Tournament.objects.update(round_minutes=100)
        began = now - timedelta(minutes=95)
        Round.objects.filter(number=3).update(started_at=began, minutes=100)
        tournament = Tournament.objects.get()
        round = tournament.rounds.get(number=3)
        tables = list(round.tables.filter(seats__result=None).distinct().order_by("number"))
        for table, deals in zip(tables, (18, 9, 19, 18), strict=False):
            played = round.rules.practice(table.seats.count(), Random(1))
            document = played | {"deals": played["deals"][:deals]}
            save_draft(table=table, document=document, author=None, now=now)
        for table, minutes in zip(tables[1:], (60, 5), strict=False):
            give_table_time(table=table, minutes=minutes, now=now)
        author = User.objects.get(username="dora")
        for text in ANNOUNCEMENTS:
            announce(tournament=tournament, text=text, author=author, now=now)
    return director


def let_it_be_over(server, *, withheld=""):
    """Let every form be in and the last round be closed, so that there is a champion."""
    with server.database():
        ScoreForm.objects.filter(versions=None).delete()
        for table in Table.objects.filter(form=None):
            count_form(table, range(table.seats.count()))
        close_rounds(Tournament.objects.get())
        if withheld:
            Round.objects.filter(number=3).update(withheld=withheld)


def on_walls(page, walls):
    """Give the open page the size of wall after wall."""
    for width, height in walls:
        page.set_viewport_size({"width": width, "height": height})
        yield height


@pytest.fixture
def page_of(server, chromium):
    """Opens a page in a window of its own."""
    windows = []

    def of(path, *, locale="nl-NL", **options):
        windows.append(chromium.new_context(locale=locale, **options))
        page = windows[-1].new_page()
        page.goto(f"{server.url}/t/oefen/{path}")
        page.evaluate("document.fonts.ready.then(() => true)")
        return page

    yield of
    for window in windows:
        window.close()


@pytest.mark.parametrize("players", [60, 120, 150, 250])
def test_every_table_stands_in_its_tile(server, page_of, players):
    """Its number as large as those of all others, also where it has more time or is behind."""
    server.practise(f"--players {players}")
    let_it_be_late(server)
    page = page_of("hall/?wall=1")
    page.locator(".own-time .clock-left").nth(1).wait_for()
    for height in on_walls(page, WALLS):
        assert page.evaluate(HANGING_OUT) == []
        assert len(page.evaluate(SIZES)) == 1
        assert page.evaluate("document.documentElement.scrollHeight") == height


@pytest.mark.parametrize(("is_over", "rows"), [(False, 16), (True, 11)])
def test_every_row_of_the_standings_stands_on_the_wall(server, page_of, is_over, rows):
    """Also below the champion, and however many lines the projector has."""
    server.practise(MANY)
    if is_over:
        let_it_be_over(server)
    page = page_of("standings/?wall=1")
    found = {height: page.evaluate(ROWS) for height in on_walls(page, WALLS)}
    assert found == {height: [rows, True] for _width, height in WALLS}


@pytest.mark.parametrize("is_over", [False, True])
def test_announcements_cover_nothing(server, page_of, is_over):
    server.practise(MANY)
    director = let_it_be_late(server)
    if is_over:
        let_it_be_over(server)
    page = page_of("standings/?wall=1", storage_state=director, locale="en-GB")
    assert page.locator(".podium").count() == is_over
    assert page.locator(".announcement").count() == len(ANNOUNCEMENTS)
    for _height in on_walls(page, LARGE_WALLS):
        assert page.evaluate(COVERED, "h1, .podium, .message, .standings :is(th, td)") == []
    if is_over:
        page.goto(f"{server.url}/t/oefen/ceremony/1/")
        assert page.evaluate(COVERED, ".reveal, .ceremony-steps") == []


def test_after_the_release_the_wall_shows_the_announcement_too(server, page_of):
    server.practise(MANY)
    director = let_it_be_late(server)
    let_it_be_over(server, withheld="top")
    page = page_of("ceremony/end/", storage_state=director, locale="en-GB")
    page.locator(".reveal form button").click()
    page.wait_for_url("**/standings/?wall=1")
    assert page.locator(".message").count() == 0
    assert page.locator(".announcement").count() == len(ANNOUNCEMENTS)
    for _height in on_walls(page, LARGE_WALLS):
        assert page.evaluate(COVERED, "h1, .podium, .standings :is(th, td)") == []


def test_on_a_phone_every_page_is_within_reach(server, page_of):
    server.practise(MANY)
    page = page_of("", storage_state=let_it_be_late(server), locale="en-GB")
    links = page.locator(".tournament-nav li a")
    links.nth(5).wait_for()
    for width in PHONES:
        page.set_viewport_size({"width": width, "height": 844})
        boxes = [link.bounding_box() for link in links.all()]
        assert [box for box in boxes if box["x"] < 0 or box["x"] + box["width"] > width] == []
        assert min(box["height"] for box in boxes) >= FINGER
