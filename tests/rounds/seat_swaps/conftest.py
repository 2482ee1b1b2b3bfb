"""Fixtures for the tests of changes by hand."""

import datetime as dt

import pytest

from tests.browser import listen
from tests.database import NAME, copy, migrated
from tests.rounds.seat_swaps.by_hand import change_by_hand
from wk.players.services import NewEntry, enter, enter_many
from wk.rounds.draws.draw_service import draw_all_rounds
from wk.tournament.models import Round
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

LAPTOP = {"width": 1366, "height": 768}

# Round 1 as it is drawn for 23 players with draw number 1.
SEATS = [
    [8, 15, 21, 5, 14],
    [3, 7, 23, 22, 16],
    [18, 20, 11, 1, 2],
    [6, 17, 19, 4],
    [13, 12, 9, 10],
]


@pytest.fixture
def round(championship) -> Round:
    """Round 1 of three tables of five and two of four, without a search and a log entry for it."""
    entries = {entry.number: entry for entry in championship.entries.all()}
    tables = {n: [entries[number] for number in seats] for n, seats in enumerate(SEATS, 1)}
    return seat_round(tournament=championship, number=1, tables=tables, seed=1)


@pytest.fixture(scope="module")
def drawn_database(running_server, tmp_path_factory):
    """A database with 23 players, drawn at three tables of five and two of four, and one player
    who was entered after the draw."""
    running_server.fill(migrated())
    with running_server.database():
        made = create_tournament(name="WK", slug="wk", date=dt.date(2026, 11, 21))
        enter_many(tournament=made, rows=[NewEntry(f"Speler {n}") for n in range(1, 24)])
        draw_all_rounds(tournament=made, seed=1)
        enter(tournament=made, name="Laat")
    path = tmp_path_factory.mktemp("drawn") / NAME
    copy(running_server.data / NAME, path)
    return path


@pytest.fixture
def office(running_server, drawn_database):
    """A server with that database."""
    running_server.fill(drawn_database)
    return running_server


@pytest.fixture
def director_state(office):
    """The storage state of a browser in which a director is logged in."""
    return office.logged_in("dora", "director")


@pytest.fixture
def open_round(office, director_state, chromium):
    """Return a function that opens the page of a round in English. At the end the browser may
    have no complaints."""
    contexts = []
    complaints = []

    def open_page(number, *, may_fail=False, **more):
        options = {"locale": "en-GB", "viewport": LAPTOP} | more
        contexts.append(chromium.new_context(storage_state=director_state, **options))
        page = contexts[-1].new_page()
        heard = listen(page)
        if not may_fail:  # of a request that is to fail, the browser complains by itself
            complaints.append(heard)
        page.goto(f"{office.url}/t/wk/rounds/{number}/")
        change_by_hand(page)
        return page

    yield open_page
    assert [text for each in complaints for text in each] == []
    for context in contexts:
        context.close()
