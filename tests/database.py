"""Databases that are copied instead of made: migrating one takes seconds, copying it none."""

import fcntl
import hashlib
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from time import time

import django

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache" / "databases"
TRIGGERS = [
    *(ROOT / "wk" / "publication" / name for name in ("triggers.py",)),
    *(ROOT / "wk" / "chain" / name for name in ("triggers.py", "watched.py")),
]
NAME = "wk.sqlite3"  # as the settings name it in DATA_DIR


def migrated() -> Path:
    """Return a database with all tables and no rows; it is made again when a migration
    or a trigger changes."""
    migrations = [*sorted(ROOT.glob("wk/*/migrations/*.py")), *TRIGGERS]
    content = b"".join(path.read_bytes() for path in migrations) + django.__version__.encode()
    kept = KEPT / f"{hashlib.sha256(content).hexdigest()[:16]}.sqlite3"
    return made_once(kept, _migrate)


def _migrate(path: Path) -> None:
    with TemporaryDirectory() as data:
        command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        environment = os.environ | {"DATA_DIR": data, "DATABASE_URL": ""}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        copy(Path(data) / NAME, path)


def made_once(path: Path, make: Callable[[Path], None]) -> Path:
    """Return a file after letting `make` write it, unless somebody did that before; of two who ask
    at the same time one waits for the other."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{path}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            unfinished = path.with_name(f"{path.name}.unfinished")
            unfinished.unlink(missing_ok=True)
            make(unfinished)
            unfinished.rename(path)
    return path


def copy(source: Path | str, target: Path | str) -> None:
    """Give a database the content of another one, also while a server uses it."""
    with closing(_connect(source)) as one, closing(connect(target)) as other:
        one.backup(other)


def empty_again() -> None:
    """Give the SQLite database of the tests the content that it began with."""
    from django.db import connection

    connection.ensure_connection()  # not yet, after the start of a browser
    with closing(_connect(migrated())) as empty:
        empty.backup(connection.connection)


def move_public_version(name: Path | str) -> None:
    """Move the public version of a database past all that it can have been in another one."""
    now = int(time() * 1000)
    with closing(connect(name)) as database, database:
        database.execute(
            "UPDATE publication_publicversion SET results = ?, progress = ?, news = ?", [now] * 3
        )


def move_version_at_once() -> None:
    """Let PostgreSQL move the public version with each change of this transaction, not at its end:
    the transaction of a test has no end. Taken back with the test."""
    from django.db import connection

    from wk.publication.models import PublicVersion
    from wk.publication.triggers import trigger_names

    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE OR REPLACE FUNCTION wk_public_change() RETURNS trigger LANGUAGE plpgsql AS $$"
            f" BEGIN EXECUTE format('UPDATE {PublicVersion._meta.db_table} SET %I = %I + 1',"
            " TG_ARGV[0], TG_ARGV[0]); RETURN NULL; END $$"
        )
        cursor.execute(f"SET CONSTRAINTS {', '.join(trigger_names())} IMMEDIATE")


@contextmanager
def statements_sent() -> Iterator[list[str]]:
    """Collect the statements that the database gets, also those that go past Django's cursors."""
    from django.db import connection

    connection.ensure_connection()
    sent: list[str] = []
    if connection.vendor == "sqlite":
        connection.connection.set_trace_callback(sent.append)
        yield sent
        connection.connection.set_trace_callback(None)
        return
    with NamedTemporaryFile() as trace:
        connection.connection.pgconn.trace(trace.fileno())
        yield sent
        connection.connection.pgconn.untrace()
        lines = Path(trace.name).read_text().splitlines()
    sent += [line for line in lines if re.search(r"\tF\t\d+\t(Query|Execute)\b", line)]


def connect(name: Path | str) -> sqlite3.Connection:
    """Open a database by its path, or by an address that begins with "file:". It waits for no
    disk."""
    opened = _connect(name)
    opened.execute("PRAGMA synchronous=OFF")
    return opened


def _connect(name: Path | str) -> sqlite3.Connection:
    """Open a database that is only copied: the first statement would read all its triggers."""
    return sqlite3.connect(str(name), uri=str(name).startswith("file:"), timeout=20)
