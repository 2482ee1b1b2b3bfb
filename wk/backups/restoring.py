"""A backup brought back: on an empty machine, or under a wk that runs.

Under a running wk the whole database is exchanged in one transaction, so every reader sees what was
before or what is after, and nothing else. What was there before is kept as a backup first, and what
people do meanwhile waits for a moment.
"""

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import time

from django.apps import apps
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.backups import services
from wk.backups.carried_over import (
    is_same_line,
    sequences_postgresql,
    sequences_sqlite,
    statements,
)
from wk.backups.checks import database_of, problems_of_database, wrong_rows
from wk.backups.databases import CannotCopy, reading, run_tool
from wk.backups.facts import is_migrated
from wk.backups.folder import Backup, note, state, work_folder
from wk.backups.manifest import Why
from wk.backups.opening import OpenBackup, opened
from wk.core.refusals import ActionRefused
from wk.tournament.models import Tournament

BEFORE = "wk_before"  # the schema of PostgreSQL in which the tables of before wait for their end
TURN = "-turn"  # the end of the file for whose lock writers wait (`wk.sqlite`)
TRIES = 3  # to lock all tables of PostgreSQL, while others hold some of them


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done: the backup of before, None on an empty machine.

    `goes_on`: the accounts are those of now, and who has logged in stays so.
    """

    kept: Backup | None
    goes_on: bool


def is_empty() -> bool:
    """Return whether the database of wk has neither accounts nor tournaments, or no tables."""
    names = connection.introspection.table_names()
    if User._meta.db_table not in names:
        return not names
    return not User.objects.exists() and not Tournament.objects.exists()


def restore(*, path: Path, author: User | None, now: datetime, press: str = "") -> Restored | None:
    """Bring a backup back in the place of all that wk holds now, and keep that as a backup first.

    wk may run meanwhile. `press` names the press of a button: return None if that was done before.
    Raises ActionRefused if the backup is broken, of a newer wk or of another kind of database, or
    if the present cannot be kept: nothing is changed then.
    """
    with work_folder("restore") as work, opened(path, work) as backup:
        _prepare(backup)
        connection.close()  # nobody reads while all tables go
        with _no_writers():
            if press and state().get("restored") == press:
                return None
            kept = _kept(path.name, now)
            goes_on = _exchange(backup, path.name, kept.name, author, now)
            note(restored=press)
    connection.close()
    return Restored(kept, goes_on)


def restore_on_empty(*, path: Path) -> None:
    """Bring a backup back on a machine where wk holds nothing, with its settings and secrets.

    Raises ActionRefused as `restore` does.
    """
    with work_folder("restore") as work, opened(path, work) as backup:
        _prepare(backup, may_be_older=True)
        connection.close()
        if connection.vendor == "sqlite":
            with closing(_raw(backup.database)) as source, source:
                _move_public_version(source)
            with _no_writers():
                _write_live(backup.database)
        else:
            options = ("--clean", "--if-exists", "--no-owner", "--no-acl", "--single-transaction")
            name = str(connection.settings_dict["NAME"])
            run_tool("pg_restore", *options, f"--dbname={name}", str(backup.database))
            _migrate("")
        put_files(backup)


def put_files(backup: OpenBackup) -> None:
    """Put the settings and secrets of a backup into DATA_DIR."""
    for source in backup.files():
        target = settings.DATA_DIR / source.name
        fresh = target.with_name(f".{target.name}.back")
        shutil.copyfile(source, fresh)
        fresh.chmod(0o600)
        fresh.replace(target)


def _prepare(backup: OpenBackup, *, may_be_older: bool = False) -> None:
    """Check a backup, and give its database the tables of this wk. Raises ActionRefused."""
    try:
        with database_of(backup):
            problems = [*wrong_rows(backup.manifest), *problems_of_database()]
            is_older = not is_migrated()
    except CannotCopy as error:
        raise ActionRefused(str(error)) from error
    if problems:
        words = _("This backup is not good: %(why)s Nothing has been changed.")
        raise ActionRefused(words % {"why": problems[0]})
    if is_older and connection.vendor == "sqlite":
        _migrate(f"sqlite:///{backup.database}")
    elif is_older and not may_be_older:
        raise ActionRefused(
            _("This backup is of an older wk. Bring it back with the command on an empty machine.")
        )


def _migrate(address: str) -> None:
    """Give a database the tables of this wk, by a process of its own."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"],
        cwd=settings.BASE_DIR,
        env=os.environ | ({"DATABASE_URL": address} if address else {}),
        check=True,
    )


def _kept(name: str, now: datetime) -> Backup:
    """Keep what wk holds now. Raises ActionRefused if that cannot be done."""
    try:
        return services.make_backup(why=Why.RESTORE, now=now, about=name)
    except (CannotCopy, OSError) as error:
        words = _("What is there now cannot be kept, so nothing has been changed: %(why)s")
        why = getattr(error, "strerror", None) or error
        raise ActionRefused(words % {"why": why}) from error


