"""Fixtures for the tests of a round's steps."""

import pytest

from wk.tournament.models import Table


@pytest.fixture
def table(round) -> Table:
    """Table 1 of round 1."""
    return round.tables.get(number=1)


@pytest.fixture
def bea(django_user_model):
    """A second clerk."""
    return django_user_model.objects.create_user("bea", role="clerk")
