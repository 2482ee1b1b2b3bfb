"""A database or a disk that fails is told in plain words, wherever in a request it fails."""

import errno
import sqlite3
from contextlib import closing

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, ProgrammingError
from django.test import Client
from django.utils import translation

from tests.cases import cases
from wk.core import middleware
from wk.core.storage_faults import Fault, fault_of


@pytest.fixture
def told(monkeypatch):
    """What the console was told."""
    said = []
    monkeypatch.setattr(middleware, "_told", {})
    monkeypatch.setattr(
        middleware.logger, "error", lambda text, *values: said.append(text % values)
    )
    return said


class OfPostgresql(Exception):
    """An error of the database server, with its code."""

    def __init__(self, sqlstate):
        super().__init__("FATAL")
        self.sqlstate = sqlstate


def caused(error, cause):
    error.__cause__ = cause
    return error


@cases(
    ("error", "fault"),
    [
        (OperationalError("database or disk is full"), Fault.FULL),
        (OperationalError("database is locked"), Fault.HELD),
        (OperationalError("attempt to write a readonly database"), Fault.READ_ONLY),
        (OperationalError("unable to open database file"), Fault.READ_ONLY),
        (DatabaseError("database disk image is malformed"), Fault.BROKEN),
        (DatabaseError("file is not a database"), Fault.BROKEN),
        (OperationalError("no such column: t.later"), Fault.UNFIT),
        (OperationalError("disk I/O error"), Fault.SILENT),
        (OperationalError("connection refused"), Fault.SILENT),
        (caused(OperationalError("could not extend file"), OfPostgresql("53100")), Fault.FULL),
        (caused(ProgrammingError("no column"), OfPostgresql("42703")), Fault.UNFIT),
        (ProgrammingError("a mistake of ours"), None),
        (IntegrityError("UNIQUE constraint failed"), None),
        (OSError(errno.ENOSPC, "No space left on device"), Fault.FULL),
        (PermissionError(errno.EACCES, "Permission denied"), Fault.READ_ONLY),
        (FileNotFoundError(errno.ENOENT, "No such file"), None),
        (caused(RuntimeError("later"), OSError(errno.EROFS, "Read-only")), Fault.READ_ONLY),
        (ValueError("no fault of a disk"), None),
        (None, None),
    ],
)
def test_what_failed_is_known_by_its_error(error, fault):
    assert fault_of(error) is fault


def test_what_sqlite_itself_says_of_a_broken_file_is_known(tmp_path):
    path = tmp_path / "broken.sqlite3"
    path.write_bytes(b"no database at all" * 100)
    with closing(sqlite3.connect(path)) as database, pytest.raises(sqlite3.DatabaseError) as raised:
        database.execute("SELECT * FROM sqlite_master")
    assert fault_of(DatabaseError(str(raised.value))) is Fault.BROKEN


def broken(self, request):
    raise DatabaseError("database disk image is malformed")


@pytest.mark.parametrize("language", ["nl", "en"])
def test_a_failure_before_the_view_gets_the_same_page(told, language, monkeypatch):
    """The version of the public pages is read before any view."""
    monkeypatch.setattr(middleware.FriendlyErrors, "__call__", broken)
    client = Client(raise_request_exception=False)
    page = client.get("/guide/", headers={"accept-language": language})
    with translation.override(language):
        is_told = str(Fault.BROKEN.words) in page.content.decode()
    assert (page.status_code, is_told, page["Cache-Control"]) == (503, True, "no-store")


def test_the_console_is_told_once_in_a_while(told, rf):
    for _twice in range(2):
        middleware.fault_page(rf.get("/t/wk/"), Fault.FULL, OperationalError("disk is full"))
    assert told == [
        "wk cannot do all it should: the disk is full. As soon as there is room everything goes on."
        " (/t/wk/: disk is full)"
    ]


def test_any_other_failure_keeps_its_page(monkeypatch):
    def mistaken(self, request):
        raise ValueError("a mistake of ours")

    monkeypatch.setattr(middleware.FriendlyErrors, "__call__", mistaken)
    page = Client(raise_request_exception=False).get("/guide/")
    assert (page.status_code, b"<h1>" in page.content) == (500, True)


def test_a_page_offers_to_try_again_and_a_button_does_not(told, rf):
    shown = [
        middleware.fault_page(ask("/t/wk/"), Fault.HELD, OperationalError()).content.decode()
        for ask in (rf.get, rf.post)
    ]
    assert ['href="/t/wk/"' in page for page in shown] == [True, False]
