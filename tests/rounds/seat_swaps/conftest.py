"""Fixtures for the tests of changes by hand."""

import pytest

from wk.tournament.models import Round
from wk.tournament.seating import seat_round

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
