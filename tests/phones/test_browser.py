"""The form on a phone in a real browser, with a real server and a network that fails."""

import json

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scoring.registry import game
from tests.browser import listen
from tests.phones.phone_requests import PHONE
from tests.scoreforms.keyboard import PAPER
from wk.phones.services import keys_for, revoke_keys
from wk.scoreforms.models import Result, Version
from wk.tournament.models import Table

pytestmark = pytest.mark.browser

GAME = game("wk-boerenbridge")
BY_THUMB = (0, 11, 18)  # the deals, from 0, of which every cell is tapped
STOPPED = 4  # the deal that the third seat stops
SWAPPED = 15  # the deal that is noted wrongly at first, and corrected
LETS_STAND = 18  # the last deal; whoever calls last says just what is barred
# Taps the number for each next cell until the deal is full.
TAPS = """(cells) => {
  for (let cell; (cell = document.querySelector(".phone-cell.now"));)
    document.getElementById(`key-${cells[cell.id.slice(3)]}`).click();
}"""


@pytest.fixture(scope="module")
def free_tables(phone_server):
    """Id and key of the tables without a form that no test has used yet, by game."""
    found = {}
    with phone_server.database():
        tables = Table.objects.filter(round__state="started", form=None)
        for key in keys_for(tables=tables, now=timezone.now()).values():
            found.setdefault(key.table.round.tournament.game, []).append((key.table_id, key.key))
    return found


@pytest.fixture
def table(free_tables):
    """The id and the key of a table of five without a form."""
    return free_tables["wk-boerenbridge"].pop()


@pytest.fixture
def phone(phone_server, chromium):
    """A function that opens the page of a key on a new phone."""
    contexts = []

    def opened(key):
        contexts.append(chromium.new_context(**PHONE))
        page = contexts[-1].new_page()
        page.set_default_timeout(10_000)
        page.goto(f"{phone_server.url}/phone/#{key}")
        page.locator("main h1").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()


def cells_of(deal):
    """Return the cells of a deal on the paper: path to text."""
    _cards, bids, won = PAPER[deal]
    columns = {"bids": bids.split(), "tricks": won.split()}
    if deal == STOPPED:
        columns["tricks"] = ["", "", "K", "", ""]
    return {
        f"deals.{deal}.{name}.{seat}": value
        for name, values in columns.items()
        for seat, value in enumerate(values)
    }


def current_cell(page):
    """Return the path of the cell to be written next, "" if there is none."""
    found = page.locator(".phone-cell.now")
    return found.get_attribute("id").removeprefix("at-") if found.count() else ""


def tap_key(page, value):
    page.locator(f"#key-{value}").click()


def play_deal(page, deal, cells):
    """Fill in a deal in the order of the page, without noting it. A script taps most deals, because
    a tap by Playwright takes long."""
    assert page.locator("h1").inner_text() == f"Deal {deal + 1}"
    about = page.locator(".phone-title .soft").inner_text().split(" · ")
    assert about[0] == f"Cards: {PAPER[deal][0]}"
    name, line = (page.locator(part).bounding_box() for part in ("h1", ".phone-title .soft"))
    assert line["y"] >= name["y"] + name["height"]  # however short: what is below it never jumps
    if deal == STOPPED:
        while ".bids." in current_cell(page):
            tap_key(page, cells[current_cell(page)])
        page.locator("#mark-K").click()
        page.locator(".phone-names button").nth(2).click()
    if deal not in BY_THUMB:
        page.evaluate(TAPS, cells)
    while path := current_cell(page):
        tap_key(page, cells[path])


def tap_note(page):
    page.locator("#note").click()


def wait_for_sign(page, kind):
    """Wait until the sign of the form shows this kind, such as "saved"."""
    page.locator(f"#sign.{kind}").wait_for()


def form_of_paper(first):
    """Return the document of the paper with this first dealer."""
    cells = {"first_dealer": str(first)}
    for deal in range(19):
        cells |= cells_of(deal)
    return GAME.normal(GAME.from_cells(cells, 5), 5)


def version_of(table):
    """Return the one version of the form of a table."""
    return Version.objects.get(form__table=table)


def shown_totals(page):
    return page.locator(".phone-totals tbody td:nth-child(2)").all_inner_texts()


