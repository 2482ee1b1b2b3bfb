"""Restoring a backup: versions and results of forms."""

import pytest

from tests.archive.restore_days import (
    at_minute,
    restore,
    submit_form,
    table_at,
    take_step,
)
from wk.archive.queries import archive_of
from wk.rounds.draws import draw_service as draws
from wk.scoreforms.models import Draft, Photo, Result, ScoreForm, Version
from wk.tournament.models import Round, Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def test_a_form_corrected_since_counts_as_in_the_backup(day, director, backups, clerk):
    place = table_at(2, 1)
    counted = Version.objects.get(form__table=place, is_counted=True)
    points = list(Result.objects.filter(seat__table=place).values_list("seat", "points"))
    submit_form(place, director, seed=3, reason="Toch anders")
    restore(backups(27), director)
    versions = Version.objects.filter(form__table=place).order_by("number")
    assert [(v.number, v.is_counted, v.source) for v in versions] == [
        (1, False, "office"),
        (2, False, "office"),
        (3, True, "archive"),
    ]
    assert versions[2].content == counted.content
    assert list(Result.objects.filter(seat__table=place).values_list("seat", "points")) == points
    assert Photo.objects.filter(form__table=place).count() == 1


def test_a_form_handed_in_since_no_longer_counts_and_stays_readable(
    day, director, director_client, backups
):
    submit_form(table_at(2, 2), director)
    restore(backups(27), director)
    form = ScoreForm.objects.get(table=table_at(2, 2))
    assert (form.counted, form.waiting, form.versions.count()) == (None, None, 1)
    assert not Result.objects.filter(seat__table=table_at(2, 2)).exists()
    assert director_client.get("/t/hal/forms/2/2/history/").status_code == 200
    assert submit_form(table_at(2, 2), director, seed=2).number == 2


def test_drafts_and_waiting_forms_stay(day, director, clerk):
    Tournament.objects.update(second_check="every")
    archive = archive_of(day)
    take_step("reopen", 2, director, 30, reason="Tafel 2 speelde nog")
    waiting = submit_form(table_at(2, 2), clerk)
    assert waiting.is_waiting
    restore(archive, director)
    assert ScoreForm.objects.get(table=table_at(2, 2)).waiting == waiting
    assert Draft.objects.filter(form__table=table_at(2, 2), author=None).count() == 1


def test_forms_of_other_players_do_not_stay_at_a_table(nine_started, director):
    fixed = archive_of(nine_started)
    nine_started.rounds.update(state=Round.State.DRAWN)
    draws.redraw_round(round=nine_started.rounds.get(), seed=99, author=director, now=at_minute(4))
    take_step("confirm", 1, director, 5)
    take_step("start", 1, director, 6)
    submit_form(Table.objects.get(number=1), director)
    restore(fixed, director, now=at_minute(7))
    assert not Version.objects.exists()
