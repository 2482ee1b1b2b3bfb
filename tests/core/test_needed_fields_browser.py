"""A field that must be filled in says so beside it, until that is done."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(server, chromium):
    """A director's page of round 3, in which half of the forms are in."""
    server.practise("--players 18")
    state = server.logged_in("dora", "director")
    page = chromium.new_context(locale="en-GB", storage_state=state).new_page()
    page.goto(f"{server.url}/t/oefen/rounds/3/")
    yield page
    page.context.close()


def test_a_tick_that_is_missing_is_asked_for_in_words(page):
    page.locator("summary", has_text="Close round 3 before everything counts").click()
    button, told = page.get_by_role("button", name="Close round 3"), page.locator(".needed")
    for _time in range(2):
        button.click()
        expect(told).to_have_text(["Tick this first."])
    tick = page.locator("[name='confirmed_token']")
    expect(tick).to_be_focused()
    tick.check()
    expect(told).to_have_count(0)


def test_words_that_are_missing_are_asked_for(page):
    page.goto(page.url.replace("rounds/3/", "hall/announcements/"))
    page.get_by_role("button", name="Announce it").click()
    expect(page.locator(".needed")).to_have_text(["Fill this in first."])
    page.locator("main [required]").first.press_sequentially("Soep")
    expect(page.locator(".needed")).to_have_count(0)