def test_a_whole_round_is_kept_on_a_phone(phone_server, table, phone):
    number, key = table
    page = phone(key)
    complaints = listen(page)
    assert page.url == f"{phone_server.url}/phone/"
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    rule = page.get_by_text("Every spade is higher than every other card.")
    expect(rule).to_have_count(1)
    page.get_by_role("button", name="Draw cards here").click()
    expect(page.locator(".phone-cards .best")).to_have_count(1)
    expect(rule).to_have_count(1)
    best = page.locator(".phone-cards").last.locator("li")
    first = 1 + best.evaluate_all("all => all.findIndex(({className}) => className === 'best')")
    page.locator("#begin").click()

    # Deal 1: the player left of the dealer begins, and the total of bids may not be 10.
    cells = cells_of(0)
    for turn in range(1, 5):
        assert current_cell(page) == f"deals.0.bids.{(first - 1 + turn) % 5}"
        tap_key(page, cells[current_cell(page)])
    dealer = f"deals.0.bids.{first - 1}"
    assert current_cell(page) == dealer
    others = sum(int(cells[f"deals.0.bids.{seat}"]) for seat in range(5) if seat != first - 1)
    barred = page.locator(".phone-keys .barred")
    if others <= 10:
        assert barred.inner_text() == str(10 - others)
        tap_key(page, 10 - others)
        assert (
            current_cell(page) == dealer
        )  # nothing is written: only the director can let it stand
        assert "together it would be 10" in page.locator("#barred").inner_text()
    play_deal(page, 0, cells)
    assert page.locator(".phone-cell.filled").count() == 1  # the last one follows from the others
    tap_note(page)

    for deal in range(1, 8):
        play_deal(page, deal, cells_of(deal))
        tap_note(page)
    wait_for_sign(page, "saved")

    # The network is gone, and the page is loaded again without it.
    page.context.set_offline(True)
    for deal in range(8, 11):
        play_deal(page, deal, cells_of(deal))
        tap_note(page)
    wait_for_sign(page, "local")
    page.reload()
    for deal in range(11, 14):
        play_deal(page, deal, cells_of(deal))
        tap_note(page)
    wait_for_sign(page, "local")
    page.context.set_offline(False)
    wait_for_sign(page, "saved")

    play_deal(page, 14, cells_of(14))
    tap_note(page)
    right = cells_of(SWAPPED)
    one, other = f"deals.{SWAPPED}.tricks.0", f"deals.{SWAPPED}.tricks.1"
    play_deal(page, SWAPPED, right | {one: right[other], other: right[one]})
    tap_note(page)
    page.get_by_role("button", name="Correct deal 16").click()
    expect(page.get_by_text("An infraction cannot be added any more")).to_be_visible()
    for path in (one, other):
        page.locator(f"[id='at-{path}']").click()
        expect(page.locator(".mark")).to_have_count(0)
        tap_key(page, right[path])
    tap_note(page)
    for deal in range(16, 19):
        play_deal(page, deal, cells_of(deal))
        tap_note(page)

    form = form_of_paper(first)
    totals = [str(row.points).replace("-", "−") for row in GAME.score(form, 5)]
    assert shown_totals(page) == totals
    wait_for_sign(page, "saved")
    with phone_server.database():
        Result.objects.filter(seat__round__tournament__game=GAME.key).update(points=100)
    page.locator("#hand-in").click()
    # All the other players have 100 points, so each total but that has to be confirmed.
    far = page.locator("[data-code=UNLIKELY_FAR]")
    far.first.wait_for()
    assert far.count() == sum(total != "100" for total in totals)
    assert "UNLIKELY_FAR" not in page.locator("body").inner_text()  # codes are for the office
    page.get_by_role("button", name="Yes, that is right: hand in").click()
    page.get_by_role("heading", name="Handed in").wait_for()
    assert page.locator("main").get_by_text("Hand in the paper form as well.").count() == 1
    assert shown_totals(page) == totals
    heads = page.locator(".phone-totals thead th").all_inner_texts()
    assert heads == ["player", "points", "rank", "WP"]
    ranks = page.locator(".phone-totals tbody td:nth-child(3)").all_inner_texts()
    assert ranks == ranks_of([int(total.replace("−", "-")) for total in totals])
    page.reload()
    page.get_by_role("heading", name="Handed in").wait_for()
    with phone_server.database():
        version = version_of(number)
        assert (version.content, version.source, version.author) == (form, "phone", None)
        assert (version.is_waiting, version.is_counted) == (True, False)
    # The browser logs each request that failed, and the one that asked for confirmation.
    assert [each for each in complaints if not each.startswith("Failed to load resource")] == []


def ranks_of(points):
    """Return the rank of each seat as it is written: 3, or 3= where others have as many points."""
    ranks = [1 + sum(other > own for other in points) for own in points]
    return [f"{rank}{'=' * (ranks.count(rank) > 1)}" for rank in ranks]


