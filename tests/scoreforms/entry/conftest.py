"""A page in which a director opens the forms of several games, in a real browser."""

import pytest

from tests.browser import listen
from wk.tournament.models import Table

WK = "wk-boerenbridge"


# A practice tournament of each of these games, with just enough players for an empty form.
PLAYERS = {WK: 20, "rubber-bridge": 8, "kleurenwiezen": 8, "boerenbridge": 8}


# Lets the browser forget what is typed, and answers in place of the server that a draft is saved.
FORGETFUL = """
    localStorage.clear();
    for (const name of ["pagehide", "visibilitychange"])
      addEventListener(name, (event) => event.stopImmediatePropagation(), true);
    const ask = window.fetch;
    window.fetch = (address, ...more) => String(address).endsWith("/draft/")
      ? Promise.resolve(Response.json({ revision: 1, at: "20:00:00" }))
      : ask(address, ...more);
"""


@pytest.fixture(scope="module")
def games_server(running_server):
    """A server with a practice tournament of each of these games."""
    running_server.practise(*(f"--game {key} --players {size}" for key, size in PLAYERS.items()))
    return running_server


@pytest.fixture(scope="module")
def form_urls(games_server):
    """The addresses of the forms that are still to come, by game."""
    found = {key: [] for key in PLAYERS}
    with games_server.database():
        tables = Table.objects.filter(round__number=3, form=None).order_by("number")
        for table in tables.select_related("round__tournament"):
            tournament = table.round.tournament
            address = f"{games_server.url}/t/{tournament.slug}/forms/3/{table.number}/"
            found[tournament.game].append(address)
    return found


@pytest.fixture(scope="module")
def director_page(games_server, chromium):
    """The page in which a director opens one form after the other, and its list of errors."""
    context = chromium.new_context(
        locale="nl-NL",
        viewport={"width": 1366, "height": 768},
        storage_state=games_server.logged_in("dora", "director"),
    )
    context.add_init_script(FORGETFUL)
    page = context.new_page()
    yield page, listen(page)
    context.close()


@pytest.fixture
def open_form(form_urls, director_page):
    """A function that opens the last form of a game, or another one. No draft is stored, so each
    test finds it empty. The test fails if the browser reports an error."""
    page, complaints = director_page
    complaints.clear()

    def open_of(key, number=-1):
        page.goto(form_urls[key][number])
        page.locator("#score-form").wait_for()
        return page

    yield open_of
    assert complaints == []
