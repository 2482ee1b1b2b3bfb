"""The clock and the countdown to a planned start, beside what the wall and the hall show."""

import re
from datetime import time, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen
from wk.accounts.models import User
from wk.hall.announcements.services import announce
from wk.hall.clock.services import give_table_time
from wk.tournament.models import Round, Tournament
from wk.tournament.programme import Kind, ProgrammePoint, stored

pytestmark = pytest.mark.browser

WALLS = [(1920, 1080), (1366, 768), (1280, 720)]
SCENES = ["standings", "seats", "play", "welcome"]
# Whether the clock in the bar is in sight as a whole, and the words that it covers.
CLOCK = """() => {
  const lines = (part) => {
    const words = document.createRange();
    words.selectNodeContents(part);
    return [...words.getClientRects()].filter((at) => at.width && at.height);
  };
  const clock = lines(document.querySelector("#news .news-clock"));
  const others = document.querySelectorAll(`.announcement, .wall-head :is(h2, .lead, .wall-count),
    .hall-round p, .wall-columns span, .wall-list li > *, .wall-words :is(p, h2, li, figure)`);
  const covered = [...others].filter((part) => lines(part).some((at) => clock.some((own) =>
    at.left < own.right && at.right > own.left && at.top < own.bottom && at.bottom > own.top)));
  const isWhole = clock.every((own) => own.top >= 0 && own.left >= 0
    && own.right <= innerWidth && own.bottom <= innerHeight);
  return [clock.length > 0 && isWhole, covered.map((part) => part.textContent.trim())];
}"""
LONG_NAME = (
    "Open Fries Kampioenschap Boerenbridge voor vrijwilligers, buren en oud-leden van De Harmonie"
)
ANNOUNCEMENT = (
    "De snert is klaar in de kantine. Wie gluten niet verdraagt, meldt zich bij Wietske. " * 2
)


def begin_in(server, minutes):
    """Let round 3 be confirmed, and planned to begin in so many minutes."""
    at = timezone.localtime() + timedelta(minutes=minutes)
    point = ProgrammePoint(Kind.ROUND, at.time(), round=3)
    with server.database():
        Round.objects.filter(number=3).update(state=Round.State.CONFIRMED, started_at=None)
        # The programme has minutes; the day is that of the start, also just before midnight.
        Tournament.objects.update(date=at.date(), programme=stored([point]))


def widths_of_walls(page):
    """Give a page the size of each wall; yield its width."""
    for width, height in WALLS:
        page.set_viewport_size({"width": width, "height": height})
        yield width


@pytest.mark.slow
def test_a_clock_stands_whole_beside_the_heading_of_every_wall(server, chromium):
    server.practise("--players 60")
    with server.database():
        Tournament.objects.update(round_minutes=75)
        Round.objects.filter(number=3).update(started_at=timezone.now(), minutes=75)
    page = chromium.new_page(locale="nl-NL")
    shown = {}
    for is_played in (True, False):
        if not is_played:
            begin_in(server, 12)
        for scene in SCENES[: 2 if is_played else 4]:  # beside the tables it is a large one
            page.goto(f"{server.url}/t/oefen/wall/?show={scene}")
            expect(page.locator("#news .clock-left")).to_contain_text(":" if is_played else "over ")
            for width in widths_of_walls(page):
                shown[is_played, width, scene] = page.evaluate(CLOCK)
    page.close()
    assert {where: found for where, found in shown.items() if found != [True, []]} == {}


