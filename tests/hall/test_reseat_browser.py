"""A wrong seating is put right while a clerk and a phone have the form before them: nothing that
was typed is lost."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.office import Office
from tests.scoreforms.keyboard import PAPER, totals_of
from tests.server import Server

pytestmark = pytest.mark.browser

HALF = 9  # deals that are typed before
LETS_IN = """
import json
from django.utils import timezone
from wk.phones.services import keys_for
from wk.tournament.models import Table, Tournament
Tournament.objects.update(phones="form")
tables = Table.objects.filter(round__state="started", form=None).order_by("number")
fives = [table for table in tables if table.seats.count() == 5]
keys = keys_for(tables=fives, now=timezone.now())
print("KEYS", json.dumps([[table.number, keys[table.pk].key] for table in fives]))
"""
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


def told(server, word, code):
    """Run code on a server's data and return what it prints after a word, from JSON."""
    lines = server.manage("shell", "-c", code).splitlines()
    return json.loads(next(line for line in lines if line.startswith(word)).removeprefix(word))


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("hall"))
    server.manage("demo", "--players", "98")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def free(hall):
    """The tables of five whose form is to come: number and key."""
    return told(hall, "KEYS", LETS_IN)


@pytest.fixture(scope="module")
def desk(hall, chromium):
    """A browser in which a director is logged in."""
    context = chromium.new_context(locale="nl-NL", viewport={"width": 1366, "height": 768})
    Office(context.new_page(), hall.url, []).begin(hall.manage("setup_code"), "begin/")
    yield context
    context.close()


def sitting(page, table):
    """The start numbers at a table, as the page of the round shows them."""
    return [int(no) for no in page.locator(f"#table-{table} .no").all_inner_texts()]


def sitting_at(hall, desk, table, place):
    """The start number in a seat, counted from 0."""
    page = desk.new_page()
    page.goto(f"{hall.url}/t/oefen/rounds/3/")
    found = sitting(page, table)[place]
    page.close()
    return found


def put_right(hall, desk, *places):
    """Let the names of two seats (table, place from 0) change over, or of several in a ring; return
    who sit at the tables after that."""
    page = desk.new_page()
    heard = listen(page)
    page.goto(f"{hall.url}/t/oefen/rounds/3/")
    first, second, *others = (
        page.locator(f"#table-{table} .no").nth(place).inner_text() for table, place in places
    )
    page.locator('a[href$="/reseat/"]').click()
    page.locator("#id_first").select_option(first)
    page.locator("#id_second").select_option(second)
    page.locator('input[name="how"][value="names"]').check()
    page.locator("form.reseat button").click()
    for asked, number in enumerate(others, 1):
        page.locator(f"#id_then_{asked}").select_option(number)
        page.locator("form.reseat button").press("Enter")
        page.locator(f"#id_then_{asked + 1}").wait_for()
    page.locator("#effect button.big").click()
    page.locator(".message.success").wait_for()
    after = [sitting(page, table) for table, _place in places]
    assert heard == []
    page.close()
    return after


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


FIVES = """
import json
from wk.tournament.models import Table
tables = Table.objects.filter(round__state="started").order_by("number")
at = {
    table: [seat.entry.number for seat in table.seats.order_by("number")] for table in tables
}
fives = [table for table in tables.filter(form=None) if len(at[table]) == 5]
print("FIVES", json.dumps([[table.number, at[table]] for table in fives]))
print("FOURS", json.dumps([table.number for table in tables if len(at[table]) == 4]))
"""


def join(hall, desk, player, table):
    """Let the director tell that a player sat at another table."""
    page = desk.new_page()
    page.goto(f"{hall.url}/t/oefen/rounds/3/reseat/table/?player={player}&table={table}")
    page.locator("#effect button.big").press("Enter")
    page.locator(".message.success").wait_for()
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


def test_what_a_phone_writes_without_a_network_stays_with_its_players(hall, desk, chromium):
    (number, players), four = told(hall, "FIVES", FIVES)[0], told(hall, "FOURS", FIVES)[0]
    key = dict(told(hall, "KEYS", LETS_IN))[number]
    context = chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{hall.url}/phone/#{key}")
    page.get_by_role("button", name="Draw cards here").wait_for()
    context.set_offline(True)
    page.get_by_role("button", name="Draw cards here").click()
    page.locator("#begin").click()
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
