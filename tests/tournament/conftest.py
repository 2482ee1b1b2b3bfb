"""Fixtures for tests of a tournament's settings and rules."""

import pytest
from django.utils import translation

from tests.tournament.rule_tournaments import create_with_players
from wk.tournament.models import Tournament


@pytest.fixture
def english(client):
    """Visitors read English, and so does the test itself. Officials would cost two sessions."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    with translation.override("en"):
        yield


@pytest.fixture
def bollen(db) -> Tournament:
    """Eight players of a game whose rules can be set."""
    return create_with_players()
