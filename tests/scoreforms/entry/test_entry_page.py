"""The entry page in a real browser: its keys, its explanations, and what stays visible."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.scoreforms.keyboard import (
    DEALER,
    PAPER,
    focused,
    focused_action,
    keep_draft,
    keys_of,
    press,
    totals_of,
    type_quickly,
    values_of,
    versions_of,
    wait_for_sign,
    without_deal,
)

pytestmark = pytest.mark.browser

# By then a browser has given the focus to a cell that asks for it.
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def answer_by_enter(page):
    """Answer the question of a form and hand it in, by one Enter."""
    page.locator("button[value=count]:not([aria-disabled])").wait_for()
    page.locator("button[value=count]").focus()
    press(page, "Enter")
    page.locator("#id_table").wait_for()


def test_totals_are_typed_with_keys(open_page, practice_server, url):
    page = open_page(f"{url}?totals")
    assert focused(page) == "totals.0"
    for total in ("88", "121", "64", "-6", "102"):
        press(page, *total, "Enter")
    assert focused_action(page) == "count"
    page.locator("#rows .said[data-code=TOTAL_ODD]").wait_for()
    page.locator("[name='totals.1']").focus()
    press(page, "Backspace", "0")
    page.locator("#checked .asks [data-code=UNLIKELY_FAR]").wait_for()  # few are below zero
    answer_by_enter(page)
    assert versions_of(practice_server, url) == [(1, True, [])]


def test_no_cell_has_the_focus_before_its_keys_work(open_page, url):
    page = open_page("about:blank")
    for mode, first in (("deals", "first_dealer"), ("totals", "totals.0")):
        page.route("**/scoreforms/entry.*.js", lambda route: route.abort())
        page.goto(f"{url}?{mode}")
        page.evaluate(TWO_FRAMES)
        assert focused(page) is None
        page.unroute("**/scoreforms/entry.*.js")
        page.reload()
        assert focused(page) == first


# A press in the very moment in which a question comes: it was meant for the button as it was.
EARLY_PRESS = """() => new MutationObserver(() => {
  const button = document.querySelector("button[value=count][aria-disabled]");
  const { dataset } = document.documentElement;
  if (button && !("early" in dataset)) { dataset.early = ""; button.click(); }
}).observe(document.body, { subtree: true, attributes: true, childList: true })"""


def test_an_implausible_total_is_confirmed_by_keys(open_page, practice_server, url):
    keep_draft(practice_server, url, PAPER)
    page = open_page(url)
    page.evaluate(EARLY_PRESS)
    page.locator("[name='deals.18.bids.0']").focus()
    press(page, "End")
    assert focused(page) == "written.0"
    totals = totals_of(PAPER)
    for total in [totals[0] + 10, *totals[1:]]:
        press(page, *str(total), "Enter")
    said = page.locator("[data-code=WRITTEN_TOTAL_DIFFERS]")
    expect(said).to_have_count(1)  # a total half typed differs too, until the rest is there
    expect(page.locator("#checked .asks li")).to_have_count(1)  # one message, beside the button
    expect(page.locator("[name='written.0'].doubt")).to_have_count(1)
    assert focused_action(page) == "count"
    assert page.get_by_text("Alles klopt").count() == 0
    page.locator("html[data-early]").wait_for()  # it left the question there
    assert versions_of(practice_server, url) == []
    answer_by_enter(page)
    assert versions_of(practice_server, url) == [(1, True, [totals[0] + 10, *totals[1:]])]


def test_a_problem_is_explained_below_its_row(page):
    press(page, "1", "Enter", "2", "1")
    page.locator("[name='deals.5.bids.0']").focus()
    press(page, "9")
    words = page.locator(
        "tr[data-path='deals.5'] + tr[data-extra] + .said-line, "
        "tr[data-path='deals.5'] + .said-line"
    )
    words.wait_for()
    assert words.locator(".said").get_attribute("data-code") == "BID_GT_CARDS"
    assert "BID_GT_CARDS" not in page.locator("body").inner_text()
    state = page.locator("#checked .state.wrong")
    assert state.locator("a").inner_text() == "spelletje 6, plaats 1"
    page.locator("[name='deals.5.bids.0']").fill("1")
    words.wait_for(state="detached")
    # Of two problems in one deal both stand below it, and the bar has the place once.
    for seat in range(5):
        page.locator(f"[name='deals.0.bids.{seat}']").fill("2")
        page.locator(f"[name='deals.0.tricks.{seat}']").fill("3")
    words = page.locator("tr[data-path='deals.0'] ~ .said-line .said")
    expect(words).to_have_count(2)
    codes = [words.nth(index).get_attribute("data-code") for index in range(2)]
    assert codes == ["BID_SUM_EQUALS_CARDS", "TRICKS_SUM_NOT_CARDS"]
    places = page.locator("#checked .state.wrong li:not(.again) a")
    assert places.all_inner_texts().count("spelletje 1") == 1


def test_a_touch_screen_has_buttons_for_10_and_for_marks(open_page, url):
    page = open_page(url, has_touch=True)
    page.locator("[name='deals.0.bids.0']").tap()
    page.locator("#touch-keys [value='10']").tap()
    assert focused(page) == "deals.0.tricks.0"
    page.locator("#touch-keys [value='K']").tap()
    assert values_of(page, "deals.0.bids.0", "deals.0.tricks.0") == ["10", "K"]
    page.locator("[name='deals.1.bids.0']").tap()
    assert page.locator("#touch-keys").is_hidden()
    # On a phone the help is whole above the bars, without keys that a phone has not.
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#key-help summary").tap()
    caps = page.locator(".key-caps").bounding_box()
    assert (caps["x"] >= 0, caps["x"] + caps["width"] <= 390) == (True, True)
    assert caps["y"] + caps["height"] <= page.locator(".thumb-bar").bounding_box()["y"]
    assert page.locator(".key-caps kbd:visible").all_inner_texts() == ["0", "9", "K", "V"]


def test_keys_lead_from_the_last_button_to_the_deals_and_totals(open_page, practice_server, url):
    keep_draft(practice_server, url, PAPER[:-1])
    page = open_page(url)
    assert focused(page) == "deals.18.bids.0"
    press(page, *keys_of(*PAPER[-1][1:]))
    assert focused_action(page) == "count"
    press(page, "Backspace", "ArrowLeft", "ArrowLeft")  # past what was filled in and its bid
    assert focused(page) == "deals.18.tricks.3"
    press(page, "Backspace", "1")
    assert values_of(page, "deals.18.tricks.3", "deals.18.tricks.4") == ["1", "9"]
    page.locator("button[value=count]").focus()
    press(page, "End")
    assert focused(page) == "written.0"
    press(page, "8", "Enter")
    page.locator("button[value=count]").focus()
    press(page, "ArrowUp")
    assert focused(page) == "written.0"


def test_the_home_key_goes_to_the_next_empty_cell(page):
    press(page, "1", "Enter", *"332")
    page.locator("[name='deals.0.bids.0']").click()
    press(page, "0")  # a number that is clicked on is written over
    assert values_of(page, "deals.0.bids.0") == ["0"]
    press(page, "Home")
    assert focused(page) == "deals.0.tricks.1"
    press(page, *"210112", "1")
    page.locator("[name='deals.0.bids.0']").focus()
    press(page, "Home")
    assert focused(page) == "deals.1.tricks.0"


def test_the_director_begins_at_the_missing_ruling_of_a_draft(page, open_page, url):
    press(page, "1", "Enter", *"2222222222")
    page.locator(".said-line [data-code=BID_SUM_EQUALS_CARDS]").wait_for()
    wait_for_sign(page, "saved")
    directing = open_page(url, "dora")
    directing.get_by_role("link", name="Ga daarmee verder").click()
    directing.locator("[name='deals.0.ruling']:focus").wait_for()
    directing.locator("[name='deals.0.bids.3']").focus()
    press(directing, "+")
    assert focused(directing) == "deals.0.ruling"


def test_one_wrong_key_is_corrected_with_one_more_key(open_page, practice_server, url):
    keep_draft(practice_server, url, without_deal(4))
    page = open_page(url)
    assert focused(page) == "deals.4.bids.0"
    keys = keys_of(*PAPER[4][1:])
    keys[3] = "5"  # the tricks of seat 2
    press(page, *keys)
    page.locator("button[value=count]").focus()
    press(page, "Enter")
    page.locator("[name='deals.4.tricks.4']:focus").wait_for()
    page.locator("tr.wrong[data-path='deals.4']").wait_for()
    page.reload()  # a draft by now
    page.locator("[name='deals.4.tricks.4']:focus").wait_for()
    page.locator("[name='deals.4.tricks.1']").click()
    press(page, "2")
    page.get_by_text("Alles klopt").wait_for()
    page.locator("button[value=count]").focus()
    press(page, "Enter")
    page.locator("#id_table").wait_for()
    assert versions_of(practice_server, url) == [(1, True, [])]


def test_a_reopened_form_begins_at_its_first_empty_cell(open_page, practice_server, url):
    """The empty cells of a stopped deal are skipped."""
    keep_draft(practice_server, url, without_deal(0)[:18])
    page = open_page(url)
    assert focused(page) == "deals.0.bids.0"
    with page.expect_response("**/draft/"):
        press(page, "0", "Enter", "t", "Enter", "1", "V", "0", "Enter", "0", "Enter")
        assert focused(page) == "deals.1.bids.0"
    wait_for_sign(page, "saved")
    page.reload()
    page.locator("[name='deals.18.bids.0']:focus").wait_for()
    with page.expect_response("**/draft/"):
        press(page, *"1000", "ArrowLeft")  # a gap in a deal that was begun
    wait_for_sign(page, "saved")
    page.reload()
    page.locator("[name='deals.18.bids.2']:focus").wait_for()
    press(page, *"0010", "t")
    page.get_by_text("Alles klopt").wait_for()
    press(page, "Enter")
    page.locator("#id_table").wait_for()
    directing = open_page(url, "dora")
    directing.locator("#cell-first_dealer:focus").wait_for()
    expect(directing.locator("h1")).to_be_in_viewport()


# Returns the deals whose rows stand between the heading of the form and its totals.
IN_SIGHT = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const top = box(".score-form thead").bottom - 1;
    const bottom = box(".score-form tr.total").top + 1;
    return [...document.querySelectorAll("tr[data-path]")]
        .map((row) => row.getBoundingClientRect())
        .flatMap((row, deal) => (row.top >= top && row.bottom <= bottom ? [deal] : []));
}"""


