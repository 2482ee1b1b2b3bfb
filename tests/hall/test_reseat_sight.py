"""What putting a wrong seating right does is shown where the director is looking."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.office import first_cookies
from tests.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("hall"))
    server.manage("demo", "--players", "98")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def director(hall, chromium):
    """The cookies of a director."""
    return first_cookies(chromium, hall)


@pytest.fixture
def page(director, chromium):
    """His browser, which may not complain."""
    context = chromium.new_context(
        locale="nl-NL", viewport={"width": 1366, "height": 768}, storage_state=director
    )
    page = context.new_page()
    heard = listen(page)
    yield page
    assert heard == []
    context.close()


@pytest.mark.parametrize(
    ("at", "chosen"),
    [("reseat/", ("#id_first", "#id_second")), ("reseat/table/", ("#id_player", "#id_table"))],
)
def test_the_effect_is_in_sight_and_has_the_focus(hall, page, at, chosen):
    page.goto(f"{hall.url}/t/oefen/rounds/3/{at}")
    for turn in (1, 2):  # asked a second time, the address ends in #effect already
        for apart, field in enumerate(chosen):
            page.locator(field).select_option(index=1 + apart if apart else turn + 2)
        if at == "reseat/":
            page.locator("form.reseat [name=how][value=names]").check()
        page.locator("form.reseat button").press("Enter")
        page.locator("#effect:focus").wait_for()
        expect(page.locator("#effect h2")).to_be_in_viewport(ratio=1)
        expect(page.locator("#effect button.big")).to_be_in_viewport(ratio=1)
    page.locator("#effect button.big").press("Enter")
    page.locator(".message.success").wait_for()
    expect(page.locator(".message.success")).to_be_in_viewport(ratio=1)
    assert "#" not in page.url  # what is said next stands at the top


def test_what_was_brought_back_as_a_draft_is_told_in_sight_of_a_phone(hall, page):
    page.goto(f"{hall.url}/t/oefen/rounds/3/reseat/table/")
    players = page.locator("#id_player option").all_inner_texts()
    at = {who: int(re.search(r"tafel (\d+)", who)[1]) for who in players[1:]}
    who = next(who for who, table in at.items() if table <= 10)  # whose form counts
    page.locator("#id_player").select_option(label=who)
    page.locator("#id_table").select_option(index=1)
    page.locator("form.reseat button").press("Enter")
    page.locator("#effect button.big").press("Enter")
    page.locator(".message.success").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{hall.url}/t/oefen/forms/3/{at[who]}/history/?version=1")
    page.get_by_role("button", name="Terughalen als concept").click()
    page.locator("#score-form :focus").wait_for()
    expect(page.locator("#messages .message.success")).to_be_in_viewport(ratio=1)
    expect(page.locator("#messages .message.success")).to_contain_text(
        "Versie 1 staat hier als je concept"
    )
