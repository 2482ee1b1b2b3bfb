"""A director goes back to a moment while a clerk types: the clerk notices nothing."""

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.scoreforms.keyboard import (
    DEALER,
    PAPER,
    keys_of,
    press,
    totals_of,
    type_quickly,
    wait_for_sign,
)
from wk.scoreforms.models import Version
from wk.tournament.models import Entry

pytestmark = pytest.mark.browser
FORM = "/t/oefen/forms/3/20/"


@pytest.fixture
def window(chromium, server):
    """A function that opens a page in which somebody has logged in; errors fail the test."""
    contexts, heard = [], []

    def open_of(name, role):
        context = chromium.new_context(
            locale="en-GB",
            viewport={"width": 1366, "height": 768},
            storage_state=server.logged_in(name, role),
        )
        contexts.append(context)
        page = context.new_page()
        heard.append(listen(page))
        return page

    yield open_of
    for context in contexts:
        context.close()
    assert heard == [[], []]


def test_a_moment_comes_back_while_a_clerk_types(server, window):
    server.practise("--players 140")
    director, clerk = window("dora", "director"), window("kees", "clerk")
    director.goto(server.url)
    director.get_by_role("link", name="Backups").click()
    director.get_by_role("button", name="Make one now").click()
    expect(director.get_by_text("Everything is in a new backup, which is good.")).to_be_visible()
    # A clerk begins to type, and something goes wrong.
    clerk.goto(server.url + FORM)
    clerk.locator("#cell-first_dealer:focus").wait_for()
    press(clerk, *DEALER)
    for _cards, bids, won in PAPER[:9]:
        type_quickly(clerk, keys_of(bids, won))
    wait_for_sign(clerk, "saved")
    with server.database():
        entry = Entry.objects.get(number=7)
        was = f"7 {entry.name}"
        Entry.objects.filter(pk=entry.pk).update(name="Verkeerde Naam")
        Version.objects.filter(form__table__number=3, form__table__round__number=1).delete()
    # The director looks at the moment and brings it back.
    director.reload()
    director.locator(".moments tbody a").click()
    expect(director.locator(".change .comes").first).to_have_text("+ 1 form comes back")
    expect(director.locator(".change dd li")).to_contain_text("Round 1 table 3")
    expect(director.locator(".change dd").nth(1)).to_have_text("7 Verkeerde Naam")
    expect(director.locator(".change dd").nth(2)).to_have_text(was)
    director.get_by_role("button", name="Back to").click()
    expect(director.get_by_text("What was there until now is a moment too.")).to_be_visible()
    expect(director.locator(".moments tbody a")).to_have_count(2)
    # The clerk types on and hands in.
    for _cards, bids, won in PAPER[9:]:
        type_quickly(clerk, keys_of(bids, won))
    clerk.locator("button[value=count]:focus").wait_for()
    clerk.locator("#checked[data-right]:visible").wait_for()
    press(clerk, "Enter")
    clerk.locator("#id_table").wait_for()
    with server.database():
        assert f"7 {Entry.objects.get(number=7).name}" == was
        forms = Version.objects.filter(is_counted=True, form__table__number__in=(3, 20))
        places = forms.values_list("form__table__round__number", "form__table__number")
        assert sorted(places) == [(1, 3), (1, 20), (2, 3), (2, 20), (3, 3), (3, 20)]
        typed = forms.get(form__table__number=20, form__table__round__number=3)
        assert [each.points for each in typed.seat_results] == totals_of(PAPER)
