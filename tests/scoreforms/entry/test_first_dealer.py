"""The cell of the first dealer: one digit, like any other cell, with the name of the player."""

import re

import pytest

from tests.scoreforms.entry.conftest import WK
from tests.scoreforms.entry.entry_requests import FORM
from tests.scoreforms.keyboard import bids_of, focused, invalid_cells, press, tricks_in, values_of

NAME = "#cell-first_dealer-name"
SEATS = "#cell-first_dealer-seats option"


def name_of(page, seat):
    """Return the name of the player in a seat, as the page has it for its script."""
    return page.locator(SEATS).nth(seat - 1).text_content()


@pytest.mark.browser
def test_a_wrong_first_dealer_is_corrected_at_once(open_form):
    page = open_form(WK)
    press(page, "2")
    assert focused(page) == "deals.0.bids.0"
    assert page.locator(NAME).inner_text() == name_of(page, 2)
    press(page, "Backspace", "3")
    assert focused(page) == "deals.0.bids.0"
    assert values_of(page, "first_dealer", "deals.0.bids.0") == ["3", ""]
    assert page.locator(NAME).inner_text() == name_of(page, 3)


@pytest.mark.browser
@pytest.mark.parametrize("key", ["6", "q"])
def test_a_key_that_is_no_seat_is_answered_beside_it_and_loses_no_key(open_form, key):
    page = open_form(WK)
    press(page, key, *"123410101", *"100214013")
    words = page.locator(NAME)
    assert words.inner_text() == words.get_attribute("data-wrong") != ""
    assert (values_of(page, "first_dealer"), invalid_cells(page)[0]) == ([key], "first_dealer")
    assert (bids_of(page, 0), tricks_in(page, 0)[:4]) == (list("13111"), list("2400"))
    assert bids_of(page, 1) == ["1", "0", "1", "0", "3"]
    page.locator("[name=first_dealer]").click()
    press(page, "5")
    assert (values_of(page, "first_dealer"), focused(page)) == (["5"], "deals.0.bids.0")
    assert words.inner_text() == name_of(page, 5)


@pytest.mark.browser
def test_an_enter_after_the_first_dealer_passes_over_no_cell(open_form):
    page = open_form(WK)
    press(page, "Enter")  # the one that opened the page, once too often
    assert focused(page) == "first_dealer"
    press(page, "3", "Enter")
    assert focused(page) == "deals.0.bids.0"
    press(page, "Enter")
    assert focused(page) == "deals.0.tricks.0"
    press(page, "ArrowLeft", "ArrowUp")
    assert focused(page) == "first_dealer"
    press(page, "ArrowDown", "ArrowLeft", "ArrowRight")
    assert focused(page) == "deals.0.bids.0"


def test_the_first_dealer_is_a_line_to_write_in_without_javascript(clerk_client, table):
    page = clerk_client.get(FORM, headers={"accept-language": "en"}).content.decode()
    cell = re.search(r"<input[^>]* name=\"first_dealer\"[^>]*>", page)[0]
    assert 'data-most="5"' in cell
    assert re.search(r'<option value="4">(.*?)</option>', page)[1] == "Dirk"
    assert "the number of the seat" in page
