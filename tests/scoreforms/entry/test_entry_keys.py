"""Typing forms of every kind of game in a real browser, with keys only."""

import pytest

from tests.scoreforms.entry.conftest import WK
from tests.scoreforms.keyboard import (
    DEALER,
    PAPER,
    auto_filled,
    bids_of,
    focused,
    focused_action,
    keys_of,
    press,
    totals_of,
    tricks_in,
    type_quickly,
    values_of,
)

pytestmark = pytest.mark.browser

MOST_KEYS = 174


def test_a_rubber_is_typed_with_keys_and_grows_by_rows(open_form):
    page = open_form("rubber-bridge")
    assert focused(page) == "contracts.0.declarer"
    press(page, "3", "Enter")
    press(page, "4")  # the level is done after one digit
    assert focused(page) == "contracts.0.strain"
    press(page, "ArrowDown", "ArrowDown", "ArrowDown")
    assert page.locator("[name='contracts.0.strain']").input_value() == "H"
    press(page, "Enter", "Enter", "1", "0", "Enter", "Enter")
    assert focused(page) == "contracts.1.declarer"
    page.locator("#points-1-1-2 b", has_text="120").wait_for()
    page.locator("tr.underlined[data-path='contracts.0']").wait_for()
    press(page, "ArrowLeft", "ArrowUp")
    assert focused(page) == "contracts.0.passed"
    assert page.locator("tr[data-path]").count() == 12
    page.locator("[name='contracts.11.passed']").focus()
    press(page, "x")
    page.locator("[name='contracts.15.tricks']").wait_for()
    assert focused(page) == "contracts.11.passed"
    assert page.locator("[name='contracts.0.tricks']").input_value() == "10"
    press(page, "ArrowDown")
    assert focused(page) == "contracts.12.passed"
    page.locator("[name='contracts.15.honours.seat']").focus()
    press(page, "Enter")
    assert focused(page) == "unfinished"
    press(page, "Enter")
    assert focused_action(page) == "count"


def test_a_passed_deal_takes_one_key_and_enter(open_form):
    page = open_form("rubber-bridge")
    press(page, "x")
    assert page.locator("[name='contracts.0.passed']").is_checked()
    assert focused(page) == "contracts.0.passed"
    press(page, "Enter")
    assert focused(page) == "contracts.1.declarer"
    press(page, "ArrowLeft", "x", "x")
    assert not page.locator("[name='contracts.1.passed']").is_checked()
    press(page, "Enter")
    assert focused(page) == "contracts.1.declarer"


# Keys and the option that they choose in two columns of a rubber, one row for each.
CHOSEN = {
    "strain": [
        ("k", "C"),
        ("r", "D"),
        ("h", "H"),
        ("s", "S"),
        ("ss", "NT"),
        ("sss", "S"),
        ("n", "NT"),
    ],
    "doubled": [("x", "1"), ("xx", "2"), ("2", "2"), ("d", "1")],
}


@pytest.mark.parametrize("name", CHOSEN)
def test_options_shown_as_signs_are_chosen_by_letter(open_form, name):
    page = open_form("rubber-bridge")
    for row, (keys, _value) in enumerate(CHOSEN[name]):
        page.locator(f"[name='contracts.{row}.{name}']").focus()
        press(page, *keys)
    values = values_of(page, *(f"contracts.{row}.{name}" for row in range(len(CHOSEN[name]))))
    assert values == [value for _keys, value in CHOSEN[name]]
    assert page.locator("[name$='.passed']:checked").count() == 0


def test_a_whole_rubber_is_typed_without_the_mouse(open_form):
    page = open_form("rubber-bridge")
    press(page, "1", "Enter", "3", "n", "Enter", "Enter", "9", "Enter", "Enter")
    press(page, "End")
    assert focused(page) == "unfinished"
    page.locator("[name='contracts.1.declarer']").focus()
    press(page, "3", "Enter", "4", "s", "Enter", "Enter", "1", "0", "Enter", "Enter")
    page.get_by_text("Alles klopt").wait_for()
    assert focused(page) == "contracts.2.declarer"
    press(page, "Enter")
    assert focused_action(page) == "count"


def test_a_deal_of_kleurenwiezen_is_typed_with_keys(open_form):
    page = open_form("kleurenwiezen")
    assert focused(page) == "deals.0.contract"
    press(page, *"samen 9", "Enter", *"11", "Enter", "x", "Enter", "ArrowRight", "x")
    assert page.locator("[name='deals.0.contract']").input_value() == "samen-9"
    assert page.locator("[name='deals.0.declarers.2']").is_checked()
    page.locator("#points-1-1-1 b", has_text="16").wait_for()
    press(page, "+")
    assert focused(page) == "deals.0.referee"
    press(page, *"JdV", "Enter")
    assert focused(page) == "deals.1.contract"
    press(page, "ArrowLeft", "Backspace")
    assert focused(page) == "deals.0.declarers.2"


