"""A backup is whole, and is found good or bad."""

import datetime as dt
import errno
import json
import os
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections import namedtuple
from contextlib import closing
from time import monotonic, sleep
from zipfile import ZipFile

import pytest
from django.db import connection
from django.utils import timezone, translation

from tests.backups.conftest import table_at, type_form
from tests.database import NAME, copy
from tests.samples import some
from wk.accounts.models import User
from wk.backups import services
from wk.backups.databases import reading, snapshot
from wk.backups.folder import (
    backup_named,
    backups,
    folder,
    note,
    noted_checks,
    work_folder,
)
from wk.backups.manifest import Why, from_json
from wk.backups.queries import changed_past_program, faults
from wk.chain.triggers import install
from wk.scoreforms.models import Result, Version
from wk.tournament.models import Entry

pytestmark = pytest.mark.usefixtures("real_database")
is_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="by SQLite's own file")
MEMBER = "database.sqlite3" if connection.vendor == "sqlite" else "database.dump"


def test_a_backup_holds_everything_with_a_list_of_it(hall):
    made = services.make_backup(why=Why.START, about="1")
    with ZipFile(made.path) as file:
        names = file.namelist()
        listed = from_json(file.read("manifest.json"))
        assert file.read("files/secret-key") == b"geheim"
        assert json.loads(file.read("archives/wk-test.json"))["tournament"]["slug"] == "wk-test"
    assert names == ["manifest.json", MEMBER, "files/secret-key", "archives/wk-test.json"]
    assert listed == made.manifest
    assert (listed.why, listed.about, listed.vendor) == (Why.START, "1", connection.vendor)
    kinds = ("scoreforms_version", "scoreforms_photo", "auditlog_auditlogentry", "accounts_user")
    assert (listed.forms, *(listed.rows[each] for each in kinds)) == (1, 1, 1, 1, 2)
    (told,) = listed.tournaments
    assert (told.slug, told.players, told.forms, told.states) == ("wk-test", 9, 1, {"1": "started"})
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600


def test_a_good_backup_is_marked_as_good(hall):
    made = services.make_backup(why=Why.HAND)
    assert backup_named(made.name).problems is None
    assert services.check_backups() == {}
    assert [(each.name, each.problems) for each in backups()] == [(made.name, ())]


def test_results_that_were_changed_by_hand_are_found(hall):
    Result.objects.filter(seat__number=1).update(points=999)
    services.make_backup(why=Why.HAND)
    words = "The stored results of WK Test, round 1 table 1 are not those of its deals."
    ((_name, bad),) = services.check_backups().items()
    assert bad == [words]
    assert backups()[0].problems == (words,)


@pytest.mark.parametrize("place", [0.3, 0.6, 0.99])
def test_a_file_with_a_wrong_byte_is_found(hall, place):
    made = services.make_backup(why=Why.HAND)
    data = bytearray(made.path.read_bytes())
    data[int(len(data) * place)] ^= 0xFF
    made.path.write_bytes(data)
    problems = services.check(made.path)
    assert problems == [
        f"{made.name} is broken, or no backup of Card champion: nothing has been changed."
    ]


def test_nothing_is_written_while_nothing_changes(hall):
    first = services.make_if_changed(now=moment(0))
    assert services.make_if_changed(now=moment(5)) is None
    type_form(2, User.objects.get(username="kees"))
    second = services.make_if_changed(now=moment(10))
    assert [each.name for each in backups()] == [second.name, first.name]


def test_nothing_is_written_while_the_clock_was_set_back_and_nothing_changes(hall):
    """A backup of before is of the future then; what is newer holds something else."""
    ahead = services.make_if_changed(now=moment(600))
    type_form(2, User.objects.get(username="kees"))
    made = services.make_if_changed(now=moment(0))
    assert [each.name for each in backups()] == [ahead.name, made.name]
    assert services.make_if_changed(now=moment(5)) is None


def test_what_is_wrong_is_told_in_the_language_of_the_reader(hall):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    made.path.write_bytes(made.path.read_bytes()[:-900] + bytes(900))
    with translation.override("nl"):  # the process beside the server has no reader
        services.check(made.path)
        services.note_failure(OSError(errno.ENOSPC, "No space left on device"), moment(0))
    broken = f"{made.name} is broken, or no backup of Card champion: nothing has been changed."
    assert noted_checks() == {made.name: [broken]}
    assert list(faults(timezone.localtime())) == [
        "No backup could be written: The disk of the server is full. (No space left on device)",
        f"The newest backup is not good: {broken}",
    ]
    with translation.override("nl"):
        (said,) = noted_checks()[made.name]
    assert said.startswith(f"{made.name} is beschadigd, of geen reservekopie van Kaartkampioen")


def moment(minutes):
    return dt.datetime(2026, 11, 21, 9, tzinfo=dt.UTC) + dt.timedelta(minutes=minutes)


def test_old_backups_are_thinned_out_but_not_the_newest_good_one(hall):
    names = [services.make_backup(why=Why.TIME, now=moment(each)).name for each in (0, 5, 10, 40)]
    services.check(folder() / names[1])
    gone = services.thin_out(now=moment(120))
    assert gone == [names[2]]
    assert [each.name for each in backups()] == [names[3], names[1], names[0]]


def test_a_backup_goes_to_another_folder(hall, tmp_path):
    place = tmp_path / "stick"
    place.mkdir()
    made = services.make_backup(why=Why.HAND, to=place)
    assert sorted(place.iterdir()) == [made.path]
    assert services.check(made.path) == []
    assert backups() == []


