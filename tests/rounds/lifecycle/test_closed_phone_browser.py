"""A table's phone keeps what was typed while its round is closed, until the round is reopened."""

import pytest
from playwright.sync_api import expect

from tests.phones.phone_requests import key_of
from tests.rounds.lifecycle.test_closed_forms import CLOSED
from wk.scoreforms.models import Draft
from wk.tournament.models import Round, Table

pytestmark = pytest.mark.browser

CLOSED_3 = CLOSED.replace("1", "3")
PHONE = {"width": 390, "height": 844}


def set_state_of_round_3(server, state):
    with server.database():
        Round.objects.filter(number=3).update(state=state)


def test_a_phone_keeps_a_form_of_a_closed_round_until_it_is_reopened(server, chromium):
    server.practise("--players 18")
    with server.database():
        table = Table.objects.filter(round__number=3, form=None).earliest("number")
        key = key_of(table)
    context = chromium.new_context(locale="en-GB", viewport=PHONE)
    page = context.new_page()
    page.goto(f"{server.url}/phone/#{key}")
    sign = page.locator("#sign")
    page.get_by_text("You have drawn with real cards?").wait_for()
    set_state_of_round_3(server, "closed")
    page.locator(".phone-names button").first.click()
    expect(sign).to_have_text(CLOSED_3)
    page.reload()
    expect(sign).to_have_text(CLOSED_3)
    page.get_by_role("button", name="Begin").or_(page.locator("#key-2")).first.wait_for()
    set_state_of_round_3(server, "started")
    page.reload()
    expect(sign).to_have_text("kept by the office")
    with server.database():
        assert len(Draft.objects.get(form__table=table, author=None).content) == 1
    context.close()
