"""What the tests save on Django changes no answer of it."""

import pytest
from django.db import connection
from django.db.models.expressions import Col

from tests.database import empty_again
from tests.overhead import UNUSED, identity_of
from tests.presses.rows import all_rows
from wk.chain.models import Head, Link
from wk.tournament.models import Entry, Player


def test_no_test_has_the_fixtures_that_none_uses(request):
    known = {name for name in UNUSED if request._fixturemanager.getfixturedefs(name, request.node)}
    assert (known, UNUSED & {*request.fixturenames}) == (UNUSED, set())


def test_columns_have_the_identity_that_django_computes():
    name, club, other = (
        Entry._meta.get_field("name"),
        Entry._meta.get_field("club"),
        Player._meta.get_field("name"),
    )
    given = [(alias, field) for alias in ("one", "two", None) for field in (name, club, other)]
    given += [("one", name, name), ("one", name, club), ("one", club, name)]
    columns = [Col(*each) for each in given * 2]
    assert [each.identity for each in columns] == [identity_of(each) for each in columns]
    assert len({*columns}) == len(given)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL empties all tables at once")
def test_an_emptied_database_is_one_that_nobody_wrote_to(transactional_db):
    def stored():
        return Player.objects.count(), Link.objects.count(), Head.objects.get().number

    before = all_rows()
    for _time in range(2):
        Player.objects.create(name="Anna")
        assert stored() == (1, 1, 1)
        empty_again()
        assert (stored(), all_rows()) == ((0, 0, 0), before)
