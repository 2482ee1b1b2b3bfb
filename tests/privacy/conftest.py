"""A hall in which a player with a rare name is named wherever a name can stand."""

import datetime as dt

import pytest
from django.conf import settings
from django.utils import timezone

from tests.backups.conftest import made_once_here, real_database  # noqa: F401 - a fixture
from tests.listed_players import tournament_with_players
from tests.played import played
from wk.accounts.models import User
from wk.auditlog.seat_changes import log_moves
from wk.core.acting import acting
from wk.hall.models import Announcement
from wk.phones.models import PlayerKey
from wk.players.replacements import substitute
from wk.players.services import NewEntry, edit_entry
from wk.scoreforms.models import Objection, Photo, ScanPile, ScoreForm, WritingExample
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Entry, Player, PrizeCategory, PrizeMark, Round, Seat, Tournament
from wk.tournament.seating import Move, seat_round

RARE, FIRST, CLUB = "Xanthoven", "Quirijn", "De Zeldzame Troef"
NAME, SHORT = f"{FIRST} van der {RARE}", "Q. v. d. X."
NUMBER = 3
PEOPLE = ["Anna", "Bram", NAME, "Dirk", "Els", "Femke", "Gijs", "Hans", "Ingrid"]
LATE = dt.datetime(2026, 11, 21, 18, tzinfo=dt.UTC)


def make_hall():
    """Store two editions; in the newer one round 1 is played, and round 2 is confirmed."""
    with acting(author="dora", address="192.168.1.5", task="test"):
        director = User.objects.create_user("dora", password="geheim-1", role=User.Role.DIRECTOR)
        clerk = User.objects.create_user("kees", password="geheim-2")
        people = [NewEntry(name, CLUB if name == NAME else "") for name in PEOPLE]
        day = dt.date(2025, 11, 21)
        old, entries = tournament_with_players("WK 2025", day, people, slug="wk-oud")
        play(old, entries, director, clerk)
        made, entries = next_edition(old, "WK 2026", "wk-test", dt.date(2026, 11, 21))
        play(made, entries, director, clerk)
        tell(made, entries, director)
    return made


def next_edition(before, name, slug, day):
    """Store another edition with the persons of the one before."""
    made = Tournament.objects.create(name=name, slug=slug, date=day, game=before.game)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=made,
            player=e.player,
            number=e.number,
            name=e.player.name,
            club=e.player.club,
        )
        for e in before.entries.select_related("player").order_by("number")
    )
    return made, entries


def play(made, entries, director, clerk):
    tables = {1: entries[:5], 2: entries[5:]}
    seat_round(tournament=made, number=1, tables=tables, state=Round.State.STARTED)
    first = made.rounds.get(number=1)
    for table in first.tables.order_by("number"):
        hand_in(table=table, submission=Submission(played(table), clerk, timezone.now()))
    tables = {1: [*entries[:4], entries[8]], 2: entries[4:8]}
    seat_round(tournament=made, number=2, tables=tables, state=Round.State.CONFIRMED)


def tell(made, entries, director):
    """Let the name stand in everything that people type, and in the log."""
    rare = made.entries.get(number=NUMBER)
    now = timezone.now()
    edit_entry(entry=rare, name=f"{FIRST} v.d. {RARE}", club="Slag", number=NUMBER, author=director)
    edit_entry(entry=rare, name=NAME, club=CLUB, number=NUMBER, author=director)
    Announcement.objects.create(
        tournament=made, text=f"Wil {NAME} naar de balie komen?", author=director, at=now
    )
    seat = Seat.objects.get(entry=entries[5], round__number=1, round__tournament=made)
    substitute(seat=seat, name=NAME, from_deal=3, author=director, now=now)
    category = PrizeCategory.objects.create(tournament=made, name=f"Beker {NAME}")
    PrizeMark.objects.create(category=category, entry=rare)
    form = ScoreForm.objects.get(table__number=1, table__round__tournament=made)
    picture = {"picture": b"ink", "width": 4, "height": 3, "taken_at": now}
    Photo.objects.create(form=form, **picture)
    pile = {"name": f"{NAME}.jpg", "content": b"ink", "digest": "0", "sent_at": now}
    ScanPile.objects.create(tournament=made, **pile)
    WritingExample.of(made.pk, b"ink", "V").save(force_insert=True)
    Objection.objects.create(
        form=form, entry=rare, path="deals.0", words=f"{FIRST} had 3", said_at=now
    )
    Objection.objects.create(
        form=form, entry=entries[0], path="deals.0", words=f"{NAME} had 3", said_at=now
    )
    PlayerKey.objects.create(entry=rare, created_at=now)
    second = made.rounds.get(number=2)
    log_moves(second, [Move(rare, (1, 3), (1, 3))], author=director, now=now, reason=f"om {NAME}")


@pytest.fixture
def hall(db):
    """The hall in the database of the tests."""
    return make_hall()


@pytest.fixture
def hall_in_a_file(real_database, tmp_path_factory):  # noqa: F811
    """The hall in a database of its own, which can be copied."""
    made_once_here(make_hall, tmp_path_factory.getbasetemp() / "rare.sqlite3")
    return Tournament.objects.get(slug="wk-test")


def rare_person() -> Player:
    """Return the person with the rare name, whatever he is called now."""
    return Entry.objects.get(tournament__slug="wk-test", number=NUMBER).player


def archives_kept():
    return sorted((settings.DATA_DIR / "backups").glob("*.json"))
