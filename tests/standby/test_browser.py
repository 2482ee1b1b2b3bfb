"""The first laptop dies: what a phone and a clerk's page kept in their browser arrives at the
second."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen, until
from tests.page_faults import faults_in_the_dark, faults_of
from tests.rounds.seating_corrections.test_phones_browser import begin_form, bids_in, type_bids
from tests.standby.laptops import HASHERS, PASSWORD, Laptop, caught_up, follow, take, wait_for
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
SILENCE = 60_000  # milliseconds within which a page offers the second laptop


@pytest.fixture
def laptops(tmp_path, django_db_blocker, chromium):
    """A first in a practice round, and a second that follows it."""
    unblock = django_db_blocker.unblock
    first = Laptop(tmp_path / "first", unblock=unblock)
    first.practise("--players 20 --seed 1")
    with first.database(), override_settings(PASSWORD_HASHERS=HASHERS), acting(task="test"):
        for name, role in [("eva", User.Role.DIRECTOR), ("kees", User.Role.CLERK)]:
            User.objects.create(username=name, password=make_password(PASSWORD), role=role)
    second = Laptop(tmp_path / "second", first=first.address, unblock=unblock)
    follow(first, second)
    yield first, second
    for each in (first, second):
        if each.process.poll() is None:
            each.stop()


def free_table(laptop):
    """Return the key, the round and the number of a table of which no form is in."""
    with laptop.database(), acting(task="test"):
        table = Table.objects.filter(round__state="started", form=None).first()
        key = keys_for(tables=[table], now=timezone.now())[table.pk].key
        return key, table.round.number, table.number


def drafts(laptop):
    """Return the cells of every draft, by its author."""
    with laptop.database():
        found = Draft.objects.select_related("form__table__round__tournament", "author")
        return {
            str(draft.author or ""): draft.form.table.round.rules.to_cells(draft.content)
            for draft in found
        }


def test_a_phone_brings_its_notes_to_the_second(laptops, chromium):
    first, second = laptops
    key, _round, _table = free_table(first)
    page = chromium.new_page(locale="en-GB", viewport={"width": 390, "height": 844})
    page.goto(f"{first.url}/phone/#{key}")
    page.get_by_role("button", name="Draw cards here").wait_for()
    begin_form(page)
    type_bids(page, "22")
    page.locator("#sign.saved").wait_for()
    until(page, "localStorage.getItem('wk-phone-second')", SILENCE)
    caught_up(first, second)
    first.kill()
    type_bids(page, "11")  # nobody but this phone has these
    expect(page.locator("#second a")).to_have_count(1, timeout=SILENCE)
    assert take(second)[0] == 200
    wait_for(lambda: second.status("/") == 200)
    page.get_by_role("link", name=LINK).click()
    page.get_by_role("button", name="Take it along and go on").click()
    page.wait_for_url(f"{second.address}/phone/")
    page.locator("#sign.saved").wait_for()
    assert sorted(bids_in(drafts(second)[""])) == ["1", "1", "2", "2"]
    assert page.evaluate("location.hash") == ""
    page.close()


def test_a_clerk_brings_his_form_to_the_second(laptops, chromium):
    first, second = laptops
    _key, round, table = free_table(first)
    path = f"/t/oefen/forms/{round}/{table}/"
    page = chromium.new_page(locale="en-GB")

    def log_in():
        page.locator("#id_username").fill("kees")
        page.locator("#id_password").fill(PASSWORD)
        page.locator("main form button").first.click()
        page.locator("#score-form").wait_for()

    page.goto(f"{first.url}/login/?next={path}")
    log_in()
    cells = [page.locator(f"[name='deals.0.bids.{seat}']") for seat in range(2)]
    cells[0].fill("3")
    page.locator("#kept[data-sign=saved]").wait_for()
    caught_up(first, second)
    first.kill()
    cells[1].fill("2")
    expect(page.locator("#go-on")).to_be_visible(timeout=SILENCE)
    assert take(second)[0] == 200
    wait_for(lambda: second.status("/") == 200)
    page.get_by_role("link", name=LINK).click()
    page.get_by_text(f"oefen {round}–{table}").wait_for()
    page.get_by_role("button", name="Take it along and go on").click()
    log_in()
    expect(page.locator("#restored")).to_be_visible()
    expect(cells[0]).to_have_value("3")
    expect(cells[1]).to_have_value("2")
    page.close()


def test_every_page_of_officials_and_the_kiosk_lead_to_the_second(
    tmp_path, django_db_blocker, chromium
):
    first = Laptop(tmp_path / "first", unblock=django_db_blocker.unblock)
    try:
        first.practise("--players 20 --seed 1")
        with first.database(), acting(task="test"):
            Tournament.objects.update(kiosk_key="k" * 20)
        window = chromium.new_context(
            locale="en-GB", storage_state=first.logged_in("eva", User.Role.DIRECTOR)
        )
        paths = ["forms/?round=1", "desk/", "", "standings/"]
        pages = {f"/t/oefen/{path}": window.new_page() for path in paths}
        for path, page in pages.items():
            page.goto(f"{first.url}{path}")
            assert page.locator("#go-on").is_hidden()
        keep(first.data, FOLLOWER, {"token": "t", "address": SECOND})
        kiosk = f"/t/oefen/kiosk/{'k' * 20}/"
        pages[kiosk] = window.new_page()  # it tells the others, which were opened before
        pages[kiosk].goto(f"{first.url}{kiosk}")
        first.kill()
        for path, page in pages.items():
            page.bring_to_front()
            expect(page.locator("#go-on")).to_be_visible(timeout=SILENCE)
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


def test_what_others_put_into_a_link_is_not_taken_in(laptops, chromium):
    first, _second = laptops
    page = chromium.new_page(locale="en-GB")
    heard = listen(page)
    for next_page, kept_texts in [
        ("//evil.example/", {"wk-phone-key": "x"}),
        ("javascript:alert(1)", {"wk-phone-key": "x"}),
        (None, {"wk-phone-key": "x"}),
    ]:
        text = json.dumps({"next": next_page, "kept": kept_texts})
        page.goto("about:blank")
        page.goto(f"{first.url}/standby/arrive/#{as_fragment(text)}")
        expect(page.locator("#nothing")).to_be_visible()
    text = json.dumps({"next": "/phone/", "kept": {"pwned": "x", "wk-phone-key": "y"}})
    page.goto("about:blank")
    page.goto(f"{first.url}/standby/arrive/#{as_fragment(text)}")
    assert page.evaluate("Object.keys(localStorage)") == []  # not before somebody presses
    assert heard == []
    page.get_by_role("button", name="Take it along and go on").click()
    page.wait_for_url("**/phone/")
    assert page.evaluate("localStorage.getItem('pwned')") is None
    assert page.evaluate("localStorage.getItem('wk-phone-key')") == "y"
    page.close()


def as_fragment(text):
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def test_the_pages_of_both_laptops(laptops, chromium):
    """The second tells how far it is by itself, and the first who follows it."""
    first, second = laptops
    page = chromium.new_page(locale="en-GB", reduced_motion="reduce")
    page.goto(f"{second.url}/standby/")
    expect(page.get_by_text("has everything")).to_be_visible()
    assert faults_of(page) + faults_in_the_dark(page) == []
    first.kill()
    expect(page.get_by_text("The first laptop does not answer.")).to_be_visible(timeout=SILENCE)
    page.goto(f"{second.url}/t/oefen/")
    expect(page.get_by_role("heading", name="This is the second laptop")).to_be_visible()
    assert faults_of(page) + faults_in_the_dark(page) == []
    assert kept(first.data, FOLLOWER)["address"] == second.address
    page.close()


def test_the_page_where_the_second_gets_its_code(tmp_path, chromium):
    """It follows nobody yet, and what was typed is not the code: all of it can be read on green."""
    first = Laptop(tmp_path / "first")
    second = Laptop(tmp_path / "second", first=first.address)
    page = chromium.new_page(locale="en-GB", reduced_motion="reduce")
    page.goto(f"{second.url}/standby/")
    page.get_by_label("Code that the first laptop shows").fill("1234 5678")
    page.get_by_role("button", name="Follow").click()
    expect(page.locator(".field .error")).to_be_visible()
    assert faults_of(page) + faults_in_the_dark(page) == []
    page.close()
    for each in (second, first):
        each.stop()
