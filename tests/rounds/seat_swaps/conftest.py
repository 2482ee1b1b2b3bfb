"""Fixtures for the tests of changes by hand."""

import pytest

from wk.rounds.draws import draw_service
from wk.tournament.models import Round


@pytest.fixture
def round(championship) -> Round:
    """Round 1 as it was drawn: three tables of five and two of four."""
    return draw_service.draw_round(tournament=championship, seed=1)
