"""A round in the hall: four phones and two clerks, with network and server failing in between.

In the end every form counts once and equals the paper.
"""

import datetime as dt
import re
from copy import deepcopy
from random import Random

import pytest
from django.utils import timezone

from scoring.registry import game
from tests.browser import listen
from tests.office import Office
from tests.scoreforms.keyboard import keys_of, press, type_quickly
from tests.server import Server
from wk.phones.services import keys_for
from wk.players.services import NewEntry, enter_many
from wk.scoreforms.models import Version
from wk.scoreforms.review.queries import open_checks, unchecked
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.browser

PHONE = {"locale": "nl-NL", "viewport": {"width": 390, "height": 844}, "has_touch": True}
LAPTOP = {"locale": "nl-NL", "viewport": {"width": 1366, "height": 768}}
FIRST = ("Anna", "Bram", "Cor", "Dirk", "Els")
PLAYERS = [f"{first} {last}" for first in FIRST for last in "ABCD"]
TABLES = (1, 2, 3, 4)
WRONG = 11  # the deal, from 0, that table 3 writes down wrongly
STOPPED = 6  # the deal that table 4 stops, at its second seat
PATIENCE = 60_000  # milliseconds: a busy machine starts a server slowly
FORMS = "/t/hal/forms"

# What a browser and htmx mention when no answer came, or nobody waited for it any more.
NO_ANSWER = ("Failed to load resource: ", "htmx:send", "htmx:timeout, ", "htmx:afterRequest, ")

# What a thumb does with a deal: a tap on the number for each cell that is next, and one to note it.
TAPS = """([name, cells]) => {
  if (document.querySelector("h1").textContent !== name) throw new Error(`this is not ${name}`);
  for (let cell; (cell = document.querySelector(".phone-cell.now"));)
    document.getElementById(`key-${cells[cell.id.slice(3)]}`).click();
  document.getElementById("note").click();
}"""


def start_round():
    """Start a round with all players; return the keys of the phones by table."""
    made = create_tournament(name="Hal", slug="hal", date=dt.date(2026, 11, 21))
    entries = enter_many(tournament=made, rows=[NewEntry(name) for name in PLAYERS])
    tables = {number: entries[5 * number - 5 : 5 * number] for number in TABLES}
    seat_round(tournament=made, number=1, tables=tables, state=Round.State.STARTED)
    keys = keys_for(tables=Table.objects.all(), now=timezone.now()).values()
    return {key.table.number: key.key for key in keys}


def played_forms():
    """Return the forms of the tables as they were played."""
    rules = game("wk-boerenbridge", {})
    made = {number: rules.practice(5, Random(number)) for number in TABLES}
    bids = made[4]["deals"][STOPPED]["bids"]
    made[4]["deals"][STOPPED] = {"bids": bids, "infraction": {"kind": "wrong-cards", "seats": [2]}}
    return made


def totals_of(document):
    """Return the totals of a form, worked out here from the rules."""
    totals = [0] * 5
    for deal in document["deals"]:
        guilty = deal.get("infraction", {}).get("seats", [])
        won = deal.get("tricks", deal["bids"])
        for seat, (bid, tricks) in enumerate(zip(deal["bids"], won, strict=True)):
            made = 10 + 2 * tricks if bid == tricks else -2 * abs(bid - tricks)
            totals[seat] += -4 if seat + 1 in guilty else made
    return totals


