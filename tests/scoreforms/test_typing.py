"""Typing forms of other games in a real browser, with keys only."""

import pytest

from tests.browser import listen
from tests.office import Office
from tests.scoreforms.keyboard import (
    PAPER,
    action,
    filled,
    focused,
    keys_of,
    keys_with,
    press,
    refused,
    totals_of,
    written,
)
from tests.server import Server

pytestmark = pytest.mark.browser

# The practice tournament of each of these games.
SLUGS = {
    "rubber-bridge": "oefen-rubber-bridge",
    "kleurenwiezen": "oefen-kleurenwiezen",
    "boerenbridge": "oefen-boerenbridge",
    "wk-boerenbridge": "oefen",
}
MOST_KEYS = 175
# A browser that keeps nothing of what is typed.
FORGETFUL = """
    localStorage.clear();
    for (const name of ["pagehide", "visibilitychange"])
      addEventListener(name, (event) => event.stopImmediatePropagation(), true);
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A server with the practice tournament of each of these games."""
    server = Server(tmp_path_factory.mktemp("hall"))
    for key in SLUGS:
        server.manage("demo", "--game", key)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def desk(hall, chromium):
    """A browser in which a director is logged in."""
    context = chromium.new_context(locale="nl-NL", viewport={"width": 1366, "height": 768})
    Office(context.new_page(), hall.url, []).begin(hall.manage("setup_code"), "begin/")
    yield context
    context.close()


@pytest.fixture
def open_form(hall, desk):
    """Opens the last form of the third round, which is still to come; the browser may not
    complain meanwhile. Drafts are kept nowhere, so that each test finds it empty."""
    page = desk.new_page()
    page.add_init_script(FORGETFUL)
    page.route("**/draft/", lambda route: route.fulfill(json={"revision": 1, "at": "20:00:00"}))
    complaints = listen(page)

    def open_of(key):
        page.goto(f"{hall.url}/t/{SLUGS[key]}/forms/?round=3")
        page.locator(".table-card:not(:has(.counted)) .hero").last.click()
        page.wait_for_url("**/forms/*/*/")  # and for its scripts
        page.locator("#score-form").wait_for()
        return page

    yield open_of
    assert complaints == []
    page.close(run_before_unload=False)


def tricks(page, deal):
    return written(page, *(f"deals.{deal}.tricks.{seat}" for seat in range(5)))


def test_a_rubber_is_typed_with_keys_and_grows(open_form):
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
    assert page.evaluate("document.activeElement.value") == "count"


def test_a_deal_that_was_passed_is_one_key_and_then_the_next(open_form):
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


@pytest.mark.parametrize(
    ("name", "keys", "value"),
    [
        ("strain", "k", "C"),
        ("strain", "r", "D"),
        ("strain", "h", "H"),
        ("strain", "s", "S"),
        ("strain", "ss", "NT"),
        ("strain", "sss", "S"),
        ("strain", "n", "NT"),
        ("doubled", "x", "1"),
        ("doubled", "xx", "2"),
        ("doubled", "2", "2"),
        ("doubled", "d", "1"),
    ],
)
def test_words_behind_a_sign_are_chosen_by_their_letter(open_form, name, keys, value):
    page = open_form("rubber-bridge")
    cell = page.locator(f"[name='contracts.0.{name}']")
    cell.focus()
    press(page, *keys)
    assert cell.input_value() == value
    assert not page.locator("[name='contracts.0.passed']").is_checked()


def test_a_whole_rubber_is_handed_in_without_the_mouse(open_form):
    page = open_form("rubber-bridge")
    press(page, "1", "Enter", "3", "n", "Enter", "Enter", "9", "Enter", "Enter")
    press(page, "End")
    assert focused(page) == "unfinished"
    page.locator("[name='contracts.1.declarer']").focus()
    press(page, "3", "Enter", "4", "s", "Enter", "Enter", "1", "0", "Enter", "Enter")
    page.get_by_text("Alles klopt").wait_for()
    assert focused(page) == "contracts.2.declarer"
    press(page, "Enter")
    assert page.evaluate("document.activeElement.value") == "count"


def test_a_deal_of_whist_is_typed_with_keys(open_form):
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


def test_notes_open_and_get_more_room(open_form):
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


