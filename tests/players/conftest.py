"""A morning at the desk."""

import datetime as dt

import pytest
from django.utils.text import slugify
from django.utils.translation import override

from scoring.registry import DEFAULT
from wk.auditlog.sentences import sentence
from wk.auditlog.undo import undo
from wk.players.checkin import services as checkin
from wk.players.services import NewEntry
from wk.tournament.models import Entry, Player, Round, Tournament
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


def with_players(name, year, people):
    """A tournament with its players, written straight into the store: almost every test of the desk
    needs one, and entering players is tested with the roster."""
    made = Tournament.objects.create(
        name=name, slug=slugify(name), date=dt.date(year, 11, 21), game=DEFAULT
    )
    players = Player.objects.bulk_create(Player(name=row.name, club=row.club) for row in people)
    Entry.objects.bulk_create(
        Entry(tournament=made, player=player, number=number, name=player.name, club=player.club)
        for number, player in enumerate(players, 1)
    )
    return made


@pytest.fixture
def morning(db):
    """Ten players on the list, nobody there yet and nothing drawn."""
    return with_players("WK Zaal", 2026, PEOPLE)


@pytest.fixture
def earlier(db):
    """An edition of the year before, of which Piet is known."""
    return with_players("WK 2025", 2025, [NewEntry("Piet van Dam", "Schoppenaas")])


@pytest.fixture
def begun(morning):
    """Round 1 has begun, round 2 is confirmed: two tables of five."""
    entries = list(morning.entries.all())
    for number, state in ((1, Round.State.STARTED), (2, Round.State.CONFIRMED)):
        tables = {1: entries[:5], 2: entries[5:]}
        seat_round(tournament=morning, number=number, tables=tables, state=state)
    return morning


def late(tournament, name="Joke Dijk", club="", **more):
    more = {"player": None, "author": None, "now": NOON} | more
    return checkin.enter_late(tournament=tournament, name=name, club=club, **more)


def came(tournament, *numbers, author=None, now=NOON):
    """Check players in as one change, and return that."""
    entries = tournament.entries.filter(number__in=numbers)
    return checkin.check_in(entries=entries, author=author, now=now)


def went(tournament, number, author=None, now=LATER):
    """Take a check-in back, and return the change."""
    entry = tournament.entries.get(number=number)
    return checkin.undo_check_in(entry=entry, author=author, now=now)


def undone(tournament, author=None):
    """Undo what was done last; return it as it is then."""
    log_entry = tournament.log_entries.latest("pk")
    undo(log_entry=log_entry, author=author, now=LATER)
    log_entry.refresh_from_db()
    return log_entry


def said(log_entry):
    """What the log says of a change, in English."""
    with override("en"):
        return sentence(log_entry)


def seated(tournament, number, state):
    """A round of two tables of five, in the order of the start numbers."""
    entries = list(tournament.entries.filter(number__lte=10))
    tables = {1: entries[:5], 2: entries[5:]}
    return seat_round(tournament=tournament, number=number, tables=tables, state=state)


def text(response):
    return " ".join(response.content.decode().split())


def told(response):
    return [str(message) for message in response.context["messages"]]
