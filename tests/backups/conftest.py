"""Fixtures for tests of backups: a real database, with all that an archive does not hold."""

import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.utils import ConnectionHandler
from django.test import override_settings
from django.utils import timezone, translation

from tests.database import NAME, copy, migrated
from tests.listed_players import nine_players_in_round_1
from tests.played import played
from wk.accounts.models import User
from wk.core.acting import acting
from wk.phones.models import PlayerKey, TableKey
from wk.players.services import withdraw
from wk.scoreforms.models import Photo, ScoreForm
from wk.scoreforms.services import Submission, hand_in
from wk.settings import SQLITE
from wk.tournament.models import Table, Tournament


@pytest.fixture(autouse=True)
def _acting():
    """What a test changes is noted in the log as an act."""
    with acting(task="test"):
        yield


def on_postgresql(transactional_db, tmp_path):
    """The database of the tests, which other processes see, and a data folder with a secret."""
    settings.DATA_DIR = tmp_path
    (tmp_path / "secret-key").write_text("geheim")
    with translation.override("en"):
        yield tmp_path


def on_sqlite(django_db_blocker, tmp_path):
    """A database in a file, which other processes see, and a data folder with a secret."""
    path = tmp_path / NAME
    copy(migrated(), path)
    (tmp_path / "secret-key").write_text("geheim")
    handler = ConnectionHandler({"default": SQLITE | {"NAME": str(path)}})
    own = connections["default"]
    with (
        django_db_blocker.unblock(),
        override_settings(DATA_DIR=tmp_path),
        translation.override("en"),
    ):
        connections["default"] = handler["default"]
        try:
            yield tmp_path
        finally:
            connections["default"].close()
            connections["default"] = own


is_sqlite = connection.vendor == "sqlite"
real_database = pytest.fixture(on_sqlite if is_sqlite else on_postgresql, name="real_database")


@pytest.fixture
def hall(real_database, tmp_path_factory):
    """A tournament in round 1 with two tables, and a form, a photo, keys, two accounts."""
    made_once_here(make_hall, tmp_path_factory.getbasetemp() / "hall.sqlite3")
    return Tournament.objects.get()


def made_once_here(make, kept):
    """Fill the real database. On SQLite it is filled once, and copied to `kept` for the others."""
    if not is_sqlite:
        make()
        return
    here = connections["default"].settings_dict["NAME"]
    if not kept.exists():
        make()
        copy(here, kept)
    copy(kept, here)


def make_hall():
    dora = User.objects.create_user("dora", password="geheim-1", role=User.Role.DIRECTOR)
    kees = User.objects.create_user("kees", password="geheim-2", role=User.Role.CLERK)
    made = nine_players_in_round_1()
    first, *_others, last = made.entries.order_by("number")
    type_form(1, kees)
    Photo.objects.create(
        form=ScoreForm.objects.get(table__number=1),
        picture=bytes(range(256)) * 4000,
        width=4,
        height=3,
        taken_at=timezone.now(),
    )
    TableKey.objects.create(table=table_at(1), created_at=timezone.now())
    PlayerKey.objects.create(entry=first, created_at=timezone.now())
    withdraw(entry=last, author=dora)


def kees():
    """Return the clerk of the hall."""
    return User.objects.get(username="kees")


def table_at(number):
    return Table.objects.get(number=number, round__number=1)


def type_form(number, author, seed=1):
    """Hand in the form of a table, which counts."""
    table = table_at(number)
    hand_in(table=table, submission=Submission(played(table, seed), author, timezone.now()))
