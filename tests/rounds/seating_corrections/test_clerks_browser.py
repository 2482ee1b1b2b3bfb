"""Seats are corrected while a clerk has the form open: nothing that was typed is lost."""

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.rounds.seating_corrections.practice_hall import (
    correct_swap_on_pages,
    correct_table,
    director_in,
    players_at,
    players_at_free_tables,
    shown_seating,
)
from tests.scoreforms.keyboard import PAPER, keys_of, press, totals_of, type_quickly
from wk.scoreforms.models import Result

pytestmark = pytest.mark.browser

HALF = 9  # deals that are typed before
CELLS = """(deal) => ["bids", "tricks"].map((name) =>
  [...document.querySelectorAll(`[name^="deals.${deal}.${name}."]`)].map((cell) => cell.value))"""


@pytest.fixture
def desk(hall, chromium):
    """A window in which the director is logged in."""
    window = director_in(hall, chromium)
    yield window
    window.close()


def test_a_typed_form_is_handed_in_after_names_changed_over(hall, desk):
    (number, here), (elsewhere, there) = players_at_free_tables(hall, seats=5).items()
    page = open_form(hall, desk, number)
    heard = listen(page)
    press(page, "3", "Enter")
    type_deals(page, PAPER[:HALF])
    ring = [here[1], there[2], there[3]]  # each sat in the seat of the next
    after = correct_swap_on_pages(hall, desk, *ring)
    assert [after[elsewhere][2], after[elsewhere][3], after[number][1]] == ring
    hand_in(page)
    page.locator("[data-code=PLAYERS_NOT_AS_SEATED]").wait_for()
    heading = page.locator(".score-form th.player").nth(1)
    expect(heading).to_contain_text(str(ring[2]))  # and the names are those of now
    for deal, (_cards, bids, won) in enumerate(PAPER[:HALF]):
        assert page.evaluate(CELLS, deal) == [bids.split(), won.split()]
    page.locator(f"[name='deals.{HALF}.bids.0']").focus()
    type_deals(page, PAPER[HALF:])
    page.get_by_text("Alles klopt").wait_for()
    hand_in(page)
    page.wait_for_url("**/forms/?round=3")
    assert points_at(hall, number) == list(zip(after[number], totals_of(PAPER), strict=True))
    assert heard == []


def test_a_typed_form_keeps_its_deals_when_a_player_joins_the_table(hall, desk):
    four, *_others = players_at_free_tables(hall, seats=4)
    mover = players_at(hall, table=1)[1]
    page = open_form(hall, desk, four)
    heard = listen(page)
    press(page, "3", "Enter")
    fill_deal(page, 0, "1 2 3 1", "1 2 3 4")
    page.locator("[data-sign=saved]").wait_for()
    other = desk.new_page()
    other.goto(f"{hall.url}/t/oefen/rounds/3/reseat/")
    other.locator("a[href$='/reseat/table/']").press("Enter")
    other.locator("#id_player").select_option(str(mover))
    other.locator("#id_table").select_option(str(four))
    other.locator("form.seating-correction button").press("Enter")
    other.locator("#effect button.big").press("Enter")
    other.locator(".message.success").wait_for()
    assert shown_seating(other)[four][-1] == mover
    other.close()
    page.locator("[name='deals.1.bids.0']").fill("2")
    page.locator("#elsewhere").get_by_text("Er zitten nu andere spelers").wait_for()
    page.locator("[data-choose=on]").click()
    expect(page.locator(".score-form th.player")).to_have_count(5)
    expect(page.locator(".score-form th.player").nth(4)).to_contain_text(str(mover))
    assert page.locator("[name=first_dealer]").input_value() == "3"
    assert page.evaluate(CELLS, 0) == [["1", "2", "3", "1", ""], ["1", "2", "3", "4", ""]]
    assert page.locator("[name='deals.1.bids.0']").input_value() == "2"
    assert [text for text in heard if "status of 409" not in text] == []  # the draft was carried


