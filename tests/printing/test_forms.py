"""The choice of tables or players to print: one, a range, or all."""

import pytest
from django.utils.translation import override

from wk.printing.forms import CardsForm, TablesForm
from wk.tournament.models import Entry

pytestmark = pytest.mark.django_db


def tables_form(tournament, asked):
    return TablesForm({"tables": asked}, round=tournament.rounds.get())


def cards_form(tournament, asked):
    return CardsForm({"players": asked}, tournament=tournament)


def numbers_of(form, field):
    """Return the numbers of the tables or players that a form gives."""
    assert form.is_valid(), form.errors
    return [each.number for each in form.cleaned_data[field]]


def refusals(form, field):
    """Return the errors of a field, in English."""
    with override("en"):
        assert not form.is_valid()
        return [str(error) for error in form.errors[field]]


def test_tables_are_one_a_range_or_all(tournament):
    given = {"": [1, 2], "2": [2], "1-2": [1, 2], "2 - 9": [2], "1–1": [1], "0-1": [1]}
    found = {asked: numbers_of(tables_form(tournament, asked), "tables") for asked in given}
    assert found == given


def test_invalid_tables_are_refused(tournament):
    no_number = ["Write one table or a range: 3 or 3-7."]
    no_table = ["This round has no such table."]
    given = {
        **dict.fromkeys(["x", "1,2", "-1", "1-", "1-2-3", "1234567890", "٣"], no_number),
        **dict.fromkeys(["3-7", "2-1", "3", "0", "999999999"], no_table),
    }
    found = {asked: refusals(tables_form(tournament, asked), "tables") for asked in given}
    assert found == given


def test_players_are_one_a_range_or_all_who_play(tournament):
    """A withdrawn player gets a card only when asked for."""
    Entry.objects.filter(tournament=tournament, number=2).update(withdrawn_after=0)
    given = {
        "": [1, 3, 4, 5, 6, 7, 8, 9],
        "2": [2],
        "3-4": [3, 4],
        "1-3": [1, 2, 3],
        "8 - 99": [8, 9],
    }
    found = {asked: numbers_of(cards_form(tournament, asked), "players") for asked in given}
    assert found == given


def test_invalid_players_are_refused(tournament):
    no_number = ["Write a start number or a range: 3 or 3-7."]
    nobody = ["There are no such players."]
    given = {
        **dict.fromkeys(["x", "1,2", "-1", "1-2-3", "1234567890"], no_number),
        **dict.fromkeys(["10", "5-3", "0", "999999999"], nobody),
    }
    found = {asked: refusals(cards_form(tournament, asked), "players") for asked in given}
    assert found == given


def test_cards_without_players_are_refused(tournament):
    tournament.rounds.all().delete()
    tournament.entries.all().delete()
    assert refusals(cards_form(tournament, ""), "players") == ["There are no such players."]
