"""What tests of rounds share: round 1, and the backups that were written."""

import pytest
from django.utils import translation

from wk.tournament.models import Round


@pytest.fixture
def round(tournament) -> Round:
    """Round 1, which has started: table 1 of five players and table 2 of four."""
    return tournament.rounds.get()


@pytest.fixture
def backups(settings):
    """Tell which backups were written, oldest first."""

    def found():
        return sorted((settings.DATA_DIR / "backups").glob("*.json"))

    return found


@pytest.fixture
def in_english():
    """What services and forms say is said in English; who opens pages asks for `english`."""
    with translation.override("en"):
        yield
