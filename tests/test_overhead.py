"""What the tests save on Django changes no answer of it."""

from django.db.models.expressions import Col

from tests.overhead import identity_of
from wk.tournament.models import Entry, Player


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
