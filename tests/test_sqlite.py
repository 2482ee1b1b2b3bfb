"""Transactions on SQLite stand in line."""

import fcntl
import os
import sqlite3
from threading import Thread

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.db.utils import ConnectionHandler

from wk.sqlite.base import PATIENCE


@pytest.fixture
def databases(tmp_path, django_db_blocker):
    """Databases like ours, in a file: each thread has connections of its own to it."""
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
    """Tells whether it is anybody's turn: nobody is writing."""

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
def atomic(databases, monkeypatch):
    """A transaction on such a database."""
    monkeypatch.setattr(transaction, "get_connection", lambda using=None: databases["default"])
    return transaction.atomic


def say(databases, word):
    with databases["default"].cursor() as cursor:
        cursor.execute("INSERT INTO said VALUES (%s)", [word])


def test_a_transaction_takes_its_turn_and_gives_it_back(databases, atomic, is_free):
    with atomic():
        say(databases, "one")
        with atomic():
            say(databases, "two")
        assert not is_free()
    assert is_free()


def test_a_transaction_that_fails_gives_its_turn_back(databases, atomic, is_free):
    say(databases, "one")
    with pytest.raises(IntegrityError), atomic():
        say(databases, "one")
    assert is_free()


def test_a_transaction_that_cannot_begin_gives_its_turn_back(databases, atomic, is_free, tmp_path):
    other = sqlite3.connect(tmp_path / "wk.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError), atomic():
        raise AssertionError("begun")
    other.close()
    assert is_free()


def test_who_stood_in_line_too_long_gives_up_and_lets_the_next_one_pass(
    databases, atomic, is_free, monkeypatch
):
    moments = iter([100.0, 100.0 + PATIENCE + 1, 200.0, 200.0 + PATIENCE])
    monkeypatch.setattr("wk.sqlite.base.monotonic", lambda: next(moments))
    with pytest.raises(OperationalError, match="locked"), atomic():
        raise AssertionError("begun")
    assert is_free()
    with atomic():
        say(databases, "one")
    assert is_free()


def test_a_connection_that_is_closed_half_way_gives_its_turn_back(databases, atomic, is_free):
    databases["default"].set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    assert not is_free()
    databases["default"].close()
    assert is_free()


def test_everyone_gets_his_turn(databases, atomic):
    # None of them tries again (a timeout of 0): each waits until the one before is done.
    wrong = []

    def write(name):
        try:
            for number in range(20):
                with atomic():
                    say(databases, f"{name} {number}")
        except OperationalError as error:
            wrong.append(error)
        finally:
            databases["default"].close()

    threads = [Thread(target=write, args=[name]) for name in "abcdefgh"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    with databases["default"].cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM said").fetchone() == (160,)
