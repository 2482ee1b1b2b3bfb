"""The last tricks of a deal, which the page fills in, in a real browser."""

import pytest

from tests.scoreforms.entry.conftest import WK
from tests.scoreforms.keyboard import (
    auto_filled,
    focused,
    invalid_cells,
    press,
    tricks_in,
    values_of,
)

pytestmark = pytest.mark.browser


def test_a_deal_with_too_many_tricks_is_marked_and_filled_once_it_fits(open_form):
    page = open_form(WK)
    page.locator("[name='deals.4.bids.0']").focus()
    press(page, *"00351111")
    assert invalid_cells(page) == []  # his last bid is still to come
    press(page, "2")
    assert focused(page) == "deals.5.bids.0"
    deal = page.locator("tr.wrong[data-path='deals.4']")
    deal.locator("~ .said-line [data-code=TRICKS_SUM_NOT_CARDS]").wait_for()
    assert invalid_cells(page) == []  # it is the deal that is wrong, not the cell that is left
    press(page, "ArrowLeft", "ArrowLeft", "Enter")  # from his bid it is passed over again
    assert focused(page) == "deals.5.bids.0"
    page.locator("[name='deals.4.tricks.1']").focus()
    press(page, "Backspace", "2")
    assert (tricks_in(page, 4), auto_filled(page)) == (
        ["0", "2", "1", "1", "2"],
        ["deals.4.tricks.4"],
    )
    press(page, "Home")
    assert focused(page) == "deals.5.bids.0"
    page.locator("tr[data-path='deals.4']:not(.wrong)").wait_for()
    assert invalid_cells(page) == []


def test_the_last_tricks_can_be_typed_where_nothing_fits(open_form):
    page = open_form(WK)
    for deal, way in enumerate(["ArrowLeft", "Backspace", "Shift+Tab", "click"], 4):
        cell = f"deals.{deal}.tricks.4"
        page.locator(f"[name='deals.{deal}.bids.0']").focus()
        press(page, *"003911112")
        if way == "click":
            page.locator(f"[name='{cell}']").click()
        else:
            press(page, way)
        assert focused(page) == cell
        press(page, "3")
        assert focused(page) == f"deals.{deal + 1}.bids.0"
        assert (tricks_in(page, deal), auto_filled(page)) == (["0", "9", "1", "1", "3"], [])
        page.locator(f"[name='deals.{deal}.tricks.1']").focus()
        press(page, "Backspace", "1")
        assert tricks_in(page, deal) == ["0", "1", "1", "1", "3"]


def test_the_last_tricks_of_a_deal_are_filled_in_and_follow_the_others(open_form):
    page = open_form(WK)
    press(page, "1", "Enter", *"3322110")
    assert auto_filled(page) == []  # two are still missing
    press(page, "1")
    assert (tricks_in(page, 0), auto_filled(page)) == (
        ["3", "2", "1", "1", "3"],
        ["deals.0.tricks.4"],
    )
    press(page, "2")
    assert focused(page) == "deals.1.bids.0"  # past the one that was filled
    page.locator("[name='deals.0.tricks.1']").focus()
    press(page, "Backspace")
    assert (tricks_in(page, 0), auto_filled(page)) == (["3", "", "1", "1", ""], [])
    press(page, "4")
    assert (tricks_in(page, 0), auto_filled(page)) == (
        ["3", "4", "1", "1", "1"],
        ["deals.0.tricks.4"],
    )
    press(page, "9")  # the bid of the next: nothing to do with the sum
    assert tricks_in(page, 0)[4] == "1"
    press(page, "7")  # more than there are: nothing is left to fill in
    assert (tricks_in(page, 0), auto_filled(page)) == (["3", "4", "7", "1", ""], [])


@pytest.mark.parametrize("first", ["left out", "too many"])
def test_a_row_is_typed_again_through_all_of_its_cells(open_form, first):
    """Only the last tricks are passed over, or else all numbers after a cell shift by one."""
    page = open_form(WK)
    press(page, "1", "Enter")
    page.locator("[name='deals.3.bids.0']").focus()
    press(page, "1", *(["Enter"] if first == "left out" else ["9"]), *"1155110")
    if first == "too many":
        page.locator("[name='deals.3.tricks.0']").focus()
        press(page, "Backspace", "Enter")
    page.locator("[name='deals.3.tricks.4']").focus()
    press(page, "0" if first == "left out" else "7")
    assert auto_filled(page) == (["deals.3.tricks.0"] if first == "left out" else [])
    page.locator("[name='deals.3.bids.0']").click()
    press(page, *"2112200131")
    assert focused(page) == "deals.4.bids.0"
    bids = values_of(page, *(f"deals.3.bids.{seat}" for seat in range(5)))
    assert (bids, tricks_in(page, 3)) == (["2", "1", "2", "0", "3"], ["1", "2", "0", "1", "1"])


def test_an_auto_filled_cell_that_was_typed_over_stays(open_form):
    page = open_form(WK)
    press(page, "1", "Enter", *"332211011")
    assert auto_filled(page) == ["deals.0.tricks.4"]
    assert focused(page) == "deals.1.bids.0"
    press(page, "ArrowLeft")
    assert focused(page) == "deals.0.tricks.4"  # arrows do go there
    press(page, "5")
    assert (tricks_in(page, 0)[4], auto_filled(page)) == ("5", [])
    assert focused(page) == "deals.1.bids.0"
    page.locator("[name='deals.0.tricks.0']").focus()
    press(page, "Backspace", "2")
    assert tricks_in(page, 0) == ["2", "2", "1", "1", "5"]


def test_an_auto_filled_cell_that_was_emptied_stays_empty(open_form):
    page = open_form(WK)
    press(page, "1", "Enter", *"332211011", "ArrowLeft", "Backspace")
    assert (tricks_in(page, 0), auto_filled(page)) == (["3", "2", "1", "1", ""], [])


def test_a_stopped_deal_fills_in_nothing(open_form):
    page = open_form(WK)
    press(page, "1", "Enter")
    for deal, mark in enumerate("KV"):
        page.locator(f"[name='deals.{deal}.bids.0']").focus()
        press(page, "3", mark, *"2101")
        assert focused(page) == f"deals.{deal + 1}.bids.0"
        assert (tricks_in(page, deal), auto_filled(page)) == ([mark, "", "", "", ""], [])


def test_a_mark_removes_the_auto_filled_tricks(open_form):
    page = open_form(WK)
    press(page, "1", "Enter", *"332211011")
    assert auto_filled(page) == ["deals.0.tricks.4"]
    page.locator("[name='deals.0.tricks.0']").focus()
    press(page, "Backspace", "K")
    assert (tricks_in(page, 0)[4], auto_filled(page)) == ("", [])
