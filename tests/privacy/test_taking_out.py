"""A person taken out of all editions: nothing tells who he was, all ranks stay, all still fits."""

import datetime as dt
import json

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import translation

from tests.backups.rows import all_rows
from tests.database import NAME as DATABASE
from tests.privacy.conftest import (
    CLUB,
    FIRST,
    LATE,
    NAME,
    RARE,
    SHORT,
    archives_kept,
    rare_person,
)
from wk.accounts.models import User
from wk.archive.services import step_archive_of
from wk.auditlog.models import AuditLogEntry
from wk.backups import services as backups
from wk.backups.folder import taken_out_at
from wk.backups.manifest import Why
from wk.backups.one_tournament import restore_tournament
from wk.backups.queries import moments
from wk.backups.restoring import restore
from wk.backups.thinning import NAMES_KEPT
from wk.chain.models import Event, Link, Wiping
from wk.chain.verifying import verify
from wk.core.acting import acting
from wk.core.refusals import ActionRefused
from wk.players.services import NewEntry, enter_many
from wk.privacy.addresses import forget_addresses
from wk.privacy.services import show_by_initials
from wk.privacy.taking_out import take_out
from wk.scoreforms.models import Objection, Photo, ScanPile, Version, WritingExample
from wk.standby.kept import OVERTAKEN, keep, standby_folder
from wk.standings.queries import standings
from wk.tournament.models import Entry, Tournament

pytestmark = pytest.mark.usefixtures("_in_english")


@pytest.fixture
def _in_english():
    with translation.override("en"), acting(author="dora", address="192.168.1.5", task="test"):
        yield


def dora() -> User:
    return User.objects.get(username="dora")


def taken_out(reason="Asked for", now=LATE):
    take_out(person=rare_person().pk, reason=reason, author=dora(), now=now)


def stored() -> str:
    """Return all that the database holds, as one text."""
    return json.dumps(all_rows(), default=str, ensure_ascii=False)


def ranks():
    """Return rank, points and match points of every player of both editions."""
    return [
        (each.slug, row.rank, row.number, row.points, row.match_points)
        for each in Tournament.objects.order_by("slug")
        for row in standings(each, 1).rows
    ]


def test_nothing_in_the_database_tells_who_he_was(hall_in_a_file):
    text = stored()
    assert (text.count(RARE) > 20, text.count(CLUB) > 5) == (True, True)
    before = ranks()
    taken_out(f"{NAME} asked for it")
    text = stored()
    assert [each for each in (RARE, FIRST, CLUB, RARE.lower()) if each in text] == []
    assert ranks() == before
    assert {(e.name, e.club) for e in Entry.objects.filter(player=rare_person())} == {
        ("Player 3", "")
    }
    assert (rare_person().name, rare_person().is_taken_out) == ("Player 3", True)
    assert (Photo.objects.count(), ScanPile.objects.count()) == (0, 0)
    # It leads to nobody, so it stays as it is, whoever wrote it.
    assert WritingExample.objects.get().text == "V"
    assert sorted(Objection.objects.values_list("words", flat=True)) == [
        "",
        "Nameless had 3",
    ]


def test_the_chain_verifies_and_tells_who_did_it_and_why(hall_in_a_file):
    assert verify().misfit is None
    hashes = dict(Link.objects.values_list("number", "hash"))
    taken_out()
    assert verify().misfit is None
    now = dict(Link.objects.values_list("number", "hash"))
    assert {number: now[number] for number in hashes} == hashes
    wiping = Wiping.objects.get()
    assert (wiping.about, wiping.reason) == ("Player 3", "Asked for")
    assert wiping.links == Link.objects.filter(is_wiped=True).count() > 5
    told = Link.objects.get(table_name="chain_wiping")
    assert (told.author, json.loads(told.after)["reason"]) == ("dora", "Asked for")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE chain_link SET author = 'eva' WHERE number = {wiped}",
        "UPDATE chain_link SET after = '{{}}' WHERE number = {wiped}",
        "UPDATE chain_link SET is_wiped = NOT is_wiped WHERE number = {wiped}",
        "UPDATE chain_link SET is_wiped = TRUE, author = 'eva' WHERE number = {whole}",
        "UPDATE chain_link SET hash = previous WHERE number = {wiped}",
        "UPDATE chain_wiping SET digest = ''",
        "DELETE FROM chain_link WHERE number = {wiped}",
    ],
)
def test_what_was_wiped_can_be_changed_unseen_no_more_than_the_rest(hall_in_a_file, statement):
    taken_out()
    numbers = {
        "wiped": Link.objects.filter(is_wiped=True).order_by("number")[3].number,
        "whole": Link.objects.filter(is_wiped=False).order_by("number")[3].number,
    }
    with connection.cursor() as cursor:
        cursor.execute(statement.format(**numbers))
    assert verify().misfit is not None


def test_nothing_is_wiped_over_a_trace_of_tampering(hall_in_a_file):
    taken_out()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE chain_link SET author = 'eva' WHERE is_wiped")
    with pytest.raises(ActionRefused, match="does not fit any more"):
        forget_addresses(before=LATE + dt.timedelta(days=3650))


def test_done_twice_is_done_once(hall_in_a_file):
    taken_out()
    taken_out("Again")
    assert Wiping.objects.count() == 1
    assert AuditLogEntry.objects.filter(kind="shown").count() == 2


def test_after_initials_nothing_is_left_either(hall_in_a_file):
    show_by_initials(person=rare_person().pk, reason="First", author=dora(), now=LATE)
    taken_out()
    text = stored()
    assert [each for each in (RARE, FIRST, CLUB) if each in text] == []
    assert Entry.objects.filter(name=SHORT).count() == 0
    assert verify().misfit is None


