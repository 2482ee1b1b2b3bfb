"""Fixtures for tests of phones: tables, a phone, and a server."""

import pytest
from django.core.cache import cache
from django.test import Client

from wk.tournament.models import Table


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


@pytest.fixture
def table(tournament) -> Table:
    return Table.objects.get(number=1)


@pytest.fixture
def other_table(tournament) -> Table:
    return Table.objects.get(number=2)


@pytest.fixture
def phone():
    """A phone: a client without a login, which checks CSRF tokens."""
    return Client(enforce_csrf_checks=True)


DEMO = "--players 50 --seed 8"  # with these people nobody has more points than the best of PAPER


@pytest.fixture(scope="module")
def phone_server(running_server):
    """A server with a practice tournament of each kind of form."""
    running_server.practise(DEMO, "--game rubber-bridge")
    return running_server
