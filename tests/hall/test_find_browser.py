"""Where do I sit, where do I stand: from the first page of a tournament, on a phone."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.standings.tournaments import make_tournament, play_round
from wk.phones.player_key_services import player_keys_for
from wk.players.services import NewEntry
from wk.tournament.models import Round

pytestmark = pytest.mark.browser

PEOPLE = [
    *(NewEntry(name) for name in ("Anna Bos", "Jan de Vries", "Cor Smit", "Dirk Pol")),
    NewEntry("Jan de Vries", "De Slag"),
    NewEntry("Wolfeschlegelsteinhausenbergerdorffvoorbijgangerskindermeis"),
    NewEntry("Els Kok", "De Vrolijke Boer " * 4),
    NewEntry("Gijs Mol"),
]
POINTS = {1: {1: 90, 2: 60, 3: 40, 4: 10}, 2: {5: 94, 6: 54, 7: 40, 8: -6}}
NEXT = {1: [1, 5, 2, 6], 2: [3, 7, 4, 8]}


@pytest.fixture
def tournament(server):
    """A tournament that has not been drawn."""
    server.logged_in("dora", "director")  # the home page asks for no first account
    with server.database():
        return make_tournament(PEOPLE, rounds=2)


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def phone(chromium, request):
    """A phone, once with scripts and once without."""
    page = chromium.new_page(
        locale="en-GB",
        viewport={"width": 390, "height": 844},
        java_script_enabled=request.param,
    )
    yield page
    page.close()


def ask(server, phone, words):
    """Type into the field of the first page, which is in sight at once."""
    phone.goto(f"{server.url}/t/hal/")
    field = phone.get_by_role("searchbox")
    box = field.bounding_box()
    assert box["y"] + box["height"] <= 500
    assert box["height"] >= 44
    field.fill(words)
    field.press("Enter")
    phone.wait_for_load_state()


def seats_found(phone):
    """Return the cells of the players found, row by row."""
    rows = phone.locator(".players tbody tr").all()
    return [[cell.inner_text() for cell in row.locator("th, td").all()] for row in rows]


def test_a_player_finds_his_name_his_seat_and_his_rank_all_day(server, tournament, phone):
    # Before the draw.
    ask(server, phone, "smit")
    expect(phone.locator("h1")).to_have_text("Cor Smit")

    # The first round is drawn. The hall leads to the seat too.
    with server.database():
        play_round(tournament, 1, NEXT, state=Round.State.CONFIRMED)
    ask(server, phone, "smit")
    expect(phone.get_by_text("You are at table 2, seat 1")).to_be_visible()
    ask(server, phone, "vries")
    expect(phone.locator(".players tbody tr")).to_have_count(2)
    assert seats_found(phone) == [
        ["2", "Jan de Vries", "table 1\nseat 3"],
        ["5", "Jan de Vries\nDe Slag", "table 1\nseat 2"],
    ]
    ask(server, phone, "s")
    assert phone.locator(".players").bounding_box()["width"] <= 390
    phone.get_by_role("link", name="table 2").first.click()
    phone.wait_for_url("**/rounds/1/#table-2")
    phone.goto(f"{server.url}/t/hal/hall/")
    field = phone.get_by_label("Where do I sit?")
    field.fill("wolf")
    field.press("Enter")
    phone.wait_for_url("**/players/6/")
    phone.goto(f"{server.url}/t/hal/hall/")
    phone.locator("#table-2").get_by_role("link").click()
    phone.wait_for_url("**/rounds/1/#table-2")

    # Between two rounds.
    with server.database():
        tournament.rounds.all().delete()
        play_round(tournament, 1, POINTS, state=Round.State.CLOSED)
    ask(server, phone, "8")
    expect(phone.locator("h1")).to_have_text("Gijs Mol")
    assert phone.locator(".tiles dd").first.inner_text().split()[0] == "8"

    # While a round is played.
    with server.database():
        play_round(tournament, 2, NEXT)
    phone.goto(f"{server.url}/t/hal/")
    first = phone.locator(".standings tbody tr").first
    assert first.bounding_box()["y"] <= 600
    ask(server, phone, "kok")
    expect(phone.get_by_text("You are at table 2, seat 2")).to_be_visible()
    assert phone.locator(".tiles dd").first.inner_text().split()[0] == "5="


@pytest.mark.parametrize("phone", [True], indirect=True)
def test_seat_and_rank_while_a_name_is_typed(server, tournament, phone):
    with server.database():
        play_round(tournament, 1, POINTS, state=Round.State.CLOSED)
        play_round(tournament, 2, NEXT)
    for path in ("/", "/t/hal/", "/t/hal/hall/"):
        phone.goto(f"{server.url}{path}")
        phone.get_by_role("searchbox").press_sequentially("vri")
        rows = phone.locator("#found li")
        expect(rows).to_have_count(2)  # the answer to "v" may come first
        assert [row.inner_text().split("\n") for row in rows.all()] == [
            ["Jan de Vries no. 2", "table 1, seat 3", "rank 3"],
            ["Jan de Vries no. 5 · De Slag", "table 1, seat 2", "rank 1"],
        ]
        for row in rows.all():
            box = row.locator("a").bounding_box()
            assert box["height"] >= 44
            assert box["y"] + box["height"] <= 550  # above the keyboard of a phone
        phone.get_by_role("searchbox").fill("kok")
        expect(rows).to_have_count(1)
        assert phone.evaluate("document.documentElement.scrollWidth") == 390
        phone.get_by_role("searchbox").fill("vri")
        expect(rows).to_have_count(2)
        rows.first.get_by_role("link").click()
        phone.wait_for_url("**/players/2/")
        phone.evaluate("localStorage.clear()")  # else he is there at once the next time


@pytest.mark.parametrize("phone", [True], indirect=True)
def test_what_is_typed_before_the_scripts_are_there_is_answered(server, tournament, phone):
    with server.database():
        play_round(tournament, 1, NEXT, state=Round.State.CONFIRMED)
    held = []
    phone.route("**/find*.js", lambda route: held.append(route))
    with phone.expect_request("**/find*.js"):
        phone.goto(server.url, wait_until="commit")
    phone.get_by_role("searchbox").fill("smi")
    for script in held:
        script.continue_()
    phone.locator("#found a", has_text="Cor Smit").wait_for()


@pytest.mark.parametrize("phone", [True], indirect=True)
def test_who_was_found_once_is_shown_from_then_on(server, tournament, phone):
    with server.database():
        play_round(tournament, 1, NEXT, state=Round.State.CONFIRMED)
    phone.goto(f"{server.url}/t/hal/")
    phone.get_by_role("searchbox").press_sequentially("smi")
    phone.locator("#found a").click()
    phone.wait_for_url("**/players/3/")
    with server.database():
        Round.objects.all().delete()
        play_round(tournament, 1, POINTS, state=Round.State.CLOSED)
        play_round(tournament, 2, NEXT)
    phone.goto(f"{server.url}/t/hal/")
    rows = phone.locator("#found li")
    rows.first.wait_for()
    assert [row.inner_text().split("\n") for row in rows.all()] == [
        ["Cor Smit no. 3", "table 2, seat 1", "rank 5=", "shared"]
    ]
    phone.get_by_role("searchbox").press_sequentially("bos")
    phone.locator("#found a", has_text="Anna Bos").wait_for()
    expect(rows).to_have_count(1)


@pytest.mark.parametrize("phone", [True], indirect=True)
def test_who_scanned_his_card_is_shown_on_the_first_page(server, tournament, phone):
    with server.database():
        play_round(tournament, 1, NEXT, state=Round.State.CONFIRMED)
        entry = tournament.entries.get(number=7)
        key = player_keys_for(entries=[entry], now=timezone.now())[entry.pk].key
    phone.goto(f"{server.url}/t/hal/card/7/#{key}")
    sheet = phone.locator("link[rel=stylesheet][href*=objections]")
    sheet.wait_for(state="attached")  # the key has opened
    phone.goto(f"{server.url}/t/hal/")
    phone.locator("#found a", has_text="Els Kok").wait_for()
