"""A wrong seating is put right while a clerk has the form before him: nothing that was typed is
lost."""

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.hall.reseat_office import (
    FIVES,
    LETS_IN,
    director_at,
    join,
    practice_hall,
    put_right,
    sitting,
    sitting_at,
    told,
)
from tests.scoreforms.keyboard import PAPER, totals_of

pytestmark = pytest.mark.browser

HALF = 9  # deals that are typed before
FOUR = """
import json
from wk.tournament.models import Seat, Table
tables = Table.objects.filter(round__state="started", form=None).order_by("number")
four = next(table.number for table in tables if table.seats.count() == 4)
mover = Seat.objects.get(round__number=3, table__number=1, number=2)
print("FOUR", json.dumps([four, mover.entry.number]))
"""
WON = """
import json
from wk.scoreforms.models import Result
rows = Result.objects.filter(seat__round__number=3, seat__table__number={table})
rows = rows.order_by("seat__number").values_list("seat__entry__number", "points")
print("WON", json.dumps(list(rows)))
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    yield from practice_hall(tmp_path_factory)


@pytest.fixture(scope="module")
def desk(hall, chromium):
    yield from director_at(hall, chromium)


@pytest.fixture(scope="module")
def free(hall):
    """The tables of five whose form is to come: number and key."""
    return told(hall, "KEYS", LETS_IN)


def test_what_a_clerk_has_typed_goes_in_after_looking(hall, desk, free):
    (number, _key), (elsewhere, _other) = free[:2]
    page = desk.new_page()
    heard = listen(page)
    page.goto(f"{hall.url}/t/oefen/forms/3/{number}/")
    page.locator("#cell-first_dealer:focus").wait_for()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    for deal, (_cards, bids, won) in enumerate(PAPER[:HALF]):
        fill(page, deal, bids, won)
    ring = [(number, 1), (elsewhere, 2), (elsewhere, 3)]  # each sat in the place of the next
    before = [sitting_at(hall, desk, *place) for place in ring]
    here, there, _there = put_right(hall, desk, *ring)
    assert [there[2], there[3], here[1]] == before
    hand_in(page)
    page.get_by_text("PLAYERS_NOT_AS_SEATED").wait_for()
    heading = page.locator(".score-form th.player").nth(1)
    expect(heading).to_contain_text(str(here[1]))  # and the names are those of now
    for deal, (_cards, bids, won) in enumerate(PAPER[:HALF]):
        assert written(page, deal) == [bids.split(), won.split()]
    for deal, (_cards, bids, won) in enumerate(PAPER[HALF:], HALF):
        fill(page, deal, bids, won)
    page.get_by_text("Alles klopt").wait_for()
    hand_in(page)
    page.wait_for_url("**/forms/?round=3")
    assert told(hall, "WON", WON.format(table=number)) == [
        [who, points] for who, points in zip(here, totals_of(PAPER), strict=True)
    ]
    assert heard == []
    page.close()


def test_what_a_clerk_has_typed_stays_when_somebody_turns_out_to_sit_there(hall, desk):
    four, mover = told(hall, "FOUR", FOUR)
    page = desk.new_page()
    heard = listen(page)
    page.goto(f"{hall.url}/t/oefen/forms/3/{four}/")
    page.locator("#cell-first_dealer:focus").wait_for()
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    fill(page, 0, "1 2 3 1", "1 2 3 4")
    page.locator("[data-sign=saved]").wait_for()
    other = desk.new_page()
    other.goto(f"{hall.url}/t/oefen/rounds/3/reseat/")
    other.locator("a[href$='/reseat/table/']").press("Enter")
    other.locator("#id_player").select_option(str(mover))
    other.locator("#id_table").select_option(str(four))
    other.locator("form.reseat button").press("Enter")
    other.locator("#effect button.big").press("Enter")
    other.locator(".message.success").wait_for()
    assert sitting(other, four)[-1] == mover
    other.close()
    page.locator("[name='deals.1.bids.0']").fill("2")
    page.locator("#elsewhere").get_by_text("Er zitten nu andere spelers").wait_for()
    page.locator("[data-choose=on]").click()
    expect(page.locator(".score-form th.player")).to_have_count(5)
    expect(page.locator(".score-form th.player").nth(4)).to_contain_text(str(mover))
    assert page.locator("[name=first_dealer]").input_value() == "3"
    assert written(page, 0) == [["1", "2", "3", "1", ""], ["1", "2", "3", "4", ""]]
    assert page.locator("[name='deals.1.bids.0']").input_value() == "2"
    assert [text for text in heard if "status of 409" not in text] == []  # the draft was carried
    page.close()


@pytest.mark.parametrize("ends", ["is told", "leaves", "hands in"])
def test_what_a_clerk_types_after_somebody_left_stays_with_its_players(hall, desk, ends):
    (number, players), four = told(hall, "FIVES", FIVES)[0], told(hall, "FOURS", FIVES)[0]
    page = desk.new_page()
    page.goto(f"{hall.url}/t/oefen/forms/3/{number}/")
    page.locator("#cell-first_dealer:focus").wait_for()
    join(hall, desk, players[1], four)
    page.locator("[name='first_dealer']").select_option("4")
    fill(page, 0, "1 2 3 4 0", "0 4 3 2 1")
    if ends == "hands in":
        hand_in(page)
    else:
        page.locator("#elsewhere").get_by_text("Er zitten nu andere spelers").wait_for()
    if ends == "is told":
        page.keyboard.press("Tab")  # nothing else takes a key
        page.keyboard.press("Enter")
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
    page.close()


def test_what_is_typed_before_that_is_told_is_kept_too(hall, desk):
    (number, players), four = told(hall, "FIVES", FIVES)[0], told(hall, "FOURS", FIVES)[0]
    page, sent = desk.new_page(), []
    page.goto(f"{hall.url}/t/oefen/forms/3/{number}/")
    page.locator("#cell-first_dealer:focus").wait_for()
    join(hall, desk, players[1], four)
    page.route("**/draft/", lambda route: sent.append(route), times=1)
    with page.expect_request("**/draft/"):
        page.locator("[name='deals.0.bids.0']").fill("1")
    page.locator("[name='deals.0.bids.2']").fill("3")  # while the answer is on its way
    sent[0].continue_()
    page.locator("#elsewhere:focus").wait_for()
    expect(page.locator("[data-choose]:visible")).to_have_count(1)
    page.locator("[data-choose=on]").click()
    expect(page.locator(".score-form th.player")).to_have_count(4)
    bids = [page.locator(f"[name='deals.0.bids.{seat}']") for seat in range(2)]
    assert [cell.input_value() for cell in bids] == ["1", "3"]
    page.close()


def fill(page, deal, bids, won):
    for name, values in (("bids", bids), ("tricks", won)):
        for seat, value in enumerate(values.split()):
            page.locator(f"[name='deals.{deal}.{name}.{seat}']").fill(value)


def written(page, deal):
    """Return what stands in the cells of a deal: bids, then tricks."""
    return [
        [page.locator(f"[name='deals.{deal}.{name}.{seat}']").input_value() for seat in range(5)]
        for name in ("bids", "tricks")
    ]


def hand_in(page):
    page.locator("button[name=action][value=count]").click()