def test_a_form_that_needs_a_ruling_is_finished_in_the_office(phone_server, table, phone):
    _number, key = table
    cells = {"first_dealer": "1"}
    for deal in range(LETS_STAND):
        cells |= cells_of(deal)
    page = phone("A" * 24)  # a phone of nobody, to ask with
    asked = page.request.post(f"{phone_server.url}/phone/state/", form={"key": key}).json()
    fields = {"key": key, "revision": "0", "players": asked["players"]}
    kept = {**fields, "cells": json.dumps(cells)}
    assert page.request.post(f"{phone_server.url}/phone/save/", form=kept).ok

    page = phone(key)
    complaints = listen(page)
    assert page.locator("h1").inner_text() == "Deal 19"
    last = [current_cell(page)]
    while page.locator(".phone-keys .barred").count() == 0:
        tap_key(page, 2 if len(last) == 1 else 0)
        last.append(current_cell(page))
    dealer = last[-1]
    tap_key(page, 8)  # which is barred, and stays so until it is said that the director allowed it
    assert current_cell(page) == dealer
    page.get_by_role("button", name="The director lets it stand: go on").click()
    while current_cell(page):
        tap_key(page, 2 if len(last) == 5 else 0)
        last.append("")
    assert page.get_by_text("The director let this stand.").is_visible()
    wait_for_sign(page, "saved")  # so that what is wrong is known when the last deal is noted
    tap_note(page)
    page.get_by_role("heading", name="The office finishes this form").wait_for()
    assert page.locator("[data-code=BID_SUM_EQUALS_CARDS]").is_visible()
    assert page.locator("#hand-in").count() == 0
    assert len(set(shown_totals(page))) > 1  # they are still worked out
    assert complaints == []


def test_two_phones_of_one_table_notice_each_other(table, phone):
    _number, key = table
    one, other = phone(key), phone(key)
    one.locator(".phone-names button").first.click()
    wait_for_sign(one, "saved")
    other.locator(".phone-names button").nth(1).click()
    other.get_by_role("heading", name="Another phone keeps this form too").wait_for()
    other.get_by_role("button", name="The other phone: 0 deals").click()
    wait_for_sign(other, "saved")
    assert (
        current_cell(other) == "deals.0.bids.1"
    )  # the first seat deals, as the other phone has it
    tap_key(one, 3)
    wait_for_sign(one, "saved")
    tap_key(other, 4)
    other.get_by_role("button", name="This phone: 0 deals").click()
    wait_for_sign(other, "saved")
    assert current_cell(other) == "deals.0.bids.2"
    tap_key(one, 5)
    one.get_by_role("button", name="The other phone: 0 deals").click()
    expect(one.locator("[id='at-deals.0.bids.1']")).to_have_text("4")


def test_a_phone_with_a_revoked_key_says_why(phone_server, table, phone):
    number, key = table
    page = phone(key)
    with phone_server.database():
        revoke_keys(tables=[Table.objects.get(pk=number)], now=timezone.now())
    page.locator(".phone-names button").first.click()
    page.get_by_text("This code does not open a table, or not any more").first.wait_for()
    stranger = phone("A" * 24)
    stranger.get_by_text("This code does not open a table, or not any more").first.wait_for()
    assert "Table" not in stranger.locator("#place").inner_text()


def test_the_page_switches_between_both_languages(table, phone):
    _number, key = table
    page = phone(key)
    page.locator(".phone-names button").first.click()
    expect(page.locator("h1")).to_have_text("Deal 1")
    page.get_by_role("button", name="Nederlands").click()
    expect(page.locator("h1")).to_have_text("Spelletje 1")
    assert page.locator("html").get_attribute("lang") == "nl"
    page.reload()
    expect(page.locator("h1")).to_have_text("Spelletje 1")


def test_a_form_without_fixed_deals_is_filled_in_freely(phone_server, free_tables, phone):
    number, key = free_tables["rubber-bridge"].pop()
    page = phone(key)

    def fill(deal, level, tricks):
        at = f"cell-contracts.{deal}"
        page.locator(f"[id='{at}.declarer']").select_option("1")
        page.locator(f"[id='{at}.level']").fill(level)
        page.locator(f"[id='{at}.strain']").select_option("NT")
        page.locator(f"[id='{at}.tricks']").fill(tricks)

    fill(0, "9", "9")
    page.locator(".phone-warning").wait_for()
    fill(0, "3", "9")
    page.locator(".phone-warning").wait_for(state="detached")
    tap_note(page)
    fill(1, "3", "9")
    page.locator("#last").click()
    wait_for_sign(page, "saved")
    page.locator("#hand-in").click()
    page.get_by_role("heading", name="Handed in").wait_for()
    with phone_server.database():
        version = version_of(number)
        assert (len(version.content["contracts"]), version.source) == (2, "phone")
