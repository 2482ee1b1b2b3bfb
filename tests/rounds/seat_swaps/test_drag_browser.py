"""A draw is changed by hand in a real browser: by dragging and by touch."""

import pytest
from playwright.sync_api import expect

from tests.rounds.seat_swaps.by_hand import handle, seats_on_page, status_line

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
# Away from the edges of the window, where the page goes along with what is dragged.
MIDDLE = "element => element.scrollIntoView({block: 'center', behavior: 'instant'})"


def drag(page, grip, to):
    """Drag from a handle to the middle of an element, without letting go."""
    to.evaluate(MIDDLE)
    start = grip.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    end = to.bounding_box()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)


def test_two_players_change_places_by_dragging(open_round):
    page = open_round(3)
    before = seats_on_page(page)
    one, other = before[1][0], before[2][2]
    drag(page, handle(page, 1, 1), page.locator("#table-2 .seats li").nth(2))
    expect(page.locator("#hand-do")).to_be_visible()  # it is known what it costs
    assert seats_on_page(page) == before
    page.mouse.up()
    expect(page.locator("#messages")).to_contain_text(
        f"{one} Speler {one} and {other} Speler {other} have changed seats."
    )
    assert (seats_on_page(page)[1][0], seats_on_page(page)[2][2]) == (other, one)
    expect(page.locator("#by-hand li")).to_contain_text(
        f"{one} Speler {one}: table 1, NORTH (seat 1)"
    )
    page.locator("#by-hand").get_by_role("button", name="Undo").click()
    expect(page.locator("#messages")).to_contain_text("Undone")
    assert seats_on_page(page) == before


def test_dropping_a_player_outside_the_tables_changes_nothing(open_round):
    page = open_round(3)
    before = seats_on_page(page)
    drag(page, handle(page, 1, 1), page.locator(".search button"))
    page.mouse.up()
    expect(status_line(page)).to_have_text("Nothing has changed.")
    page.reload()
    assert seats_on_page(page) == before


def test_two_players_change_places_by_finger(open_round):
    """A tap picks a player up, a tap on another player shows the cost, and a button swaps them."""
    page = open_round(3, viewport=PHONE, has_touch=True)
    before = seats_on_page(page)
    one, other = before[1][0], before[1][1]
    handle(page, 1, 1).tap()
    handle(page, 1, 2).tap()
    page.locator("#hand-do").tap()
    expect(page.locator("#messages")).to_contain_text("have changed seats.")
    assert seats_on_page(page)[1][:2] == [other, one]
    page.locator("#hand-undo").tap()
    expect(page.locator("#messages")).to_contain_text("Undone")
    assert seats_on_page(page) == before


def test_two_players_change_places_by_dragging_with_a_finger(open_round):
    page = open_round(3, viewport=PHONE, has_touch=True)
    before = seats_on_page(page)
    grip, to = handle(page, 1, 1), page.locator("#table-1 .seats li").nth(3)
    to.evaluate(MIDDLE)
    boxes = [each.bounding_box() for each in (grip, to)]
    (x, y), end = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    touch = page.context.new_cdp_session(page)

    def finger(kind, *points):
        points = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", (x, y))
    for step in range(1, 9):
        finger("touchMove", (x + (end[0] - x) * step / 8, y + (end[1] - y) * step / 8))
    expect(page.locator("#hand-do")).to_be_visible()
    finger("touchEnd")
    expect(page.locator("#messages")).to_contain_text("have changed seats.")
    assert seats_on_page(page)[1] == [before[1][3], *before[1][1:3], before[1][0], *before[1][4:]]
    page.locator("#hand-undo").tap()
    expect(page.locator("#messages")).to_contain_text("Undone")
    assert seats_on_page(page) == before
