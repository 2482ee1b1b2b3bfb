"""The entry page in a real browser keeps every typed cell and hands a form in once."""

import pytest

from tests.browser import lose_patience
from tests.scoreforms.keyboard import (
    PAPER,
    auto_filled,
    focused,
    keep_draft,
    keys_of,
    press,
    values_of,
    versions_of,
    wait_for_sign,
)

pytestmark = pytest.mark.browser

LAST_KEYS = keys_of(*PAPER[-1][1:])  # of the last deal
HOUR = 3_600_000  # milliseconds
RETRY = 5000  # milliseconds until the page asks again a server that did not answer


def test_typed_cells_are_saved_and_shown_after_reloading(page):
    press(page, "1", "Enter", *"332211011", "2")
    wait_for_sign(page, "saved")
    page.reload()
    assert values_of(page, "first_dealer", "deals.0.bids.0", "deals.1.bids.0") == ["1", "3", "2"]
    assert auto_filled(page) == ["deals.0.tricks.4"]  # what was left still follows the others
    assert focused(page) == "deals.1.tricks.0"
    assert page.locator("#drop-draft").count() == 1


def test_cells_typed_just_before_leaving_the_page_are_saved(page, url):
    press(page, "1", "Enter", "3")
    page.goto(url.replace("/forms/3/", "/rounds/3/tables/"))
    page.goto(url)
    page.locator("[name='deals.0.bids.0'][value='3']").wait_for()
    assert values_of(page, "first_dealer") == ["1"]


def open_before_its_script(page, url):
    """Open a form on a slow network; return the requests for its script, which wait."""
    held = []
    page.route("**/scoreforms/entry.*.js", lambda route: held.append(route), times=1)
    with page.expect_request("**/scoreforms/entry.*.js"):
        page.goto(url, wait_until="commit")
    page.locator("#kept").wait_for()
    return held


def test_keys_before_the_script_came_are_led_on_and_saved(open_page, url):
    page = open_page("about:blank")
    (script,) = open_before_its_script(page, url)
    page.locator("#cell-first_dealer").click()
    press(page, *"321")
    script.continue_()
    page.locator("[name='deals.0.bids.1']:focus").wait_for()
    wait_for_sign(page, "saved")
    page.reload()
    assert values_of(page, "first_dealer", "deals.0.bids.0", "deals.0.tricks.0") == ["3", "2", "1"]


def test_a_cell_changed_before_the_script_came_is_checked_and_saved(
    open_page, practice_server, url
):
    keep_draft(practice_server, url, PAPER)
    page = open_page("about:blank")
    (script,) = open_before_its_script(page, url)
    page.locator("[name='deals.1.bids.0']").fill("4")
    with page.expect_response("**/draft/"):
        script.continue_()
    page.locator("#points-2-1-1", has_text="−4").wait_for()
    assert focused(page) == "deals.1.bids.0"
    page.reload()
    assert values_of(page, "deals.1.bids.0", "deals.1.bids.1") == ["4", "3"]


def test_escape_returns_to_the_list_and_saves_the_cells(page, url):
    press(page, "1", "Enter", "3", "2", "Escape")
    page.locator("#id_table:focus").wait_for()
    page.goto(url)
    assert values_of(page, "deals.0.bids.0", "deals.0.tricks.0") == ["3", "2"]


def test_without_a_server_cells_are_kept_and_a_form_handed_in_arrives_once(
    page, timed_page, practice_server, open_page, free_tables, url
):
    other_url = f"{url.rpartition('/forms/')[0]}/forms/3/{next(free_tables)}/"
    keep_draft(practice_server, other_url, PAPER[:-2])
    other = timed_page
    other.goto(other_url)
    with other.expect_response("**/draft/"):
        press(other, *keys_of(*PAPER[-2][1:]))
    wait_for_sign(other, "saved")
    press(page, "1", "Enter", "3")
    wait_for_sign(page, "saved")
    practice_server.stop()

    press(page, "2", "1")
    wait_for_sign(page, "away")
    page.close()  # the lid; what the page sends last goes nowhere either
    open_page("about:blank")
    press(other, *LAST_KEYS)
    wait_for_sign(other, "away")
    other.locator("button[value=count]").focus()
    press(other, "Enter", "Enter")
    wait_for_sign(other, "waiting")
    assert values_of(other, "deals.18.tricks.3") == ["0"]

    practice_server.start_again()
    other.clock.fast_forward(RETRY)
    other.locator("#id_table").wait_for()
    assert versions_of(practice_server, other_url) == [(1, True, [])]
    again = open_page(url)
    again.locator("#restored").wait_for()
    again.locator("[name='deals.0.tricks.1']:focus").wait_for()
    paths = ("deals.0.bids.0", "deals.0.tricks.0", "deals.0.bids.1")
    assert values_of(again, *paths) == ["3", "2", "1"]
    again.reload()
    assert values_of(again, *paths) == ["3", "2", "1"]  # the server has it now


def test_the_page_says_that_an_answer_does_not_come(page):
    page.route("**/check/", lambda route: None)
    lose_patience(page)
    press(page, "1", "Enter", "2", "1")
    page.locator("#unchecked").wait_for()
    page.unroute("**/check/")
    press(page, "0")
    page.locator("#unchecked").wait_for(state="hidden")


def test_a_waiting_form_is_handed_in_once_the_network_returns(timed_page, practice_server, url):
    keep_draft(practice_server, url, PAPER[:-1])
    page = timed_page
    page.clock.pause_at(HOUR)  # so that the page does not ask again by itself
    page.goto(url)
    page.context.set_offline(True)
    press(page, *LAST_KEYS)
    page.locator("button[value=count]").focus()
    press(page, "Enter")
    wait_for_sign(page, "waiting")
    page.context.set_offline(False)
    page.locator("#id_table").wait_for()
    assert versions_of(practice_server, url) == [(1, True, [])]


def test_a_double_click_hands_in_once(open_page, practice_server, url):
    keep_draft(practice_server, url, PAPER[:-1])
    page = open_page(url)
    press(page, *LAST_KEYS)
    page.locator("button[value=count]").dblclick()
    page.locator("#id_table").wait_for()
    assert versions_of(practice_server, url) == [(1, True, [])]


def test_two_windows_of_one_clerk_offer_both_drafts(page, open_page, url):
    press(page, "1", "Enter", "3")
    wait_for_sign(page, "saved")
    other = open_page(url)
    with other.expect_response("**/draft/"):
        press(other, "2")
    wait_for_sign(other, "saved")
    press(page, "4")
    wait_for_sign(page, "elsewhere")
    assert values_of(page, "deals.0.tricks.0") == ["4"]
    page.locator("[data-choose=mine]").click()
    wait_for_sign(page, "saved")
    other.reload()
    assert values_of(other, "deals.0.tricks.0") == ["4"]


def test_two_clerks_see_each_other_on_the_entry_page(page, open_page, url):
    other = open_page(url, "bea")
    assert "kees" in other.locator("#present .message").inner_text()
    page.reload()
    page.locator("#present .message", has_text="bea").wait_for()