class Phone:
    """The phone of a table that keeps its form."""

    def __init__(self, chromium, url, key, document):
        self.context = chromium.new_context(**PHONE)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints = listen(self.page)
        self.document, self.cells = document, game("wk-boerenbridge").to_cells(document)
        self.page.goto(f"{url}/phone/#{key}")
        self.page.get_by_role("heading", name="Wie deelt eerst?").wait_for()

    def begin(self):
        """Say that the table has drawn with its own cards."""
        first = self.document["first_dealer"]
        self.page.locator(".phone-names button").nth(first - 1).tap()

    def play(self, deal, *, by_hand=False):
        """Type a deal, cell by cell as the page asks, and note it."""
        if "infraction" in self.document["deals"][deal]:
            self.stop(deal)
        if by_hand:
            self.tap(deal)
        else:
            self.page.evaluate(TAPS, [f"Spelletje {deal + 1}", self.cells])

    def tap(self, deal):
        """Do the same with real taps, each of which takes a while."""
        page = self.page
        page.get_by_role("heading", name=f"Spelletje {deal + 1}", exact=True).wait_for()
        while (cell := page.locator(".phone-cell.now")).count():
            value = self.cells[cell.get_attribute("id").removeprefix("at-")]
            page.get_by_role("button", name=value, exact=True).and_(
                page.locator(".phone-keys button")
            ).tap()
        page.get_by_role("button", name=f"Noteer spelletje {deal + 1}", exact=True).tap()

    def stop(self, deal):
        """Bid, and then stop the deal for wrong cards."""
        for _seat in range(5):
            cell = self.page.locator(".phone-cell.now").get_attribute("id")
            self.page.locator(f"#key-{self.cells[cell.removeprefix('at-')]}").tap()
        self.page.get_by_role("button", name="onjuist aantal kaarten").tap()
        guilty = self.document["deals"][deal]["infraction"]["seats"][0]
        self.page.locator(".phone-names button").nth(guilty - 1).tap()

    def wait_for_sign(self, words):
        self.page.locator("#sign").get_by_text(words, exact=True).wait_for()

    def hand_in(self, heading):
        """Hand in the form on a page, and confirm that the paper says so."""
        self.page.get_by_role("button", name="De tafel is het eens: lever in").tap()
        sure = self.page.get_by_role("button", name="Ja, zo is het: lever in")
        found = self.page.get_by_role("heading", name=heading, exact=True)
        sure.or_(found).wait_for()
        if sure.is_visible():
            sure.tap()
        found.wait_for()


def clerk(chromium, server, name):
    """A clerk at his laptop, logged in."""
    context = chromium.new_context(storage_state=server.logged_in(name, "clerk"), **LAPTOP)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.url}{FORMS}/")
    return page


def wait_until_kept(page, state):
    """Wait until the page of a clerk shows this state of saving."""
    page.locator(f"#kept[data-sign={state}]").wait_for()


def keys(document, deals):
    """Return the keys that a clerk types for some deals of a form."""
    for deal in document["deals"][deals]:
        yield from keys_of(*(" ".join(map(str, deal[name])) for name in ("bids", "tricks")))


@pytest.fixture
def logs(tmp_path, monkeypatch):
    """The logs of the server: requests and errors."""
    found = {name: tmp_path / f"{name}.log" for name in ("access", "error")}
    options = " ".join(f"--{name}-logfile={path}" for name, path in found.items())
    monkeypatch.setenv("GUNICORN_CMD_ARGS", f"{options} --capture-output")
    return found


def test_a_round_of_four_phones_and_two_clerks(tmp_path, chromium, logs, django_db_blocker):
    server = Server(tmp_path / "data", unblock=django_db_blocker.unblock)
    try:
        phone_keys = round_in_the_hall(server, chromium)
    finally:
        server.stop()
    log = logs["access"].read_text()
    # A request that a browser broke off, as by a reload, stands there as "500 0". An error of wk
    # has a page, and its traceback in the other log.
    answers = set(re.findall(r'" (\d{3}) ', log.replace('" 500 0 ', '" ')))
    assert {"200", "302"} <= answers <= {"200", "204", "302", "304", "409", "422"}
    assert "Traceback" not in logs["error"].read_text()
    # The log shows what phones asked, and no key of theirs.
    asked_by_phones = set(re.findall(r'"(\w+ /phone/\S*)', log))
    assert {"GET /phone/", "POST /phone/state/", "POST /phone/save/"} <= asked_by_phones
    assert [key for key in phone_keys if key in log] == []