@contextmanager
def _no_writers() -> Iterator[None]:
    """Let no transaction of wk begin on SQLite during the block: they wait for their turn.

    On PostgreSQL the exchange locks all tables itself.
    """
    if connection.vendor != "sqlite":
        yield
        return
    turn = os.open(f"{_live()}{TURN}", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield
    finally:
        os.close(turn)


def _exchange(backup: OpenBackup, name: str, kept: str, author: User | None, now: datetime) -> bool:
    """Put the database of a backup in the place of that of now; return whether accounts go on."""
    if connection.vendor == "postgresql":
        goes_on = _exchange_postgresql(backup)
        connection.close()
        _record(name, kept, author if goes_on else None, now)
        return goes_on
    goes_on = _carry_over(backup.database)
    with reading(backup.database):
        _record(name, kept, author if goes_on else None, now)
    with closing(_raw(backup.database)) as source, source:
        _move_public_version(source)
    _write_live(backup.database)
    return goes_on


def _record(name: str, kept: str, author: User | None, now: datetime) -> None:
    """Write to the log of each tournament that a moment was brought back."""
    with transaction.atomic():
        for tournament in Tournament.objects.order_by("pk"):
            auditlog.record(
                tournament=tournament,
                kind=AuditLogEntry.Kind.IMPORTED,
                about=tournament.name,
                author=author,
                now=now,
                payload={"backup": kept, "moment": name},
            )


def _raw(path: Path | str) -> sqlite3.Connection:
    return sqlite3.connect(str(path), timeout=20)


def _carry_over(database: Path) -> bool:
    """Carry over into a backup what stays as it is now; return whether that could be done."""
    with closing(_raw(database)) as raw, raw:
        raw.execute("ATTACH ? AS present", [_live()])
        if raw.execute(is_same_line("present", "main")).fetchone()[0]:
            return False
        for statement in statements("present", "main"):
            raw.execute(statement)
        for statement in sequences_sqlite("present", "main"):
            raw.execute(statement)
        if lost := raw.execute("PRAGMA main.foreign_key_check").fetchone():
            raise ActionRefused(_("This backup does not fit: %(why)s.") % {"why": lost[0]})
    return True


def _move_public_version(raw: sqlite3.Connection) -> None:
    """Move the public version past all that it was: no page of before is taken for one of now."""
    raw.execute(_version_moved("main"))


def _version_moved(schema: str) -> str:
    table = apps.get_model("publication.PublicVersion")._meta.db_table
    value = int(time() * 1000)
    return f"UPDATE {schema}.{table} SET results = {value}, progress = {value}, news = {value}"  # noqa: S608


def _write_live(database: Path) -> None:
    """Write an SQLite database over that of wk, in one transaction of SQLite."""
    with closing(_raw(database)) as source, closing(_raw(_live())) as live:
        live.execute("PRAGMA journal_mode=WAL")
        live.execute("PRAGMA synchronous=FULL")
        source.backup(live)


def _live() -> str:
    return str(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])


def _exchange_postgresql(backup: OpenBackup) -> bool:
    """Put the tables of a backup in the place of those of wk, in one transaction of PostgreSQL."""
    dumped = backup.work / "restore.sql"
    run_tool("pg_restore", "--no-owner", "--no-acl", f"--file={dumped}", str(backup.database))
    goes_on = _is_same_line_postgresql(backup)
    before = backup.work / "before.sql"
    tables = ", ".join(f'public."{name}"' for name in connection.introspection.table_names())
    connection.close()
    before.write_text(
        f"SET lock_timeout = '10s';\nLOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE;\n"
        f"ALTER SCHEMA public RENAME TO {BEFORE};\nCREATE SCHEMA public;\n"
    )
    after = backup.work / "after.sql"
    carried = [*statements(BEFORE, "public"), *sequences_postgresql(BEFORE, "public")]
    after.write_text(
        "SELECT pg_catalog.set_config('search_path', 'public', false);\n"
        + "".join(f"{each};\n" for each in (carried if goes_on else []))
        + f"{_version_moved('public')};\nSET CONSTRAINTS ALL IMMEDIATE;\n"
        + f"DROP SCHEMA {BEFORE} CASCADE;\n"
    )
    options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
    files = [f"--file={path}" for path in (before, dumped, after)]
    for again in reversed(range(TRIES)):
        try:
            run_tool("psql", *options, *files)
            break
        except CannotCopy as error:
            if not again:
                raise ActionRefused(str(error)) from error
    return goes_on


def _is_same_line_postgresql(backup: OpenBackup) -> bool:
    own = dict(User.objects.values_list("pk", "date_joined"))
    with database_of(backup):
        theirs = dict(User.objects.values_list("pk", "date_joined"))
    return all(own[key] == joined for key, joined in theirs.items() if key in own)
