"""The page beside its photo tells at once how a total differs, and asks for no key too many."""

import pytest

from tests.camera.scans.made_pages import SCANS, read_page
from tests.listed_players import nine_players_in_round_1
from tests.played import played
from wk.scoreforms.models import ScanPage, Version
from wk.tournament.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LAPTOP = {"width": 1366, "height": 768}
DOUBT = "deals.0.bids.0"


@pytest.fixture
def page(server, chromium):
    """The page of table 1, of which a bid and the total of the second player are in doubt."""
    with server.database():
        nine_players_in_round_1()
        found = read_page(1, doubts=(DOUBT, "written.1"))
    kept = server.logged_in("kees", "clerk")
    window = chromium.new_context(viewport=LAPTOP, locale="en-GB", storage_state=kept)
    opened = window.new_page()
    opened.goto(f"{server.url}{SCANS}{found.pk}/")
    yield opened
    window.close()


def total_of(page, seat):
    return page.locator(".total-look").nth(seat)


def is_other(page, seat):
    return total_of(page, seat).evaluate("each => each.classList.contains('other')")


def test_a_total_that_is_corrected_stands_out_only_while_it_differs(page):
    field = page.locator('[name="written.0"]')
    right = field.input_value()
    assert not is_other(page, 0)
    field.fill("499")
    assert is_other(page, 0)
    field.fill(right)
    assert not is_other(page, 0)
    given = total_of(page, 0).get_by_text("the deals give")
    assert given.is_visible()
    bid = page.locator(f'[name="{DOUBT}"]')
    read = bid.input_value()
    bid.fill("9")
    assert not given.is_visible()  # it was that of another bid
    bid.fill(read)
    assert given.is_visible()


def test_the_totals_lie_side_by_side_above_the_button(page, server):
    assert page.get_by_text("1 of the totals is in doubt.").is_visible()
    assert [total_of(page, seat).locator(".badge").count() for seat in range(5)] == [0, 1, 0, 0, 0]
    page.keyboard.press("Enter")  # the bid is right
    assert page.locator('[name="written.0"]').evaluate("each => each === document.activeElement")
    # One is in doubt, and the pieces of the photo lie in a line all the same.
    pieces = [total_of(page, seat).locator("img").bounding_box() for seat in range(5)]
    assert len({piece["y"] for piece in pieces}) == 1
    sides, last = page.locator(".total-looks .sides"), total_of(page, 4).bounding_box()
    right = sides.bounding_box()["x"] + sides.bounding_box()["width"]
    assert last["x"] + last["width"] == pytest.approx(right, abs=1)
    last = page.locator(".total-looks .check").bounding_box()
    assert last["y"] + last["height"] <= page.locator(".look-bar").bounding_box()["y"]
    for _key in ("the totals", "hand in"):
        page.keyboard.press("Enter")
    page.wait_for_url(f"{server.url}{SCANS}")
    with server.database():
        table = Table.objects.get(number=1)
        assert table.form.versions.get().content == played(table)


def test_the_button_says_yes_only_once_what_is_asked_is_in_sight(page, server):
    with server.database():
        found = ScanPage.objects.get()
        total = next(cell for cell in found.cells if cell["path"] == "written.0")
        total["text"] = "499"
        found.save()
    page.reload()
    button, question = page.locator("#hand-in"), page.locator(".problems")
    box = question.bounding_box()
    assert box["y"] + box["height"] > LAPTOP["height"]
    assert button.inner_text() == "Hand in"
    for tick in page.locator(".looks [type=checkbox]").all():  # by the mouse: no key leads on
        tick.check()
    page.evaluate("scrollTo(0, 0)")
    button.click()
    assert button.inner_text() == "Yes, that is what it says"
    box = question.bounding_box()
    assert box["y"] + box["height"] <= button.bounding_box()["y"]
    assert question.get_by_role("link").inner_text() == "Anna, total on paper"
    with server.database():
        assert not Version.objects.exists()
    button.click()
    page.wait_for_url(f"{server.url}{SCANS}")
    with server.database():
        assert Version.objects.get().paper_totals[0] == 499
