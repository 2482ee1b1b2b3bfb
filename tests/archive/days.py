"""A day of which a backup is put back."""

import datetime as dt
import re

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


def at(minutes: int) -> dt.datetime:
    return MORNING + dt.timedelta(minutes=minutes)


LATE = at(600)
FIXED = "hal-20261121-101000-000000.json"  # the backup of ten minutes past nine


def table(round: int, number: int) -> Table:
    return Table.objects.get(round__number=round, number=number)


def fill(place: Table, author, seed: int = 1, reason: str = "") -> Version:
    there = Version.objects.filter(form__table=place, is_counted=True).first()
    paper = Submission(played(place, seed), author, at(60))
    expected = there.number if there else 0
    return hand_in(table=place, submission=paper, expected_version=expected, reason=reason)


def step(name: str, number: int, author, minutes: int, **more: str) -> None:
    round = Round.objects.get(number=number)
    if name in ("close", "make_final"):
        more["confirmed_token"] = readiness_of(round).version_token
    getattr(lifecycle, name)(round=round, author=author, now=at(minutes), **more)


def put_back(archive, author=None, now: dt.datetime = LATE, file: str = "") -> Tournament:
    made = import_archive(archive=archive, now=now, replace=True, author=author, file=file)
    assert write(archive_of(made)) == write(archive)
    return made


def every_row(*, but: tuple[str, ...] = ()) -> dict[str, list[tuple]]:
    """All that is stored of tournaments, their forms, phones and announcements."""
    return {
        model.__name__: sorted(model.objects.values_list(), key=repr)
        for app in ("tournament", "auditlog", "scoreforms", "phones", "hall")
        for model in apps.get_app_config(app).get_models()
        if model.__name__ not in but
    }


def text(response) -> str:
    """What a page says, without the token of its forms, which is another one each time."""
    return re.sub(r'"\w{64}"', "", response.content.decode())


def draws_of_nine() -> Tournament:
    made = roster_of(9)
    Tournament.objects.update(
        round_minutes=75, last_round="standings", check_method="blind", phones="form"
    )
    return Tournament.objects.get(pk=made.pk)


def roster_of(players: int) -> Tournament:
    return make_tournament([f"Speler {number}" for number in range(1, players + 1)])