def test_a_form_of_19_deals_and_5_players_takes_no_more_than_175_keys(hall, open_form):
    page = open_form("wk-boerenbridge")
    *_rest, slug, _forms, number, table, _end = page.url.split("/")
    assert focused(page) == "first_dealer"
    count = press(page, "3", "Enter")
    for _cards, bids, won in PAPER:
        count += press(page, *keys_of(bids, won))
    assert page.evaluate("document.activeElement.value") == "count"
    for deal, (_cards, bids, won) in enumerate(PAPER):
        assert written(page, *(f"deals.{deal}.bids.{seat}" for seat in range(5))) == bids.split()
        assert tricks(page, deal) == won.split()
    assert filled(page) == [f"deals.{deal}.tricks.4" for deal in range(19)]
    page.get_by_text("Alles klopt").wait_for()
    count += press(page, "Enter")
    page.locator("#score-form").wait_for(state="detached")
    assert count == 2 + 19 * 9 + 1
    assert count <= MOST_KEYS
    page.goto(f"{hall.url}/t/{slug}/rounds/{number}/tables/{table}/")
    shown = page.locator("table.list tbody td:nth-child(4)").all_inner_texts()
    assert shown == [str(total).replace("-", "−") for total in totals_of(PAPER)]


@pytest.mark.parametrize(
    ("deal", "place", "key", "tricks_now"),
    [
        (4, 3, "9", "0 9 1 1 -"),  # more than there are cards
        (4, 3, "5", "0 5 1 1 -"),  # together more than there are
        (4, 1, "t", "t 2 1 1 -"),  # ten, where it cannot be right, is nothing
        (4, 7, "q", "0 2 1 q -"),
        (4, 3, "1", "0 1 1 1 3"),  # something is left, though not what the paper says
        (4, 2, "9", "0 2 1 1 2"),  # a bid
        (18, 1, "1", "1 0 0 0 9"),
        (18, 3, "t", "0 10 0 0 0"),
        (15, 1, "9", "9 1 2 1 -"),
    ],
)
def test_one_wrong_key_spoils_its_own_deal_only(open_form, deal, place, key, tricks_now):
    page = open_form("wk-boerenbridge")
    assert press(page, *keys_with(deal, place, key)) == 2 + 19 * 9
    assert action(page) == "count"
    for number, (_cards, bids, won) in enumerate(PAPER):
        if number != deal:
            cells = (f"deals.{number}.bids.{seat}" for seat in range(5))
            assert written(page, *cells) == bids.split()
            assert tricks(page, number) == won.split()
    assert tricks(page, deal) == tricks_now.replace("-", "").split(" ")


def test_a_deal_in_which_nothing_fits_any_more_says_so_and_is_filled_once_something_does(open_form):
    page = open_form("wk-boerenbridge")
    page.locator("[name='deals.4.bids.0']").focus()
    press(page, *"00351111")
    assert refused(page) == []  # his last bid is still to come
    press(page, "2")
    assert focused(page) == "deals.5.bids.0"
    deal = page.locator("tr.wrong[data-path='deals.4']")
    deal.locator("~ .said-line", has_text="TRICKS_SUM_NOT_CARDS").wait_for()
    assert refused(page) == []  # it is the deal that is wrong, not the cell that is left
    press(page, "ArrowLeft", "ArrowLeft", "Enter")  # from his bid it is passed over again
    assert focused(page) == "deals.5.bids.0"
    page.locator("[name='deals.4.tricks.1']").focus()
    press(page, "Backspace", "2")
    assert (tricks(page, 4), filled(page)) == (["0", "2", "1", "1", "2"], ["deals.4.tricks.4"])
    press(page, "Home")
    assert focused(page) == "deals.5.bids.0"
    page.locator("tr[data-path='deals.4']:not(.wrong)").wait_for()
    assert refused(page) == []


@pytest.mark.parametrize("way", [["ArrowLeft"], ["Backspace"], ["Shift+Tab"], []])
def test_who_wants_to_write_where_nothing_fits_can(open_form, way):
    page = open_form("wk-boerenbridge")
    page.locator("[name='deals.4.bids.0']").focus()
    press(page, *"003911112")
    if way:
        press(page, *way)
    else:
        page.locator("[name='deals.4.tricks.4']").click()
    assert focused(page) == "deals.4.tricks.4"
    press(page, "3")
    assert focused(page) == "deals.5.bids.0"
    assert (tricks(page, 4), filled(page)) == (["0", "9", "1", "1", "3"], [])
    page.locator("[name='deals.4.tricks.1']").focus()
    press(page, "Backspace", "1")
    assert tricks(page, 4) == ["0", "1", "1", "1", "3"]


