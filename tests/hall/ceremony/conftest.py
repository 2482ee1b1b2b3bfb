"""Fixtures for the tests of the ceremony."""

import pytest

from tests.standings.tournaments import close_rounds, one_round_of_two_tables
from wk.hall.ceremony.queries import ceremony
from wk.hall.models import CeremonyStep
from wk.tournament.models import Tournament


@pytest.fixture
def played(db) -> Tournament:
    """A tournament of one round, of which every form is in."""
    return one_round_of_two_tables()


@pytest.fixture
def finished(played) -> Tournament:
    """The same tournament after its round was closed."""
    close_rounds(played)
    return played


def let_announce(tournament: Tournament, place: int, first: int = 99) -> None:
    """Let a place be the one announced last, of a ceremony that began with place `first`."""
    step = {"first": first, "place": place, "ranking": ceremony(tournament).ranking}
    CeremonyStep.objects.update_or_create(tournament=tournament, defaults=step)
