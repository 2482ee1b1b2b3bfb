"""A backup comes back under people who read and write, and when it is killed in between."""

import datetime as dt
import fcntl
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from threading import Event, Thread
from time import sleep

import pytest
from django.db import connection, connections, transaction

from tests.backups.conftest import is_sqlite, kees, type_form
from tests.backups.test_services import moment
from tests.database import NAME
from tests.samples import some
from wk.backups import services
from wk.backups.folder import folder
from wk.backups.manifest import Why
from wk.backups.privacy import PROMISES, Promise
from wk.backups.restoring import restore
from wk.core.consistent_reads import consistent_reads
from wk.scoreforms.models import Version
from wk.tournament.models import Entry, Player

# A whole hall is kept and brought back each time.
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("real_database")]
ONLY_SQLITE = pytest.mark.skipif(not is_sqlite, reason="another file stands for another machine")
NOW = moment(600)


def beside(work):
    """Start a thread with a connection of its own that works until it is told to stop; return what
    stops it, and what went wrong in it."""
    own, stop, errors = connections["default"], Event(), []

    def run():
        connections["default"] = own.copy()
        try:
            while not stop.is_set():
                work()
        except Exception as error:
            errors.append(error)
        finally:
            connections.close_all()

    thread = Thread(target=run)
    thread.start()

    def end():
        stop.set()
        thread.join()
        return errors

    return end


@pytest.mark.slow
def test_a_reader_sees_what_was_before_or_what_is_after(hall):
    """A page that reads again and again meanwhile always finds one of the two."""
    made = services.make_backup(why=Why.HAND)
    Entry.objects.update(club="Later")
    type_form(2, kees())
    seen = set()

    def read():
        with consistent_reads():
            clubs = {*Entry.objects.values_list("club", flat=True)}
            seen.add((Version.objects.count(), *clubs))

    end = beside(read)
    restore(path=made.path, author=None, now=NOW)
    assert end() == []
    assert seen <= {(2, "Later"), (1, "")}


@pytest.mark.slow
def test_nothing_that_was_acknowledged_meanwhile_is_lost(hall):
    """Somebody writes all the time: each row is in what was kept, or is there afterwards."""
    made = services.make_backup(why=Why.HAND)
    acknowledged = []

    def write():
        with transaction.atomic():
            name = f"Player {len(acknowledged)}"
            Player.objects.create(name=name)
        acknowledged.append(name)

    end = beside(write)
    done = restore(path=made.path, author=None, now=NOW)
    while Player.objects.filter(name__startswith="Player ").count() < 3:
        pass  # it goes on
    assert end() == []
    after = {*Player.objects.values_list("name", flat=True)}
    restore(path=done.kept.path, author=None, now=NOW + dt.timedelta(minutes=1))
    kept = {*Player.objects.values_list("name", flat=True)}
    assert {*acknowledged} - after - kept == set()
    assert {*acknowledged} & after & kept == set()
    assert {*acknowledged} & kept != set()


def do_writers_wait() -> bool:
    """Return whether nobody else may write now."""
    if not is_sqlite:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_locks WHERE relation = 'tournament_player'::regclass"
                " AND mode = 'ExclusiveLock' AND granted"
            )
            return cursor.fetchone() == (1,)
    with open(f"{connection.settings_dict['NAME']}-turn", "a") as turn:
        try:
            fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@pytest.mark.slow
def test_what_was_promised_to_persons_is_read_when_nobody_writes_any_more(hall):
    """Else who is taken out in between would come back with his name."""
    made = services.make_backup(why=Why.HAND)
    kept = []
    PROMISES.append(promise := Promise(remember=do_writers_wait, keep=kept.append))
    try:
        restore(path=made.path, author=None, now=NOW)
    finally:
        PROMISES.remove(promise)
    assert kept == [True]


@pytest.mark.slow
def test_nobody_reads_what_comes_back_before_the_promises_are_kept(hall):
    """Else a name that was taken out could be read for a moment."""
    made = services.make_backup(why=Why.HAND)
    Entry.objects.update(club="Later")
    own, seen = connections["default"], []

    def read(_promised):
        def ask():
            connections["default"] = own.copy()
            seen.append({*Entry.objects.values_list("club", flat=True)})
            connections.close_all()

        here = {*Entry.objects.values_list("club", flat=True)}
        reader = Thread(target=ask)
        reader.start()
        reader.join()
        seen.append(here)

    PROMISES.append(promise := Promise(remember=list, keep=read))
    try:
        restore(path=made.path, author=None, now=NOW)
    finally:
        PROMISES.remove(promise)
    assert seen == [{"Later"}, {""}]


@pytest.mark.slow
@ONLY_SQLITE
def test_a_restore_that_is_killed_leaves_what_was_before_or_what_is_after(hall, tmp_path):
    with closing(sqlite3.connect(tmp_path / NAME)) as raw, raw:
        raw.execute("CREATE TABLE ballast (content BLOB)")
        ballast = [[os.urandom(1 << 20)] for _megabyte in range(20)]
        raw.executemany("INSERT INTO ballast VALUES (?)", ballast)
    made = services.make_backup(why=Why.HAND)
    Entry.objects.update(club="Later")
    environment = os.environ | {"DATA_DIR": str(tmp_path), "DATABASE_URL": ""}
    command = [sys.executable, "manage.py", "restore", str(made.path), "--replace"]
    outcomes = set()
    for wait in [0, *some(range(1, 8), 3)]:
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        while not list(folder().glob(".work-making-*")):
            assert process.poll() is None
            sleep(0.005)  # and leaves the processor to it
        sleep(wait * 0.08)
        process.send_signal(signal.SIGKILL)
        process.wait()
        with closing(sqlite3.connect(tmp_path / NAME)) as raw:
            (club,) = raw.execute("SELECT DISTINCT club FROM tournament_entry").fetchone()
            assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        outcomes.add(club)
    assert outcomes <= {"Later", ""}
