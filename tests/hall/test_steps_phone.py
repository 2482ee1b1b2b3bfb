"""A table's phone whose round is closed while it writes, and reopened: nothing typed is lost."""

import json

import pytest
from playwright.sync_api import expect

from tests.hall.test_steps_forms import CLOSED

pytestmark = pytest.mark.browser

KEY = """
import json
from django.utils import timezone
from wk.phones.services import keys_for
from wk.tournament.models import Table
table = Table.objects.filter(round__number=3, form=None).earliest("number")
print("KEY", json.dumps([keys_for(tables=[table], now=timezone.now())[table.pk].key, table.pk]))
"""
STATE = """
from wk.tournament.models import Round
Round.objects.filter(number=3).update(state="{state}")
"""
CELLS = """
from wk.scoreforms.models import Draft
print("CELLS", len(Draft.objects.get(form__table={table}, author=None).content))
"""


def test_what_a_phone_typed_waits_there_until_the_round_is_open_again(server, chromium):
    server.manage("demo")
    line = next(x for x in server.manage("shell", "-c", KEY).splitlines() if x.startswith("KEY"))
    key, table = json.loads(line.removeprefix("KEY"))
    context = chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{server.url}/phone/#{key}")
    sign = page.locator("#sign")
    page.get_by_text("You have drawn with real cards?").wait_for()
    server.manage("shell", "-c", STATE.format(state="closed"))
    page.locator(".phone-names button").first.click()
    expect(sign).to_have_text(CLOSED.replace("1", "3"))
    page.reload()
    expect(sign).to_have_text(CLOSED.replace("1", "3"))
    page.get_by_role("button", name="Begin").or_(page.locator("#key-2")).first.wait_for()
    server.manage("shell", "-c", STATE.format(state="started"))
    page.reload()
    expect(sign).to_have_text("kept by the office")
    assert "CELLS 1" in server.manage("shell", "-c", CELLS.format(table=table))
    context.close()
