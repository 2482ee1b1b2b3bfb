"""A round in the hall: five tables keep their form on a phone while two clerks type and check, and
the network and the server fall away in between. In the end every form counts once, as it is on the
paper."""

import json
import re
from random import Random

import pytest

from scoring.registry import game
from tests.browser import listen
from tests.office import Office
from tests.scoreforms.keyboard import keys_of, press
from tests.server import Server

pytestmark = pytest.mark.browser

PHONE = {"locale": "nl-NL", "viewport": {"width": 390, "height": 844}, "has_touch": True}
LAPTOP = {"locale": "nl-NL", "viewport": {"width": 1366, "height": 768}}
FIRST = ("Anna", "Bram", "Cor", "Dirk", "Els")
PLAYERS = [f"{first} {last}" for first in FIRST for last in "ABCDE"]
WRONG = 11  # the deal, from 0, that table 4 writes down wrongly
STOPPED = 6  # the deal that table 5 stops, at its second seat
FORMS = "/t/hal/forms"

# What a browser and htmx mention when no answer came, or nobody waited for it any more.
NO_ANSWER = ("Failed to load resource: ", "htmx:send", "htmx:afterRequest, ")

MAKE = f"""
import datetime as dt, json
from django.utils import timezone
from wk.accounts.models import User
from wk.phones.services import keys_for
from wk.tournament.draws import seat_round
from wk.tournament.models import Round, Table
from wk.tournament.roster import NewEntry, enter_many
from wk.tournament.services import create_tournament
for name in ("kees", "bea"):
    User.objects.create_user(name, password="schoppenaas-2026", role=User.Role.CLERK)
made = create_tournament(name="Hal", slug="hal", date=dt.date(2026, 11, 21))
entries = enter_many(tournament=made, rows=[NewEntry(name) for name in {PLAYERS!r}])
tables = {{n + 1: entries[5 * n : 5 * n + 5] for n in range(5)}}
seat_round(tournament=made, number=1, tables=tables, state=Round.State.STARTED)
keys = keys_for(tables=Table.objects.all(), now=timezone.now()).values()
print("TOLD", json.dumps({{key.table.number: key.key for key in keys}}))
"""
PHONES_COUNT = """
from wk.tournament.models import Tournament
Tournament.objects.update(phones="form")
print("TOLD", "null")
"""
STANDS = """
import json
from wk.scoreforms.checks import open_checks, unchecked
from wk.scoreforms.models import Version
counted = Version.objects.filter(is_counted=True).order_by("form__table__number")
print("TOLD", json.dumps({
    "counted": [[v.form.table.number, v.source, v.content] for v in counted],
    "waiting": Version.objects.filter(is_waiting=True).count(),
    "differing": open_checks().count(),
    "unchecked": unchecked().count(),
}))
"""
# What a thumb does with a deal: a tap on the number for each cell that is next.
TAPS = """(cells) => {
  for (let cell; (cell = document.querySelector(".phone-cell.now"));)
    document.getElementById(`key-${cells[cell.id.slice(3)]}`).click();
}"""


def told(server, code):
    """Run code on a server's data and return what it tells."""
    lines = server.manage("shell", "-v0", "-c", code).splitlines()
    return json.loads(next(line[5:] for line in lines if line.startswith("TOLD")))


def papers():
    """The forms of the five tables, as they were played."""
    rules = game("wk-boerenbridge", {})
    made = {number: rules.practice(5, Random(number)) for number in range(1, 6)}
    bids = made[5]["deals"][STOPPED]["bids"]
    made[5]["deals"][STOPPED] = {"bids": bids, "infraction": {"kind": "wrong-cards", "seats": [2]}}
    return made


def points(document):
    """The totals of a form, worked out here from the rules."""
    totals = [0] * 5
    for deal in document["deals"]:
        guilty = deal.get("infraction", {}).get("seats", [])
        won = deal.get("tricks", deal["bids"])
        for seat, (bid, tricks) in enumerate(zip(deal["bids"], won, strict=True)):
            made = 10 + 2 * tricks if bid == tricks else -2 * abs(bid - tricks)
            totals[seat] += -4 if seat + 1 in guilty else made
    return totals


