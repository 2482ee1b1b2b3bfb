"""Restoring a backup: the states of rounds, and withheld results."""

from dataclasses import replace
from hashlib import sha256

import pytest

from tests.archive.restore_days import (
    CONFIRMED_BACKUP,
    RESTORED_AT,
    at_minute,
    page_html,
    restore,
    stored_rows,
    submit_form,
    table_at,
    take_step,
    tournament_of,
    without_rounds,
)
from wk.archive.queries import archive_of
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.auditlog.models import AuditLogEntry
from wk.hall.ceremony.services import release, withhold
from wk.phones.models import TableKey
from wk.rounds.draws import draw_service as draws
from wk.scoreforms.models import Draft, Photo, Version
from wk.tournament.models import Round, Substitute, Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def test_a_round_started_since_returns_to_its_draw(day, director, clerk, backups):
    seats = sorted(day.rounds.get(number=2).seats.values_list())
    keys = sorted(TableKey.objects.values_list())
    restore(backups(13), director)
    second = day.rounds.get(number=2)
    assert (second.state, second.started_at, second.minutes) == ("drawn", None, None)
    assert (second.seed, second.withheld) == (7, "all")
    assert sorted(second.seats.values_list()) == seats
    assert sorted(TableKey.objects.values_list()) == keys
    assert list(day.rounds.values_list("number", "state")) == [(1, "final"), (2, "drawn")]
    assert set(second.tables.values_list("extra_minutes", flat=True)) == {0}
    counted = Version.objects.filter(is_counted=True, form__table__round=second)
    assert (counted.count(), Photo.objects.count(), Draft.objects.count()) == (0, 1, 0)
    assert not Substitute.objects.exists()


def test_restoring_the_backup_of_a_restore_brings_everything_back(day, director, backups):
    kept = ("Tournament", "Entry", "Round", "Table", "Seat", "TableKey", "Photo", "Separation")
    before = {name: rows for name, rows in stored_rows().items() if name in kept}
    restore(backups(13), director, now=at_minute(500))
    restore(backups(500), director)
    after = {name: rows for name, rows in stored_rows().items() if name in kept}
    clocks = {"started_at": None, "minutes": None}
    day.rounds.filter(number=2).update(**clocks)
    assert {n: after[n] for n in kept if n not in ("Round", "Table")} == {
        n: before[n] for n in kept if n not in ("Round", "Table")
    }
    states = day.rounds.values_list("number", "state", "seed", "withheld")
    assert list(states) == [(1, "final", 7, ""), (2, "closed", 7, "all")]


# Withheld results


def test_results_stay_withheld_when_their_round_was_gone_meanwhile(day, director, backups):
    new = replace(archive_of(day), rounds=(), round_count=1)
    restore(new, director, now=at_minute(500))
    assert list(day.rounds.values_list("number", "state")) == [(1, "drawn")]
    restore(backups(500), director)
    assert list(day.rounds.values_list("withheld", flat=True)) == ["", "all"]


def test_released_results_stay_released(day, director, backups):
    release(tournament=day, author=director, now=at_minute(40))
    restore(backups(27), director)
    assert set(day.rounds.values_list("withheld", flat=True)) == {""}


def test_restoring_shows_the_public_nothing_more(day, director, backups, client):
    pages = ("standings/", "rounds/2/", "forms/2/1/", "players/1/", "")
    seen = [page_html(client.get(f"/t/hal/{page}")) for page in pages]
    take_step("reopen", 2, director, 30, reason="Tafel 2 speelde nog")
    submit_form(table_at(2, 2), director)
    restore(backups(27), director)
    assert [page_html(client.get(f"/t/hal/{page}")) for page in pages] == seen
    release(tournament=day, author=director, now=RESTORED_AT)
    assert page_html(client.get("/t/hal/standings/")) != seen[0]


def test_a_withheld_top_becomes_a_withheld_round_when_it_is_not_the_last(day, director):
    day.rounds.filter(number=2).update(withheld="top")
    restore(replace(archive_of(day), round_count=2), director, now=at_minute(400))
    assert day.rounds.get(number=2).withheld == "top"
    restore(replace(archive_of(day), round_count=3), director)
    assert day.rounds.get(number=2).withheld == "all"


