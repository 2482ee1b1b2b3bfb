"""Fixtures for tests of restoring: a day in progress, and the backups that it wrote."""

import datetime as dt

import pytest
from django.apps import apps
from django.db import connection
from django.utils import translation

from tests.archive.restore_days import (
    at_minute,
    submit_form,
    table_at,
    take_step,
    tournament_of,
    tournament_of_nine,
)
from wk.archive.reader import read
from wk.hall.announcements.services import announce
from wk.hall.ceremony.services import withhold
from wk.hall.clock.services import give_table_time
from wk.phones.services import keys_for
from wk.players import replacements
from wk.players.checkin import services as desk
from wk.rounds.constraints.services import fix_seat, separate
from wk.rounds.draws import draw_service as draws
from wk.rounds.seat_swaps import services as seat_swaps
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Photo, ScoreForm
from wk.tournament.models import Round, Table, Tournament


@pytest.fixture
def english():
    """The texts of this test are English. Pages follow the browser."""
    with translation.override("en"):
        yield


@pytest.fixture
def backups(settings):
    """A function that reads the backup that was written at a minute of the day."""

    def backup_of(minutes: int):
        moment = (at_minute(minutes) + dt.timedelta(hours=1)).strftime("%H%M%S")
        (path,) = (settings.DATA_DIR / "backups").glob(f"*-{moment}-*.json")
        return read(path.read_bytes())

    return backup_of


def rows_of_day():
    """Return every row of the tables that a day fills, by model."""
    labels = ("tournament", "auditlog", "scoreforms", "phones", "hall")
    models = [m for m in apps.get_models(include_auto_created=True) if m._meta.app_label in labels]
    return {model: list(model._base_manager.values()) for model in models}


@pytest.fixture(scope="session")
def recorded_days():
    """The rows and backup files of a day, by the keys of its two officials."""
    return {}


@pytest.fixture
def day(director, clerk, settings, recorded_days) -> Tournament:
    """A tournament at its third round.

    Holding the day takes half a second. Its rows and backups are the same each time, so they are
    recorded the first time and only stored after that. PostgreSQL counts keys apart from rows, so
    there the day is held each time.
    """
    officials, folder = (director.pk, clerk.pk), settings.DATA_DIR / "backups"
    if officials in recorded_days:
        rows, files = recorded_days[officials]
        for model, values in rows.items():
            model._base_manager.bulk_create(model(**row) for row in values)
        folder.mkdir(parents=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    else:
        hold_day(director, clerk)
        files = {path.name: path.read_bytes() for path in folder.iterdir()}
        if connection.vendor == "sqlite":
            recorded_days[officials] = rows_of_day(), files
    return Tournament.objects.get()


def hold_day(director, clerk) -> None:
    """Hold a day up to its third round. Round 1 is final. Round 2 is closed and withheld with a
    form missing. Round 3 is drawn. The day has one of everything that no archive holds."""
    made = tournament_of_nine()
    desk.check_in(entries=made.entries.filter(number__lte=8), author=clerk, now=at_minute(0))
    desk.enter_late(tournament=made, name="Late Gast", club="", author=clerk, now=at_minute(1))
    draws.draw_all_rounds(tournament=made, seed=7, author=director, now=at_minute(2))
    # Asked before the draw, they would only make it a longer search.
    separate(tournament=made, entries=made.entries.filter(number__in=[1, 2]))
    fix_seat(entry=made.entries.get(number=3), table=None, seat=1)
    a, b = (made.entries.get(number=n) for n in (5, 6))
    seat_swaps.swap_seats(
        round=made.rounds.get(number=1),
        first=a,
        second=b,
        author=director,
        now=at_minute(3),
    )
    for number in (1, 2):
        take_step("confirm", number, director, 10 * number)
        take_step("start", number, director, 10 * number + 1)
        keys_for(tables=Table.objects.filter(round__number=number), now=at_minute(11))
        submit_form(table_at(number, 1), clerk)
        if number == 1:
            submit_form(table_at(1, 2), clerk)
            submit_form(table_at(1, 2), director, seed=2, reason="Verkeerd gelezen")
            take_step("close", 1, director, 12)
            take_step("make_final", 1, director, 13)
    save_draft(table=table_at(2, 2), document={"first_dealer": 2}, author=None, now=at_minute(23))
    give_table_time(table=table_at(2, 2), minutes=5, now=at_minute(24))
    Photo.objects.create(
        form=ScoreForm.objects.get(table=table_at(2, 1)),
        picture=b"x", width=1, height=1, author=clerk, taken_at=at_minute(24),
    )  # fmt: skip
    replacements.substitute(
        seat=table_at(2, 1).seats.first(),
        name="Piet",
        from_deal=3,
        author=clerk,
        now=at_minute(25),
    )
    second = made.rounds.get(number=2)
    withhold(round=second, what=Round.Withheld.ALL, author=director, now=at_minute(26))
    take_step("close", 2, director, 27)
    announce(tournament=made, text="Soep", author=director, minutes=None, now=at_minute(28))


@pytest.fixture
def nine_started(director):
    """Nine players and a started round, drawn with seed 7."""
    made = tournament_of(9)
    Tournament.objects.update(round_count=1)
    draws.draw_round(
        tournament=Tournament.objects.get(pk=made.pk),
        seed=7,
        author=director,
        now=at_minute(0),
    )
    take_step("confirm", 1, director, 1)
    take_step("start", 1, director, 2)
    return Tournament.objects.get(pk=made.pk)
