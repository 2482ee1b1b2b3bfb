"""A backup brought back: on an empty machine, or under a wk that runs.

Under a running wk everything is exchanged in one transaction, so every reader sees what was before
or what is after, and nothing else. What was there before is kept as a backup first, and what people
do meanwhile waits for a moment.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import Error, connection, transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.backups import exchange_postgresql, exchange_sqlite, services
from wk.backups.checks import database_of, problems_of_database
from wk.backups.databases import CannotCopy, reading
from wk.backups.facts import is_migrated
from wk.backups.folder import Backup, note, state, work_folder
from wk.backups.manifest import Why
from wk.backups.opening import OpenBackup, opened
from wk.backups.privacy import Promise, keep_again, remembered
from wk.core.refusals import ActionRefused
from wk.tournament.models import Tournament

Accounts = dict[int, datetime]  # when each account was made, by its key


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done: the backup of before, and whether accounts and logins go on as they are."""

    kept: Backup
    goes_on: bool


def is_empty() -> bool:
    """Return whether the database of wk has neither accounts nor tournaments, or no tables."""
    names = connection.introspection.table_names()
    if User._meta.db_table not in names:
        return not names
    return not User.objects.exists() and not Tournament.objects.exists()


# What ends a restore before anything has been changed: a full disk, and a program that fails.
ENDS = (CannotCopy, OSError, sqlite3.Error, subprocess.CalledProcessError)


class _DoneBefore(Exception):
    """Raised within an exchange whose button was pressed before."""


def restore(*, path: Path, author: User | None, now: datetime, press: str = "") -> Restored | None:
    """Bring a backup back in the place of all that wk holds now, and keep that as a backup first.

    wk may run meanwhile. `press` names the press of a button: return None if that was done before.
    Raises ActionRefused if the backup is broken, of a newer wk or of another kind of database, or
    if the present cannot be kept, or the disk is full: nothing is changed then.
    """
    try:
        return _restored(path, author, now, press)
    except ENDS as error:
        words = _("Nothing has been changed: %(why)s")
        raise ActionRefused(words % {"why": getattr(error, "strerror", None) or error}) from error


def _restored(path: Path, author: User | None, now: datetime, press: str) -> Restored | None:
    """Do what `restore` does. Raises one of ENDS as well, with nothing changed."""
    kept: list[Backup] = []
    promised: list[tuple[Promise, Any]] = []

    def keep() -> None:
        if press and state().get("restored") == press:
            raise _DoneBefore
        kept.append(_kept(path.name, now))
        promised.extend(remembered())  # nobody writes any more: no promise is made after this
        connection.close()

    def log() -> None:
        if goes_on:
            keep_again(promised)
        _record(path.name, kept[0].name, author if goes_on else None, now)

    with work_folder("restore") as work, opened(path, work) as backup:
        goes_on = is_same_line(prepare(backup))
        connection.close()  # this thread reads nothing while all goes
        of = exchange_sqlite if connection.vendor == "sqlite" else exchange_postgresql
        try:
            of.exchange(backup.database, keep=keep, log=log, same=goes_on)
        except _DoneBefore:
            return None
        note(restored=press)
    connection.close()
    return Restored(kept[0], goes_on)


def restore_on_empty(*, path: Path) -> None:
    """Bring a backup back on a machine where wk holds nothing, with its settings and secrets.

    Raises ActionRefused as `restore` does, and CannotCopy if PostgreSQL refuses.
    """
    with work_folder("restore") as work, opened(path, work) as backup:
        prepare(backup, may_be_older=True)
        connection.close()
        if connection.vendor == "sqlite":
            exchange_sqlite.write_live(backup.database)
        else:
            exchange_postgresql.restore_on_empty(backup.database)
            _migrate("")
        put_files(backup)


def put_files(backup: OpenBackup) -> None:
    """Put the settings and secrets of a backup into DATA_DIR, and no other file."""
    for source in backup.files(services.KEPT_FILES):
        target = settings.DATA_DIR / source.name
        fresh = target.with_name(f".{target.name}.back")
        shutil.copyfile(source, fresh)
        fresh.chmod(0o600)
        fresh.replace(target)


def prepare(backup: OpenBackup, *, may_be_older: bool = False) -> Accounts:
    """Check a backup, and give its database the tables of this wk; return its accounts.

    Raises ActionRefused.
    """
    try:
        with database_of(backup):
            _refuse(problems_of_database(backup.manifest))
            is_older = not is_migrated()
            accounts = dict(User.objects.values_list("pk", "date_joined"))
    except (CannotCopy, Error) as error:
        raise ActionRefused(str(error)) from error
    if is_older and connection.vendor == "sqlite":
        _migrate(f"sqlite:///{quote(str(backup.database))}")
        with reading(backup.database):
            _refuse(problems_of_database())
    elif is_older and not may_be_older:
        raise ActionRefused(
            _(
                "This backup is of an older Card champion."
                " Bring it back with the command on an empty machine."
            )
        )
    return accounts


def _refuse(problems: list[str]) -> None:
    """Raise ActionRefused if there are problems."""
    if problems:
        words = _("This backup is not good: %(why)s Nothing has been changed.")
        raise ActionRefused(words % {"why": problems[0]})


def is_same_line(theirs: Accounts) -> bool:
    """Return whether a backup is of this wk: accounts with the same key were made together."""
    own = dict(User.objects.values_list("pk", "date_joined"))
    return all(own[key] == joined for key, joined in theirs.items() if key in own)


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
