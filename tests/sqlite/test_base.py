"""Transactions on SQLite wait for each other."""

import fcntl
import os
import sqlite3
from threading import Thread

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.db.utils import ConnectionHandler

from wk.sqlite.base import PATIENCE


@pytest.fixture
def sqlite_databases(tmp_path, django_db_blocker):
    """Databases in a file, to which each thread has its own connection."""
    options = {"transaction_mode": "IMMEDIATE", "timeout": 0}
    database = {"ENGINE": "wk.sqlite", "NAME": str(tmp_path / "wk.sqlite3"), "OPTIONS": options}
    handler = ConnectionHandler({"default": database})
    with django_db_blocker.unblock():
        with handler["default"].cursor() as cursor:
            cursor.execute("CREATE TABLE said (word text UNIQUE)")
        yield handler
        handler["default"].close()


@pytest.fixture
def is_free(tmp_path):
    """Return a function that tells whether nobody holds the lock."""

    def free():
        door = os.open(tmp_path / "wk.sqlite3-turn", os.O_RDWR)
        try:
            fcntl.flock(door, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(door)
        return True

    return free


@pytest.fixture
def atomic(sqlite_databases, monkeypatch):
    """A transaction on such a database."""
    monkeypatch.setattr(
        transaction, "get_connection", lambda using=None: sqlite_databases["default"]
    )
    return transaction.atomic


def write_word(sqlite_databases, word):
    with sqlite_databases["default"].cursor() as cursor:
        cursor.execute("INSERT INTO said VALUES (%s)", [word])


def test_a_transaction_holds_the_lock_until_its_end(sqlite_databases, atomic, is_free):
    with atomic():
        write_word(sqlite_databases, "one")
        with atomic():
            write_word(sqlite_databases, "two")
        assert not is_free()
    assert is_free()


def test_a_failed_transaction_releases_the_lock(sqlite_databases, atomic, is_free):
    write_word(sqlite_databases, "one")
    with pytest.raises(IntegrityError), atomic():
        write_word(sqlite_databases, "one")
    assert is_free()


def test_a_transaction_that_cannot_begin_releases_the_lock(
    sqlite_databases, atomic, is_free, tmp_path
):
    other = sqlite3.connect(tmp_path / "wk.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError), atomic():
        raise AssertionError("begun")
    other.close()
    assert is_free()


def test_a_writer_that_waits_too_long_gives_up(sqlite_databases, atomic, is_free, monkeypatch):
    moments = iter([100.0, 100.0 + PATIENCE + 1, 200.0, 200.0 + PATIENCE])
    monkeypatch.setattr("wk.sqlite.base.monotonic", lambda: next(moments))
    with pytest.raises(OperationalError, match="locked"), atomic():
        raise AssertionError("begun")
    assert is_free()
    with atomic():
        write_word(sqlite_databases, "one")
    assert is_free()


def test_a_closed_connection_releases_the_lock(sqlite_databases, atomic, is_free):
    sqlite_databases["default"].set_autocommit(
        False, force_begin_transaction_with_broken_autocommit=True
    )
    assert not is_free()
    sqlite_databases["default"].close()
    assert is_free()


def test_all_writers_get_their_turn(sqlite_databases, atomic):
    # None of them tries again (a timeout of 0): each waits until the one before is done.
    wrong = []

    def write(name):
        try:
            for number in range(20):
                with atomic():
                    write_word(sqlite_databases, f"{name} {number}")
        except OperationalError as error:
            wrong.append(error)
        finally:
            sqlite_databases["default"].close()

    threads = [Thread(target=write, args=[name]) for name in "abcdefgh"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    with sqlite_databases["default"].cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM said").fetchone() == (160,)
