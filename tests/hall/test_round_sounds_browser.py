"""The tones at the end of a round, in a browser: after one press on the screen, once a round."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen
from wk.tournament.models import Round, Tournament

pytestmark = pytest.mark.browser

HALL = "--players 18"
WALL = "/t/oefen/wall/?show=play"
# The browser tells how many tones it was asked to play.
COUNTS = """(() => {
  const make = AudioContext.prototype.createOscillator;
  let tones = 0;
  AudioContext.prototype.createOscillator = function () {
    tones += 1;
    document.documentElement.dataset.tones = tones;
    return make.call(this);
  };
})()"""
TONES = 4


def leave(server, seconds, **facts):
    """Let round 3 end in so many seconds."""
    with server.database():
        Tournament.objects.update(round_minutes=75, **facts)
        began = timezone.now() - timedelta(minutes=75) + timedelta(seconds=seconds)
        Round.objects.filter(number=3).update(started_at=began, minutes=75)


def test_a_wall_plays_its_tones_when_time_is_up_and_not_again(server, chromium):
    server.practise(HALL)
    leave(server, 60, sounds=True)
    context = chromium.new_context(locale="nl-NL", viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.add_init_script(COUNTS)
    complaints = listen(page)
    page.goto(f"{server.url}{WALL}")
    ask = page.locator("#sound-ask")
    expect(ask).to_be_visible()
    ask.click()
    expect(ask).to_be_hidden()
    html = page.locator("html")
    expect(html).to_have_attribute("data-tones", str(TONES))  # it lets itself be heard
    leave(server, 2)
    page.evaluate("htmx.trigger('#news', 'look')")
    expect(html).to_have_attribute("data-tones", str(2 * TONES))
    page.reload()
    expect(ask).to_be_visible()
    ask.click()
    # This round was over already when the page was opened: only the press is heard.
    expect(page.locator(".clock").first).to_have_attribute("data-says", "over")
    expect(html).to_have_attribute("data-tones", str(TONES))
    assert complaints == []
    context.close()


def test_a_wall_without_sounds_asks_for_nothing(server, chromium):
    server.practise(HALL)
    leave(server, 60, sounds=False)
    page = chromium.new_page()
    page.goto(f"{server.url}{WALL}")
    expect(page.locator("#sound-ask")).to_have_count(0)
    page.close()
