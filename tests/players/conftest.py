"""Tournaments of ten players for tests of the list, the desk and the log, and steps with them."""

import datetime as dt

import pytest
from django.utils.translation import override

from tests.listed_players import tournament_with_players
from wk.auditlog.sentences import sentence
from wk.auditlog.undo import undo
from wk.players.checkin import services as checkin
from wk.players.services import NewEntry
from wk.tournament.models import Round
from wk.tournament.seating import seat_round

NOON = dt.datetime(2026, 11, 21, 11, tzinfo=dt.UTC)  # twelve o'clock in the hall
LATER = NOON + dt.timedelta(minutes=14)

DESK = "/t/wk-zaal/desk/"
LOG = "/t/wk-zaal/log/"
LIVE = {"HX-Request": "true", "Accept-Language": "en"}
ENGLISH = {"Accept-Language": "en"}

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
def ten_players(db):
    """A tournament of ten players. Nobody is checked in and nothing is drawn."""
    return tournament_with_players("WK Zaal", dt.date(2026, 11, 21), PEOPLE)[0]


@pytest.fixture
def earlier_edition(db):
    """An edition of the year before, with one player: Piet van Dam."""
    people = [NewEntry("Piet van Dam", "Schoppenaas")]
    return tournament_with_players("WK 2025", dt.date(2025, 11, 21), people)[0]


@pytest.fixture
def round_started(ten_players):
    """The ten players at two tables of five: round 1 is started, round 2 confirmed."""
    entries = list(ten_players.entries.all())
    for number, state in ((1, Round.State.STARTED), (2, Round.State.CONFIRMED)):
        tables = {1: entries[:5], 2: entries[5:]}
        seat_round(tournament=ten_players, number=number, tables=tables, state=state)
    return ten_players


def enter_late_player(tournament, name="Joke Dijk", club="", **more):
    more = {"player": None, "author": None, "now": NOON} | more
    return checkin.enter_late(tournament=tournament, name=name, club=club, **more)


def check_in_numbers(tournament, *numbers, author=None, now=NOON):
    """Check players in together and return the log entry."""
    entries = tournament.entries.filter(number__in=numbers)
    return checkin.check_in(entries=entries, author=author, now=now)


def undo_check_in_of(tournament, number, author=None, now=LATER):
    """Undo the check-in of a player as an act of its own and return the log entry."""
    entry = tournament.entries.get(number=number)
    return checkin.undo_check_in(entry=entry, author=author, now=now)


def undo_last(tournament, author=None):
    """Undo the last log entry and return it."""
    log_entry = tournament.log_entries.latest("pk")
    undo(log_entry=log_entry, author=author, now=LATER)
    log_entry.refresh_from_db()
    return log_entry


def sentence_of(log_entry):
    """Return the English sentence of a log entry."""
    with override("en"):
        return sentence(log_entry)


def seat_two_tables(tournament, number, state):
    """Seat players 1 to 10 at two tables of five, in order of start number; return the round."""
    entries = list(tournament.entries.filter(number__lte=10))
    tables = {1: entries[:5], 2: entries[5:]}
    return seat_round(tournament=tournament, number=number, tables=tables, state=state)


def page_html(response):
    """Return the HTML of a page with single spaces."""
    return " ".join(response.content.decode().split())


def message_texts(response):
    """Return the texts of the messages on a page."""
    return [str(message) for message in response.context["messages"]]
