"""A wrong seating is put right while a phone keeps the form: nothing that was typed is lost."""

import pytest
from playwright.sync_api import expect

from tests.hall.reseat_office import (
    FIVES,
    LETS_IN,
    director_at,
    join,
    practice_hall,
    put_right,
    told,
)

pytestmark = pytest.mark.browser


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


def test_what_a_phone_has_written_goes_in_after_looking(hall, desk, free, chromium):
    number, key = free[2]
    elsewhere = free[3][0]
    context = chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{hall.url}/phone/#{key}")
    page.get_by_role("button", name="Draw cards here").click()
    page.locator("#begin").click()
    for _seat in range(4):
        page.locator("#key-2").click()
    page.locator("#sign.saved").wait_for()
    here, _there = put_right(hall, desk, (number, 1), (elsewhere, 2))
    page.locator("#key-0").click()
    page.get_by_text("Other players sit at this table now").first.wait_for()
    page.get_by_role("button", name="Again").click()
    page.locator("#sign.saved").wait_for()
    expect(page.locator(".phone-cell.now")).to_have_count(1)
    asked = page.request.post(f"{hall.url}/phone/state/", form={"key": key}).json()
    written = [value for path, value in asked["cells"].items() if ".bids." in path and value]
    assert sorted(written) == ["0", "2", "2", "2", "2"]
    assert asked["players"] == " ".join(map(str, here))
    context.close()


LOCAL = """() => JSON.parse(Object.entries(localStorage)
  .find(([name]) => name.startsWith("wk-phone ") )[1])"""


def begin_offline(page):
    """Take the network away from a phone that has opened its form, and begin to write."""
    page.get_by_role("button", name="Draw cards here").wait_for()
    page.context.set_offline(True)
    page.get_by_role("button", name="Draw cards here").click()
    page.locator("#begin").click()


def test_what_a_phone_writes_without_a_network_stays_with_its_players(hall, desk, chromium):
    (number, players), four = told(hall, "FIVES", FIVES)[0], told(hall, "FOURS", FIVES)[0]
    key = dict(told(hall, "KEYS", LETS_IN))[number]
    context = chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{hall.url}/phone/#{key}")
    begin_offline(page)
    for bid in "0123":
        page.locator(f"#key-{bid}").click()
    cells = page.evaluate(LOCAL)["cells"]
    join(hall, desk, players[1], four)
    context.set_offline(False)
    page.get_by_text("Other players sit at this table now").first.wait_for()
    page.get_by_role("button", name="Again").click()
    page.locator("#sign.saved").wait_for()
    asked = page.request.post(f"{hall.url}/phone/state/", form={"key": key}).json()
    assert asked["players"] == " ".join(str(n) for n in players if n != players[1])
    bids = [asked["cells"].get(f"deals.0.bids.{seat}", "") for seat in range(4)]
    assert bids == [cells.get(f"deals.0.bids.{seat}", "") for seat in (0, 2, 3, 4)]
    dealer = {"1": "1", "2": "", "3": "2", "4": "3", "5": "4"}[cells["first_dealer"]]
    assert asked["cells"].get("first_dealer", "") == dealer
    mine = page.evaluate(LOCAL)
    assert {name: text for name, text in mine["cells"].items() if text} == {
        name: text for name, text in asked["cells"].items() if text
    }
    context.close()


def test_a_phone_goes_on_where_an_archive_has_seated_players_anew(hall, desk, chromium, tmp_path):
    number, key = told(hall, "KEYS", LETS_IN)[-1]
    put_right(hall, desk, (number, 1), (number, 2))
    old = tmp_path / "old.json"
    hall.manage("export_tournament", "oefen", "-o", str(old))
    put_right(hall, desk, (number, 1), (number, 2))
    context = chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{hall.url}/phone/#{key}")
    begin_offline(page)
    page.locator("#key-3").click()
    hall.manage("import_tournament", "--replace", str(old))
    key = dict(told(hall, "KEYS", LETS_IN))[number]
    context.set_offline(False)
    page.get_by_text("Other players sit at this table now").first.wait_for()
    page.get_by_role("button", name="Again").click()
    page.locator("#sign.saved").wait_for()
    asked = page.request.post(f"{hall.url}/phone/state/", form={"key": key}).json()
    mine = page.evaluate(LOCAL)
    assert (mine["data"]["players"], mine["data"]["seatKeys"]) == (
        asked["players"],
        asked["seatKeys"],
    )
    assert [text for path, text in asked["cells"].items() if ".bids." in path and text] == ["3"]
    context.close()
