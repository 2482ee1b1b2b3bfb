"""What tests of score forms share: table 1 of the small tournament, and a second clerk."""

import pytest
from django.test import Client

from wk.accounts.models import User
from wk.tournament.models import Table


@pytest.fixture
def table(tournament) -> Table:
    return Table.objects.get(number=1)


@pytest.fixture
def bea(db) -> User:
    return User.objects.create_user("bea", role=User.Role.CLERK)


@pytest.fixture
def bea_client(bea) -> Client:
    client = Client()
    client.force_login(bea, backend="django.contrib.auth.backends.ModelBackend")
    return client
