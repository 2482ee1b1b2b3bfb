"""Fixtures for the tests of constraints."""

import pytest

from tests.rounds.constraints.tournaments import (
    make_tournament,
)
from wk.tournament.models import Tournament


@pytest.fixture
def tournament_of_24(db) -> Tournament:
    """24 players: four tables of five and one of four."""
    return make_tournament(24)
