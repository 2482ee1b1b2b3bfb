"""What the tests of the phones need."""

import pytest
from django.core.cache import cache
from django.test import Client

from wk.tournament.models import Table


@pytest.fixture(autouse=True)
def _nobody_asked_yet():
    cache.clear()


@pytest.fixture
def table(tournament) -> Table:
    return Table.objects.get(number=1)


@pytest.fixture
def other_table(tournament) -> Table:
    return Table.objects.get(number=2)


@pytest.fixture
def phone():
    """A phone that nobody logged in on, and that proves nothing but its key."""
    return Client(enforce_csrf_checks=True)
