"""A morning at the desk."""

import datetime as dt

import pytest

from wk.tournament.services import NewEntry, create_tournament, enter_many

NOON = dt.datetime(2026, 11, 21, 11, tzinfo=dt.UTC)  # twelve o'clock in the hall

PEOPLE = [
    NewEntry("José de Wit", "De Slag"),
    NewEntry("Jan Kok"),
    NewEntry("Jan Kokkelink", "Élan"),
    NewEntry("Anna Bakker", "De Slag"),
    NewEntry("Bram Smit"),
    NewEntry("Cor Visser"),
    NewEntry("Dirk Mulder"),
    NewEntry("Els de Boer"),
    NewEntry("Femke Vos"),
    NewEntry("Gijs Prins"),
]


@pytest.fixture
def morning(db):
    """Ten players on the list, nobody there yet and nothing drawn."""
    made = create_tournament(name="WK Zaal", slug="wk-zaal", date=dt.date(2026, 11, 21))
    enter_many(tournament=made, rows=PEOPLE)
    return made


@pytest.fixture
def earlier(db):
    """An edition of the year before, of which Piet is known."""
    made = create_tournament(name="WK 2025", slug="wk-2025", date=dt.date(2025, 11, 21))
    enter_many(tournament=made, rows=[NewEntry("Piet van Dam", "Schoppenaas")])
    return made