def test_the_current_deal_and_the_one_above_stay_visible(page):
    press(page, *DEALER)
    for deal, (_cards, bids, won) in enumerate(PAPER):
        keys = keys_of(bids, won)
        press(page, keys[0])
        assert {max(deal - 1, 0), deal} <= set(page.evaluate(IN_SIGHT))
        type_quickly(page, keys[1:])
    for deal in reversed(range(19)):
        page.locator(f"[name='deals.{deal}.bids.0']").focus()
        assert deal in page.evaluate(IN_SIGHT)


def test_explanations_below_rows_do_not_hide_the_current_deal(open_page, practice_server, url):
    keep_draft(practice_server, url, PAPER[:8])
    page = open_page(url)
    for deal in range(8):
        page.locator(f"[name='deals.{deal}.bids.0']").fill("11")
    page.locator("[name='deals.17.bids.0']").focus()
    press(page, "9")
    page.locator("tr[data-path='deals.0'] ~ .said-line").nth(7).wait_for()
    assert focused(page) == "deals.17.tricks.0"
    assert 17 in page.evaluate(IN_SIGHT)


def test_the_photo_stands_beside_the_cells_and_scrolls_with_the_deals(open_page, url):
    picture = BytesIO()
    Image.new("RGB", (1240, 1754), "white").save(picture, "JPEG")
    file = {"name": "form.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}
    page = open_page(f"{url}photos/")
    page.locator("[name=pictures]").last.set_input_files([file])
    page.locator(".photo-stack img").wait_for()
    page.goto(url)
    page.locator(".photo-stack img").wait_for()
    assert page.locator(".photo-stack img").bounding_box()["width"] > 450
    press(page, *DEALER, "1")
    page.evaluate(TWO_FRAMES)
    stack = page.locator(".photo-stack").bounding_box()
    assert 0 <= stack["y"] < 200
    assert stack["y"] + stack["height"] <= 768
    page.locator("[name='deals.18.bids.0']").focus()
    assert page.locator(".photo-stack").evaluate("(stack) => stack.scrollTop") > 0
