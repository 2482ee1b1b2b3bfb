"""A player's phone and the office: from his card to "this is not right", and back to the answer."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import look
from tests.page_faults import faults_of
from tests.phones.phone_requests import PHONE
from tests.played import played
from wk.accounts.models import User
from wk.core.acting import acting
from wk.phones.player_key_services import player_keys_for
from wk.phones.services import keys_for
from wk.scoreforms.models import Objection, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Seat, Table

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture
def hall(running_server):
    running_server.practise("--players 50 --seed 8")
    return running_server


@pytest.fixture
def office(hall, chromium):
    context = chromium.new_context(
        locale="en-GB", viewport=LAPTOP, storage_state=hall.logged_in("dora", "director")
    )
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(chromium):
    context = chromium.new_context(**PHONE)
    page = context.new_page()
    page.set_default_timeout(10_000)
    yield page
    context.close()


def counted_seat(hall, table_index=0):
    """Return slug, number, and the keys of the card and the table of seat 1 at a table that
    counts in the round that is played."""
    with hall.database():
        tables = Table.objects.filter(round__state="started", form__versions__is_counted=True)
        table = tables.order_by("number")[table_index]
        seat = Seat.objects.select_related("entry__tournament", "round").get(table=table, number=1)
        now = timezone.now()
        card = player_keys_for(entries=[seat.entry], now=now)[seat.entry_id].key
        phone = keys_for(tables=[table], now=now)[table.pk].key
        return seat.entry.tournament.slug, seat.entry.number, seat.round.number, card, phone


def test_a_player_says_it_with_his_card_and_reads_the_answer(hall, phone, office):
    slug, number, round, key, _phone = counted_seat(hall)
    asked = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(f"{hall.url}/t/{slug}/card/{number}/#{key}")
    article = phone.locator("article", has=phone.get_by_role("heading", name=f"Round {round}"))
    article.get_by_text("Deal by deal").click()
    cell = article.locator("td[data-path='deals.0.bids.0'] button")
    stood = cell.inner_text()
    assert key not in phone.url  # it is easily shared there
    cell.click()
    wanted = "1" if stood != "1" else "2"
    article.get_by_label("What should it be?").fill(wanted)
    article.get_by_label("Anything to add?").fill("We wrote something else")
    assert not faults_of(phone)
    article.get_by_role("button", name="Tell the office").click()
    expect(article.get_by_text("The office looks at it.")).to_be_visible()
    assert not faults_of(phone)
    assert [url for url in asked if key in url] == []
    with hall.database():
        said = Objection.objects.get()
        assert (said.entry.number, said.path, said.stood, said.wanted) == (
            number,
            "deals.0.bids.0",
            stood,
            wanted,
        )
    office.goto(f"{hall.url}/t/{slug}/forms/pile/")
    card = office.locator(".table-card", has_text="not right")
    card.locator("h2 a").click()
    expect(office.get_by_text("We wrote something else")).to_be_visible()
    assert not faults_of(office)
    office.get_by_label("Answer; the form stays as it is").fill("The paper says so.")
    office.get_by_role("button", name="Send this answer").click()
    expect(office.get_by_text("has your answer")).to_be_visible()
    phone.reload()
    answer = phone.locator(".objection-answer")
    expect(answer).to_have_text(re.compile("The form stays as it is. The paper says so."))
    assert answer.bounding_box()["y"] < phone.locator(".tiles").bounding_box()["y"]
    assert not faults_of(phone)
    assert phone.context.cookies() == []


def test_another_phone_without_the_card_only_reads(hall, phone):
    slug, number, _round, _key, _phone = counted_seat(hall, 1)
    phone.goto(f"{hall.url}/t/{slug}/card/{number}/")
    phone.get_by_text("Deal by deal").last.click()
    assert phone.locator(".objection-form").count() == 0
    assert phone.locator("td[data-path] button").count() == 0
    phone.goto(f"{hall.url}/t/{slug}/card/{number}/#{'A' * 24}")
    expect(phone.get_by_text("This code opens nothing any more.")).to_be_visible()
    assert phone.evaluate("Object.keys(localStorage)") == []


def test_the_phone_of_the_table_says_it_for_one_of_the_players(hall, phone, office):
    _slug, _number, _round, _card, key = counted_seat(hall, 2)
    phone.goto(f"{hall.url}/phone/#{key}")
    phone.get_by_text("This is not right").click()
    phone.get_by_label("Who says so?").select_option(index=1)
    phone.get_by_label("Which deal?").select_option(index=2)
    phone.get_by_label("Which cell?").select_option(label="bid")
    phone.get_by_label("What should it be?").fill("99")
    phone.get_by_role("button", name="Tell the office").click()
    expect(phone.get_by_role("alert")).to_have_text("That cannot stand in this cell.")
    assert not faults_of(phone)
    stands = phone.get_by_text("There stands: ").inner_text().removeprefix("There stands: ")
    phone.get_by_label("What should it be?").fill("1" if stands != "1" else "2")
    phone.get_by_role("button", name="Tell the office").click()
    expect(phone.get_by_text("The office looks at it.")).to_be_visible()
    with hall.database():
        said = Objection.objects.get(is_from_table=True)
        assert said.path == "deals.1.bids.1"
    # The office corrects the form, and the phone shows the totals of now without being touched.
    totals = phone.locator(".phone-totals tbody tr").first
    before = totals.inner_text()
    with hall.database(), acting(task="test"):
        table = Table.objects.get(phone_key__key=key)
        dora = User.objects.get(username="dora")
        paper = Submission(played(table, seed=99), dora, timezone.now())
        number = Version.objects.get(form__table=table, is_counted=True).number
        hand_in(table=table, submission=paper, expected_version=number, reason="The paper")
    look(phone)
    expect(totals).not_to_have_text(before)