@pytest.mark.parametrize("ends", ["is told", "leaves", "hands in"])
def test_deals_typed_after_a_player_left_stay_in_their_columns(hall, desk, ends):
    number, players = next(iter(players_at_free_tables(hall, seats=5).items()))
    four, *_others = players_at_free_tables(hall, seats=4)
    page = open_form(hall, desk, number)
    correct_table(hall, players[1], four)
    page.locator("[name='first_dealer']").fill("4")
    fill_deal(page, 0, "1 2 3 4 0", "0 4 3 2 1")
    if ends == "hands in":
        hand_in(page)
    else:
        page.locator("#elsewhere").get_by_text("Er zitten nu andere spelers").wait_for()
    if ends == "is told":
        press(page, "Tab")  # nothing else takes a key
        press(page, "Enter")
    if ends == "leaves":  # what this browser kept is brought back
        page.goto(f"{hall.url}/t/oefen/forms/3/{number}/")
    expect(page.locator(".score-form th.player")).to_have_count(4)
    expect(page.locator("[name=first_dealer]")).to_have_value("3")
    for name, values in (("bids", "1340"), ("tricks", "0321")):
        for seat, value in enumerate(values):
            cell = page.locator(f"[name='deals.0.{name}.{seat}']")
            expect(cell).to_have_value(value)
    page.locator("[name='deals.1.bids.0']").fill("2")  # and it goes on as ever
    page.locator("[data-sign=saved]").wait_for()
    expect(page.locator("#kept-here")).to_be_hidden()


def test_cells_typed_while_a_draft_is_saved_are_kept_too(hall, desk):
    number, players = next(iter(players_at_free_tables(hall, seats=5).items()))
    four, *_others = players_at_free_tables(hall, seats=4)
    sent, order = [], []
    page = open_form(hall, desk, number, held=sent)
    correct_table(hall, players[1], four)
    with page.expect_request("**/draft/"):
        page.locator("[name='deals.0.bids.0']").fill("1")
    page.locator("[name='deals.0.bids.2']").fill("3")  # while the answer is on its way
    with page.expect_request("**/draft/"):
        sent[0].continue_()
    page.locator("#elsewhere:focus").wait_for()
    expect(page.locator("[data-choose]:visible")).to_have_count(1)
    page.on("request", lambda asked: asked.is_navigation_request() and order.append("page"))
    page.locator("[data-choose=on]").click()  # before what was typed meanwhile is there
    page.locator("#elsewhere").is_visible()
    order.append("what was typed meanwhile")
    with page.expect_navigation():
        sent[1].continue_()
    assert order == ["what was typed meanwhile", "page"]
    expect(page.locator(".score-form th.player")).to_have_count(4)
    assert page.evaluate(CELLS, 0)[0][:2] == ["1", "3"]


def open_form(hall, desk, table, held=None):
    """Open the form of a table; return the page when it waits for the first key.

    `held` is a list for the first two drafts that the page sends, which get no answer. They are
    routed before the page is loaded: later they might go past a route that was only just set.
    """
    page = desk.new_page()
    if held is not None:
        page.route("**/draft/", lambda route: held.append(route), times=2)
    page.goto(f"{hall.url}/t/oefen/forms/3/{table}/")
    page.locator("#cell-first_dealer:focus").wait_for()
    return page


def type_deals(page, deals):
    """Type deals by keys, starting at the cell that has the focus."""
    for _cards, bids, won in deals:
        type_quickly(page, keys_of(bids, won))


def fill_deal(page, deal, bids, won):
    """Fill the cells of a deal without keys."""
    for name, values in (("bids", bids), ("tricks", won)):
        for seat, value in enumerate(values.split()):
            page.locator(f"[name='deals.{deal}.{name}.{seat}']").fill(value)


def hand_in(page):
    page.locator("button[name=action][value=count]").click()


def points_at(hall, table):
    """Return the start number and the points of each seat at a table."""
    with hall.database():
        rows = Result.objects.filter(seat__round__number=3, seat__table__number=table)
        return list(rows.order_by("seat__number").values_list("seat__entry__number", "points"))
