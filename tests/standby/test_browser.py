"""The first laptop dies: what a phone and a clerk's page kept in their browser arrives at the
second."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen, look
from tests.conftest import shared_folder
from tests.page_faults import faults_in_the_dark, faults_of
from tests.rounds.seating_corrections.test_phones_browser import begin_form, bids_in, type_bids
from tests.standby.laptops import PASSWORD, Laptop, caught_up, follow, take, wait_for
from wk.accounts.models import User
from wk.core.acting import acting
from wk.core.second_laptop import FOLLOWER
from wk.phones.services import keys_for
from wk.scoreforms.models import Draft
from wk.standby.kept import keep, kept
from wk.tournament.models import Table, Tournament

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own means"),
]
LINK = "Go on at the second laptop"
SECOND = "http://127.0.0.1:9"  # where nobody is
SILENCE = 20_000  # milliseconds within which a page offers the second laptop


def free_tables(laptop):
    """Return the key, the round and the number of each table of which no form is in."""
    with laptop.database(), acting(task="test"):
        tables = [*Table.objects.filter(round__state="started", form=None)]
        keys = keys_for(tables=tables, now=timezone.now())
        return [(keys[table.pk].key, table.round.number, table.number) for table in tables]


def drafts(laptop):
    """Return the cells of every draft, by its author."""
    with laptop.database():
        found = Draft.objects.select_related("form__table__round__tournament", "author")
        return {
            str(draft.author or ""): draft.form.table.round.rules.to_cells(draft.content)
            for draft in found
        }


@pytest.fixture
def pages(chromium):
    """The page of a phone, one of a clerk, and one at the second laptop."""
    opened = [
        chromium.new_page(
            locale="en-GB", viewport={"width": width, "height": 844}, reduced_motion="reduce"
        )
        for width in (390, 1366, 1366)
    ]
    yield opened
    for page in opened:
        page.close()


def test_a_phone_and_a_clerk_bring_what_only_they_have_to_the_second(laptops, pages):
    """Each page tells of the second by itself, and the second of the first."""
    first, second = laptops
    phone, clerk, own = pages
    own.goto(f"{second.url}/standby/")
    own.get_by_label("Code that the first laptop shows").fill("1234 5678")
    own.get_by_role("button", name="Follow").click()
    expect(own.locator(".field .error")).to_be_visible()
    assert faults_of(own) + faults_in_the_dark(own) == []  # all of it can be read on green
    follow(first, second)
    (key, *_table), (_key, round, table) = free_tables(first)[:2]
    path = f"/t/oefen/forms/{round}/{table}/"

    def log_in():
        clerk.locator("#id_username").fill("kees")
        clerk.locator("#id_password").fill(PASSWORD)
        clerk.locator("main form button").first.click()
        clerk.locator("#score-form").wait_for()

    # Both write something that the first keeps, and it tells the phone of the second.
    for page in (phone, clerk):
        page.clock.install()
    phone.goto(f"{first.url}/phone/#{key}")
    phone.get_by_role("button", name="Draw cards here").wait_for()
    begin_form(phone)
    type_bids(phone, "22")
    phone.locator("#sign.saved").wait_for()
    look(phone)
    wait_for(lambda: phone.evaluate("localStorage.getItem('wk-phone-second')"))
    clerk.goto(f"{first.url}/login/?next={path}")
    log_in()
    cells = [clerk.locator(f"[name='deals.0.bids.{seat}']") for seat in range(2)]
    cells[0].fill("3")
    clerk.locator("#kept[data-sign=saved]").wait_for()
    own.goto(f"{second.url}/standby/")
    expect(own.get_by_text("has everything")).to_be_visible()
    assert faults_of(own) + faults_in_the_dark(own) == []
    caught_up(first, second)
    assert kept(first.data, FOLLOWER)["address"] == second.address

    # The first dies. What they write now is kept by nobody but their browsers.
    first.kill()
    type_bids(phone, "11")
    cells[1].fill("2")
    phone.locator("#sign.local").wait_for()
    clerk.locator("#kept[data-sign=away]").wait_for()
    for page in (phone, clerk):
        page.clock.run_for(SILENCE)
    expect(phone.locator("#second a")).to_have_count(1)
    expect(clerk.locator("#go-on")).to_be_visible()
    expect(own.get_by_text("The first laptop does not answer.")).to_be_visible()
    own.goto(f"{second.url}/t/oefen/")
    expect(own.get_by_role("heading", name="This is the second laptop")).to_be_visible()
    assert faults_of(own) + faults_in_the_dark(own) == []
    assert take(second)[0] == 200
    wait_for(lambda: second.status("/") == 200)

    phone.get_by_role("link", name=LINK).click()
    phone.get_by_role("button", name="Take it along and go on").click()
    phone.wait_for_url(f"{second.address}/phone/")
    phone.locator("#sign.saved").wait_for()
    assert sorted(bids_in(drafts(second)[""])) == ["1", "1", "2", "2"]
    assert phone.evaluate("location.hash") == ""

    clerk.get_by_role("link", name=LINK).click()
    clerk.get_by_text(f"oefen {round}–{table}").wait_for()
    clerk.get_by_role("button", name="Take it along and go on").click()
    log_in()
    expect(clerk.locator("#restored")).to_be_visible()
    expect(cells[0]).to_have_value("3")
    expect(cells[1]).to_have_value("2")


def test_every_page_of_officials_and_the_kiosk_lead_to_the_second(
    tmp_path, tmp_path_factory, django_db_blocker, chromium
):
    first = Laptop(
        tmp_path / "first",
        options=["--workers=1"],
        practice=["--players 20 --seed 1"],
        made=shared_folder(tmp_path_factory),
        unblock=django_db_blocker.unblock,
    )
    try:
        with first.database(), acting(task="test"):
            Tournament.objects.update(kiosk_key="k" * 20)
        window = chromium.new_context(
            locale="en-GB", storage_state=first.logged_in("eva", User.Role.DIRECTOR)
        )
        paths = ["forms/?round=1", "desk/", "", "standings/"]
        pages = {f"/t/oefen/{path}": window.new_page() for path in paths}
        pages |= {path: window.new_page() for path in ("/", "/accounts/")}
        for path, page in pages.items():
            page.clock.install()
            page.goto(f"{first.url}{path}")
            assert page.locator("#go-on").is_hidden()
        keep(first.data, FOLLOWER, {"token": "t", "address": SECOND})
        kiosk = f"/t/oefen/kiosk/{'k' * 20}/"
        pages[kiosk] = window.new_page()  # it tells the others, which were opened before
        pages[kiosk].clock.install()
        pages[kiosk].goto(f"{first.url}{kiosk}")
        first.kill()
        for path, page in pages.items():
            page.bring_to_front()
            page.clock.run_for(SILENCE)
            expect(page.locator("#go-on")).to_be_visible()
            link = page.get_by_role("link", name=LINK)
            link.evaluate("(link) => link.addEventListener('click', (e) => e.preventDefault())")
            link.click()
            expect(link).to_have_attribute("href", f"{SECOND}{path}")
            expect(page.locator("#go-on [data-along]")).to_be_hidden()
        # What a clerk typed elsewhere in this browser, and the server has not, goes along.
        page = pages["/t/oefen/desk/"]
        page.evaluate("localStorage.setItem('wk/1/oefen/1/3', 'typed')")
        link = page.get_by_role("link", name=LINK)
        link.click()
        address, _hash, fragment = link.get_attribute("href").partition("#")
        assert address == f"{SECOND}/standby/arrive/"
        text = urlsafe_b64decode(fragment + "=" * (-len(fragment) % 4))
        assert json.loads(text) == {
            "next": "/t/oefen/desk/",
            "kept": {"wk/1/oefen/1/3": "typed"},
        }
        window.close()
    finally:
        if first.process.poll() is None:
            first.stop()


def test_what_others_put_into_a_link_is_not_taken_in(server, chromium):
    page = chromium.new_page(locale="en-GB")
    heard = listen(page)
    for next_page, kept_texts in [
        ("//evil.example/", {"wk-phone-key": "x"}),
        ("javascript:alert(1)", {"wk-phone-key": "x"}),
        (None, {"wk-phone-key": "x"}),
    ]:
        text = json.dumps({"next": next_page, "kept": kept_texts})
        page.goto("about:blank")
        page.goto(f"{server.url}/standby/arrive/#{as_fragment(text)}")
        expect(page.locator("#nothing")).to_be_visible()
    text = json.dumps({"next": "/phone/", "kept": {"pwned": "x", "wk-phone-key": "y"}})
    page.goto("about:blank")
    page.goto(f"{server.url}/standby/arrive/#{as_fragment(text)}")
    assert page.evaluate("Object.keys(localStorage)") == []  # not before somebody presses
    assert heard == []
    page.get_by_role("button", name="Take it along and go on").click()
    page.wait_for_url("**/phone/")
    assert page.evaluate("localStorage.getItem('pwned')") is None
    assert page.evaluate("localStorage.getItem('wk-phone-key')") == "y"
    page.close()


def as_fragment(text):
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")
