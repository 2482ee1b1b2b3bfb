"""The content of SQLite exchanged under a wk that runs."""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import Error, connection
from django.utils.translation import gettext as _

from wk.backups.carried_over import sequences_sqlite, statements, version_moved
from wk.backups.databases import CannotCopy, reading
from wk.core.refusals import ActionRefused
from wk.sqlite.base import add_functions

TURN = "-turn"  # the end of the file for whose lock writers wait (`wk.sqlite`)


def exchange(
    database: Path, *, keep: Callable[[], None], log: Callable[[], None], same: bool
) -> None:
    """Put an SQLite file in the place of the database; writers wait meanwhile, readers do not.

    `keep` keeps what is there before, when nobody writes any more; what it raises ends all. `log`
    writes to the log of what comes back. With `same` what stays as it is now is carried over.
    Raises CannotCopy if that log cannot be written.
    """
    with _no_writers():
        keep()
        if same:
            _carry_over(database)
        try:
            with reading(database):
                log()
        except Error as error:
            raise CannotCopy(str(error)) from error
        write_live(database)


@contextmanager
def _no_writers() -> Iterator[None]:
    """Let no transaction of wk begin during the block: they wait for their turn."""
    turn = os.open(f"{_live()}{TURN}", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield
    finally:
        os.close(turn)


def _carry_over(database: Path) -> None:
    with closing(_raw(database)) as raw, raw:
        raw.execute("ATTACH ? AS present", [_live()])
        for statement in [*statements("present", "main"), *sequences_sqlite("present", "main")]:
            raw.execute(statement)
        if lost := raw.execute("PRAGMA main.foreign_key_check").fetchone():
            raise ActionRefused(_("This backup does not fit: %(why)s.") % {"why": lost[0]})


def write_live(database: Path) -> None:
    """Write an SQLite file over the database of wk, in one transaction of SQLite.

    The public version goes past all that it was: no page of before is taken for one of now.
    """
    with closing(_raw(database)) as source, closing(_raw(_live())) as live:
        with source:
            source.execute(version_moved("main"))
        live.execute("PRAGMA journal_mode=WAL")
        live.execute("PRAGMA synchronous=FULL")
        source.backup(live)


def _raw(path: Path | str) -> sqlite3.Connection:
    raw = sqlite3.connect(str(path), timeout=20)
    add_functions(raw)  # the chain notes what is carried over
    return raw


def _live() -> str:
    return str(connection.settings_dict["NAME"])
