"""A played day in a database of its own, in which every change has its link."""

import datetime as dt

import pytest
from django.db import connection
from django.utils import timezone

from tests.database import copy, migrated
from tests.played import played
from tests.presses.databases import database_in_a_file, empty
from wk.accounts.models import User
from wk.core.acting import acting
from wk.players.services import NewEntry, enter_many, withdraw
from wk.rounds.draws.draw_service import draw_round
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps.services import swap_seats
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Tournament
from wk.tournament.services import create_tournament


def play_day():
    """Play two rounds of a day of eighteen players: one drawn, one changed by hand as well."""
    with acting(author="dora", address="192.168.1.5", task="test"):
        director = User.objects.create_user("dora", password="x", role=User.Role.DIRECTOR)
        clerk = User.objects.create_user("kees", password="x")
        made = create_tournament(name="WK Test", slug="wk-test", date=dt.date(2026, 11, 21))
        enter_many(tournament=made, rows=[NewEntry(f"Speler {n}", "De Slag") for n in range(1, 19)])
        for number in (1, 2):
            round = draw_round(tournament=made, seed=number, author=director)
            if number == 2:
                entries = [round.tables.get(number=n).seats.first().entry for n in (1, 2)]
                first, second = entries
                now = timezone.now()
                swap_seats(round=round, first=first, second=second, author=director, now=now)
            transitions.confirm_round(round=round)
            transitions.start_round(round=Round.objects.get(pk=round.pk))
            for table in round.tables.order_by("number"):
                hand_in(table=table, submission=Submission(played(table), clerk, timezone.now()))
        withdraw(entry=made.entries.get(number=18), author=director)
    return made


@pytest.fixture
def empty_database(transactional_db, tmp_path):
    """A database with nothing in it, in a file of its own on SQLite."""
    if connection.vendor != "sqlite":
        empty()
        yield
        return
    path = tmp_path / "wk.sqlite3"
    copy(migrated(), path)
    with database_in_a_file(path):
        yield


@pytest.fixture
def day(empty_database, tmp_path_factory) -> Tournament:
    """The played day. On SQLite it is played once, and copied for each test."""
    if connection.vendor != "sqlite":
        return play_day()
    kept, here = tmp_path_factory.getbasetemp() / "day.sqlite3", connection.settings_dict["NAME"]
    if not kept.exists():
        play_day()
        copy(here, kept)
    copy(kept, here)
    return Tournament.objects.get()
