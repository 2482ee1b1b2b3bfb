"""Typing forms of every kind of game in a real browser, with keys only."""

import pytest

from tests.browser import listen
from tests.scoreforms.keyboard import (
    DEALER,
    PAPER,
    action,
    filled,
    focused,
    keys_of,
    press,
    refused,
    totals_of,
    tricks,
    type_quickly,
    written,
)
from wk.tournament.models import Table

pytestmark = pytest.mark.browser

WK = "wk-boerenbridge"
# A practice tournament of each of these games, as few players as leave a form to be typed.
PLAYERS = {WK: 20, "rubber-bridge": 8, "kleurenwiezen": 8, "boerenbridge": 8}
MOST_KEYS = 175
# A browser that keeps nothing of what is typed, and a server that keeps no drafts.
FORGETFUL = """
    localStorage.clear();
    for (const name of ["pagehide", "visibilitychange"])
      addEventListener(name, (event) => event.stopImmediatePropagation(), true);
    const ask = window.fetch;
    window.fetch = (address, ...more) => String(address).endsWith("/draft/")
      ? Promise.resolve(Response.json({ revision: 1, at: "20:00:00" }))
      : ask(address, ...more);
"""


@pytest.fixture(scope="module")
def hall(running_server):
    """A server with a practice tournament of each of these games."""
    running_server.practise(*(f"--game {key} --players {size}" for key, size in PLAYERS.items()))
    return running_server


@pytest.fixture(scope="module")
def forms(hall):
    """The addresses of the forms that are still to come, of each game."""
    found = {key: [] for key in PLAYERS}
    with hall.database():
        tables = Table.objects.filter(round__number=3, form=None).order_by("number")
        for table in tables.select_related("round__tournament"):
            tournament = table.round.tournament
            address = f"{hall.url}/t/{tournament.slug}/forms/3/{table.number}/"
            found[tournament.game].append(address)
    return found


@pytest.fixture(scope="module")
def window(hall, chromium):
    """The page in which a director opens form after form, and what the browser complains of."""
    context = chromium.new_context(
        locale="nl-NL",
        viewport={"width": 1366, "height": 768},
        storage_state=hall.logged_in("dora", "director"),
    )
    context.add_init_script(FORGETFUL)
    page = context.new_page()
    yield page, listen(page)
    context.close()


@pytest.fixture
def open_form(forms, window):
    """Opens the last form of a game, or another one. Drafts are kept nowhere, so that each test
    finds it empty; the browser may not complain meanwhile."""
    page, complaints = window
    complaints.clear()

    def open_of(key, number=-1):
        page.goto(forms[key][number])
        page.locator("#score-form").wait_for()
        return page

    yield open_of
    assert complaints == []


def bids_in(page, deal):
    """Return the bids of a deal of five."""
    return written(page, *(f"deals.{deal}.bids.{seat}" for seat in range(5)))


def test_a_rubber_is_typed_with_keys_and_gets_more_rows(open_form):
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
    assert action(page) == "count"


def test_a_deal_that_was_passed_takes_one_key_and_enter(open_form):
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


# What is chosen by keys in two columns of a rubber, each in a row of its own.
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
def test_words_behind_a_sign_are_chosen_by_their_letter(open_form, name):
    page = open_form("rubber-bridge")
    for row, (keys, _value) in enumerate(CHOSEN[name]):
        page.locator(f"[name='contracts.{row}.{name}']").focus()
        press(page, *keys)
    values = written(page, *(f"contracts.{row}.{name}" for row in range(len(CHOSEN[name]))))
    assert values == [value for _keys, value in CHOSEN[name]]
    assert page.locator("[name$='.passed']:checked").count() == 0


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
    assert action(page) == "count"


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


