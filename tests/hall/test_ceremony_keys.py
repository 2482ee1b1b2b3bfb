"""The ceremony in a real browser: by keys and without any script, on every screen."""

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.office import first_cookies
from tests.server import Server
from tests.test_pages import wrong_with

pytestmark = pytest.mark.browser

# Everybody's form of the last round, which is closed, and one name that is as long as names may be.
PLAYED = """
from random import Random
from django.utils import timezone
from wk.scoreforms.services import import_forms
from wk.tournament.models import Entry, Round, Table
tables = Table.objects.filter(seats__result=None).distinct()
forms = [(table, table.round.rules.practice(table.seats.count(), Random(1))) for table in tables]
import_forms(forms=forms, now=timezone.now())
Entry.objects.filter(number=1).update(name="Wilhelmina " * 7)
Round.objects.filter(number=3).update(withheld="all", state="closed")
"""
START = "/t/oefen/ceremony/"


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """A server with a practice tournament of which every form is in."""
    server = Server(tmp_path_factory.mktemp("ceremony"))
    server.manage("demo", "--players", "16")
    server.manage("shell", "-c", PLAYED)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def director(office, chromium):
    """The cookies of a director, who has just made the first account."""
    return first_cookies(chromium, office)


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1366, "dark"), (1920, "light")])
def test_every_step_on_every_screen(office, director, chromium, width, scheme):
    context = chromium.new_context(
        viewport={"width": width, "height": 800},
        storage_state=director,
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="nl-NL",
    )
    page = context.new_page()
    page.goto(f"{office.url}{START}16/")
    found = {}
    while page.locator("a[rel=next]").count():
        found[page.url] = wrong_with(page)
        following = page.locator("a[rel=next]").get_attribute("href")
        page.locator("a[rel=next]").click()
        page.wait_for_url(f"{office.url}{following}")
    found[page.url] = wrong_with(page)
    context.close()
    assert page.url == f"{office.url}{START}end/"
    assert [url for url, what in found.items() if what] == []


def test_by_keys(office, director, chromium):
    context = chromium.new_context(storage_state=director, locale="nl-NL")
    page = context.new_page()
    wrong = listen(page)
    page.goto(f"{office.url}{START}")
    page.locator("html[data-keys=on]").wait_for()
    page.locator("#id_place").fill("16")
    page.keyboard.press("Enter")
    seen = []
    for key in (" ", "Enter", "ArrowRight", "PageDown", "ArrowLeft", "PageUp"):
        page.locator("a[rel=next]").wait_for()
        page.locator("html[data-keys=on]").wait_for()
        ways = [page.locator(f"a[rel={rel}]").get_attribute("href") for rel in ("prev", "next")]
        page.keyboard.press(key)
        way = ways[key not in ("ArrowLeft", "PageUp")]
        page.wait_for_url(f"{office.url}{way}")
        seen.append(page.url)
    assert wrong == []
    assert len(set(seen)) == 4
    assert seen[4:] == [seen[2], seen[1]]
    context.close()


def test_a_key_that_is_pressed_twice_tells_one_place(office, director, chromium):
    context = chromium.new_context(storage_state=director, locale="nl-NL")
    page = context.new_page()
    page.goto(f"{office.url}{START}16/")
    page.locator("html[data-keys=on]").wait_for()
    there = page.locator("a[rel=next]").get_attribute("href")
    other = context.new_page()
    other.goto(f"{office.url}{there}")
    following = other.locator("a[rel=next]").get_attribute("href")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"{office.url}{there}", wait_until="commit")
    page.keyboard.press("ArrowRight")
    page.locator("html[data-keys=on]").wait_for()
    page.locator("a[rel=next]").click()  # by hand: one place on, so the second key told none
    expect(page).to_have_url(f"{office.url}{following}")
    context.close()


def test_without_any_script_and_on_another_laptop(office, director, chromium):
    context = chromium.new_context(
        storage_state=director, java_script_enabled=False, locale="nl-NL"
    )
    page = context.new_page()
    page.goto(f"{office.url}{START}")
    page.locator("#id_place").fill("1")
    page.locator("form button.big").click()
    page.wait_for_url("**/ceremony/1/")
    other = chromium.new_context(storage_state=director, locale="nl-NL").new_page()
    other.goto(page.url)
    assert other.locator("h1").all_inner_texts() == page.locator("h1").all_inner_texts()
    other.context.close()
    page.locator("a[rel=next]").click()
    page.wait_for_url("**/ceremony/end/")
    button = page.locator(".reveal form button")
    button.click()
    page.wait_for_url("**/standings/?wall=1")
    assert page.locator(".podium .champion h2").count() >= 1
    context.close()
