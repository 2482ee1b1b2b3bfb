"""Two clerks with one form open, each in a browser: the second hears what the first handed in."""

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.scoreforms.keyboard import (
    DEALER,
    PAPER,
    keep_draft,
    keys_of,
    press,
    type_quickly,
    values_of,
    versions_of,
    wait_for_sign,
)

pytestmark = pytest.mark.browser

REPORT = 5000  # milliseconds between two reports of an open page
# The second deal as Kees reads it: the tricks of the first two seats are swapped.
MISREAD = [PAPER[0], (9, "2 3 1 1 4", "3 2 1 0 3"), *PAPER[2:]]
DIFFERING = {"deals.1.tricks.0": ("3", "2"), "deals.1.tricks.1": ("2", "3")}


def hand_in_all(page, url):
    """Type the whole paper and hand it in."""
    page.locator("#cell-first_dealer:focus").wait_for()
    press(page, *DEALER)
    for _cards, bids, won in PAPER:
        type_quickly(page, keys_of(bids, won))
    page.locator("button[value=count]:focus").wait_for()
    page.locator("#checked[data-right]:visible").wait_for()
    press(page, "Enter")
    page.locator("#id_table").wait_for()


def told(page):
    """Return the cells that the bar says to differ: as on this page, and as handed in."""
    values = """items => Object.fromEntries(items.map(item => [
        item.querySelector("a").dataset.goto,
        [...item.querySelectorAll("b")].map(({textContent}) => textContent.trim()),
    ]))"""
    found = page.locator(".came-in li:has(a)").evaluate_all(values)
    return {path: tuple(both) for path, both in found.items()}


def is_in_sight(page):
    box = page.locator(".came-in").bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


@pytest.mark.slow
def test_the_second_clerk_hears_at_once_what_differs_and_both_are_kept(
    timed_page, open_page, practice_server, url
):
    keep_draft(practice_server, url, MISREAD[:-1])
    page = timed_page
    heard = listen(page)
    page.goto(url)
    page.locator("[name='deals.18.bids.0']:focus").wait_for()
    hand_in_all(open_page(url, "bea"), url)
    page.clock.fast_forward(REPORT)
    page.locator("#present .came-in", has_text="bea").wait_for()
    assert (told(page), is_in_sight(page)) == (DIFFERING, True)
    # He types on: nothing moves, and it stays in sight.
    press(page, *keys_of(*PAPER[-1][1:]))
    assert values_of(page, "deals.18.tricks.3") == ["0"]
    assert is_in_sight(page)
    wait_for_sign(page, "saved")
    page.locator(".came-in a").first.click()
    page.locator("[name='deals.1.tricks.0']:focus").wait_for()
    page.locator("#checked[data-right]:visible").wait_for()
    page.locator("button[value=count]").click()
    page.locator(".settle").wait_for()
    expect(page.locator(".settle tbody tr")).to_have_count(len(DIFFERING))
    assert [number for number, *_ in versions_of(practice_server, url)] == [1, 2]
    assert heard == []


@pytest.mark.slow
def test_who_mends_what_he_misread_hands_in_the_same(timed_page, open_page, practice_server, url):
    keep_draft(practice_server, url, MISREAD)
    page = timed_page
    page.goto(url)
    page.locator("#checked[data-right]:visible").wait_for()
    hand_in_all(open_page(url, "bea"), url)
    page.clock.fast_forward(REPORT)
    for link, key in enumerate(("2", "3")):
        page.locator(".came-in a").nth(link).click()
        press(page, key)
    page.clock.fast_forward(REPORT)
    page.locator(".came-in ol").wait_for(state="detached")
    page.locator("button[value=count]").click()
    page.locator("#messages .message", has_text="bea").wait_for()
    assert versions_of(practice_server, url) == [(1, True, [])]


def test_without_scripts_the_hand_in_alone_tells_it(
    windows, open_page, practice_server, url, free_tables
):
    keep_draft(practice_server, url, MISREAD)
    page = windows("kees", java_script_enabled=False).new_page()
    page.goto(url)
    hand_in_all(open_page(url, "bea"), url)
    page.locator("button[value=count]").click()
    expect(page.locator(".settle tbody tr")).to_have_count(len(DIFFERING))
    assert [number for number, *_ in versions_of(practice_server, url)] == [1, 2]
    page.close()
