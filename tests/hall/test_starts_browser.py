"""The clock and the countdown to a planned start, beside what the wall and the hall show."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen
from wk.tournament.models import Round, Tournament
from wk.tournament.programme import Kind, ProgrammePoint, stored

pytestmark = pytest.mark.browser

WALLS = [(1920, 1080), (1366, 768), (1280, 720)]
SCENES = ["standings", "seats", "play", "welcome"]
# Whether the clock in the bar is in sight as a whole, and the parts of a heading that it covers.
CLOCK = """() => {
  const clock = document.querySelector("#news .clock").getBoundingClientRect();
  const parts = document.querySelectorAll(".wall-head :is(h2, .lead, .wall-count), .hall-round p");
  const covered = [...parts].map((part) => {
    const words = document.createRange();
    words.selectNodeContents(part);
    return words.getBoundingClientRect();
  }).filter((at) => at.width && at.left < clock.right && at.right > clock.left
    && at.top < clock.bottom && at.bottom > clock.top);
  const isWhole = clock.top >= 0 && clock.left >= 0 && clock.right <= innerWidth;
  return [clock.width > 0 && isWhole, covered.length];
}"""


def begin_in(server, minutes):
    """Let round 3 be confirmed, and planned to begin in so many minutes."""
    at = timezone.localtime() + timedelta(minutes=minutes)
    point = ProgrammePoint(Kind.ROUND, at.time(), round=3)
    with server.database():
        Round.objects.filter(number=3).update(state=Round.State.CONFIRMED, started_at=None)
        # The programme has minutes; the day is that of the start, also just before midnight.
        Tournament.objects.update(date=at.date(), programme=stored([point]))


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
        for width, height in WALLS:
            page.set_viewport_size({"width": width, "height": height})
            for scene in SCENES[: 2 if is_played else 4]:  # beside the tables it is a large one
                page.goto(f"{server.url}/t/oefen/wall/?show={scene}")
                expect(page.locator("#news .clock-left")).to_contain_text(
                    ":" if is_played else "over "
                )
                shown[is_played, width, scene] = page.evaluate(CLOCK)
    page.close()
    assert {where: found for where, found in shown.items() if found != [True, 0]} == {}


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
    expect(clock).to_contain_text("begint zo")
    expect(clock.locator(".clock-left")).to_be_empty()
    box = clock.bounding_box()
    assert (box["x"] >= 0, box["x"] + box["width"] <= 390) == (True, True)
    assert complaints == []
    context.close()