def test_a_writer_waits_for_no_backup(hall):
    """A clerk hands in while the copy is open: he waits for nobody, and it is not in the copy."""
    other = connection.copy()
    with work_folder("making") as work, snapshot(work) as taken:
        since = monotonic()
        with other.cursor() as cursor:
            cursor.execute("UPDATE tournament_entry SET club = 'Later' WHERE number = 1")
        took = monotonic() - since
        assert Entry.objects.get(number=1).club == ""
        assert taken.rows["tournament_entry"] == 9
    other.close()
    assert Entry.objects.get(number=1).club == "Later"
    assert took < 1


@pytest.mark.slow
@is_sqlite
def test_a_backup_that_is_killed_leaves_no_half_file(hall, tmp_path):
    """Killed at the beginning of its work and at three of nine moments after that: what is listed
    is whole, and the next one works."""
    with closing(sqlite3.connect(tmp_path / "wk.sqlite3")) as raw, raw:
        raw.execute("CREATE TABLE ballast (content BLOB)")
        raw.executemany(
            "INSERT INTO ballast VALUES (?)", [[os.urandom(1 << 20)] for _ in range(40)]
        )
    environment = os.environ | {"DATA_DIR": str(tmp_path), "DATABASE_URL": ""}
    command = [sys.executable, "manage.py", "backup"]
    left = 0
    for wait in [0, *some(range(1, 10), 3)]:
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        while not list(folder().glob(".work-making-*/database.sqlite3")):
            assert process.poll() is None
            sleep(0.005)  # and leaves the processor to it
        sleep(wait * 0.08)
        process.send_signal(signal.SIGKILL)
        process.wait()
        left += bool(list(folder().glob(".work-making-*")))
    assert left > 0  # it was killed in the midst of its work
    for path in folder().glob("wk-*.zip"):
        assert services.check(path) == []
    made = services.make_backup(why=Why.HAND)
    assert services.check(made.path) == []
    assert list(folder().glob(".work-*")) == []


def test_no_backup_by_itself_fills_the_disk(hall, monkeypatch):
    """What clerks type has to find room: only who asks for a backup gets it."""
    made = services.make_backup(why=Why.TIME, now=moment(0))
    free = services.LEFT_FREE + services.PARTS * made.size
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(free))
    services.make_backup(why=Why.START, now=moment(1))
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(free - made.size))
    for why in (Why.TIME, Why.START):
        with pytest.raises(OSError, match="No space left"):
            services.make_backup(why=why, now=moment(2))
    services.make_backup(why=Why.HAND, now=moment(3))
    assert len(backups()) == 3


def test_nobody_waits_long_for_another_backup(hall):
    with work_folder("making"), pytest.raises(OSError, match="another backup takes very long"):
        services.make_backup(why=Why.START, patience=0.1)


@is_sqlite
def test_what_the_log_is_now_the_newest_backup_tells(hall):
    """An older one, or one of another machine, is checked after it."""
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER wk_chain_tournament_entry_update")
    services.make_backup(why=Why.HAND, now=moment(0))
    install(connection)
    newest = services.make_backup(why=Why.HAND, now=moment(1))
    assert services.check_backups() == {}
    assert list(faults(timezone.localtime())) == []
    note(log="Somebody was here.")
    newest.path.write_bytes(b"broken")
    services.check(newest.path)
    assert next(faults(timezone.localtime())).startswith("The newest backup is not good")
    assert changed_past_program().count("Somebody was here.") == 1


@is_sqlite
def test_a_folder_may_have_any_name(hall, tmp_path):
    folder = tmp_path / "wk 100%41 #1? a+b"
    folder.mkdir()
    copy(tmp_path / NAME, folder / NAME)
    (folder / "copy").mkdir()
    with reading(folder / NAME), snapshot(folder / "copy") as taken:
        assert taken.rows["tournament_entry"] == Entry.objects.count() == 9


@is_sqlite
def test_a_disk_that_is_full_leaves_nothing(hall):
    services.make_backup(why=Why.HAND, now=moment(0))
    before = sorted(folder().iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    try:
        with pytest.raises(Exception, match=r"full|large|I/O"):
            services.make_backup(why=Why.HAND, now=moment(1))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert sorted(folder().iterdir()) == before


def test_a_backup_of_another_kind_of_database_is_told(hall):
    made = services.make_backup(why=Why.HAND)
    other = "postgresql" if connection.vendor == "sqlite" else "sqlite"
    with_manifest(made.path, vendor=other)
    assert services.check(made.path) == [
        f"The backup is of {other}, and Card champion runs on {connection.vendor} here."
    ]


def with_manifest(path, **changed):
    """Change the manifest of a backup."""
    old = path.with_suffix(".old")
    shutil.move(path, old)
    with ZipFile(old) as source, ZipFile(path, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "manifest.json":
                data = json.dumps(json.loads(data) | changed).encode()
            target.writestr(name, data)
    old.unlink()


def test_a_row_too_few_is_found(hall):
    made = services.make_backup(why=Why.HAND)
    with_manifest(made.path, rows=dict(made.manifest.rows) | {"scoreforms_photo": 2})
    assert services.check(made.path) == ["scoreforms_photo has 1 rows and should have 2."]
    assert Version.objects.count() == 1
    assert table_at(1)


@is_sqlite
def test_what_was_changed_past_the_program_is_told_and_the_backup_stays_good(hall):
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER wk_chain_tournament_entry_update")
        cursor.execute("UPDATE tournament_entry SET club = 'Elders' WHERE number = 3")
    made = services.make_backup(why=Why.HAND)
    assert services.check(made.path) == []
    assert list(faults(timezone.localtime())) == []
    told = changed_past_program()
    assert told.endswith(" This stays here for ever, so that nobody can hide it.")
    assert "Elders" in told or "wk_chain_tournament_entry_update" in told
