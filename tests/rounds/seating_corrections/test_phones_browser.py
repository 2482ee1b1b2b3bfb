"""Seats are corrected while a phone keeps the form: nothing that was typed is lost."""

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from tests.rounds.seating_corrections.practice_hall import (
    correct_swap,
    correct_table,
    key_of,
    players_at,
    players_at_free_tables,
)

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
# What this phone keeps of its form.
KEPT = """() => JSON.parse(Object.entries(localStorage)
  .find(([name]) => name.startsWith("wk-phone ") )[1])"""


@pytest.fixture
def hall(hall):
    hall.logged_in("dora", "director")  # the author of the corrections
    return hall


@pytest.fixture
def page(chromium):
    """The page of a phone."""
    page = chromium.new_page(locale="en-GB", viewport=PHONE)
    yield page
    page.close()


def open_form(hall, page, key):
    page.goto(f"{hall.url}/phone/#{key}")
    page.get_by_role("button", name="Draw cards here").wait_for()


def begin_form(page):
    page.get_by_role("button", name="Draw cards here").click()
    page.locator("#begin").click()


def type_bids(page, bids):
    """Type the bids of the next players."""
    for each in bids:
        page.locator(f"#key-{each}").click()


def accept_new_players(page):
    """Press the button of the notice that other players sit at the table now."""
    page.get_by_text("Other players sit at this table now").first.wait_for()
    page.get_by_role("button", name="Again").click()
    page.locator("#sign.saved").wait_for()


def stored_form(hall, page, key):
    """Return what the server knows of a form: its players and its cells."""
    return page.request.post(f"{hall.url}/phone/state/", form={"key": key}).json()


def written_cells(cells):
    return {name: text for name, text in cells.items() if text}


def bids_in(cells):
    return [text for name, text in cells.items() if ".bids." in name and text]


def test_bids_on_a_phone_are_kept_after_names_changed_over(hall, page):
    (number, here), (_elsewhere, there) = players_at_free_tables(hall, seats=5).items()
    key = key_of(hall, number)
    open_form(hall, page, key)
    begin_form(page)
    type_bids(page, "2222")
    page.locator("#sign.saved").wait_for()
    correct_swap(hall, here[1], there[2])
    type_bids(page, "0")
    accept_new_players(page)
    expect(page.locator(".phone-cell.now")).to_have_count(1)
    office = stored_form(hall, page, key)
    assert sorted(bids_in(office["cells"])) == ["0", "2", "2", "2", "2"]
    assert office["players"] == " ".join(map(str, [here[0], there[2], *here[2:]]))


def test_bids_typed_offline_stay_with_their_players(hall, page):
    number, players = next(iter(players_at_free_tables(hall, seats=5).items()))
    four, *_others = players_at_free_tables(hall, seats=4)
    key = key_of(hall, number)
    open_form(hall, page, key)
    page.context.set_offline(True)
    begin_form(page)
    type_bids(page, "0123")
    cells = page.evaluate(KEPT)["cells"]
    correct_table(hall, players[1], four)
    page.context.set_offline(False)
    accept_new_players(page)
    office = stored_form(hall, page, key)
    assert office["players"] == " ".join(str(n) for n in players if n != players[1])
    bids = [office["cells"].get(f"deals.0.bids.{seat}", "") for seat in range(4)]
    assert bids == [cells.get(f"deals.0.bids.{seat}", "") for seat in (0, 2, 3, 4)]
    dealer = {"1": "1", "2": "", "3": "2", "4": "3", "5": "4"}[cells["first_dealer"]]
    assert office["cells"].get("first_dealer", "") == dealer
    assert written_cells(page.evaluate(KEPT)["cells"]) == written_cells(office["cells"])


def test_a_phone_goes_on_after_an_archive_changed_the_seats(hall, page, tmp_path):
    number, players = next(iter(players_at_free_tables(hall, seats=5).items()))
    archive = tmp_path / "old.json"
    correct_swap(hall, players[1], players[2])
    with hall.database():
        call_command("export_tournament", "oefen", "-o", str(archive))
    correct_swap(hall, players[1], players[2])
    assert players_at(hall, number) == players
    open_form(hall, page, key_of(hall, number))
    page.context.set_offline(True)
    begin_form(page)
    type_bids(page, "3")
    with hall.database():
        call_command("import_tournament", "--replace", str(archive))
    key = key_of(hall, number)
    page.context.set_offline(False)
    accept_new_players(page)
    office, phone = stored_form(hall, page, key), page.evaluate(KEPT)["data"]
    assert office["players"] == " ".join(map(str, players_at(hall, number)))
    assert players_at(hall, number) != players
    assert (phone["players"], phone["seatKeys"]) == (office["players"], office["seatKeys"])
    assert bids_in(office["cells"]) == ["3"]
