"""A draw is changed by hand in a real browser: by keys, from lists and without a script."""

import pytest
from playwright.sync_api import expect

from tests.page_faults import faults_in_the_dark, faults_of
from tests.rounds.seat_swaps.by_hand import (
    change_by_hand,
    handle,
    press,
    seats_on_page,
    status_line,
)
from wk.tournament.models import Separation, Tournament

pytestmark = pytest.mark.browser

WIDTHS = (360, 1366)


def test_two_players_change_places_by_keys_alone(open_round):
    page = open_round(2)
    before = seats_on_page(page)
    one, other = before[1][1], before[2][1]
    page.locator(".search input").focus()
    press(page, "Tab", "Tab", "Tab")  # the button, the first player, his handle
    assert page.evaluate("document.activeElement.dataset.table") == "1"
    press(page, "ArrowDown", "Enter")
    expect(status_line(page)).to_contain_text(f"{one} Speler {one} is picked up.")
    press(page, "2", "ArrowDown")
    expect(status_line(page)).to_contain_text(f"{other} Speler {other}: table 2, seat 2")
    expect(status_line(page)).to_contain_text("Repeat meetings")
    assert seats_on_page(page) == before  # shown, and not made
    press(page, "Escape")
    expect(status_line(page)).to_have_text("Nothing has changed.")
    assert page.evaluate("document.activeElement.dataset.player") == str(one)
    press(page, "Enter", "ArrowRight")
    expect(page.locator("#hand-do")).to_be_visible()
    press(page, "Enter")
    expect(status_line(page)).to_contain_text(
        f"{one} Speler {one} and {other} Speler {other} have changed seats."
    )
    after = seats_on_page(page)
    assert after == before | {
        1: [before[1][0], other, *before[1][2:]],
        2: [before[2][0], one, *before[2][2:]],
    }
    assert page.evaluate("document.activeElement.dataset.player") == str(one)
    page.locator("#hand-undo").focus()
    press(page, "Enter")
    expect(status_line(page)).to_contain_text("Undone")
    assert seats_on_page(page) == before
    page.reload()
    assert seats_on_page(page) == before
    expect(page.locator("#by-hand")).to_have_count(0)


