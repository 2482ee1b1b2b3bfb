"""A backup put back: players and forms as they were, and the day around them as it is."""

import json
from dataclasses import replace

import pytest
from django.core.management import call_command

from tests.archive.days import LATE, at, every_row, fill, put_back, roster_of, step, table
from wk.archive.queries import archive_of
from wk.archive.writer import write
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.undo import undo, undo_offers
from wk.players import replacements
from wk.players import services as roster
from wk.players.checkin import services as desk
from wk.rounds.draws import draw_service as draws
from wk.scoreforms.models import Draft, Photo, Result, ScoreForm, Version
from wk.tournament.models import Entry, Player, Substitute, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


# What no archive knows


def test_what_stands_there_put_back_changes_nothing_but_the_log(day, director):
    before = every_row(but=("AuditLogEntry",))
    log = list(AuditLogEntry.objects.order_by("pk").values())
    put_back(archive_of(day), director)
    assert every_row(but=("AuditLogEntry",)) == before
    *kept, last = AuditLogEntry.objects.order_by("pk").values()
    assert kept == log
    assert (last["kind"], last["author_id"], last["at"]) == ("imported", director.pk, LATE)
    assert last["payload"]["backup"].startswith("hal-20261121-200000")


def test_the_backup_of_a_step_put_back_leaves_the_day_around_it(day, director, backups):
    before = {**every_row(but=("AuditLogEntry",))}
    log = AuditLogEntry.objects.count()
    step("reopen", 2, director, 30, reason="Tafel 2 speelde nog")
    fill(table(2, 2), director)
    put_back(backups(27), director)
    after = every_row(but=("AuditLogEntry",))
    same = ("Tournament", "Player", "Entry", "Table", "Seat", "Separation", "FixedSeat", "TableKey")
    assert {name: after[name] for name in (*same, "Photo", "Announcement", "Substitute")} == {
        name: before[name] for name in (*same, "Photo", "Announcement", "Substitute")
    }
    # Reopened and given a form since, the round is closed again and held back still.
    assert after["Round"] == before["Round"]
    assert after["Result"] == before["Result"]
    assert AuditLogEntry.objects.count() == log + 2
    arrived = day.entries.order_by("number").values_list("checked_in_at", "is_announced")
    assert list(arrived) == [(at(0), True)] * 8 + [(None, True), (at(1), False)]


def test_by_the_command_and_by_the_page_it_is_the_same(
    day, director_client, tmp_path, settings, backups
):
    path = tmp_path / "terug.json"
    path.write_bytes(write(backups(27)))
    before = every_row(but=("AuditLogEntry",))
    call_command("import_tournament", str(path), "--replace")
    assert every_row(but=("AuditLogEntry",)) == before
    sent = {"slug": "hal", "replace": "on"}
    with path.open("rb") as file:
        assert director_client.post("/import/", {**sent, "file": file}).status_code == 302
    assert every_row(but=("AuditLogEntry",)) == before


# Forms


def test_a_form_that_was_corrected_since_says_again_what_it_said(day, director, backups, clerk):
    place = table(2, 1)
    counted = Version.objects.get(form__table=place, is_counted=True)
    points = list(Result.objects.filter(seat__table=place).values_list("seat", "points"))
    fill(place, director, seed=3, reason="Toch anders")
    put_back(backups(27), director)
    versions = Version.objects.filter(form__table=place).order_by("number")
    assert [(v.number, v.is_counted, v.source) for v in versions] == [
        (1, False, "office"),
        (2, False, "office"),
        (3, True, "archive"),
    ]
    assert versions[2].content == counted.content
    assert list(Result.objects.filter(seat__table=place).values_list("seat", "points")) == points
    assert Photo.objects.filter(form__table=place).count() == 1


def test_a_form_that_came_in_since_counts_no_more_and_can_be_read(
    day, director, director_client, backups
):
    fill(table(2, 2), director)
    put_back(backups(27), director)
    form = ScoreForm.objects.get(table=table(2, 2))
    assert (form.counted, form.waiting, form.versions.count()) == (None, None, 1)
    assert not Result.objects.filter(seat__table=table(2, 2)).exists()
    assert director_client.get("/t/hal/forms/2/2/history/").status_code == 200
    assert fill(table(2, 2), director, seed=2).number == 2


def test_a_draft_and_a_form_that_waits_are_where_they_were(day, director, clerk):
    Tournament.objects.update(second_check="every")
    archive = archive_of(day)
    step("reopen", 2, director, 30, reason="Tafel 2 speelde nog")
    waiting = fill(table(2, 2), clerk)
    assert waiting.is_waiting
    put_back(archive, director)
    assert ScoreForm.objects.get(table=table(2, 2)).waiting == waiting
    assert Draft.objects.filter(form__table=table(2, 2), author=None).count() == 1


# Players