def test_a_namesake_keeps_his_name(hall_in_a_file):
    other = Tournament.objects.create(name="Ander", slug="ander", date=dt.date(2026, 1, 1))
    enter_many(tournament=other, rows=[NewEntry(NAME, "Elders", number=8)])
    assert Entry.objects.get(tournament=other).player != rare_person()
    taken_out()
    assert Entry.objects.get(tournament=other).name == NAME
    assert verify().misfit is None


def test_archives_of_steps_lose_the_name(hall_in_a_file):
    step_archive_of(hall_in_a_file).keep(LATE)
    (path,) = archives_kept()
    assert RARE in path.read_text()
    taken_out()
    assert archives_kept() == [path]
    assert RARE not in path.read_text()
    assert json.loads(path.read_text())["players"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="by the file of SQLite")
def test_no_byte_of_the_file_has_the_name(hall_in_a_file):
    taken_out()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = (settings.DATA_DIR / DATABASE).read_bytes()
    assert (RARE.encode() in data, CLUB.encode() in data) == (False, False)


@pytest.mark.slow
def test_he_stays_out_when_a_moment_comes_back(hall_in_a_file):
    made = backups.make_backup(why=Why.HAND, now=LATE)
    later = LATE + dt.timedelta(minutes=1)
    taken_out(now=later)
    restore(path=made.path, author=dora(), now=later)
    text = stored()
    assert [each for each in (RARE, FIRST, CLUB) if each in text] == []
    assert verify().misfit is None


@pytest.mark.slow
def test_he_stays_out_when_one_tournament_comes_back(hall_in_a_file):
    made = backups.make_backup(why=Why.HAND, now=LATE)
    taken_out(now=LATE + dt.timedelta(minutes=1))
    restore_tournament(backup=made, slug="wk-test", author=dora(), now=LATE)
    text = stored()
    assert [each for each in (RARE, FIRST, CLUB) if each in text] == []
    assert verify().misfit is None


@pytest.mark.slow
def test_initials_stay_when_a_moment_comes_back(hall_in_a_file):
    made = backups.make_backup(why=Why.HAND, now=LATE)
    show_by_initials(person=rare_person().pk, reason="", author=dora(), now=LATE)
    restore(path=made.path, author=dora(), now=LATE + dt.timedelta(minutes=1))
    names = Entry.objects.filter(player=rare_person()).values_list("name", "full_name")
    assert [*names] == [(SHORT, NAME)] * 2
    restore_tournament(backup=made, slug="wk-test", author=dora(), now=LATE)
    assert [*names.all()] == [(SHORT, NAME)] * 2


def test_backups_of_before_are_marked_and_deleted_in_time(hall_in_a_file):
    old = backups.make_backup(why=Why.HAND, now=LATE)
    at = LATE + dt.timedelta(minutes=1)
    taken_out(now=at)
    new = backups.make_backup(why=Why.HAND, now=at + dt.timedelta(minutes=1))
    assert taken_out_at() == at
    assert [(each.backup.name, each.has_names) for each in moments()] == [
        (new.name, False),
        (old.name, True),
    ]
    assert backups.thin_out(now=at + NAMES_KEPT) == []
    assert backups.thin_out(now=at + NAMES_KEPT + dt.timedelta(seconds=1)) == [old.name]


def test_the_command_takes_out_and_shows_initials(hall_in_a_file, capsys):
    call_command("take_out", "wk-test", "3", "--reason", "Asked for", "--initials")
    assert capsys.readouterr().out == f"3 {SHORT}\n"
    call_command("take_out", "wk-test", "3", "--reason", "Asked for")
    assert rare_person().is_taken_out
    with pytest.raises(SystemExit):
        call_command("take_out", "wk-test", "99", "--reason", "Asked for")


def test_addresses_and_failed_logins_are_forgotten_after_their_time(hall_in_a_file):
    Event.objects.create(kind=Event.Kind.FAILED_LOGIN, about="geheim-wachtwoord")
    Event.objects.create(kind=Event.Kind.LOGIN, about="dora")
    Version.objects.update(address="10.9.8.7")
    assert "geheim-wachtwoord" in stored()
    old = LATE - dt.timedelta(days=3650)
    assert forget_addresses(before=old) == 0
    assert "10.9.8.7" in stored()
    soon = LATE + dt.timedelta(days=3650)
    assert forget_addresses(before=soon) > 0
    text = stored()
    assert [each for each in ("10.9.8.7", "geheim-wachtwoord") if each in text] == []
    assert "dora" in text
    # Only the link of the wiping itself is newer.
    assert [each.table_name for each in Link.objects.exclude(address="")] == ["chain_wiping"]
    assert verify().misfit is None


def test_an_overtaken_laptop_forgets_nothing(hall_in_a_file):
    """It takes no more writes, and shows what it alone holds."""
    Event.objects.create(kind=Event.Kind.FAILED_LOGIN, about="geheim-wachtwoord")
    keep(settings.DATA_DIR, OVERTAKEN, {"address": "http://10.0.0.2:8000"})
    with pytest.raises(CommandError):
        call_command("forget_addresses", "--days", "0")
    assert Event.objects.filter(about="geheim-wachtwoord").exists()
    (standby_folder(settings.DATA_DIR) / f"{OVERTAKEN}.json").unlink()
    call_command("forget_addresses", "--days", "0")
    assert not Event.objects.filter(about="geheim-wachtwoord").exists()
