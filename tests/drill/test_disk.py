"""The disk that forgets does forget: a program that does not sync is found out."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from random import Random
from time import monotonic, time

import pytest

from tests.drill.disk import Disk
from tests.drill.seam import Clock, Journal, Record, has_compiler

needs_compiler = pytest.mark.skipif(not has_compiler(), reason="no C compiler")
# Stores ten numbers, and says after each of them that it is there.
PROGRAM = """
import sqlite3, sys
folder, synchronous = sys.argv[1:]
database = sqlite3.connect(folder + "/wk.sqlite3", isolation_level=None)
database.execute("PRAGMA journal_mode=WAL")
database.execute(f"PRAGMA synchronous={synchronous}")
database.execute("CREATE TABLE stored (number INTEGER)")
for number in range(10):
    database.execute("INSERT INTO stored VALUES (?)", [number])
    print(number, flush=True)
"""


def written(kind, path="a", at=0, data=b""):
    return Record(kind, path, at, data)


@pytest.fixture
def disk(tmp_path):
    (tmp_path / "a").write_bytes(b"old old ")
    return Disk(tmp_path)


def after_cuts(disk):
    """Return all that the disk held after many cuts."""
    cuts = (disk.after_cut(Random(n)) for n in range(50))
    return {json.dumps({name: content.decode() for name, content in cut.items()}) for cut in cuts}


def test_what_was_not_synced_may_be_there_or_not(disk, tmp_path):
    disk.do(written("w", data=b"new"), tmp_path)
    assert after_cuts(disk) == {'{"a": "old old "}', '{"a": "new old "}'}


def test_what_was_synced_is_there_and_what_came_later_may_not_be(disk, tmp_path):
    for record in (
        written("w", data=b"new"),
        written("b", at=7),
        written("w", at=4, data=b"end"),
        written("e", at=7),
    ):
        disk.do(record, tmp_path)
    assert after_cuts(disk) == {'{"a": "new old "}', '{"a": "new end "}'}


def test_sectors_of_one_write_may_be_torn(disk, tmp_path):
    disk.do(written("w", data=b"x" * 1024), tmp_path)
    lengths = {len(disk.after_cut(Random(n))["a"].rstrip(b"\0")) for n in range(50)}
    assert lengths == {8, 512, 1024}


def test_a_new_name_may_be_lost_until_its_folder_is_synced(disk, tmp_path):
    disk.do(written("r", data=str(tmp_path / "b").encode()), tmp_path)
    assert {frozenset(disk.after_cut(Random(n))) for n in range(50)} == {
        frozenset({"a"}),
        frozenset({"a", "b"}),
        frozenset({"b"}),
    }
    disk.do(written("b", path=str(tmp_path), at=7), tmp_path)
    disk.do(written("e", path=str(tmp_path), at=7), tmp_path)
    assert {frozenset(disk.after_cut(Random(n))) for n in range(50)} == {frozenset({"b"})}


@needs_compiler
@pytest.mark.parametrize(("synchronous", "is_lost"), [("FULL", False), ("OFF", True)])
def test_a_database_that_does_not_sync_loses_what_it_acknowledged(tmp_path, synchronous, is_lost):
    data = tmp_path / "data"
    data.mkdir()
    journal, disk = Journal(tmp_path, data), Disk(data)
    command = [sys.executable, "-c", PROGRAM, str(data), synchronous]
    with subprocess.Popen(
        command, env={**os.environ, **journal.settings}, stdout=subprocess.PIPE, text=True
    ) as running:
        for line in running.stdout:
            journal.note(line.strip())
    random, lost, told = Random(1), 0, 0
    for record in journal.records():
        if record.kind == "a":
            told += 1
            lost += numbers_in(tmp_path, disk.after_cut(random)) < told
        else:
            disk.do(record, journal.root)
    assert (told, bool(lost)) == (10, is_lost)


def numbers_in(folder, files):
    """Return how many numbers a database has, of which the disk holds these files."""
    for old in folder.glob("wk.sqlite3*"):
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    try:
        with closing(sqlite3.connect(folder / "wk.sqlite3")) as database:
            return database.execute("SELECT COUNT(*) FROM stored").fetchone()[0]
    except sqlite3.DatabaseError:
        return 0


@needs_compiler
def test_the_clock_of_a_program_can_be_set_back(tmp_path):
    clock = Clock(tmp_path)
    clock.set_back(3600)
    command = [sys.executable, "-c", "import time; print(time.time(), time.monotonic())"]
    said = subprocess.check_output(command, env={**os.environ, **clock.settings}, text=True)
    moment, measured = map(float, said.split())
    assert (round(time() - moment, -2), round(monotonic() - measured, -2)) == (3600, 0)
