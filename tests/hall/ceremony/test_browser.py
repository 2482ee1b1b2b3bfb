"""The ceremony in a real browser: by keys, without a script, and on every screen."""

from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen
from tests.samples import some
from tests.test_pages import faults_of, overflow_of
from wk.scoreforms.counting import import_forms
from wk.tournament.models import Entry, Round, Table

pytestmark = pytest.mark.browser

START = "/t/oefen/ceremony/"
SCREENS = [(360, "light"), (1366, "dark"), (1920, "light")]
PLAYERS = 9
LONG_NAME = "Wilhelmina " * 7  # as long as names may be


@pytest.fixture
def office(running_server):
    """A server with a practice tournament that is complete. Its last round is closed and
    withheld."""
    running_server.practise(f"--players {PLAYERS}")
    with running_server.database():
        tables = Table.objects.filter(seats__result=None).distinct()
        forms = [
            (each, each.round.rules.practice(each.seats.count(), Random(1))) for each in tables
        ]
        import_forms(forms=forms, now=timezone.now())
        Entry.objects.filter(number=1).update(name=LONG_NAME)
        Round.objects.filter(number=3).update(withheld="all", state="closed")
    return running_server


@pytest.fixture
def window(office, chromium):
    """Return a function that opens windows of a director."""
    state, windows = office.logged_in("dora", "director"), []

    def of(**options):
        made = chromium.new_context(storage_state=state, locale="nl-NL", **options)
        windows.append(made)
        return made

    yield of
    for each in windows:
        each.close()


def href(page, rel):
    """Return the address of a link by its relation."""
    return page.locator(f"a[rel={rel}]").get_attribute("href")


def walk_through_steps(page):
    """Go through the ceremony and yield at each step."""
    yield
    while page.locator("a[rel=next]").count():
        following = href(page, "next")
        page.locator("a[rel=next]").click()
        page.wait_for_url(f"**{following}")
        yield


def test_layout_of_every_step_on_every_screen(office, window):
    page = window(reduced_motion="reduce").new_page()
    page.goto(f"{office.url}{START}{PLAYERS}/")
    found, looked_at_by_axe = [], some(SCREENS, 1)
    for _step in walk_through_steps(page):
        for screen in SCREENS:
            width, scheme = screen
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            wrong = faults_of(page) if screen in looked_at_by_axe else overflow_of(page)
            found += [(page.url, screen, each) for each in wrong]
    assert page.url == f"{office.url}{START}end/"
    assert found == []


def test_the_steps_go_by_keys(office, window):
    page = window().new_page()
    heard = listen(page)
    page.goto(f"{office.url}{START}")
    page.locator("html[data-keys=on]").wait_for()
    page.locator("#id_place").fill(str(PLAYERS))
    page.keyboard.press("Enter")
    seen = []
    for key in (" ", "Enter", "ArrowRight", "PageDown", "ArrowLeft", "PageUp"):
        page.locator("a[rel=next]").wait_for()
        page.locator("html[data-keys=on]").wait_for()
        ways = [href(page, rel) for rel in ("prev", "next")]
        page.keyboard.press(key)
        page.wait_for_url(f"{office.url}{ways[key not in ('ArrowLeft', 'PageUp')]}")
        seen.append(page.url)
    assert heard == []
    assert len(set(seen)) == 4
    assert seen[4:] == [seen[2], seen[1]]


def test_a_key_pressed_twice_goes_one_step(office, window):
    context = window()
    page = context.new_page()
    page.goto(f"{office.url}{START}{PLAYERS}/")
    page.locator("html[data-keys=on]").wait_for()
    there = href(page, "next")
    other = context.new_page()
    other.goto(f"{office.url}{there}")
    following = href(other, "next")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"{office.url}{there}", wait_until="commit")
    page.keyboard.press("ArrowRight")
    page.locator("html[data-keys=on]").wait_for()
    page.locator("a[rel=next]").click()  # by hand: one place on, so the second key told none
    expect(page).to_have_url(f"{office.url}{following}")


def test_the_ceremony_works_without_a_script_and_on_another_laptop(office, window):
    page = window(java_script_enabled=False).new_page()
    page.goto(f"{office.url}{START}")
    page.locator("#id_place").fill("1")
    page.locator("form button.big").click()
    page.wait_for_url("**/ceremony/1/")
    other = window().new_page()
    other.goto(page.url)
    assert other.locator("h1").all_inner_texts() == page.locator("h1").all_inner_texts()
    page.locator("a[rel=next]").click()
    page.wait_for_url("**/ceremony/end/")
    page.locator(".reveal form button").click()
    page.wait_for_url("**/wall/")
    assert page.locator(".podium .champion h2").count() >= 1