class Phone:
    """The phone of a table, in the hand of who keeps its form."""

    def __init__(self, chromium, url, key, document):
        self.context = chromium.new_context(**PHONE)
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.complaints = listen(self.page)
        self.document, self.cells = document, game("wk-boerenbridge").to_cells(document)
        self.page.goto(f"{url}/phone/#{key}")
        self.page.get_by_role("heading", name="Wie deelt eerst?").wait_for()

    def begin(self):
        """The table has drawn with cards of its own."""
        first = self.document["first_dealer"]
        self.page.locator(".phone-names button").nth(first - 1).tap()

    def play(self, deal, *, by_hand=False):
        """Write a deal down, cell by cell as the page asks, and note it."""
        page = self.page
        page.get_by_role("heading", name=f"Spelletje {deal + 1}", exact=True).wait_for()
        if "infraction" in self.document["deals"][deal]:
            self.stop(deal)
        while by_hand and (cell := page.locator(".phone-cell.now")).count():
            value = self.cells[cell.get_attribute("id").removeprefix("at-")]
            page.get_by_role("button", name=value, exact=True).and_(
                page.locator(".phone-keys button")
            ).tap()
        page.evaluate(TAPS, self.cells)
        page.get_by_role("button", name=f"Noteer spelletje {deal + 1}", exact=True).tap()

    def stop(self, deal):
        """Bid, and then find that somebody has too many cards."""
        for _seat in range(5):
            cell = self.page.locator(".phone-cell.now").get_attribute("id")
            self.page.locator(f"#key-{self.cells[cell.removeprefix('at-')]}").tap()
        self.page.get_by_role("button", name="onjuist aantal kaarten").tap()
        guilty = self.document["deals"][deal]["infraction"]["seats"][0]
        self.page.locator(".phone-names button").nth(guilty - 1).tap()

    def sign(self, words):
        self.page.locator("#sign").get_by_text(words, exact=True).wait_for()

    def hand_in(self, heading):
        self.page.get_by_role("button", name="De tafel is het eens: lever in").tap()
        sure = self.page.get_by_role("button", name="Ja, zo is het: lever in")
        found = self.page.get_by_role("heading", name=heading, exact=True)
        sure.or_(found).wait_for()
        if sure.is_visible():
            sure.tap()
        found.wait_for()


def clerk(chromium, url, name):
    """A clerk at his laptop, logged in."""
    context = chromium.new_context(**LAPTOP)
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.goto(f"{url}/login/?next={FORMS}/")
    page.locator("#id_username").fill(name)
    page.locator("#id_password").fill("schoppenaas-2026")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{FORMS}/")
    return page


def kept(page, state):
    """Wait for what the page of a clerk says about what is kept."""
    page.locator(f"#kept[data-sign={state}]").wait_for()


def keys(document, deals):
    """What a clerk types for some of the deals of a paper."""
    for deal in document["deals"][deals]:
        yield from keys_of(*(" ".join(map(str, deal[name])) for name in ("bids", "tricks")))


@pytest.fixture
def logs(tmp_path, monkeypatch):
    """What the server writes down of every request, and of what goes wrong."""
    found = {name: tmp_path / f"{name}.log" for name in ("access", "error")}
    options = " ".join(f"--{name}-logfile={path}" for name, path in found.items())
    monkeypatch.setenv("GUNICORN_CMD_ARGS", f"{options} --capture-output")
    return found


def test_a_round_of_five_phones_and_two_clerks(tmp_path, chromium, logs):
    server = Server(tmp_path / "data")
    try:
        round_in_the_hall(server, chromium)
    finally:
        server.stop()
    answers = set(re.findall(r'" (\d{3}) ', logs["access"].read_text()))
    assert {"200", "302"} <= answers <= {"200", "204", "302", "304", "409", "422"}
    assert "Traceback" not in logs["error"].read_text()