def test_who_came_since_goes_and_who_went_comes_back(day, director, clerk):
    archive = archive_of(day)
    day.rounds.filter(number__gt=2).delete()
    late = desk.enter_late(tournament=day, name="Nog Later", club="", author=clerk, now=at(40))
    nobody = roster.enter(tournament=day, name="Vergissing", author=clerk, now=at(40))
    roster.remove_entry(entry=nobody, author=clerk, now=at(41))
    put_back(archive, director)
    assert not Entry.objects.filter(pk=late.pk).exists()
    assert not Player.objects.filter(name="Nog Later").exists()
    entered = AuditLogEntry.objects.get(kind="entered", about=str(late))
    (offer,) = undo_offers(day, [entered], director)
    assert offer.why_not == f"{late} is not on the list any more."


def test_who_is_called_otherwise_since_is_known_again(day, director, clerk):
    archive = archive_of(day)
    keys = list(day.entries.order_by("number").values_list("pk", flat=True))
    three, four = (day.entries.get(number=n) for n in (3, 4))
    roster.edit_entry(entry=three, name="S. Drie", club="X", number=33, author=clerk, now=at(40))
    roster.edit_entry(entry=four, name="Speler 4", club="", number=3, author=clerk, now=at(41))
    put_back(archive, director)
    assert list(day.entries.order_by("number").values_list("pk", flat=True)) == keys
    assert [e.checked_in_at for e in day.entries.filter(number__in=[3, 4])] == [at(0)] * 2
    assert Player.objects.get(pk=three.player_id).name == "Speler 3"
    assert day.entries.get(number=3).fixed_seats.count() == 1


def test_another_player_under_the_same_number_is_another_player(day, director):
    whole = archive_of(day)
    players = tuple(replace(p, name="Iemand") if p.number == 9 else p for p in whole.players)
    key = day.entries.get(number=9).pk
    put_back(replace(whole, players=players), director)
    nine = day.entries.get(number=9)
    assert (nine.name, nine.checked_in_at, nine.pk == key) == ("Iemand", None, False)


def test_who_left_or_came_back_since_is_as_he_was(day, director):
    leaves, stays = (day.entries.get(number=n) for n in (1, 2))
    roster.withdraw(entry=leaves, author=director, now=at(40))
    archive = archive_of(day)
    roster.readmit(entry=leaves, author=director, now=at(41))
    roster.withdraw(entry=stays, author=director, now=at(42))
    put_back(archive, director)
    left = day.entries.filter(number__in=[1, 2]).order_by("number")
    assert list(left.values_list("withdrawn_after", flat=True)) == [2, None]
    second = AuditLogEntry.objects.filter(kind="withdrawn").order_by("pk").last()
    (offer,) = undo_offers(day, [second], director)
    assert offer.why_not == "2 Speler 2 takes part again already."


def test_a_newcomer_in_somebodys_place_is_undone_in_the_log_too(director, clerk):
    made = roster_of(9)
    draws.draw_round(tournament=made, seed=5, author=director, now=at(0))
    step("confirm", 1, director, 1)
    archive = archive_of(made)
    replacements.replace(
        entry=made.entries.get(number=4), name="Nieuw", club="", author=director, now=at(2)
    )
    put_back(archive, director)
    assert AuditLogEntry.objects.get(kind="replaced").undone_at == LATE
    round = made.rounds.get()
    assert (round.seed, round.changed_by_hand, made.entries.count()) == (5, False, 9)
    assert round.seats.filter(entry__number=4).count() == 1


def test_who_played_on_is_noted_as_in_the_archive_and_can_be_undone_as_far_as_he_is(
    day, director, backups, clerk
):
    replacements.substitute(
        seat=table(2, 2).seats.first(), name="Kees", from_deal=None, author=clerk, now=at(40)
    )
    put_back(backups(27), director)
    assert list(Substitute.objects.values_list("name", flat=True)) == ["Piet"]
    piet, kees = AuditLogEntry.objects.filter(kind="substituted").order_by("pk")
    assert (piet.undone_at, kees.undone_at) == (None, LATE)
    undo(log_entry=piet, author=director, now=LATE)
    assert not Substitute.objects.exists()


def test_the_log_of_the_day_is_shown_and_says_what_was_put_back(day, director_client, backups):
    put_back(backups(13))
    shown = director_client.get("/t/hal/log/?arrivals=on")
    assert shown.status_code == 200
    assert "What stood here before is kept in hal-20261121-200000" in shown.content.decode()


def test_two_putting_back_one_backup_end_with_the_same(day, director, backups):
    put_back(backups(12), director)
    once = every_row(but=("AuditLogEntry",))
    put_back(backups(12), director, now=at(601))
    assert every_row(but=("AuditLogEntry",)) == once


def test_a_practice_tournament_made_anew_keeps_nothing(director_client, settings):
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
