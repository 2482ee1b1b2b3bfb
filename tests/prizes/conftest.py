"""A tournament of two closed rounds with prizes, of which the results may be withheld."""

import pytest

from tests.standings.tournaments import close_rounds, make_tournament, play_round
from wk.players.services import NewEntry
from wk.prizes.services import add_category, mark_players
from wk.tournament.models import PrizeCategory, Tournament

EVERYBODY, MARKED = PrizeCategory.Counts.EVERYBODY, PrizeCategory.Counts.MARKED
ROUND, CLUBS = PrizeCategory.Counts.ROUND, PrizeCategory.Counts.CLUBS
PEOPLE = [("Anna", "De Slag"), ("Bram", "Troef"), ("Cor", "De Slag"), ("Dirk", "troef")]
PEOPLE += [("Els", "De Slag"), ("Femke", "Troef"), ("Hans", ""), ("Ida", "Alleen")]
# The points of each player in both rounds, by start number; players of a table follow each other.
FIRST = {1: {1: 90, 2: 60, 3: 40, 4: 10}, 2: {5: 94, 6: 54, 7: 40, 8: -6}}
SECOND = {1: {1: 50, 5: 95, 2: 95, 6: 10}, 2: {3: 80, 7: 70, 4: 60, 8: 20}}


def day(**facts) -> Tournament:
    """Return the tournament, with both rounds closed."""
    made = make_tournament([NewEntry(name, club) for name, club in PEOPLE], rounds=2, **facts)
    for number, tables in ((1, FIRST), (2, SECOND)):
        play_round(made, number, tables)
    close_rounds(made)
    return made


def category(tournament: Tournament, counts: str, *marked: int, **values) -> PrizeCategory:
    """Make a category, and mark players for it by their start numbers."""
    values = {"name": str(counts), "prizes": 1} | values
    made = add_category(tournament=tournament, counts=counts, **values)
    mark_players(category=made, numbers=marked)
    return made


@pytest.fixture
def played(db) -> Tournament:
    return day()
