"""The code of a table on the phone of an official, and on that of a player, in a real browser."""

import pytest
from django.utils import timezone

from tests.browser import listen
from tests.phones.phone_requests import PHONE
from wk.phones.services import keys_for
from wk.tournament.models import Table

pytestmark = pytest.mark.browser


@pytest.fixture
def code(phone_server):
    """The address of the code of a table without a form, and the number of that table."""
    with phone_server.database():
        table = Table.objects.filter(round__state="started", form=None).first()
        key = keys_for(tables=[table], now=timezone.now())[table.pk].key
        return f"{phone_server.url}/phone/#{key}", table.number


def test_an_official_opens_the_form_and_a_player_sees_his_table(phone_server, chromium, code):
    address, number = code
    cookies = phone_server.logged_in("kees", "clerk")
    official = chromium.new_context(**PHONE, storage_state=cookies)
    page = official.new_page()
    page.goto(f"{phone_server.url}/password/")  # a page with a form, as any of an official
    heard = listen(page)
    page.goto(address)
    page.locator("#paper button").click()
    page.locator("#score-form").wait_for()
    assert page.locator("h1").inner_text().split()[1] == str(number)
    page.locator("a.back").click()
    assert page.locator(f"#table-{number} .badge.paper").inner_text().strip().endswith("kees")
    player = chromium.new_context(**PHONE)
    other = player.new_page()
    asked = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto(address)
    other.locator("main h1").wait_for()
    assert other.locator("#paper").count() == 0
    assert [each for each in asked if each.endswith("/phone/paper/")] == []
    assert heard == []
    official.close()
    player.close()