def round_in_the_hall(server, chromium):
    made = papers()
    numbers = told(server, MAKE)
    wrong = json.loads(json.dumps(made[4]))
    tricks = wrong["deals"][WRONG]["tricks"]
    tricks[0], tricks[1] = tricks[0] + 1, tricks[1] - 1
    hold = {**made, 4: wrong}
    phones = {n: Phone(chromium, server.url, numbers[str(n)], hold[n]) for n in made}
    kees, bea = (clerk(chromium, server.url, name) for name in ("kees", "bea"))
    complaints = listen(kees), listen(bea), *(phone.complaints for phone in phones.values())

    def play(deals, tables=tuple(phones), **more):
        for deal in deals:
            for table in tables:
                phones[table].play(deal, **more)

    # Kees has the paper of table 1, and types while its phone plays.
    for phone in phones.values():
        phone.begin()
        phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    play([0], tables=(3, 4), by_hand=True)
    play([0], tables=(1, 2, 5))
    kees.get_by_label("Tafelnummer op het formulier").fill("1")
    kees.keyboard.press("Enter")
    kees.locator("#cell-first_dealer:focus").wait_for()
    press(kees, str(made[1]["first_dealer"]), "Enter", *keys(made[1], slice(0, 4)))
    play(range(1, 4))

    # The network goes, for two of the phones and for Kees; one of the phones is even loaded again.
    off = [phones[1].context, phones[2].context, kees.context]
    for context in off:
        context.set_offline(True)
    play(range(4, 8))
    press(kees, *keys(made[1], slice(4, 8)))
    kept(kees, "away")
    phones[2].sign("bewaard op deze telefoon, wordt verzonden zodra er weer netwerk is")
    phones[2].page.reload()
    play([8], tables=(1, 2), by_hand=True)
    play([8], tables=(3, 4, 5))
    for context in off:
        context.set_offline(False)
    kept(kees, "saved")
    for phone in phones.values():
        phone.sign("bewaard bij de wedstrijdleiding")
    for table in phones:
        bea.locator(f"#table-{table}").get_by_text("spelletje 9 van 19").wait_for()

    # An answer to a phone is lost, so that it sends again what was kept already.
    lost = []

    def lose(route):
        lost.append(route.fetch().status)
        route.abort()

    phones[3].page.route("**/phone/save/", lose, times=1)
    play([9])
    phones[3].sign("bewaard bij de wedstrijdleiding")
    assert lost == [200]

    # The server goes, and comes back at the same address.
    server.stop()
    play([10, 11])
    press(kees, *keys(made[1], slice(8, 12)))
    kept(kees, "away")
    server.start_again()
    play(range(12, 18))
    press(kees, *keys(made[1], slice(12, 19)))
    kept(kees, "saved")
    play([18], tables=(1, 2, 3, 4))
    play([18], tables=(5,), by_hand=True)

    # Table 1: the phone waits, and Kees types the same. Tables 2 and 3: Bea looks.
    for table in (1, 2, 3, 4):
        phones[table].sign("bewaard bij de wedstrijdleiding")
        if table == 2:  # asked twice, as an impatient network does
            phones[2].page.route(
                "**/phone/confirm/",
                lambda route: (route.fetch(), route.fulfill(response=route.fetch())),
                times=1,
            )
        phones[table].hand_in("Ingeleverd")
    hand_in(kees)
    told(server, PHONES_COUNT)
    phones[5].hand_in("Het telt")
    bea.goto(f"{server.url}{FORMS}/pile/")
    for table in (2, 3):
        bea.goto(f"{server.url}{FORMS}/1/{table}/second/")
        bea.get_by_role("button", name="Klopt met het papier").click()
        bea.wait_for_url("**/second/")

    # Table 4 is not as on the paper: she types it as it is, and settles which one counts.
    bea.goto(f"{server.url}{FORMS}/1/4/second/")
    bea.get_by_role("link", name="Klopt niet").click()
    for seat in (0, 1):
        right = str(made[4]["deals"][WRONG]["tricks"][seat])
        bea.locator(f"[name='deals.{WRONG}.tricks.{seat}']").fill(right)
    hand_in(bea)
    bea.wait_for_url("**/settle/")
    bea.get_by_role("button", name="Alles zoals bea het heeft").click()
    bea.wait_for_url("**/forms/pile/")

    stands = told(server, STANDS)
    assert [row[0] for row in stands["counted"]] == [1, 2, 3, 4, 5]
    assert [row[2] for row in stands["counted"]] == list(made.values())
    assert [stands[name] for name in ("waiting", "differing", "unchecked")] == [0, 0, 0]
    for phone in phones.values():
        phone.page.reload()
        phone.page.get_by_role("heading", name="Het telt", exact=True).wait_for()
    office = Office(bea, server.url, PLAYERS)
    for table, document in made.items():
        office.count(range(5 * table - 4, 5 * table + 1), points(document))
    assert office.standings() == office.expected()
    heard = {each for all_heard in complaints for each in all_heard}
    assert {each for each in heard if not each.startswith(NO_ANSWER)} == set()


def hand_in(page):
    """Hand in what stands on the page; who is asked whether the paper says so says yes."""
    page.get_by_text("Alles klopt").wait_for()
    with page.expect_navigation():
        page.get_by_role("button", name="Lever in", exact=True).click()
    sure = page.locator("#sure")
    if sure.count():
        sure.check()
        page.get_by_role("button", name="Lever in", exact=True).click()
