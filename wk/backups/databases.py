"""The database at one moment as a file, and such a file opened as the database.

SQLite is copied by its own online copy, PostgreSQL by pg_dump. Neither waits for those who write,
and nobody waits for them.
"""

import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from django.utils.translation import gettext as _

from wk.core.consistent_reads import consistent_reads

SQLITE_MEMBER, POSTGRESQL_MEMBER = "database.sqlite3", "database.dump"
TOOLS = Path("/usr/lib/postgresql")  # where Debian has the programs of each version


class CannotCopy(Exception):
    """Raised if the database cannot be copied, with the words of the program that failed."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The database at one moment: its file, the name of that in a backup, and rows by table."""

    path: Path
    member: str
    rows: Mapping[str, int]


@contextmanager
def snapshot(work: Path) -> Iterator[Snapshot]:
    """Copy the database into a folder. In the block all queries read that same moment.

    Raises CannotCopy, also within a transaction: what that has done so far is of no moment.
    """
    if connection.in_atomic_block:
        raise CannotCopy(_("Somebody is changing something at this moment."))
    if connection.vendor == "sqlite":
        path = work / SQLITE_MEMBER
        rows = _copy_sqlite(str(connection.settings_dict["NAME"]), path)
        with reading(path):
            yield Snapshot(path, SQLITE_MEMBER, rows)
    else:
        with consistent_reads():
            path = work / POSTGRESQL_MEMBER
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_export_snapshot()")
                moment = cursor.fetchone()[0]
            run_tool("pg_dump", "-Fc", "-Z1", f"--snapshot={moment}", f"--file={path}")
            yield Snapshot(path, POSTGRESQL_MEMBER, row_counts())


def _copy_sqlite(name: str, target: Path) -> dict[str, int]:
    """Copy an SQLite database as it is at one moment; return its rows by table.

    All pages are copied in one step: then the copy reads one moment, and is not begun again by each
    write meanwhile. In WAL mode a reader keeps no writer waiting.
    """
    address = f"{Path(name).resolve().as_uri()}?mode=rw"
    try:
        with (
            closing(sqlite3.connect(address, uri=True, timeout=20, isolation_level=None)) as source,
            closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            source.execute("BEGIN")
            rows = _sqlite_rows(source)
            copy.execute("PRAGMA synchronous=OFF")  # the backup is synced, not this file
            source.backup(copy)
            source.execute("ROLLBACK")
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without others beside it
    except sqlite3.Error as error:
        raise CannotCopy(str(error)) from error
    return rows


def _sqlite_rows(database: sqlite3.Connection) -> dict[str, int]:
    question = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    names = sorted(name for (name,) in database.execute(question))
    return {
        name: database.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0]  # noqa: S608
        for name in names
    }


def row_counts() -> dict[str, int]:
    """Return the number of rows of each table of the database, by its name."""
    with connection.cursor() as cursor:
        names = sorted(connection.introspection.table_names(cursor))
        counts = {}
        for name in names:
            cursor.execute(f'SELECT COUNT(*) FROM "{name}"')  # noqa: S608 - a name of our own
            counts[name] = cursor.fetchone()[0]
        return counts


@contextmanager
def reading(database: Path | str) -> Iterator[None]:
    """Let all queries of this thread use another database during the block.

    It is the path of an SQLite file, or the name of a database on the same PostgreSQL server. So
    what reads the database of wk reads a backup with the same code.
    """
    own = connections[DEFAULT_DB_ALIAS]
    other = dict(own.settings_dict) | {"NAME": str(database), "CONN_MAX_AGE": 0}
    if own.vendor == "sqlite":
        # Without the init_command: the file keeps its journal mode.
        other["OPTIONS"] = {"transaction_mode": "IMMEDIATE", "timeout": 20}
    opened = ConnectionHandler({DEFAULT_DB_ALIAS: other})[DEFAULT_DB_ALIAS]
    try:
        with using(opened):
            yield
    finally:
        opened.close()


@contextmanager
def using(other: BaseDatabaseWrapper) -> Iterator[None]:
    """Let all queries of this thread use another connection during the block."""
    own = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = own


def run_tool(name: str, *args: str) -> None:
    """Run a program of PostgreSQL on the database of wk. Raises CannotCopy."""
    settings: Mapping[str, Any] = connection.settings_dict
    named = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    given = {key: str(settings[value]) for key, value in named.items() if settings.get(value)}
    given["PGDATABASE"] = str(settings["NAME"])
    try:
        done = subprocess.run(  # noqa: S603 - a program of the system, with words of our own
            [_tool(name), *args],
            env=os.environ | given,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
    except OSError as error:
        raise CannotCopy(f"{name}: {error.strerror}") from error
    if done.returncode:
        raise CannotCopy(done.stderr.strip()[-500:] or f"{name}: {done.returncode}")


def _tool(name: str) -> str:
    """Return the path of a program of PostgreSQL, the newest that is here: it reads older ones."""
    found = [path for path in TOOLS.glob(f"*/bin/{name}") if re.fullmatch(r"\d+", path.parts[-3])]
    return str(max(found, key=lambda path: int(path.parts[-3]), default=name))
