"""A wall that is open follows the day: rounds, forms that count, results that are released."""

import pytest
from playwright.sync_api import expect

from tests.browser import listen, look
from tests.hall.ceremony.conftest import let_announce
from tests.hall.wall.halls import (
    ANNOUNCEMENTS,
    LARGE_WALLS,
    MANY,
    TABLET,
    finish_tournament,
    make_round_late,
)
from tests.page_faults import faults_of
from tests.standings.tournaments import count_form
from wk.hall.models import CEREMONY_END
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import Round, Table, Tournament

pytestmark = pytest.mark.browser

MOST_NEW = 4  # tables that a wall names as new


def test_a_wall_follows_the_day_and_goes_on_without_the_network(server, open_wall_page):
    """From the welcome to the first form that counts. How soon that is on the wall, bin/bench
    measures."""
    server.practise("--players 23")
    with server.database():
        tournament = Tournament.objects.get()
        tournament.rounds.exclude(number=1).delete()
        ScoreForm.objects.all().delete()

    def go(state):
        with server.database():
            Round.objects.update(state=state)

    go("drawn")
    page = open_wall_page("wall/", locale="en-GB")
    complaints = listen(page)
    scene = page.locator("#wall")
    expect(scene).to_have_attribute("data-scene", "welcome")
    for state, shown in (("confirmed", "seats"), ("started", "play")):
        go(state)
        look(page)
        expect(scene).to_have_attribute("data-scene", shown)
    expect(page.locator(".wall-page:visible")).to_have_count(1)
    with server.database():
        table = Table.objects.get(number=2)
        count_form(table, range(table.seats.count()))
    expect(page.get_by_text("new: table 2")).to_be_visible()
    assert complaints == []
    page.context.set_offline(True)
    look(page)
    expect(page.locator("#stale")).to_be_visible()
    expect(page.locator(".wall-page:visible")).to_have_count(1)
    page.context.set_offline(False)
    look(page)
    expect(page.locator("#stale")).to_be_hidden()
    go("drawn")
    look(page)
    expect(scene).to_have_attribute("data-scene", "welcome")


def test_new_tables_take_one_line_and_a_release_makes_none(server, open_wall_page):
    server.practise(MANY)
    with server.database():
        tables = [*Table.objects.filter(form=None, round__number=3).order_by("-number")]
    assert len(tables) > MOST_NEW
    page = open_wall_page("wall/?show=standings", locale="en-GB")
    line, heights = page.locator(".wall-new"), {size: set() for size in LARGE_WALLS}
    told = {
        1: "new: table {}",
        MOST_NEW: "new: tables {}, {}, {}, {}",
        len(tables): f"new: tables {{}}, {{}}, {{}}, {{}} and {len(tables) - MOST_NEW} more",
    }
    came = []
    for count, words in told.items():
        batch = sorted(tables[len(came) : count], key=lambda table: table.number)
        with server.database():
            for table in batch:
                count_form(table, range(table.seats.count()))
        came += [table.number for table in batch]
        newest = sorted(came[-MOST_NEW:])
        look(page)
        expect(line).to_have_text(words.format(*newest))
        for size in LARGE_WALLS:
            page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            heights[size].add(line.bounding_box()["height"])
    assert [len(each) for each in heights.values()] == [1, 1]
    assert page.locator("li.new:visible").count() > 0
    finish_tournament(server, withheld="all")
    look(page)
    expect(line).to_have_attribute("data-rounds", "to 2 without 3")
    expect(line).to_be_empty()
    with server.database():
        Round.objects.update(withheld="")
    look(page)
    expect(line).to_have_attribute("data-rounds", "to 3")
    expect(line).to_be_empty()
    assert page.locator("li.new").count() == 0


def test_a_form_that_counts_while_the_wall_is_fetched_is_on_it_too(server, open_wall_page):
    server.practise("--players 23")
    with server.database():
        one, other = Table.objects.filter(form=None, round__number=3).order_by("number")[:2]
    page = open_wall_page("wall/?show=standings", locale="en-GB")

    def count(table):
        with server.database():
            count_form(table, range(table.seats.count()))
        with page.expect_response("**/changes.json") as answer:
            look(page)
        answer.value.finished()
        page.evaluate("() => new Promise(requestAnimationFrame)")

    def count_other_meanwhile(route):
        answer = route.fetch()
        count(other)
        route.fulfill(response=answer)

    page.route("**/wall/?show=standings", count_other_meanwhile, times=1)
    count(one)
    new = f"new: tables {one.number}, {other.number}"
    expect(page.locator(".wall-new")).to_have_text(new)


def test_after_the_release_the_wall_shows_the_winners(server, open_wall_page):
    server.practise(MANY)
    director = make_round_late(server)
    finish_tournament(server, withheld="top")
    below = open_wall_page("wall/")
    below.set_viewport_size(TABLET)
    curtain = below.locator(".curtain-page .wall-words > div").bounding_box()
    assert abs(2 * curtain["x"] + curtain["width"] - TABLET["width"]) <= 2  # in the middle
    below.set_viewport_size({"width": 1920, "height": 1080})
    below.keyboard.press("ArrowRight")  # from the curtain to the places below the top
    below.locator(".everybody-page").first.wait_for()
    assert faults_of(below) == []
    with server.database():
        let_announce(Tournament.objects.get(), CEREMONY_END)
    page = open_wall_page("ceremony/end/", official=director, locale="en-GB")
    page.locator(".reveal form button").click()
    page.wait_for_url("**/wall/")
    page.locator(".podium-page").wait_for()
    assert page.locator(".message:visible").count() == 0
    assert page.locator(".announcement").count() == len(ANNOUNCEMENTS)
