"""A table asks for the director, looks at all its deals at the end, and learns where to go next."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen
from tests.phones.phone_requests import PHONE, phone_content
from tests.played import played
from wk.accounts.models import User
from wk.phones.models import TableCall
from wk.phones.services import keys_for, save
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.seating import seat_round

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
POLL = 5000  # milliseconds in which a phone, and a page of an official, asks what is new


@pytest.fixture
def hall(running_server):
    """A server with a practice tournament in its third round."""
    running_server.practise("--players 50 --seed 8")
    return running_server


@pytest.fixture
def table(hall):
    """A table of five without a form, and its key."""
    with hall.database():
        found = Table.objects.filter(round__state="started", form=None).first()
        return found, keys_for(tables=[found], now=timezone.now())[found.pk].key


@pytest.fixture
def page(hall, table, chromium):
    """The page of the table on its phone, with a clock that a test may set."""
    _table, key = table
    context = chromium.new_context(**PHONE)
    opened = context.new_page()
    opened.clock.install()
    opened.set_default_timeout(10_000)
    opened.goto(f"{hall.url}/phone/#{key}")
    opened.locator("main h1").wait_for()
    yield opened
    context.close()


@pytest.fixture
def office(hall, chromium):
    """The page of a director."""
    director = hall.logged_in("dora", "director")
    context = chromium.new_context(locale="en-GB", viewport=LAPTOP, storage_state=director)
    yield context.new_page()
    context.close()


def test_a_table_asks_for_the_director_and_reads_that_he_comes(hall, table, page, office):
    complaints = [*listen(page), *listen(office)]
    office.clock.install()
    office.goto(f"{hall.url}/t/oefen/")
    assert office.locator(".attention").count() == 0
    page.get_by_role("button", name="The director, please").click()
    expect(page.locator("#called")).to_contain_text("You asked for the director at ")
    expect(page.locator("#ask-director")).to_have_count(0)

    number = table[0].number
    office.clock.fast_forward(POLL)
    expect(office.locator(".attention li")).to_contain_text(
        f"Table {number} asks for the director"
    )  # by itself
    office.get_by_role("button", name="I go there").click()
    expect(office.locator("#messages")).to_contain_text("reads on its phone that you come")
    expect(office.locator(".attention")).to_have_count(0)
    page.clock.fast_forward(POLL)
    expect(page.locator("#called")).to_have_text("The director is coming.")
    assert complaints == []


def test_a_call_without_a_network_is_sent_when_it_is_back_and_taken_back(hall, page):
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.get_by_role("button", name="The director, please").click()
    expect(page.locator("#called")).to_contain_text("as soon as there is one")
    page.reload()
    page.locator("main h1").wait_for()
    expect(page.locator("#called")).to_contain_text("as soon as there is one")
    page.context.set_offline(False)
    expect(page.locator("#called")).to_contain_text("You asked for the director at ")
    with page.expect_response("**/phone/call/"):  # the page forgets the call before the office does
        page.get_by_role("button", name="Not needed any more").click()
    expect(page.locator("#called")).to_be_empty()
    expect(page.locator("#ask-director")).to_have_count(1)
    with hall.database():
        (call,) = TableCall.objects.all()
        assert call.is_taken_back is True


def test_a_phone_that_is_early_or_away_says_so_and_goes_on_by_itself(hall, table, page):
    found, key = table
    heading = page.locator("main h1")

    def open_anew(is_away=False):
        page.evaluate("localStorage.clear()")
        page.context.set_offline(is_away)
        page.goto("about:blank")
        page.goto(f"{hall.url}/phone/#{key}")

    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    with hall.database():
        Round.objects.filter(pk=found.round_id).update(state=Round.State.CONFIRMED)
    open_anew()
    expect(heading).to_have_text("One moment more")
    with hall.database():
        Round.objects.filter(pk=found.round_id).update(state=Round.State.STARTED)
    page.clock.fast_forward(3 * POLL)
    expect(heading).to_have_text("Who deals first?")
    open_anew(is_away=True)
    expect(heading).to_have_text("There is no network")
    page.context.set_offline(False)
    expect(heading).to_have_text("Who deals first?")


def test_a_phone_on_which_no_deal_was_written_shows_no_totals(hall, table, page):
    page.get_by_role("button", name="Draw cards here").click()
    page.locator("#begin").click()
    page.locator("#sign").get_by_text("kept by the office").wait_for()
    with hall.database():
        found = Table.objects.select_related("round__tournament").get(pk=table[0].pk)
        Tournament.objects.update(second_check="every")
        clerk = User.objects.create_user("kees", role=User.Role.CLERK)
        hand_in(table=found, submission=Submission(played(found), clerk, timezone.now()))
    page.reload()
    expect(page.locator("main h1")).to_have_text("The office has typed this form")
    expect(page.locator("main")).not_to_contain_text("What was written on this phone")
    expect(page.locator(".phone-totals")).to_have_count(0)
    expect(page.locator("#form-photo")).to_have_count(0)


def test_at_the_end_any_deal_is_corrected_and_then_the_phone_leads_on(hall, table, page):
    found, _key = table
    with hall.database():
        found = Table.objects.select_related("round__tournament").get(pk=found.pk)
        numbers = [seat.entry.number for seat in found.seats.select_related("entry")]
        save(table=found, content=phone_content(played(found), numbers), expected=0)
        entries = [seat.entry for seat in found.seats.select_related("entry")]
        Tournament.objects.update(round_count=4)
        tournament = found.round.tournament
        facts = {"tournament": tournament, "number": 4, "state": Round.State.DRAWN}
        seat_round(tables={7: [entries[-1], *entries[:-1]]}, **facts)
    page.reload()
    page.get_by_role("heading", name="All deals are noted").wait_for()
    page.get_by_text("Look at all deals, correct one").click()
    rows = page.locator(".phone-deals-table tbody tr")
    expect(rows).to_have_count(19)
    page.get_by_role("button", name="Correct deal 3").click()
    page.get_by_role("heading", name="Deal 3").wait_for()
    cell = page.locator("[id='at-deals.2.bids.0']")
    bid = cell.inner_text()
    cell.click()
    page.locator(f"#key-{bid}").click()
    page.locator("#note").click()
    page.get_by_role("heading", name="All deals are noted").wait_for()
    assert rows.count() == 19  # they are still unfolded
    page.locator("#sign.saved").wait_for()
    page.locator("#hand-in").click()
    page.get_by_role("heading", name="Handed in").wait_for()

    expect(page.locator(".phone-next")).to_contain_text(
        "Where you sit in round 4 is told here soon."
    )
    assert page.get_by_role("link", name="To the standings").get_attribute("href") == (
        "/t/oefen/standings/"
    )
    assert page.locator(".phone-deals-table button").count() == 0  # only to look at
    with hall.database():
        Round.objects.filter(number=4).update(state=Round.State.CONFIRMED)
    page.clock.fast_forward(POLL)
    expect(page.locator(".phone-next h2")).to_have_text("Where you sit in round 4")
    places = page.locator(".phone-next li b").all_inner_texts()
    assert places == [f"table 7, seat {seat}" for seat in (2, 3, 4, 5, 1)]
    page.get_by_role("link", name="To the standings").click()
    page.wait_for_url("**/t/oefen/standings/")