def test_a_form_of_19_deals_and_5_players_takes_no_more_than_175_keys(open_form):
    page = open_form(WK, 0)
    address = page.url
    assert focused(page) == "first_dealer"
    count = press(page, *DEALER)
    for _cards, bids, won in PAPER:
        count += press(page, *keys_of(bids, won))
    assert action(page) == "count"
    for deal, (_cards, bids, won) in enumerate(PAPER):
        assert bids_in(page, deal) == bids.split()
        assert tricks(page, deal) == won.split()
    assert filled(page) == [f"deals.{deal}.tricks.4" for deal in range(19)]
    page.get_by_text("Alles klopt").wait_for()
    count += press(page, "Enter")
    page.locator("#score-form").wait_for(state="detached")
    assert count == 2 + 19 * 9 + 1
    assert count <= MOST_KEYS
    page.goto(address.replace("/forms/3/", "/rounds/3/tables/"))
    shown = page.locator("table.list tbody td:nth-child(4)").all_inner_texts()
    assert shown == [str(total).replace("-", "−") for total in totals_of(PAPER)]


# Wrong keys, each in another deal: its place among the keys, the key, and the tricks that stand
# there then.
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


def test_a_wrong_key_spoils_its_own_deal_only(open_form):
    page = open_form(WK)
    press(page, *DEALER)
    for deal, (_cards, bids, won) in enumerate(PAPER):
        keys = keys_of(bids, won)
        if deal in WRONG_KEYS:
            place, key, _tricks = WRONG_KEYS[deal]
            keys[place] = key
            press(page, *keys)
        else:
            type_quickly(page, keys)
    assert action(page) == "count"
    for deal, (_cards, bids, won) in enumerate(PAPER):
        there, tricks_there = bids.split(), won.split()
        if deal in WRONG_KEYS:
            place, key, typed = WRONG_KEYS[deal]
            tricks_there = typed.replace("-", "").split(" ")
            if place % 2 == 0:
                there[place // 2] = key
        assert bids_in(page, deal) == there
        assert tricks(page, deal) == tricks_there


def test_a_deal_in_which_nothing_fits_says_so_and_is_filled_once_something_does(open_form):
    page = open_form(WK)
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


def test_who_wants_to_write_where_nothing_fits_can(open_form):
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
        assert (tricks(page, deal), filled(page)) == (["0", "9", "1", "1", "3"], [])
        page.locator(f"[name='deals.{deal}.tricks.1']").focus()
        press(page, "Backspace", "1")
        assert tricks(page, deal) == ["0", "1", "1", "1", "3"]


def test_bids_that_come_to_more_than_the_cards_are_all_waited_for(open_form):
    page = open_form(WK)
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


def test_10_is_one_key_where_it_can_be_right_and_1_moves_on_at_once(open_form):
    page = open_form(WK)
    press(page, "1", "Enter", "1", "0", "t", "T", "2")
    assert written(page, *(f"deals.0.{cell}" for cell in ("bids.0", "tricks.0"))) == ["1", "0"]
    assert written(page, *(f"deals.0.{cell}" for cell in ("bids.1", "tricks.1"))) == ["10", "10"]
    assert focused(page) == "deals.0.tricks.2"
    page.locator("[name='deals.1.bids.0']").focus()
    press(page, "t")
    assert written(page, "deals.1.bids.0") == ["t"]


def test_the_last_tricks_of_a_deal_are_filled_in_and_follow_the_others(open_form):
    page = open_form(WK)
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
    page = open_form(WK)
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


def test_a_filled_cell_that_is_emptied_stays_empty(open_form):
    page = open_form(WK)
    press(page, "1", "Enter", *"332211011", "ArrowLeft", "Backspace")
    assert (tricks(page, 0), filled(page)) == (["3", "2", "1", "1", ""], [])


def test_nothing_is_left_of_a_deal_that_was_stopped(open_form):
    page = open_form(WK)
    press(page, "1", "Enter")
    for deal, mark in enumerate("KV"):
        page.locator(f"[name='deals.{deal}.bids.0']").focus()
        press(page, "3", mark, *"2211011")
        assert focused(page) == f"deals.{deal}.tricks.4"
        assert (tricks(page, deal), filled(page)) == ([mark, "2", "1", "1", ""], [])


def test_a_mark_takes_back_what_was_filled_in(open_form):
    page = open_form(WK)
    press(page, "1", "Enter", *"332211011")
    assert filled(page) == ["deals.0.tricks.4"]
    page.locator("[name='deals.0.tricks.0']").focus()
    press(page, "Backspace", "K")
    assert (tricks(page, 0)[4], filled(page)) == ("", [])