def round_in_the_hall(server, chromium):
    """Let the round be played and settled; return the keys of its phones."""
    made = played_forms()
    with server.database():
        numbers = start_round()
    wrong = deepcopy(made[3])
    tricks = wrong["deals"][WRONG]["tricks"]
    tricks[0], tricks[1] = tricks[0] + 1, tricks[1] - 1
    hold = {**made, 3: wrong}
    phones = {n: Phone(chromium, server.url, numbers[n], hold[n]) for n in made}
    kees, bea = (clerk(chromium, server, name) for name in ("kees", "bea"))
    complaints = listen(kees), listen(bea), *(phone.complaints for phone in phones.values())

    def play(deals, tables=tuple(phones), **more):
        """Type a deal, cell by cell as the page asks, and note it."""
        for deal in deals:
            for table in tables:
                phones[table].play(deal, **more)

    # Kees has the paper of table 1, and types while its phone plays.
    for phone in phones.values():
        phone.begin()
        phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    play([0], tables=(3, 4), by_hand=True)
    play([0], tables=(1, 2))
    kees.get_by_label("Tafelnummer op het formulier").fill("1")
    kees.keyboard.press("Enter")
    kees.locator("#cell-first_dealer:focus").wait_for()
    press(kees, str(made[1]["first_dealer"]), "Enter")
    type_quickly(kees, [*keys(made[1], slice(0, 4))])
    play(range(1, 4))

    # The network goes, for two of the phones and for Kees; one of the phones is loaded again.
    off = [phones[1].context, phones[2].context, kees.context]
    for context in off:
        context.set_offline(True)
    play(range(4, 8))
    type_quickly(kees, [*keys(made[1], slice(4, 8))])
    wait_until_kept(kees, "away")
    phones[2].wait_for_sign("bewaard op deze telefoon, wordt verzonden zodra er weer netwerk is")
    phones[2].page.reload()
    play([8], tables=(1, 2), by_hand=True)
    play([8], tables=(3, 4))
    for context in off:
        context.set_offline(False)
    wait_until_kept(kees, "saved")
    for phone in phones.values():
        phone.wait_for_sign("bewaard bij de wedstrijdleiding")
    for table in phones:
        bea.locator(f"#table-{table}").get_by_text("spelletje 9 van 19").wait_for()

    # An answer to a phone is lost, so that it sends again what was kept already.
    lost = []

    def lose(route):
        lost.append(route.fetch().status)
        route.abort()

    phones[3].page.route("**/phone/save/", lose, times=1)
    play([9])
    phones[3].wait_for_sign("bewaard bij de wedstrijdleiding")
    assert lost == [200]

    # The server goes, and comes back at the same address.
    server.stop()
    play([10, 11])
    type_quickly(kees, [*keys(made[1], slice(8, 12))])
    wait_until_kept(kees, "away")
    server.start_again()
    play(range(12, 18))
    type_quickly(kees, [*keys(made[1], slice(12, 19))])
    wait_until_kept(kees, "saved")
    play([18], tables=(1, 2, 3))
    play([18], tables=(4,), by_hand=True)

    # Table 1: the phone waits, and Kees types the same. Table 2: Bea looks.
    for table in (1, 2, 3):
        phones[table].wait_for_sign("bewaard bij de wedstrijdleiding")
        if table == 2:  # asked twice, as an impatient network does
            phones[2].page.route(
                "**/phone/confirm/",
                lambda route: (route.fetch(), route.fulfill(response=route.fetch())),
                times=1,
            )
        phones[table].hand_in("Ingeleverd")
    hand_in(kees)
    with server.database():
        Tournament.objects.update(phones="form")
    phones[4].hand_in("Het telt")
    bea.goto(f"{server.url}{FORMS}/pile/")
    bea.goto(f"{server.url}{FORMS}/1/2/second/")
    bea.get_by_role("button", name="Klopt met het papier").click()
    bea.wait_for_url("**/1/3/second/")

    # Table 3 is not as on the paper: she types it as it is, and settles which one counts.
    bea.get_by_role("link", name="Klopt niet").click()
    for seat in (0, 1):
        right = str(made[3]["deals"][WRONG]["tricks"][seat])
        bea.locator(f"[name='deals.{WRONG}.tricks.{seat}']").fill(right)
    hand_in(bea)
    bea.wait_for_url("**/settle/")
    bea.get_by_role("button", name="Alles zoals bij bea").click()
    bea.wait_for_url("**/forms/pile/")

    with server.database():
        counted = Version.objects.filter(is_counted=True)
        assert dict(counted.values_list("form__table__number", "content")) == made
        assert counted.count() == len(made)
        waiting = Version.objects.filter(is_waiting=True)
        assert [each.count() for each in (waiting, open_checks(), unchecked())] == [0, 0, 0]
    for phone in phones.values():
        phone.page.reload()
        phone.page.get_by_role("heading", name="Het telt", exact=True).wait_for()
    office = Office(bea, server.url, PLAYERS)
    for table, document in made.items():
        office.count_totals(range(5 * table - 4, 5 * table + 1), totals_of(document))
    assert office.standings() == office.expected_standings()
    heard = {each for all_heard in complaints for each in all_heard}
    assert {each for each in heard if not each.startswith(NO_ANSWER)} == set()
    for page in (kees, bea, *(phone.page for phone in phones.values())):
        page.context.close()
    return numbers.values()


def hand_in(page):
    """Hand in the form on a page, and confirm that the paper says so."""
    page.locator("#checked[data-right]").wait_for()
    with page.expect_navigation():
        page.locator("button[value=count]").click()
    if page.locator("#score-form[data-asked]").count():
        page.locator("button[value=count]").click()
