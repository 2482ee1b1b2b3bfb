"""A clerk who types a form in a real browser: how long the page takes to answer each key.

Needs DATA_DIR and SECRET_KEY in the environment before it is loaded.
"""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wk.settings")
django.setup()

from tests.bench.goals import Goals, ms95, say, spread  # noqa: E402
from tests.browser import until  # noqa: E402
from tests.scoreforms.keyboard import PAPER, keys_of  # noqa: E402
from tests.server import Server  # noqa: E402
from wk.tournament.models import Table  # noqa: E402

MOST = 100  # milliseconds until a page has answered a key
MOST_PAINT = 50  # milliseconds until the key itself is painted
KEYS = ["3", *(key for _cards, bids, won in PAPER for key in keys_of(bids, won))]
LAPTOP = {"width": 1366, "height": 768}

# Notes for each key when it was painted, and when the answer to the first question that was asked
# with it is painted.
WATCH = """() => {
  const keys = (window.noted = []);
  const painted = (done) => requestAnimationFrame(() => setTimeout(done));
  document.addEventListener("keydown", () => {
    const key = { at: performance.now(), painted: 0, question: null, answered: 0 };
    keys.push(key);
    painted(() => { key.painted = performance.now() - key.at; });
  }, true);
  const isCheck = ({ detail }) => detail.requestConfig?.path.endsWith("/check/");
  document.addEventListener("htmx:beforeSend", (event) => {
    if (!isCheck(event)) return;
    for (const key of keys.filter(({ question }) => !question)) key.question = event.detail.xhr;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.elt.id !== "checked") return;
    const { xhr } = event.detail;
    painted(() => {
      for (const key of keys.filter(({ question }) => question === xhr))
        key.answered ||= performance.now() - key.at;
    });
  });
}"""


def main(data: Path, pace: float, browser: str) -> int:
    """Type a whole form with a key every `pace` seconds; return how many promises were not kept."""
    server = Server(data, made=data, practice=["--players 20"])
    try:
        noted, asked = type_form(server, pace, browser)
    finally:
        server.stop()
    goals = Goals()
    say(f"{len(noted)} keys, one every {1000 * pace:.0f} milliseconds, {os.cpu_count()} cores")
    paints = [key["painted"] / 1000 for key in noted]
    answers = [key["answered"] / 1000 for key in noted]
    say(f"  a key is painted    {spread(paints)}")
    say(f"  the page has judged {spread(answers)}")
    say(f"  questions: {', '.join(f'{count} {what}' for what, count in sorted(asked.items()))}")
    goals.tell("a key is painted, 95 in 100, milliseconds", ms95(paints), MOST_PAINT)
    goals.tell("the page answers a key, half, milliseconds", 1000 * median(answers), MOST)
    goals.tell("the page answers a key, 95 in 100, milliseconds", ms95(answers), MOST)
    return goals.broken


def type_form(
    server: Server, pace: float, browser: str
) -> tuple[Sequence[dict[str, Any]], Counter[str]]:
    """Return what the page noted of each key of a form, and how often it asked what."""
    from playwright.sync_api import sync_playwright

    with server.database():
        table = Table.objects.filter(round__number=3, form=None).order_by("number")[0]
        address = table.get_absolute_url().replace("/rounds/3/tables/", "/forms/3/")
    kept = server.logged_in("kees", "clerk")
    asked: Counter[str] = Counter()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        window = chromium.new_context(viewport=LAPTOP, storage_state=kept)  # type: ignore[arg-type]
        page = window.new_page()
        page.goto(server.url + address)
        page.locator("#cell-first_dealer:focus").wait_for()
        page.wait_for_load_state("networkidle")
        page.evaluate(WATCH)
        page.on("request", lambda request: asked.update([request.url.rsplit("/", 2)[-2]]))
        for key in KEYS:
            page.keyboard.press(key)
            page.wait_for_timeout(1000 * pace)
        page.locator("#checked[data-right]").wait_for()
        until(page, "window.noted.every(({ answered }) => answered)")
        noted = page.evaluate("window.noted")
        chromium.close()
    return noted, asked
