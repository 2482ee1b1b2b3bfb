"""What tests of putting back share: a day, and the backups that were written on it."""

import datetime as dt

import pytest
from django.apps import apps
from django.db import connection

from tests.archive.days import at, draws_of_nine, fill, step, table
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
def backups(settings):
    """Read the backup that was written at a minute of the day."""

    def found(minutes: int):
        moment = (at(minutes) + dt.timedelta(hours=1)).strftime("%H%M%S")
        (path,) = (settings.DATA_DIR / "backups").glob(f"*-{moment}-*.json")
        return read(path.read_bytes())

    return found


def all_rows():
    """Return every row of the tables that a day fills, by model."""
    labels = ("tournament", "auditlog", "scoreforms", "phones", "hall")
    models = [m for m in apps.get_models(include_auto_created=True) if m._meta.app_label in labels]
    return {model: list(model._base_manager.values()) for model in models}


@pytest.fixture(scope="session")
def written_days():
    """What was written for a day and for its backups, by the keys of its two officials."""
    return {}


@pytest.fixture
def day(director, clerk, settings, written_days) -> Tournament:
    """A day at its third round, which each test has in a database of its own.

    It takes half a second to play. Its rows and backups are the same each time, so they are
    written down the first time and only stored after that. A database that counts its keys apart
    from its rows (PostgreSQL) plays it each time.
    """
    officials, folder = (director.pk, clerk.pk), settings.DATA_DIR / "backups"
    if officials in written_days:
        rows, files = written_days[officials]
        for model, values in rows.items():
            model._base_manager.bulk_create(model(**row) for row in values)
        folder.mkdir(parents=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    else:
        play_day(director, clerk)
        files = {path.name: path.read_bytes() for path in folder.iterdir()}
        if connection.vendor == "sqlite":
            written_days[officials] = all_rows(), files
    return Tournament.objects.get()


def play_day(director, clerk) -> None:
    """Play a day up to its third round: the first is final, the second closed with a form missing
    and held back, the third drawn; with one of everything that no archive holds."""
    made = draws_of_nine()
    desk.check_in(entries=made.entries.filter(number__lte=8), author=clerk, now=at(0))
    desk.enter_late(tournament=made, name="Late Gast", club="", author=clerk, now=at(1))
    draws.draw_all_rounds(tournament=made, seed=7, author=director, now=at(2))
    # Asked before the draw, they would only make it a longer search.
    separate(tournament=made, entries=made.entries.filter(number__in=[1, 2]))
    fix_seat(entry=made.entries.get(number=3), table=None, seat=1)
    a, b = (made.entries.get(number=n) for n in (5, 6))
    seat_swaps.swap_seats(
        round=made.rounds.get(number=1), first=a, second=b, author=director, now=at(3)
    )
    for number in (1, 2):
        step("confirm", number, director, 10 * number)
        step("start", number, director, 10 * number + 1)
        keys_for(tables=Table.objects.filter(round__number=number), now=at(11))
        fill(table(number, 1), clerk)
        if number == 1:
            fill(table(1, 2), clerk)
            fill(table(1, 2), director, seed=2, reason="Verkeerd gelezen")
            step("close", 1, director, 12)
            step("make_final", 1, director, 13)
    save_draft(table=table(2, 2), document={"first_dealer": 2}, author=None, now=at(23))
    give_table_time(table=table(2, 2), minutes=5, now=at(24))
    Photo.objects.create(
        form=ScoreForm.objects.get(table=table(2, 1)),
        picture=b"x", width=1, height=1, author=clerk, taken_at=at(24),
    )  # fmt: skip
    replacements.substitute(
        seat=table(2, 1).seats.first(), name="Piet", from_deal=3, author=clerk, now=at(25)
    )
    second = made.rounds.get(number=2)
    withhold(round=second, what=Round.Withheld.ALL, author=director, now=at(26))
    step("close", 2, director, 27)
    announce(tournament=made, text="Soep", author=director, minutes=None, now=at(28))
