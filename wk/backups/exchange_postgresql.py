"""The rows of PostgreSQL exchanged under a wk that runs.

The tables stay. All rows are deleted and copied in again in one transaction, so a page that reads
meanwhile finds either all rows of before or all of after.
"""

import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

from django.db import connection
from django.utils.translation import gettext as _

from wk.backups.carried_over import (
    sequences_postgresql,
    statements,
    tables_read,
    version_moved,
)
from wk.backups.databases import run_tool, started_tool
from wk.chain.triggers import disabled
from wk.core.acting import occasion_text
from wk.core.refusals import ActionRefused

PATIENCE = 30.0  # seconds in which all tables have to be free at one moment
LOCKED = "locked"  # what psql prints then


def exchange(
    database: Path, *, keep: Callable[[], None], log: Callable[[], None], same: bool
) -> None:
    """Put the rows of a dump in the place of those of the database; readers do not wait.

    `keep` keeps what is there before, when nobody writes any more; what it raises ends all. `log`
    writes to the log when the rows are there. With `same` what stays as it is now is carried over.
    Raises ActionRefused if PostgreSQL refuses.
    """
    rows = database.with_name("rows.sql")
    run_tool("pg_restore", "--data-only", "--no-owner", f"--file={rows}", str(database))
    writing = _locked_tables()
    try:
        keep()
        _out, told = writing.communicate("\n".join(_script(rows, same)) + "\n")
    finally:
        if writing.poll() is None:
            writing.kill()  # PostgreSQL takes back what it did
            writing.communicate()
    if writing.returncode:
        raise ActionRefused(_("PostgreSQL refuses: %(why)s") % {"why": told.strip()[-300:]})
    log()


def _locked_tables() -> "subprocess.Popen[str]":
    """Return a psql in whose transaction nobody else writes to any table.

    It never waits for a lock while it has another: so nobody can wait for it who keeps it waiting.
    """
    tables = ", ".join(f'public."{name}"' for name in connection.introspection.table_names())
    deadline = monotonic() + PATIENCE
    while True:
        writing = started_tool("psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
        assert writing.stdin
        assert writing.stdout
        lock = f"BEGIN; LOCK TABLE {tables} IN EXCLUSIVE MODE NOWAIT;"
        print(f"{lock}\n\\echo {LOCKED}", file=writing.stdin, flush=True)
        if writing.stdout.readline().strip() == LOCKED:
            return writing
        _out, told = writing.communicate()
        if monotonic() > deadline:
            raise ActionRefused(_("PostgreSQL refuses: %(why)s") % {"why": told.strip()[-300:]})
        sleep(random.uniform(0.01, 0.1))


def _script(rows: Path, same: bool) -> Iterator[str]:
    """Yield the lines for psql that exchange the rows and end the transaction."""
    for table in tables_read():
        selected = f"SELECT * FROM public.{table}"  # noqa: S608 - own names
        yield f"CREATE TEMP TABLE {table} ON COMMIT DROP AS {selected};"
    sequences = list(sequences_postgresql())
    for sequence, table in sequences:
        yield f"CREATE TEMP TABLE next_{table} ON COMMIT DROP AS SELECT nextval({sequence}) AS key;"
    # The chain comes back with the rest: it notes only what is carried over.
    yield from (f"{statement};" for statement in disabled())
    for name in connection.introspection.table_names():
        yield f'DELETE FROM public."{name}";'  # noqa: S608
    yield f"\\i {rows}"
    yield "SELECT pg_catalog.set_config('search_path', 'public', false) \\g /dev/null"
    yield "SET CONSTRAINTS ALL IMMEDIATE;"
    yield from (f"{statement};" for statement in disabled(again=True))
    yield "SET CONSTRAINTS ALL DEFERRED;"
    occasion = occasion_text().replace("'", "''")
    yield f"SELECT pg_catalog.set_config('wk.occasion', '{occasion}', true) \\g /dev/null"
    for statement in statements("pg_temp", "public") if same else ():
        yield f"{statement};"
    for sequence, table in sequences:
        keys = f"(SELECT key FROM pg_temp.next_{table}), nextval({sequence})"  # noqa: S608
        yield f"SELECT setval({sequence}, GREATEST({keys})) \\g /dev/null"
    # The triggers move the version from here on, and the constraints are looked at.
    yield "SET CONSTRAINTS ALL IMMEDIATE;"
    yield f"{version_moved('public')};"
    yield "COMMIT;"


def restore_on_empty(database: Path) -> None:
    """Restore a dump into a database without rows that count. Raises CannotCopy."""
    options = ("--clean", "--if-exists", "--no-owner", "--no-acl", "--single-transaction")
    name = f"--dbname={connection.settings_dict['NAME']}"
    run_tool("pg_restore", *options, name, str(database))
