"""What tests of score forms share: table 1 of the small tournament, and a second clerk."""

import pytest
from django.test import Client

from tests.played import played
from tests.scoreforms.eyes import another, give
from wk.accounts.models import User
from wk.scoreforms.models import Check, Version
from wk.tournament.models import Table


@pytest.fixture
def table(tournament) -> Table:
    return Table.objects.get(number=1)


@pytest.fixture
def rules(tournament):
    return tournament.rules


@pytest.fixture
def bea(db) -> User:
    return User.objects.create_user("bea", role=User.Role.CLERK)


@pytest.fixture
def bea_client(bea) -> Client:
    client = Client()
    client.force_login(bea, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def wanting(tournament):
    """Sets whose eyes the tournament wants, and how."""

    def choose(second_check, method="sight", phones="compare"):
        tournament.second_check = second_check
        tournament.check_method = method
        tournament.phones = phones
        tournament.save()

    return choose


@pytest.fixture
def waiting(table, clerk, wanting) -> Version:
    """What Kees typed, to be looked at by sight."""
    wanting("every", "sight")
    return give(table, played(table), clerk)


@pytest.fixture
def differing(table, clerk, bea, wanting) -> Check:
    """What Kees typed, and Bea differently in two cells."""
    wanting("every", "blind")
    give(table, played(table), clerk)
    give(table, another(table)[0], bea)
    return Check.objects.get()


@pytest.fixture
def strict(tournament):
    """A tournament of which every form is looked at twice."""
    tournament.second_check = "every"
    tournament.save()
    return tournament
