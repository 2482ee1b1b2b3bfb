"""The rows of PostgreSQL exchanged under a wk that runs.

The tables stay. All rows are deleted and copied in again in one transaction, so a page that reads
meanwhile finds either all rows of before or all of after.
"""

import random
from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from time import monotonic, sleep

from django.db import (
    DEFAULT_DB_ALIAS,
    Error,
    OperationalError,
    connection,
    connections,
    transaction,
)
from django.utils.translation import gettext as _

from wk.backups.carried_over import (
    sequences_postgresql,
    statements,
    tables_read,
    version_moved,
)
from wk.backups.databases import reading, run_tool, using
from wk.chain.triggers import disabled
from wk.core.acting import occasion_text
from wk.core.refusals import ActionRefused

PATIENCE = 30.0  # seconds in which all tables have to be free at one moment
# Lines of a dump: the rows of a table follow, up to the end; the next key of a table.
ROWS, END, NEXT = b"COPY ", b"\\.\n", b"SELECT pg_catalog.setval("


def exchange(
    database: Path, *, keep: Callable[[], None], log: Callable[[], None], same: bool
) -> None:
    """Put the rows of a dump in the place of those of the database; readers do not wait.

    `keep` keeps what is there before, when nobody writes any more; what it raises ends all. `log`
    changes what came back, and writes to its log, before anybody reads it. With `same` what stays
    as it is now is carried over. Raises ActionRefused if PostgreSQL refuses.
    """
    dump = database.with_name("rows.sql")
    run_tool("pg_restore", "--data-only", "--no-owner", f"--file={dump}", str(database))
    own = connections[DEFAULT_DB_ALIAS]
    try:
        with reading(str(own.settings_dict["NAME"])), transaction.atomic():
            tables = [f'public."{name}"' for name in connection.introspection.table_names()]
            _lock(tables)
            with using(own):  # a backup is not made within a transaction
                keep()
            _exchange_rows(tables, dump, same)
            log()
            # The triggers move the version until here, and the constraints are looked at.
            _run("SET CONSTRAINTS ALL IMMEDIATE", version_moved("public"))
    except Error as error:
        words = _("PostgreSQL refuses: %(why)s") % {"why": str(error).strip()[-300:]}
        raise ActionRefused(words) from error


def _lock(tables: Sequence[str]) -> None:
    """Let nobody else write to any table until this transaction ends.

    It never waits for a lock while it has another: so nobody can wait for it who keeps it waiting.
    """
    deadline = monotonic() + PATIENCE
    while True:
        try:
            with transaction.atomic():  # a savepoint: what it got is given back if it fails
                _run(f"LOCK TABLE {', '.join(tables)} IN EXCLUSIVE MODE NOWAIT")
                return
        except OperationalError:
            if monotonic() > deadline:
                raise
        sleep(random.uniform(0.01, 0.1))


def _exchange_rows(tables: Sequence[str], dump: Path, same: bool) -> None:
    """Put the rows of a dump in the place of those of the tables, which are locked."""
    # The tables of now are kept beside those of the same names, and found after them.
    _run("SET LOCAL search_path TO public, pg_temp")
    for table in tables_read():
        _run(f"CREATE TEMP TABLE {table} ON COMMIT DROP AS SELECT * FROM public.{table}")  # noqa: S608 - own names
    sequences = list(sequences_postgresql())
    for sequence, table in sequences:
        _run(f"CREATE TEMP TABLE next_{table} ON COMMIT DROP AS SELECT nextval({sequence}) AS key")
    # The chain comes back with the rest: it notes only what is carried over.
    _run(*disabled(), *(f"DELETE FROM {table}" for table in tables))  # noqa: S608
    _copy_in(dump)
    _run("SET CONSTRAINTS ALL IMMEDIATE", *disabled(again=True), "SET CONSTRAINTS ALL DEFERRED")
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('wk.occasion', %s, true)", [occasion_text()])
    if same:
        _run(*statements("pg_temp", "public"))
    for sequence, table in sequences:
        keys = f"(SELECT key FROM pg_temp.next_{table}), nextval({sequence})"  # noqa: S608
        _run(f"SELECT setval({sequence}, GREATEST({keys}))")


def _copy_in(dump: Path) -> None:
    """Store the rows of a dump, and the next keys. Nothing else that stands in it is run."""
    with dump.open("rb") as lines, connection.wrap_database_errors, connection.cursor() as cursor:
        for line in lines:
            if line.startswith(ROWS):
                with cursor.copy(line.decode()) as rows:
                    for row in takewhile(lambda each: each != END, lines):
                        rows.write(row)
            elif line.startswith(NEXT):
                cursor.execute(line.decode())


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def restore_on_empty(database: Path) -> None:
    """Restore a dump into a database without rows that count. Raises CannotCopy."""
    options = ("--clean", "--if-exists", "--no-owner", "--no-acl", "--single-transaction")
    name = f"--dbname={connection.settings_dict['NAME']}"
    run_tool("pg_restore", *options, name, str(database))
