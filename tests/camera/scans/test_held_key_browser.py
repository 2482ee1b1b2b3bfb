"""The keys with which a page is compared with its photo, in a real browser."""

import pytest

from tests.camera.scans.made_pages import SCANS, read_page
from tests.listed_players import nine_players_in_round_1
from wk.scoreforms.models import Version

pytestmark = pytest.mark.browser


@pytest.fixture
def page(server, chromium):
    """A page of which one cell is in doubt, as a clerk has it open."""
    with server.database():
        nine_players_in_round_1()
        address = f"{server.url}{SCANS}{read_page().pk}/"
    state = server.logged_in("kees", "clerk")
    context = chromium.new_context(locale="en-GB", storage_state=state)
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


def test_a_key_that_is_held_hands_nothing_in(server, page):
    for places in (1, 2):  # the cell, and then the totals
        for _repeat in range(5):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        assert page.locator("[name=seen]:checked, [name=totals_seen]:checked").count() == places
    assert page.locator("#hand-in").evaluate("each => each === document.activeElement")
    with server.database():
        assert not Version.objects.exists()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    with server.database():
        assert Version.objects.count() == 1
