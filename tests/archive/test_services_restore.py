"""Restoring a backup: what comes back, what stays, and the log."""

import json

import pytest
from django.core.management import call_command

from tests.archive.restore_days import (
    RESTORED_AT,
    at_minute,
    restore,
    stored_rows,
    submit_form,
    table_at,
    take_step,
)
from wk.archive.queries import archive_of
from wk.archive.writer import write
from wk.auditlog.models import AuditLogEntry
from wk.tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def test_restoring_the_current_state_changes_only_the_log(day, director):
    before = stored_rows(but=("AuditLogEntry",))
    log = list(AuditLogEntry.objects.order_by("pk").values())
    restore(archive_of(day), director)
    assert stored_rows(but=("AuditLogEntry",)) == before
    *kept, last = AuditLogEntry.objects.order_by("pk").values()
    assert kept == log
    assert (last["kind"], last["author_id"], last["at"]) == ("imported", director.pk, RESTORED_AT)
    assert last["payload"]["backup"].startswith("hal-20261121-200000")


def test_restoring_a_backup_keeps_what_no_archive_holds(day, director, backups):
    before = {**stored_rows(but=("AuditLogEntry",))}
    log = AuditLogEntry.objects.count()
    take_step("reopen", 2, director, 30, reason="Tafel 2 speelde nog")
    submit_form(table_at(2, 2), director)
    restore(backups(27), director)
    after = stored_rows(but=("AuditLogEntry",))
    same = ("Tournament", "Player", "Entry", "Table", "Seat", "Separation", "FixedSeat", "TableKey")
    assert {name: after[name] for name in (*same, "Photo", "Announcement", "Substitute")} == {
        name: before[name] for name in (*same, "Photo", "Announcement", "Substitute")
    }
    # Reopened and given a form since, the round is closed again and held back still.
    assert after["Round"] == before["Round"]
    assert after["Result"] == before["Result"]
    assert AuditLogEntry.objects.count() == log + 2
    arrived = day.entries.order_by("number").values_list("checked_in_at", "is_announced")
    assert list(arrived) == [(at_minute(0), True)] * 8 + [
        (None, True),
        (at_minute(1), False),
    ]


def test_the_command_and_the_page_restore_the_same(
    day, director_client, tmp_path, settings, backups
):
    path = tmp_path / "terug.json"
    path.write_bytes(write(backups(27)))
    before = stored_rows(but=("AuditLogEntry",))
    call_command("import_tournament", str(path), "--replace")
    assert stored_rows(but=("AuditLogEntry",)) == before
    sent = {"slug": "hal", "replace": "on"}
    with path.open("rb") as file:
        assert director_client.post("/import/", {**sent, "file": file}).status_code == 302
    assert stored_rows(but=("AuditLogEntry",)) == before


# Forms


# Players


def test_the_log_names_the_restored_backup(day, director_client, backups):
    restore(backups(13))
    shown = director_client.get("/t/hal/log/?arrivals=on", headers={"Accept-Language": "en"})
    assert shown.status_code == 200
    assert "What stood here before is kept in hal-20261121-200000" in shown.content.decode()


def test_restoring_one_backup_twice_changes_nothing_more(day, director, backups):
    restore(backups(12), director)
    once = stored_rows(but=("AuditLogEntry",))
    restore(backups(12), director, now=at_minute(601))
    assert stored_rows(but=("AuditLogEntry",)) == once


def test_a_new_practice_tournament_keeps_nothing_of_the_old_one(director_client, settings):
    director_client.post("/practice/", {"game": "bollen"})
    made = Tournament.objects.get()
    Tournament.objects.update(round_minutes=5)
    made.rounds.update(withheld="all")
    director_client.post("/practice/", {"game": "bollen"})
    again = Tournament.objects.get()
    assert (again.round_minutes, again.log_entries.count()) == (None, 1)
    assert set(again.rounds.values_list("withheld", flat=True)) == {""}
    (backup,) = (settings.DATA_DIR / "backups").iterdir()
    assert json.loads(backup.read_bytes())["tournament"]["slug"] == made.slug
