"""A form by keys and the phone of a table work in WebKit and Firefox too.

Players bring iPhones, and clerks have Firefox.
"""

import datetime as dt
import json
from random import Random

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.utils import timezone

from scoring.registry import game
from tests.other_browsers import Firefox, WebKit
from tests.scoreforms.keyboard import keys_of
from wk.accounts.models import User
from wk.phones.services import keys_for
from wk.players.services import NewEntry, enter_many
from wk.scoreforms.models import Version
from wk.tournament.models import Round, Table
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.browser

RULES = game("wk-boerenbridge")
FORM = RULES.practice(5, Random(1))  # as it was played
CELLS = RULES.to_cells(FORM)
NAMES = ["Anna", "Bram", "Cor", "Dirk", "Els"]
PASSWORD = "schoppenaas"
DESK, PHONE = (1366, 768), (390, 844)
DEALS = 19
# What a thumb does with a deal: a tap on the number for each cell that is next.
TAPS = """(cells => {
  for (let cell; (cell = document.querySelector(".phone-cell.now"));)
    document.getElementById(`key-${cells[cell.id.slice(3)]}`).click();
})(%s)"""
NEXT = "document.querySelector('.phone-cell.now')?.id.slice(3) ?? ''"


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=lambda kind: kind.__name__)
def running_browser(request):
    if missing := request.param.missing():
        pytest.skip(f"not on this system: {', '.join(missing)} (bin/setup ci brings it)")
    browser = request.param()
    yield browser
    browser.close()


@pytest.fixture
def browser(running_browser):
    """A browser without cookies of earlier tests."""
    running_browser.open_window()
    yield running_browser
    running_browser.close_window()


@pytest.fixture
def table(server):
    """The one table of a started round."""
    with server.database():
        made = create_tournament(name="Hal", slug="hal", date=dt.date(2026, 11, 21))
        entries = enter_many(tournament=made, rows=[NewEntry(name) for name in NAMES])
        seat_round(tournament=made, number=1, tables={1: entries}, state=Round.State.STARTED)
        return Table.objects.get()


def keys(deals):
    """Return the keys that a clerk types for some deals."""
    lines = ([" ".join(map(str, deal[name])) for name in ("bids", "tricks")] for deal in deals)
    return [key for bids, won in lines for key in keys_of(bids, won)]


def stored_form(server):
    """Return the one form that was handed in, where it came from, and whether it counts."""
    with server.database():
        version = Version.objects.get()
    return version.content, version.source, version.is_counted


def test_clerk_types_a_form_with_keys_only(browser, server, table):
    with server.database():
        password = Argon2PasswordHasher().encode(PASSWORD, "salt-of-this-test")
        User.objects.create(username="kees", password=password, role=User.Role.CLERK)
    browser.size(*DESK)
    browser.open(f"{server.url}/login/?next=/t/hal/forms/")
    browser.wait_for("#id_username:focus")
    browser.press(*"kees", "Tab", *PASSWORD, "Enter")
    browser.wait_for("#id_table:focus")
    browser.press("1", "Enter")
    browser.wait_for("#cell-first_dealer:focus")
    browser.press(str(FORM["first_dealer"]), "Enter", *keys(FORM["deals"][:9]))

    # Another paper comes first; then typing goes on where it stopped.
    browser.press("Escape")
    browser.wait_for("#id_table:focus")
    browser.press("1", "Enter")
    browser.wait_for("[name='deals.9.bids.0']:focus")
    browser.press(*keys(FORM["deals"][9:]))
    browser.wait_for("button[value=count]:focus")
    browser.press("Enter")
    browser.wait_for(".message.success")
    assert stored_form(server) == (FORM, "office", True)


def test_table_keeps_its_form_on_a_phone_that_loses_its_network(browser, server, table):
    with server.database():
        key = keys_for(tables=[table], now=timezone.now())[table.pk].key
    browser.size(*PHONE)
    browser.open(f"{server.url}/phone/#{key}")
    browser.wait_for(".phone-names button")
    browser.click(f".phone-names button:nth-of-type({FORM['first_dealer']})")
    type_deals(browser, [0], by_hand=True)
    type_deals(browser, range(1, 6))
    browser.wait_for("#sign.saved")
    browser.wait("navigator.serviceWorker.controller !== null")

    # The network goes; the page is even loaded again without it.
    server.stop()
    try:
        type_deals(browser, [6])
        type_deals(browser, [7], by_hand=True)
        browser.wait_for("#sign.local")
        browser.open(f"{server.url}/phone/")
        browser.wait_for("#sign.local")
        type_deals(browser, [8, 9])
    finally:
        server.start_again()
    browser.wait_for("#sign.saved")

    type_deals(browser, range(10, DEALS))
    browser.wait_for("#hand-in:enabled")
    browser.click("#hand-in")
    browser.wait("document.querySelector('h1').innerText === 'Handed in'")
    assert stored_form(server) == (FORM, "phone", False)


def type_deals(browser, deals, *, by_hand=False):
    """Type deals, cell by cell as the page asks, and note each."""
    for deal in deals:
        browser.wait_for(".phone-cell.now")
        assert browser.text("h1") == f"Deal {deal + 1}"
        while by_hand and (cell := browser.run(NEXT)):
            browser.click(f"#key-{CELLS[cell]}")
        browser.run(TAPS % json.dumps(CELLS))
        browser.click("#note")
