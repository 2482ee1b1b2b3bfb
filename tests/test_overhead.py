"""What the tests save on Django changes no answer of it."""

from copy import copy

import pytest
from django.db import connection, connections
from django.db.models import Case, Count, Exists, F, OuterRef, Value, When
from django.db.models.expressions import Col
from django.template import Context, Template
from django.test import signals

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


def test_copies_of_parts_of_a_query_are_those_that_django_makes():
    players = Player.objects.filter(pk=OuterRef("pk"))
    parts = [
        Col("one", Player._meta.get_field("name")),
        Value(1),
        Count("pk", distinct=True),
        Exists(players),
        Case(When(pk=1, then=F("name")), default=Value("")),
    ]
    for part in parts:
        getattr(part, "convert_value", None)  # is then kept in it, and in no copy
        own, made = copy(part), type(part).copy(part)
        own.__dict__.pop("query", None), made.__dict__.pop("query", None)  # of which each has one
        assert (type(made), made.__dict__) == (type(own), own.__dict__)


def test_the_test_client_is_told_of_pages_and_not_of_what_they_include():
    told = []

    def note(template, **_rest):
        told.append(template.name)

    signals.template_rendered.connect(note)
    part = Template("{{ word }}", name="part")
    page = Template("{% block all %}{% include part %}{% endblock %}", name="page")
    child = Template("{% extends page %}", name="child")
    context = Context({"word": "Hello", "part": part, "page": page})
    texts = [each.render(context) for each in (part, page, child)]
    signals.template_rendered.disconnect(note)
    assert (texts, told) == (["Hello"] * 3, ["part", "page", "child", "page"])


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


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL empties all tables at once")
def test_a_database_that_is_not_open_is_emptied_too(transactional_db):
    """Django opens another connection for tests that come after the start of a browser."""
    Player.objects.create(name="Anna")
    own = connections["default"]
    connections["default"] = own.copy()
    try:
        empty_again()
    finally:
        connections["default"] = own
    assert Player.objects.count() == 0
