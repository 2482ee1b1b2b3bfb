"""Fixtures for the tests of rounds."""

import pytest
from django.utils import translation

from tests.rounds.constraints.tournaments import make_tournament
from tests.rounds.last_round import two_rounds_played
from wk.tournament.models import Round, Tournament


@pytest.fixture
def round(tournament) -> Round:
    """Round 1, which has started: table 1 of five players and table 2 of four."""
    return tournament.rounds.get()


@pytest.fixture
def backups(settings):
    """Return a function that lists the backups, oldest first."""

    def list_backups():
        return sorted((settings.DATA_DIR / "backups").glob("*.json"))

    return list_backups


@pytest.fixture
def in_english():
    """Services and forms speak English. For pages there is the fixture `english`."""
    with translation.override("en"):
        yield


@pytest.fixture
def championship(db) -> Tournament:
    """23 players who are not drawn yet: three tables of five and two of four in each round."""
    return make_tournament(23)


@pytest.fixture
def tournament_of_24(db) -> Tournament:
    """24 players who are not drawn yet: four tables of five and one of four in each round."""
    return make_tournament(24)


@pytest.fixture
def after_two_rounds(db) -> Tournament:
    """Fourteen players after two of three rounds, the last one by the standings."""
    return two_rounds_played()
