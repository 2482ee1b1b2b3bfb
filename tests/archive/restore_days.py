"""Steps of a day whose backups are restored, and what is stored afterwards."""

import datetime as dt
import re
from dataclasses import replace

from django.apps import apps

from tests.played import played
from tests.standings.tournaments import make_tournament
from wk.archive.queries import archive_of
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle.readiness import readiness_of
from wk.scoreforms.models import Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Table, Tournament

MORNING = dt.datetime(2026, 11, 21, 9, tzinfo=dt.UTC)


def at_minute(minutes: int) -> dt.datetime:
    """Return the time so many minutes after nine o'clock."""
    return MORNING + dt.timedelta(minutes=minutes)


RESTORED_AT = at_minute(600)
CONFIRMED_BACKUP = "hal-20261121-101000-000000.json"  # the backup of ten minutes past nine


def table_at(round: int, number: int) -> Table:
    return Table.objects.get(round__number=round, number=number)


def submit_form(place: Table, author, seed: int = 1, reason: str = "") -> Version:
    there = Version.objects.filter(form__table=place, is_counted=True).first()
    paper = Submission(played(place, seed), author, at_minute(60))
    expected = there.number if there else 0
    return hand_in(table=place, submission=paper, expected_version=expected, reason=reason)


def take_step(name: str, number: int, author, minutes: int, **more: str) -> None:
    round = Round.objects.get(number=number)
    if name in ("close", "make_final"):
        more["confirmed_token"] = readiness_of(round).version_token
    getattr(lifecycle, name)(round=round, author=author, now=at_minute(minutes), **more)


def restore(archive, author=None, now: dt.datetime = RESTORED_AT, file: str = "") -> Tournament:
    made = import_archive(archive=archive, now=now, replace=True, author=author, file=file)
    assert write(archive_of(made)) == write(archive)
    return made


def stored_rows(*, but: tuple[str, ...] = ()) -> dict[str, list[tuple]]:
    """Return all rows of tournaments, forms, phones and announcements, by model name."""
    return {
        model.__name__: sorted(model.objects.values_list(), key=repr)
        for app in ("tournament", "auditlog", "scoreforms", "phones", "hall")
        for model in apps.get_app_config(app).get_models()
        if model.__name__ not in but
    }


def page_html(response) -> str:
    """Return the HTML of a page without the tokens of its forms, which change each time."""
    return re.sub(r'"\w{64}"', "", response.content.decode())


def tournament_of_nine() -> Tournament:
    made = tournament_of(9)
    Tournament.objects.update(
        round_minutes=75, last_round="standings", check_method="blind", phones="form"
    )
    return Tournament.objects.get(pk=made.pk)


def tournament_of(players: int) -> Tournament:
    return make_tournament([f"Speler {number}" for number in range(1, players + 1)])


def without_rounds(tournament):
    """Return the archive of a tournament as it was before its rounds."""
    return replace(archive_of(tournament), rounds=())
