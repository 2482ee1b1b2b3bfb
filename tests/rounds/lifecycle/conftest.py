"""What tests of a round's steps share: a table, and a second clerk."""

import pytest

from wk.tournament.models import Table

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.fixture
def table(round) -> Table:
    return round.tables.get(number=1)


@pytest.fixture
def bea(django_user_model):
    return django_user_model.objects.create_user("bea", role="clerk")