@pytest.mark.parametrize("left", [9, None])
def test_the_clock_of_a_wall_covers_nothing_whatever_is_above_it(server, chromium, left):
    """Below an announcement, beside a long name, with the times of three tables; also paused.

    `left` are the minutes left, None for a clock that stands still.
    """
    server.practise("--players 60")
    director, now = server.logged_in("dora", "director"), timezone.now()
    with server.database():
        points = [ProgrammePoint(Kind.ROUND, time(9 + each), round=each) for each in (1, 2, 3)]
        points += [
            ProgrammePoint(Kind.OTHER, time(16, each), text="Koffie") for each in (0, 15, 30)
        ]
        Tournament.objects.update(name=LONG_NAME, round_minutes=75, programme=stored(points))
        round = Round.objects.get(number=3)
        round.minutes, round.started_at = 75, now - timedelta(minutes=75 - (left or 9))
        round.paused_at = None if left else now
        round.save()
        for table in round.tables.order_by("-number")[:3]:
            give_table_time(table=table, minutes=15, now=now)
        author = User.objects.get(username="dora")
        announce(tournament=Tournament.objects.get(), text=ANNOUNCEMENT, author=author, now=now)
    page, shown = chromium.new_page(locale="nl-NL"), {}
    for scene in ("standings", "seats", "welcome", "curtain"):
        page.goto(f"{server.url}/t/oefen/wall/?show={scene}")
        expect(page.locator("#news .news-later")).to_contain_text("tafel")
        for turns in range(page.locator(".wall-page").count()):
            for width in widths_of_walls(page):
                shown[width, scene, turns] = page.evaluate(CLOCK)
            page.keyboard.press("ArrowRight")
    page.close()
    window = chromium.new_context(storage_state=director, locale="nl-NL")
    page = window.new_page()
    page.goto(f"{server.url}/t/oefen/ceremony/")
    for width in widths_of_walls(page):
        shown[width, "ceremony", 0] = page.evaluate(CLOCK)
    window.close()
    assert {where: found for where, found in shown.items() if found != [True, []]} == {}


def test_a_page_counts_down_to_the_start_by_itself(server, chromium):
    server.practise("--players 18")
    begin_in(server, 3)  # it is planned in whole minutes: in two minutes and some seconds
    context = chromium.new_context(locale="nl-NL", viewport={"width": 390, "height": 844})
    page = context.new_page()
    complaints = listen(page)
    page.clock.install()
    page.goto(f"{server.url}/t/oefen/hall/")
    clock = page.locator("#news .clock")
    expect(clock).to_contain_text("Ronde 3 begint om")
    expect(clock.locator(".clock-left")).to_have_text(re.compile("over [23] minuten"))
    page.clock.fast_forward(60_000)
    expect(clock.locator(".clock-left")).to_have_text(re.compile("over (2 minuten|1 minuut)"))
    page.clock.fast_forward(120_000)
    expect(clock.locator("[data-from]")).to_have_text("Ronde 3 begint zo")
    expect(clock.locator(".clock-name")).to_be_hidden()
    expect(clock.locator(".clock-left")).to_be_empty()
    box = clock.bounding_box()
    assert (box["x"] >= 0, box["x"] + box["width"] <= 390) == (True, True)
    assert complaints == []
    context.close()


def test_the_planned_start_is_said_once_and_ends_with_the_page(server, chromium):
    server.practise("--players 60")
    begin_in(server, 90)  # the bar does not count down yet
    page = chromium.new_page(viewport={"width": 390, "height": 844}, locale="nl-NL")
    page.goto(f"{server.url}/t/oefen/hall/")
    start = page.get_by_text(re.compile(r"^\s*(Ronde 3 )?begint om \d"))
    expect(start.locator("visible=true")).to_have_count(1)
    page.goto(f"{server.url}/t/oefen/rounds/")
    ends = [
        page.locator(part).evaluate("(at) => at.getBoundingClientRect().right")
        for part in (".news-clock.start .clock", ".list", ".scroll")
    ]
    assert len(set(ends)) == 1  # and the list of rounds fits in
    page.close()


def test_tables_whose_time_is_over_are_as_high_as_the_others(server, chromium):
    server.practise("--players 60")
    now = timezone.now()
    with server.database():
        Tournament.objects.update(round_minutes=90)
        Round.objects.filter(number=3).update(started_at=now - timedelta(minutes=93), minutes=90)
        give_table_time(table=Round.objects.get(number=3).tables.last(), minutes=2, now=now)
    page = chromium.new_page(locale="nl-NL")
    page.goto(f"{server.url}/t/oefen/hall/")
    expect(page.locator(".hall-table .clock-left")).to_have_text("0:00")
    for width in 1366, 390:
        page.set_viewport_size({"width": width, "height": 768})
        heights = page.locator(".hall-table").evaluate_all(
            "(all) => all.map((at) => at.offsetHeight)"
        )
        assert max(heights) <= 90  # pixels: two lines
    page.close()