def test_bids_that_come_to_more_than_the_cards_are_all_waited_for(open_form):
    page = open_form("wk-boerenbridge")
    page.locator("[name='deals.4.bids.0']").focus()
    press(page, *"6", "ArrowRight", *"6", "ArrowRight", *"6", "ArrowRight", *"6", "Enter")
    assert focused(page) == "deals.4.bids.4"


def test_a_wrong_key_shifts_nothing_in_another_game(open_form):
    page = open_form("boerenbridge")
    deal = page.locator("tr[data-path='deals.4']")
    seats = deal.locator("td.first").count()
    page.locator("[name='deals.4.bids.0']").focus()
    press(page, *["1", "5"] * (seats - 1), "1")
    assert focused(page) == "deals.5.bids.0"
    assert written(page, f"deals.4.tricks.{seats - 1}") == [""]
    press(page, "2")
    assert written(page, "deals.5.bids.0") == ["2"]


def test_10_is_one_key_and_1_moves_on_at_once(open_form):
    page = open_form("wk-boerenbridge")
    press(page, "1", "Enter", "1", "0", "t", "T", "2")
    assert written(page, *(f"deals.0.{cell}" for cell in ("bids.0", "tricks.0"))) == ["1", "0"]
    assert written(page, *(f"deals.0.{cell}" for cell in ("bids.1", "tricks.1"))) == ["10", "10"]
    assert focused(page) == "deals.0.tricks.2"


def test_ten_has_no_key_where_it_cannot_be_right(open_form):
    page = open_form("wk-boerenbridge")
    cell = page.locator("[name='deals.1.bids.0']")
    cell.focus()
    press(page, "t")
    assert cell.input_value() == "t"


def test_what_is_left_fills_itself_in_and_follows(open_form):
    page = open_form("wk-boerenbridge")
    press(page, "1", "Enter", *"3322110")
    assert filled(page) == []  # two are still missing
    press(page, "1")
    assert (tricks(page, 0), filled(page)) == (["3", "2", "1", "1", "3"], ["deals.0.tricks.4"])
    press(page, "2")
    assert focused(page) == "deals.1.bids.0"  # past the one that was filled
    page.locator("[name='deals.0.tricks.1']").focus()
    press(page, "Backspace")
    assert (tricks(page, 0), filled(page)) == (["3", "", "1", "1", ""], [])
    press(page, "4")
    assert (tricks(page, 0), filled(page)) == (["3", "4", "1", "1", "1"], ["deals.0.tricks.4"])
    press(page, "9")  # the bid of the next: nothing to do with the sum
    assert tricks(page, 0)[4] == "1"
    press(page, "7")  # more than there are: nothing is left to fill in
    assert (tricks(page, 0), filled(page)) == (["3", "4", "7", "1", ""], [])


def test_a_filled_cell_that_was_written_over_stays(open_form):
    page = open_form("wk-boerenbridge")
    press(page, "1", "Enter", *"332211011")
    assert filled(page) == ["deals.0.tricks.4"]
    assert focused(page) == "deals.1.bids.0"
    press(page, "ArrowLeft")
    assert focused(page) == "deals.0.tricks.4"  # arrows do go there
    press(page, "5")
    assert (tricks(page, 0)[4], filled(page)) == ("5", [])
    assert focused(page) == "deals.1.bids.0"
    page.locator("[name='deals.0.tricks.0']").focus()
    press(page, "Backspace", "2")
    assert tricks(page, 0) == ["2", "2", "1", "1", "5"]


def test_a_cell_that_is_emptied_is_not_filled_under_the_hand(open_form):
    page = open_form("wk-boerenbridge")
    press(page, "1", "Enter", *"332211011", "ArrowLeft", "Backspace")
    assert (tricks(page, 0), filled(page)) == (["3", "2", "1", "1", ""], [])


@pytest.mark.parametrize("mark", ["K", "V"])
def test_nothing_is_left_of_a_deal_that_was_stopped(open_form, mark):
    page = open_form("wk-boerenbridge")
    press(page, "1", "Enter", "3", mark, *"2211011")
    assert focused(page) == "deals.0.tricks.4"
    assert (tricks(page, 0), filled(page)) == ([mark, "2", "1", "1", ""], [])


def test_a_mark_takes_back_what_was_filled_in(open_form):
    page = open_form("wk-boerenbridge")
    press(page, "1", "Enter", *"332211011")
    assert filled(page) == ["deals.0.tricks.4"]
    page.locator("[name='deals.0.tricks.0']").focus()
    press(page, "Backspace", "K")
    assert (tricks(page, 0)[4], filled(page)) == ("", [])
