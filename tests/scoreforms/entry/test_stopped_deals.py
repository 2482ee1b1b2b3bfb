"""V and K in place of tricks, in a real browser: the other tricks go, and come back."""

import pytest
from playwright.sync_api import expect

from tests.scoreforms.entry.conftest import WK
from tests.scoreforms.keyboard import (
    auto_filled,
    bids_of,
    focused,
    focused_action,
    press,
    tricks_in,
)

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("letter", ["V", "k"])
def test_a_letter_empties_the_tricks_and_they_come_back_if_it_goes(open_form, letter):
    page = open_form(WK)
    press(page, "1", *"332211011")
    assert (tricks_in(page, 0), focused(page)) == (["3", "2", "1", "1", "3"], "deals.1.bids.0")
    page.locator("[name='deals.0.tricks.1']").click()
    press(page, letter)
    assert (tricks_in(page, 0), auto_filled(page)) == (["", letter, "", "", ""], [])
    assert bids_of(page, 0) == ["3", "2", "1", "0", "1"]
    page.locator("tr[data-path='deals.0']:not(.wrong)").wait_for()
    page.locator("[name='deals.0.tricks.1']").click()
    press(page, "2")
    assert tricks_in(page, 0) == ["3", "2", "1", "1", "3"]
    assert auto_filled(page) == ["deals.0.tricks.4"]


def test_a_letter_that_is_wiped_brings_the_tricks_back(open_form):
    page = open_form(WK)
    press(page, "1", *"33221", "V")
    assert tricks_in(page, 0) == ["", "", "V", "", ""]
    page.locator("[name='deals.0.tricks.2']").click()
    press(page, "Backspace")
    assert tricks_in(page, 0) == ["3", "2", "", "", ""]


@pytest.mark.parametrize("passing", [[], ["Enter"]])
def test_the_tricks_of_a_stopped_deal_are_passed_over(open_form, passing):
    """Who presses Enter for each of them, as for other empty cells, passes over no bid."""
    page = open_form(WK)
    press(page, "1", *"3322", "1", "V", "0", *passing, "1", *passing)
    assert (bids_of(page, 0), tricks_in(page, 0)) == (
        ["3", "2", "1", "0", "1"],
        ["", "", "V", "", ""],
    )
    assert focused(page) == "deals.1.bids.0"


def test_a_second_offender_is_written_beside_the_first(open_form):
    page = open_form(WK)
    press(page, "1", *"33221", "V")
    page.locator("[name='deals.0.tricks.3']").click()
    press(page, "V")
    page.locator("[name='deals.0.tricks.2']").click()
    press(page, "Backspace")
    assert tricks_in(page, 0) == ["", "", "", "V", ""]
    page.locator("[name='deals.0.tricks.3']").click()
    press(page, "1")
    assert tricks_in(page, 0) == ["3", "2", "", "1", ""]


def test_an_enter_for_the_last_empty_tricks_hands_nothing_in(open_form):
    page = open_form(WK)
    page.locator("[name='deals.18.bids.0']").focus()
    press(page, "3", "V", *"1001", "Enter")
    assert focused_action(page) == "count"
    expect(page.locator("#score-form")).to_be_visible()
    assert page.locator("[aria-busy]").count() == 0
