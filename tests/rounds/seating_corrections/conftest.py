"""Fixtures for the tests of seating corrections."""

import pytest

from tests.rounds.seating_corrections.corrections import make_round
from tests.rounds.seating_corrections.practice_hall import HALL
from wk.tournament.models import Round, Table


@pytest.fixture
def tables(tournament) -> list[Table]:
    """Both tables of round 1: table 1 has numbers 1 to 5, table 2 has 6 to 9."""
    return list(Table.objects.order_by("number"))


@pytest.fixture
def four_tables(db) -> Round:
    """A round of four tables, of 1 to 5, 6 to 9, 10 to 14 and 15 to 18."""
    return make_round(5, 4, 5, 4)


@pytest.fixture
def hall(running_server):
    """A server with a fresh practice tournament."""
    running_server.practise(HALL)
    return running_server
