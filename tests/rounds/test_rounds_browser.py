"""The list of rounds on a phone, which has no room for the same word twice."""

import pytest

from tests.standings.tournaments import make_tournament, play_round
from wk.tournament.models import Round

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
READABLE = 40  # pixels: a word that is there for screen readers alone takes one


def test_a_phone_tells_the_state_of_every_round(server, chromium):
    """Also while no round has standings, and the state is what stands last."""
    page = chromium.new_context(locale="en-GB", viewport=PHONE).new_page()
    with server.database():
        made = make_tournament([f"Speler {n}" for n in range(1, 11)])
        tables = {1: [1, 2, 3, 4, 5], 2: [6, 7, 8, 9, 10]}
        play_round(made, 1, tables, state=Round.State.CONFIRMED)
    page.goto(f"{server.url}/t/hal/rounds/")
    state = page.locator(".rounds .badge")
    assert (state.inner_text(), state.bounding_box()["width"] > READABLE) == ("begins soon", True)
    with server.database():
        Round.objects.update(state=Round.State.STARTED)
    page.reload()
    assert (state.inner_text(), state.bounding_box()["width"] > READABLE) == ("started", True)
    heading = page.locator(".rounds td a span")
    assert (heading.inner_text(), heading.bounding_box()["width"]) == ("Standings", 1)
    page.context.close()
