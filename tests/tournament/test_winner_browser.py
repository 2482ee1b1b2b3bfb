"""Laying cards in a browser: by touch, by keyboard, and without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import listen

pytestmark = pytest.mark.browser

PAGE = "/t/oefen/rules/winner/"


@pytest.fixture
def practice_server(server):
    server.practise("--players 9")
    return server


def lay(page, *codes):
    """Click cards one by one; wait until each lies on the table."""
    for code in codes:
        page.click(f"#card-{code}")
        expect(page.locator(f"#card-{code}")).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("is_scripted", [True, False])
def test_cards_are_laid_one_by_one_and_impossible_cards_are_named(
    practice_server, chromium, is_scripted
):
    context = chromium.new_context(java_script_enabled=is_scripted, locale="en-GB")
    page = context.new_page()
    complaints = listen(page)
    page.goto(practice_server.url + PAGE)
    lay(page, "9H", "KH", "2S", "AH", "3H")
    answer = page.locator(".winner-headline")
    expect(answer).to_contain_text("Player 3 wins with ♠ 2")
    page.locator("label", has=page.locator("#to-3")).click()
    lay(page, "5H")
    expect(page.locator(".winner-wrong")).to_contain_text("WK-16")
    # The address holds the whole trick, so another page shows the same.
    other = context.new_page()
    other.goto(page.url)
    expect(other.locator(".winner-headline")).to_contain_text("Player 3 could not play ♠ 2")
    expect(other.locator(".winner-wrong")).to_contain_text("WK-16")
    page.get_by_role("button", name="Clear the table").click()
    expect(page).to_have_url(re.compile(rf"{PAGE}\?to=3(#cards)?$"))
    expect(answer).to_have_text("Touch the cards in the order in which they were played.")
    assert complaints == []
    context.close()


def test_the_focus_stays_on_the_card_that_was_laid(practice_server, chromium):
    page = chromium.new_page(locale="en-GB")
    page.goto(practice_server.url + PAGE)
    page.focus("#card-9H")
    page.keyboard.press("Enter")
    expect(page.locator(".winner-headline")).to_contain_text("Player 1 is winning with ♥ 9")
    expect(page.locator("#card-9H")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#card-8H")).to_be_focused()
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile(r"cards=9H\.8H(#cards)?$"))
    page.close()
