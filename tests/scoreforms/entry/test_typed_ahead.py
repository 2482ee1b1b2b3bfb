"""A clerk types the number of the next form while the page of the last one still goes."""

import pytest
from playwright.sync_api import expect

from tests.scoreforms.entry.conftest import WK
from tests.scoreforms.keyboard import (
    DEALER,
    PAPER,
    focused_action,
    keys_of,
    press,
    type_quickly,
)

pytestmark = pytest.mark.browser


# Playwright waits for the next page after a press, so the browser sends the keys after it itself.
HAND_IN_AND_TYPE = """(keys) => {
    document.activeElement.click();
    for (const key of keys)
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""


def hand_in_and_type(page, *keys):
    """Type a whole form, hand it in, and press keys before the answer is there."""
    press(page, *DEALER)
    type_quickly(page, [key for _cards, *deal in PAPER for key in keys_of(*deal)])
    page.locator("[data-right]").wait_for(state="attached")
    assert focused_action(page) == "count"
    page.evaluate(HAND_IN_AND_TYPE, keys)


def test_digits_typed_after_handing_in_are_in_the_field_of_the_list(open_form):
    page = open_form(WK, 0)
    hand_in_and_type(page, "2", "x", "4")
    field = page.locator("#id_table")
    field.wait_for()
    expect(field).to_be_focused()
    press(page, "5")
    assert field.input_value() == "245"
    page.reload()  # once only
    expect(field).to_be_focused()
    assert field.input_value() == ""


def test_enter_after_the_number_opens_that_form(open_form):
    page = open_form(WK)
    address = page.url
    kept = f"{address.split('/')[-2]}\n"  # as the page keeps it that is on its way out
    page.evaluate("(kept) => sessionStorage.setItem('typed-ahead', kept)", kept)
    page.goto(address.partition("/forms/")[0] + "/forms/")
    page.wait_for_url(address)


def test_digits_typed_before_the_list_is_whole_are_in_its_field(open_form):
    page = open_form(WK)
    address = page.url.partition("/forms/")[0] + "/forms/"
    page.goto(address, wait_until="commit")
    page.locator("h1").wait_for()
    press(page, "1", "6")
    page.wait_for_load_state()
    assert page.locator("#id_table").input_value() == "16"
