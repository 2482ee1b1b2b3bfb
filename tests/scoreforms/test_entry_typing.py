"""The clerk's page in a real browser: what is kept where, totals only, two clerks, questions."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.scoreforms.test_typing import PAPER, filled, focused, keys_of, press, totals_of, written
from tests.server import Server

pytestmark = pytest.mark.browser

FORMS = "/t/oefen/forms/3"
ACCOUNTS = """
from wk.accounts.models import User
for name in ("kees", "bea"):
    User.objects.create_user(name, password="schoppenaas-2026", role="clerk")
User.objects.create_user("dora", password="schoppenaas-2026", role="director")
"""
WHOLE = ["3", "Enter", *(key for _cards, bids, won in PAPER for key in keys_of(bids, won))]


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A server with a practice tournament, two clerks and a director."""
    server = Server(tmp_path_factory.mktemp("hall"))
    server.manage("demo", "--players", "200")
    server.manage("shell", "-c", ACCOUNTS)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def desks(hall, chromium):
    """Gives each clerk a browser in which he is logged in."""
    contexts = {}

    def desk(name="kees", **more):
        key = (name, *more)
        if key not in contexts:
            size = {"width": 1366, "height": 768}
            contexts[key] = chromium.new_context(locale="nl-NL", viewport=size, **more)
            page = contexts[key].new_page()
            page.goto(f"{hall.url}/login/")
            page.locator("#id_username").fill(name)
            page.locator("#id_password").fill("schoppenaas-2026")
            page.keyboard.press("Enter")
            page.wait_for_url(lambda url: "login" not in url)
            page.close()
        return contexts[key]

    yield desk
    for context in contexts.values():
        context.close()


@pytest.fixture(scope="module")
def papers():
    """Numbers of tables whose forms are still to come, each for one test."""
    return iter(range(21, 41))


@pytest.fixture
def url(hall, papers):
    return f"{hall.url}{FORMS}/{next(papers)}/"


@pytest.fixture
def page(desks, url):
    """The form of a table, open before a clerk."""
    opened = desks().new_page()
    opened.goto(url)
    opened.locator("#cell-first_dealer:focus").wait_for()
    yield opened
    opened.close()


def sign(page, state):
    """Wait for what the page says is kept where."""
    page.locator(f"#kept[data-sign={state}] [data-when={state}]:visible").wait_for()


def versions(hall, url):
    """What was handed in for a table: number, whether it counts, totals on the paper."""
    number = url.split("/")[-2]
    return hall.manage(
        "shell",
        "-v0",
        "-c",
        "from wk.scoreforms.models import Version;"
        "print([(v.number, v.is_counted, v.written) for v in Version.objects.filter("
        f"form__table__number={number}, form__table__round__number=3)])",
    ).strip()


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
    again.wait_for_url("**#restored")
    again.locator("#restored").wait_for()
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


def test_two_clerks_see_each_other_before_they_type(page, desks, url):
    other = desks("bea").new_page()
    other.goto(url)
    assert "kees" in other.locator("#present .message").inner_text()
    page.reload()
    page.locator("#present .message", has_text="bea").wait_for()
    other.close()


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


def action(page):
    """What the button does that has the focus."""
    return page.evaluate("document.activeElement.value")


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


def test_escape_leads_back_to_the_list_and_keeps_what_was_typed(page, url):
    press(page, "1", "Enter", "3", "2", "Escape")
    page.locator("#id_table:focus").wait_for()
    page.goto(url)
    assert written(page, "deals.0.bids.0", "deals.0.tricks.0") == ["3", "2"]


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
