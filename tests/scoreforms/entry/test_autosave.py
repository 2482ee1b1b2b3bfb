"""The clerk's page in a real browser: nothing that was typed is lost, and nothing counts twice."""

import pytest

from tests.scoreforms.keyboard import (
    PAPER,
    filled,
    focused,
    keep_draft,
    keys_of,
    press,
    sign,
    versions_of,
    written,
)

pytestmark = pytest.mark.browser

LAST_KEYS = keys_of(*PAPER[-1][1:])  # of the last deal
RETRY = 5000  # milliseconds until the page asks again a server that did not answer


def test_what_is_typed_is_kept_and_there_after_reloading(page):
    press(page, "1", "Enter", *"332211011", "2")
    sign(page, "saved")
    page.reload()
    assert written(page, "first_dealer", "deals.0.bids.0", "deals.1.bids.0") == ["1", "3", "2"]
    assert filled(page) == ["deals.0.tricks.4"]  # what was left still follows the others
    assert focused(page) == "deals.1.tricks.0"
    assert page.locator("#drop-draft").count() == 1


def test_what_is_typed_just_before_the_page_is_left_is_kept(page, url):
    press(page, "1", "Enter", "3")
    page.goto(url.replace("/forms/3/", "/rounds/3/tables/"))
    page.goto(url)
    page.locator("[name='deals.0.bids.0'][value='3']").wait_for()
    assert written(page, "first_dealer") == ["1"]


def test_escape_leads_back_to_the_list_and_keeps_what_was_typed(page, url):
    press(page, "1", "Enter", "3", "2", "Escape")
    page.locator("#id_table:focus").wait_for()
    page.goto(url)
    assert written(page, "deals.0.bids.0", "deals.0.tricks.0") == ["3", "2"]


def test_what_was_typed_without_a_server_comes_back(page, hall, open_page, url):
    press(page, "1", "Enter", "3")
    sign(page, "saved")
    hall.stop()
    press(page, "2", "1")
    sign(page, "away")
    page.close()  # the lid; what the page sends last goes nowhere either
    open_page("about:blank")
    hall.start_again()
    again = open_page(url)
    again.locator("#restored").wait_for()
    again.locator("[name='deals.0.tricks.1']:focus").wait_for()
    paths = ("deals.0.bids.0", "deals.0.tricks.0", "deals.0.bids.1")
    assert written(again, *paths) == ["3", "2", "1"]
    again.reload()
    assert written(again, *paths) == ["3", "2", "1"]  # the server has it now


def test_a_server_that_goes_away_and_comes_back_loses_and_doubles_nothing(open_page, hall, url):
    keep_draft(hall, url, PAPER[:-2])
    page = open_page("about:blank")
    page.clock.install()
    page.goto(url)
    with page.expect_response("**/draft/"):
        press(page, *keys_of(*PAPER[-2][1:]))
    sign(page, "saved")
    hall.stop()
    press(page, *LAST_KEYS)
    sign(page, "away")
    page.locator("button[value=count]").focus()
    press(page, "Enter", "Enter")
    sign(page, "waiting")
    assert written(page, "deals.18.tricks.3") == ["0"]
    hall.start_again()
    page.clock.fast_forward(RETRY)
    page.locator("#id_table").wait_for()
    assert versions_of(hall, url) == [(1, True, [])]


def test_a_form_that_waits_is_handed_in_as_soon_as_the_network_is_back(open_page, hall, url):
    keep_draft(hall, url, PAPER[:-1])
    page = open_page(url)
    page.context.set_offline(True)
    press(page, *LAST_KEYS)
    page.locator("button[value=count]").focus()
    press(page, "Enter")
    sign(page, "waiting")
    page.context.set_offline(False)
    page.locator("#id_table").wait_for(timeout=RETRY - 1000)  # before it would ask by itself
    assert versions_of(hall, url) == [(1, True, [])]


def test_a_double_click_counts_once(open_page, hall, url):
    keep_draft(hall, url, PAPER[:-1])
    page = open_page(url)
    press(page, *LAST_KEYS)
    page.locator("button[value=count]").dblclick()
    page.locator("#id_table").wait_for()
    assert versions_of(hall, url) == [(1, True, [])]


def test_two_windows_of_one_clerk_are_offered_both(page, open_page, url):
    press(page, "1", "Enter", "3")
    sign(page, "saved")
    other = open_page(url)
    with other.expect_response("**/draft/"):
        press(other, "2")
    sign(other, "saved")
    press(page, "4")
    sign(page, "elsewhere")
    assert written(page, "deals.0.tricks.0") == ["4"]
    page.locator("[data-choose=mine]").click()
    sign(page, "saved")
    other.reload()
    assert written(other, "deals.0.tricks.0") == ["4"]


def test_two_clerks_see_each_other_before_they_type(page, open_page, url):
    other = open_page(url, "bea")
    assert "kees" in other.locator("#present .message").inner_text()
    page.reload()
    page.locator("#present .message", has_text="bea").wait_for()