def test_seats_that_reveal_withheld_results_are_hidden_again(director):
    made = tournament_of(5)
    Tournament.objects.update(last_round="standings", round_count=2)
    made.refresh_from_db()
    draws.draw_round(tournament=made, seed=1, author=director, now=at_minute(0))
    for minutes, name in enumerate(("confirm", "start")):
        take_step(name, 1, director, minutes)
    submit_form(table_at(1, 1), director)
    draws.draw_round(tournament=made, seed=2, author=director, now=at_minute(3))
    Round.objects.filter(number=2).update(state="confirmed")
    archive = archive_of(made)
    Round.objects.filter(number=2).update(state="drawn")
    withhold(round=made.rounds.get(number=1), what="all", author=director, now=at_minute(5))
    import_archive(archive=archive, now=RESTORED_AT, replace=True)
    assert list(made.rounds.values_list("state", flat=True)) == ["started", "drawn"]


# States of rounds


def test_a_backup_in_the_log_restores_the_states_of_rounds(day, director, backups):
    """By its forms alone round 2, where one is missing, would be started."""
    take_step("reopen", 2, director, 30, reason="Tafel 2 speelde nog")
    submit_form(table_at(2, 2), director)
    take_step("close", 2, director, 31)
    take_step("make_final", 2, director, 32)
    restore(backups(27), director)
    assert list(day.rounds.values_list("state", flat=True)) == ["final", "closed"]


def test_a_round_reopened_since_is_final_again(day, director, backups):
    take_step("reopen", 1, director, 30, reason="Toch nog eens kijken")
    restore(backups(27), director)
    assert list(day.rounds.values_list("state", flat=True)) == ["final", "closed"]


def test_a_round_made_final_since_stays_final(day, director, backups):
    restore(backups(12), director)
    assert list(day.rounds.values_list("state", flat=True)) == ["final", "drawn"]


@pytest.mark.parametrize(
    ("file", "state"), [(CONFIRMED_BACKUP, "confirmed"), ("anders.json", "started")]
)
def test_of_two_equal_backups_the_file_name_decides(day, director, backups, file, state):
    assert backups(10) == backups(11)
    restore(backups(10), director, file=file)
    assert day.rounds.get(number=1).state == state


def test_the_log_entry_of_a_backup_holds_states_and_digest(day, backups):
    facts = AuditLogEntry.objects.filter(kind="state", payload__to="closed").first().payload
    assert facts["states"] == {"1": "final", "2": "closed"}
    assert facts["digest"] == sha256(write(backups(27))).hexdigest()


def test_the_forms_of_an_unknown_archive_decide_the_states(day, director):
    whole = archive_of(day)
    renamed = replace(whole, name="Met de hand", rounds=whole.rounds[:1])
    one = renamed.rounds[0]
    half = replace(one, tables=(replace(one.tables[0], form=None), *one.tables[1:]))
    restore(replace(renamed, rounds=(half,)), director)
    assert list(day.rounds.values_list("state", flat=True)) == ["started", "drawn"]


def test_no_round_is_final_after_an_open_one(day, director):
    take_step("reopen", 2, director, 30, reason="Tafel 2 speelde nog")
    submit_form(table_at(2, 2), director)
    take_step("close", 2, director, 31)
    take_step("make_final", 2, director, 32)
    whole = archive_of(day)
    one = whole.rounds[0]
    half = replace(one, tables=(replace(one.tables[0], form=None), *one.tables[1:]))
    restore(replace(whole, rounds=(half, *whole.rounds[1:])), director)
    assert list(day.rounds.values_list("state", flat=True)) == ["started", "closed"]


@pytest.mark.parametrize("drawn_again", [False, True])
def test_a_withheld_round_restored_in_a_new_row_stays_withheld(nine_started, director, drawn_again):
    withhold(round=nine_started.rounds.get(), what="all", author=director, now=at_minute(3))
    for table in Table.objects.all():
        submit_form(table, director)
    take_step("close", 1, director, 4)
    closed = archive_of(nine_started)
    restore(without_rounds(nine_started), director, now=at_minute(5))
    draws.discard_round(round=nine_started.rounds.get(), author=director, now=at_minute(6))
    if drawn_again:
        draws.draw_round(tournament=nine_started, seed=8, author=director, now=at_minute(7))
    restore(closed, director, now=at_minute(8))
    assert nine_started.rounds.get().withheld == "all"


@pytest.mark.parametrize("is_written", [False, True])
def test_a_start_is_undone_only_while_no_form_is_written(
    nine_started, director, backups, is_written
):
    if is_written:
        submit_form(Table.objects.first(), director)
        Version.objects.all().delete()
    restore(backups(1), director, now=at_minute(5), file="hal-20261121-100100-000000.json")
    assert nine_started.rounds.get().state == ("started" if is_written else "confirmed")
