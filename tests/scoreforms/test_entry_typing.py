"""The clerk's page in a real browser: where the keys lead, what it says, and what is in sight."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.scoreforms.keyboard import (
    PAPER,
    WHOLE,
    action,
    focused,
    keys_of,
    keys_with,
    press,
    sign,
    totals_of,
    versions,
    written,
)

pytestmark = pytest.mark.browser


def test_only_totals_are_typed_with_keys(page, hall, url):
    page.goto(f"{url}?totals")
    assert focused(page) == "totals.0"
    for total in ("88", "121", "64", "-6", "102"):
        press(page, *total, "Enter")
    assert page.evaluate("document.activeElement.value") == "count"
    page.locator("#rows .said", has_text="TOTAL_ODD").wait_for()
    page.locator("[name='totals.1']").focus()
    press(page, "Backspace", "0")
    page.locator("#checked .badge.counted").wait_for()
    page.locator("button[value=count]").focus()
    press(page, "Enter")
    page.locator("#id_table").wait_for()
    assert versions(hall, url) == "[(1, True, [])]"


def test_what_is_unlikely_is_asked_once_and_answered_by_keys(page, hall, url):
    press(page, *WHOLE)
    page.locator("[name='deals.18.bids.0']").focus()
    press(page, "End")
    assert focused(page) == "written.0"
    totals = totals_of(PAPER)
    for total in [totals[0] + 10, *totals[1:]]:
        press(page, *str(total), "Enter")
    words = page.locator("tfoot .said.doubt", has_text="WRITTEN_TOTAL_DIFFERS")
    expect(words).to_have_count(1)  # a total half typed differs too, until the rest is there
    assert page.locator("[name='written.0']").get_attribute("aria-describedby") == "said-written-0"
    said = page.locator("tfoot tr.said-line > td > .said")
    expect(said).to_have_count(1)  # below the row, as its cell is too narrow
    assert page.evaluate("document.activeElement.value") == "count"
    press(page, "Enter")
    page.locator("#sure:focus").wait_for()
    assert page.get_by_text("Alles klopt").is_hidden()
    press(page, "Enter")  # once too often: no answer
    assert focused(page) == "sure"
    press(page, "Space", "Enter", "Enter")
    page.locator("#id_table").wait_for()
    assert versions(hall, url) == f"[(1, True, {[totals[0] + 10, *totals[1:]]})]"


def test_a_problem_is_told_in_words_below_its_row(page):
    press(page, "1", "Enter", "2", "1")
    page.locator("[name='deals.5.bids.0']").focus()
    press(page, "9")
    words = page.locator(
        "tr[data-path='deals.5'] + tr[data-extra] + .said-line, "
        "tr[data-path='deals.5'] + .said-line"
    )
    words.wait_for()
    assert "BID_GT_CARDS" in words.inner_text()
    page.locator("[name='deals.5.bids.0']").fill("1")
    words.wait_for(state="detached")


def test_a_phone_has_buttons_for_what_its_keys_lack(desks, url):
    page = desks(has_touch=True).new_page()
    page.goto(url)
    page.locator("[name='deals.0.bids.0']").tap()
    page.locator("#touch-keys [value='10']").tap()
    assert focused(page) == "deals.0.tricks.0"
    page.locator("#touch-keys [value='K']").tap()
    assert written(page, "deals.0.bids.0", "deals.0.tricks.0") == ["10", "K"]
    page.locator("[name='deals.1.bids.0']").tap()
    assert page.locator("#touch-keys").is_hidden()
    page.close()


def test_the_button_after_the_last_cell_leads_back_and_to_the_paper(page):
    press(page, *WHOLE)
    assert action(page) == "count"
    press(page, "Backspace", "ArrowLeft", "ArrowLeft")  # past what was filled in and its bid
    assert focused(page) == "deals.18.tricks.3"
    press(page, "Backspace", "1")
    assert written(page, "deals.18.tricks.3", "deals.18.tricks.4") == ["1", "9"]
    page.locator("button[value=count]").focus()
    press(page, "End")
    assert focused(page) == "written.0"
    press(page, "8", "Enter")
    page.locator("button[value=count]").focus()
    press(page, "ArrowUp")
    assert focused(page) == "written.0"


def test_home_leads_back_to_where_the_typing_goes_on(page):
    press(page, "1", "Enter", *"332")
    page.locator("[name='deals.0.bids.0']").click()
    press(page, "0")  # a number that is clicked on is written over
    assert written(page, "deals.0.bids.0") == ["0"]
    press(page, "Home")
    assert focused(page) == "deals.0.tricks.1"
    press(page, *"210112", "1")
    page.locator("[name='deals.0.bids.0']").focus()
    press(page, "Home")
    assert focused(page) == "deals.1.tricks.0"


def test_the_director_begins_at_the_ruling_that_a_draft_wants(page, desks, url):
    press(page, "1", "Enter", *"2222222222")
    page.locator(".said-line", has_text="BID_SUM_EQUALS_CARDS").wait_for()
    sign(page, "saved")
    directing = desks("dora").new_page()
    directing.goto(url)
    directing.get_by_role("link", name="Ga daarmee verder").click()
    directing.locator("[name='deals.0.ruling']:focus").wait_for()
    directing.locator("[name='deals.0.bids.3']").focus()
    press(directing, "+")
    assert focused(directing) == "deals.0.ruling"
    directing.close()


def test_a_form_with_one_wrong_key_is_handed_in_after_one_more(page, hall, url):
    press(page, *keys_with(4, 3, "5"), "Enter")
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
    assert versions(hall, url) == "[(1, True, [])]"


def test_a_deal_that_was_stopped_is_no_place_to_begin(page, desks, url):
    press(page, "3", "Enter", "0", "Enter", "t", "Enter", "1", "V", "0", "Enter", "0", "Enter")
    assert focused(page) == "deals.1.bids.0"
    press(page, *(key for _c, bids, won in PAPER[1:18] for key in keys_of(bids, won)))
    sign(page, "saved")
    page.reload()
    page.locator("[name='deals.18.bids.0']:focus").wait_for()
    with page.expect_response("**/draft/"):
        press(page, *"1000", "ArrowLeft")  # a gap in a deal that was begun
    sign(page, "saved")
    page.reload()
    page.locator("[name='deals.18.bids.2']:focus").wait_for()
    press(page, *"0010", "t")
    page.get_by_text("Alles klopt").wait_for()
    press(page, "Enter")
    page.locator("#id_table").wait_for()
    directing = desks("dora").new_page()
    directing.goto(url)
    directing.locator("#cell-first_dealer:focus").wait_for()
    expect(directing.locator("h1")).to_be_in_viewport()
    directing.close()


def in_sight(page, deal):
    """Whether the row of a deal is between the heading of the form and its totals."""
    return page.evaluate(
        """(path) => {
            const box = (selector) => document.querySelector(selector).getBoundingClientRect();
            const row = box(`tr[data-path="${path}"]`);
            return row.top >= box(".score-form thead").bottom - 1
                && row.bottom <= box(".score-form tr.total").top + 1;
        }""",
        f"deals.{deal}",
    )


def test_the_deal_that_is_typed_and_the_one_above_stay_in_sight(page):
    press(page, "3", "Enter")
    for deal, (_cards, bids, won) in enumerate(PAPER):
        keys = keys_of(bids, won)
        press(page, keys[0])
        assert in_sight(page, deal)
        assert deal == 0 or in_sight(page, deal - 1)
        press(page, *keys[1:])
    for deal in reversed(range(19)):
        page.locator(f"[name='deals.{deal}.bids.0']").focus()
        assert in_sight(page, deal)


def test_words_below_a_row_do_not_push_what_is_typed_out_of_sight(page):
    press(page, "3", "Enter", *(key for _c, bids, won in PAPER[:8] for key in keys_of(bids, won)))
    for deal in range(8):
        page.locator(f"[name='deals.{deal}.bids.0']").fill("11")
    page.locator("[name='deals.17.bids.0']").focus()
    press(page, "9")
    page.locator("tr[data-path='deals.0'] ~ .said-line").nth(7).wait_for()
    assert focused(page) == "deals.17.tricks.0"
    assert in_sight(page, 17)


def test_a_photo_is_beside_the_cells_and_keeps_up(page, url):
    picture = BytesIO()
    Image.new("RGB", (1240, 1754), "white").save(picture, "JPEG")
    file = {"name": "form.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}
    page.goto(f"{url}photos/")
    page.locator("[name=pictures]").last.set_input_files([file])
    page.locator(".photo-stack img").wait_for()
    page.goto(url)
    page.locator(".photo-stack img").wait_for()
    assert page.locator(".photo-stack img").bounding_box()["width"] > 450
    press(page, "3", "Enter", "1")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    stack = page.locator(".photo-stack").bounding_box()
    assert 0 <= stack["y"] < 200
    assert stack["y"] + stack["height"] <= 768
    page.locator("[name='deals.18.bids.0']").focus()
    assert page.locator(".photo-stack").evaluate("(stack) => stack.scrollTop") > 0
