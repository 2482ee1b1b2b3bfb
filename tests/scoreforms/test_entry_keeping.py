"""The clerk's page in a real browser: nothing that was typed is lost, and nothing counts twice."""

import pytest

from tests.scoreforms.keyboard import WHOLE, filled, focused, press, sign, versions, written

pytestmark = pytest.mark.browser


def test_what_is_typed_is_kept_and_there_after_reloading(page):
    press(page, "1", "Enter", *"332211011", "2")
    sign(page, "saved")
    page.reload()
    assert written(page, "first_dealer", "deals.0.bids.0", "deals.1.bids.0") == ["1", "3", "2"]
    assert filled(page) == ["deals.0.tricks.4"]  # what was left still follows the others
    assert focused(page) == "deals.1.tricks.0"
    assert page.locator("#drop-draft").count() == 1


def test_leaving_at_once_loses_nothing(page, url):
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


def test_what_was_typed_without_a_network_comes_back(page, desks, url):
    desk = desks()
    press(page, "1", "Enter", "3")
    sign(page, "saved")
    desk.set_offline(True)
    press(page, "2", "1")
    sign(page, "away")
    page.close()  # the lid
    desk.set_offline(False)
    again = desk.new_page()
    again.goto(url)
    again.locator("#restored").wait_for()
    again.locator("[name='deals.0.tricks.1']:focus").wait_for()
    paths = ("deals.0.bids.0", "deals.0.tricks.0", "deals.0.bids.1")
    assert written(again, *paths) == ["3", "2", "1"]
    again.reload()
    assert written(again, *paths) == ["3", "2", "1"]  # the server has it now
    again.close()


def test_a_server_that_goes_away_and_comes_back_loses_and_doubles_nothing(page, hall, url):
    press(page, *WHOLE[:60])
    sign(page, "saved")
    hall.stop()
    press(page, *WHOLE[60:])
    sign(page, "away")
    page.locator("button[value=count]").focus()
    press(page, "Enter", "Enter")
    sign(page, "waiting")
    assert written(page, "deals.18.tricks.3") == ["0"]
    hall.start_again()
    page.locator("#id_table").wait_for()
    assert versions(hall, url) == "[(1, True, [])]"


def test_a_double_click_counts_once(page, hall, url):
    press(page, *WHOLE)
    page.locator("button[value=count]").dblclick()
    page.locator("#id_table").wait_for()
    assert versions(hall, url) == "[(1, True, [])]"


def test_two_windows_of_one_clerk_are_offered_both(page, desks, url):
    press(page, "1", "Enter", "3")
    sign(page, "saved")
    other = desks().new_page()
    other.goto(url)
    press(other, "2")
    sign(other, "saved")
    press(page, "4")
    sign(page, "elsewhere")
    assert written(page, "deals.0.tricks.0") == ["4"]
    page.locator("[data-choose=mine]").click()
    sign(page, "saved")
    other.reload()
    assert written(other, "deals.0.tricks.0") == ["4"]
    other.close()


def test_two_clerks_see_each_other_before_they_type(page, desks, url):
    other = desks("bea").new_page()
    other.goto(url)
    assert "kees" in other.locator("#present .message").inner_text()
    page.reload()
    page.locator("#present .message", has_text="bea").wait_for()
    other.close()