def test_notes_open_and_grow_by_rows(open_form):
    page = open_form("boerenbridge")
    assert focused(page) == "first_dealer"
    press(page, "1", "Enter")
    assert focused(page) == "deals.0.bids.0"
    opener = page.locator("button[data-notes='deals.1']")
    assert opener.get_attribute("aria-expanded") == "false"
    opener.press("Enter")
    assert opener.get_attribute("aria-expanded") == "true"
    assert focused(page) == "deals.1.misdeal.stage"
    page.locator("[name='deals.1.penalties.0.seat']").select_option("2")
    page.locator("[name='deals.1.penalties.0.points']").fill("-5")
    page.locator("[name='deals.1.penalties.1.points']").wait_for()
    assert page.locator("[name='deals.1.penalties.0.points']").input_value() == "-5"
    opener.click()
    # What was written in them keeps notes open once the form is checked again.
    page.locator("[name='deals.0.bids.0']").press("1")
    page.locator("button[data-notes='deals.1'][aria-expanded='true']").wait_for()


def test_a_form_of_19_deals_and_5_players_takes_no_more_than_174_keys(open_form):
    page = open_form(WK, 0)
    address = page.url
    assert focused(page) == "first_dealer"
    count = press(page, DEALER[0])  # the Enter after it is not needed
    for _cards, bids, won in PAPER:
        count += press(page, *keys_of(bids, won))
    assert focused_action(page) == "count"
    for deal, (_cards, bids, won) in enumerate(PAPER):
        assert bids_of(page, deal) == bids.split()
        assert tricks_in(page, deal) == won.split()
    assert auto_filled(page) == [f"deals.{deal}.tricks.4" for deal in range(19)]
    page.get_by_text("Alles klopt").wait_for()
    count += press(page, "Enter")
    page.locator("#score-form").wait_for(state="detached")
    assert count == 1 + 19 * 9 + 1
    assert count <= MOST_KEYS
    page.goto(address.replace("/forms/3/", "/rounds/3/tables/"))
    shown = page.locator("table.list tbody td:nth-child(4)").all_inner_texts()
    assert shown == [str(total).replace("-", "−") for total in totals_of(PAPER)]


# One wrong key for each of these deals: its place among the keys, the key, and the tricks after it.
WRONG_KEYS = {
    2: (1, "t", "t 1 2 1 -"),  # ten, where it cannot be right, is nothing
    4: (3, "9", "0 9 1 1 -"),  # more than there are cards
    6: (2, "9", "0 0 3 1 0"),  # a bid
    8: (1, "2", "2 0 0 0 0"),  # something is left, though not what the paper says
    10: (7, "q", "0 1 0 q -"),
    12: (3, "4", "2 4 2 0 -"),  # together more than there are
    15: (1, "9", "9 1 2 1 -"),
    18: (1, "1", "1 0 0 0 9"),
}


def test_a_wrong_key_changes_only_its_own_deal(open_form):
    page = open_form(WK)
    press(page, *DEALER)
    for deal, (_cards, bids, won) in enumerate(PAPER):
        keys = keys_of(bids, won)
        if deal in WRONG_KEYS:
            place, key, _tricks = WRONG_KEYS[deal]
            type_quickly(page, keys[:place])
            press(page, key)
            type_quickly(page, keys[place + 1 :])
        else:
            type_quickly(page, keys)
    assert focused_action(page) == "count"
    for deal, (_cards, bids, won) in enumerate(PAPER):
        there, tricks_there = bids.split(), won.split()
        if deal in WRONG_KEYS:
            place, key, typed = WRONG_KEYS[deal]
            tricks_there = typed.replace("-", "").split(" ")
            if place % 2 == 0:
                there[place // 2] = key
        assert bids_of(page, deal) == there
        assert tricks_in(page, deal) == tricks_there


def test_bids_above_the_cards_still_wait_for_every_seat(open_form):
    page = open_form(WK)
    page.locator("[name='deals.4.bids.0']").focus()
    press(page, *"6", "ArrowRight", *"6", "ArrowRight", *"6", "ArrowRight", *"6", "Enter")
    assert focused(page) == "deals.4.bids.4"


def test_a_wrong_key_in_another_game_changes_only_its_own_cell(open_form):
    page = open_form("boerenbridge")
    deal = page.locator("tr[data-path='deals.4']")
    seats = deal.locator("td.first").count()
    page.locator("[name='deals.4.bids.0']").focus()
    press(page, *["1", "5"] * (seats - 1), "1")
    assert focused(page) == "deals.5.bids.0"
    assert values_of(page, f"deals.4.tricks.{seats - 1}") == [""]
    press(page, "2")
    assert values_of(page, "deals.5.bids.0") == ["2"]


def test_10_is_one_key_where_it_can_be_right_and_1_moves_on_at_once(open_form):
    page = open_form(WK)
    press(page, "1", "Enter", "1", "0", "t", "T", "2")
    assert values_of(page, *(f"deals.0.{cell}" for cell in ("bids.0", "tricks.0"))) == ["1", "0"]
    assert values_of(page, *(f"deals.0.{cell}" for cell in ("bids.1", "tricks.1"))) == ["10", "10"]
    assert focused(page) == "deals.0.tricks.2"
    page.locator("[name='deals.1.bids.0']").focus()
    press(page, "t")
    assert values_of(page, "deals.1.bids.0") == ["t"]