def test_a_player_goes_to_a_free_seat_by_keys(open_round):
    page = open_round(1)
    before = seats_on_page(page)
    handle(page, 1, 5).focus()
    last = before[1][4]
    free = page.locator(".free-place:visible")
    expect(free).to_have_count(0)
    press(page, "Enter")
    expect(free).to_have_text(["Free seat at table 4", "Free seat at table 5"])
    press(page, "4", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown")
    expect(status_line(page)).to_contain_text("table 4, seat 5")
    press(page, "Enter")
    expect(status_line(page)).to_contain_text(f"Speler {last}: table 4, seat 5.")
    assert seats_on_page(page) == before | {1: before[1][:4], 4: [*before[4], last]}
    page.locator("#hand-undo").click()
    expect(status_line(page)).to_contain_text("Undone")
    assert seats_on_page(page) == before


def test_the_page_says_that_another_changed_the_draw_meanwhile(open_round):
    page, elsewhere = open_round(3, may_fail=True), open_round(3)
    before = seats_on_page(page)
    for seat in (1, 2):
        handle(elsewhere, 1, seat).click()
    elsewhere.locator("#hand-do").click()
    expect(elsewhere.locator("#messages")).to_contain_text("have changed seats.")
    handle(page, 2, 1).click()
    handle(page, 3, 1).click()
    expect(status_line(page)).to_have_text("This has changed meanwhile. Look at it again.")
    expect(page.locator("#hand-do")).to_be_hidden()
    page.reload()
    assert seats_on_page(page) == before | {1: [before[1][1], before[1][0], *before[1][2:]]}


def test_the_page_says_that_the_server_does_not_answer(open_round):
    page = open_round(3, may_fail=True)
    page.context.set_offline(True)
    handle(page, 2, 1).click()
    handle(page, 3, 1).click()
    expect(status_line(page)).to_have_text("The server does not answer. Nothing has changed.")
    page.context.set_offline(False)
    handle(page, 3, 2).click()
    expect(page.locator("#hand-do")).to_be_visible()


def test_choosing_from_the_lists_shows_the_cost_first(open_round):
    page = open_round(2)
    before = seats_on_page(page)
    one, other, last = before[1][1], before[2][1], before[1][4]
    page.locator("#swap_player").select_option(str(one))
    page.locator("#swap_other").select_option(str(other))
    page.get_by_role("button", name="Swap").click()
    expect(page.locator("#hand-cost")).to_contain_text("Repeat meetings")
    expect(page.locator("#hand-do")).to_be_focused()
    assert seats_on_page(page) == before
    press(page, "Enter")
    expect(status_line(page)).to_contain_text("have changed seats.")
    assert (seats_on_page(page)[1][1], seats_on_page(page)[2][1]) == (other, one)
    page.locator("#hand-undo").click()
    expect(status_line(page)).to_contain_text("Undone")
    page.locator("#free_player").select_option(str(last))
    page.locator("#free_table").select_option("4")
    page.get_by_role("button", name="Seat here").click()
    expect(page.locator("#hand-do")).to_be_focused()
    press(page, "Escape")
    expect(status_line(page)).to_have_text("Nothing has changed.")
    assert seats_on_page(page) == before


def test_a_broken_must_keeps_its_sign_with_undo_beside_it(office, open_round):
    page = open_round(2)
    one, other = seats_on_page(page)[1][1], seats_on_page(page)[2][2]
    with office.database():
        made = Tournament.objects.get()
        kept_apart = Separation.objects.create(tournament=made, is_hard=True)
        kept_apart.entries.set(made.entries.filter(number__in=[one, other]))
    page.reload()
    change_by_hand(page)
    handle(page, 1, 2).click()
    handle(page, 2, 3).click()  # the two change places, and stay apart
    sign = page.locator("#hand-cost .badge.problem")
    expect(page.locator("#hand-cost")).not_to_be_empty()
    expect(sign).to_have_count(0)
    page.locator("#hand-drop").click()
    handle(page, 1, 2).click()
    handle(page, 2, 2).click()
    expect(sign).to_have_text("Must:")
    page.locator("#hand-do").click()
    expect(sign).to_have_text("Please note:")
    expect(status_line(page)).to_contain_text("Please note: ")
    expect(status_line(page)).to_contain_text("Must:")
    said, undo = (page.locator(part).bounding_box() for part in ("#hand-cost", "#hand-undo"))
    assert undo["x"] >= said["x"] + said["width"]
    page.locator("#hand-undo").click()
    expect(status_line(page)).to_contain_text("Undone")
    expect(sign).to_have_count(0)


def test_the_lists_seat_a_player_without_a_script(office, director_state, chromium):
    context = chromium.new_context(
        storage_state=director_state, locale="en-GB", java_script_enabled=False
    )
    page = context.new_page()
    page.goto(f"{office.url}/t/wk/rounds/1/")
    page.locator("#change-by-hand > summary").click()
    page.locator("#free_player").select_option(label="Laat (number 24)")
    page.locator("#free_table").select_option("4")
    page.get_by_role("button", name="Seat here").click()
    expect(page.locator("#messages")).to_contain_text("Laat: table 4, seat 5.")
    assert seats_on_page(page)[4][4] == 24
    context.close()


def test_layout_and_accessibility_with_and_without_a_player_in_hand(open_round):
    """Nothing sticks out and axe finds nothing, on a phone and a laptop, in light and dark."""
    page = open_round(3)
    found = []

    def look_at_it():
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            found.extend((width, wrong) for wrong in faults_of(page) + faults_in_the_dark(page))

    look_at_it()
    handle(page, 1, 1).click()
    look_at_it()
    handle(page, 2, 1).click()
    expect(page.locator("#hand-do")).to_be_visible()
    look_at_it()
    assert found == []
