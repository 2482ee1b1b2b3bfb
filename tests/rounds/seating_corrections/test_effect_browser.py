"""The effect of a correction of seats is shown where the director is looking."""

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.rounds.seating_corrections.practice_hall import director_in, players_at

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
IN = 1  # a table whose form counts


@pytest.fixture
def page(hall, chromium):
    """A page of a director, which may have no complaints at the end."""
    window = director_in(hall, chromium)
    page = window.new_page()
    heard = listen(page)
    yield page
    assert heard == []
    window.close()


@pytest.mark.parametrize(
    ("at", "chosen"),
    [("reseat/", ("#id_first", "#id_second")), ("reseat/table/", ("#id_player", "#id_table"))],
)
def test_the_effect_is_visible_and_has_the_focus(hall, page, at, chosen):
    page.goto(f"{hall.url}/t/oefen/rounds/3/{at}")
    for turn in (1, 2):  # asked a second time, the address ends in #effect already
        for field, index in zip(chosen, (turn + 2, 2), strict=True):
            page.locator(field).select_option(index=index)
        if at == "reseat/":
            page.locator("form.seating-correction [name=how][value=names]").check()
        page.locator("form.seating-correction button").press("Enter")
        page.locator("#effect:focus").wait_for()
        expect(page.locator("#effect h2")).to_be_in_viewport(ratio=1)
        expect(page.locator("#effect button.big")).to_be_in_viewport(ratio=1)
    page.locator("#effect button.big").press("Enter")
    page.locator(".message.success").wait_for()
    expect(page.locator(".message.success")).to_be_in_viewport(ratio=1)
    assert "#" not in page.url  # what is said next stands at the top


def test_the_message_of_a_restored_draft_is_visible_on_a_phone(hall, page):
    player = players_at(hall, IN)[0]
    page.goto(f"{hall.url}/t/oefen/rounds/3/reseat/table/")
    page.locator("#id_player").select_option(str(player))
    page.locator("#id_table").select_option(index=1)
    page.locator("form.seating-correction button").press("Enter")
    page.locator("#effect button.big").press("Enter")
    page.locator(".message.success").wait_for()
    page.set_viewport_size(PHONE)
    page.goto(f"{hall.url}/t/oefen/forms/3/{IN}/history/?version=1")
    page.get_by_role("button", name="Zet terug als concept").click()
    page.locator("#score-form :focus").wait_for()
    told = page.locator("#messages .message.success")
    expect(told).to_be_in_viewport(ratio=1)
    expect(told).to_contain_text("Versie 1 staat hier als je concept")
