"""What is wrong when the database or the disk fails, told in plain words.

A fault is over when its cause is: no part of wk has to be started again.
"""

import errno
import sqlite3
from collections.abc import Iterator, Mapping
from enum import Enum

from django.db import DatabaseError, OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


class Fault(Enum):
    """A kind of failure: what it is, for pages, and what to do about it, for the console."""

    FULL = "full"
    READ_ONLY = "read-only"
    HELD = "held"
    BROKEN = "broken"
    UNFIT = "unfit"
    SILENT = "silent"

    @property
    def words(self) -> Promise:
        """Return what is wrong, for a page, in the language of its reader."""
        return WORDS[self]

    @property
    def advice(self) -> str:
        """Return what is wrong and what helps, in English, for whoever sits at the server."""
        return ADVICE[self]


WORDS: Mapping[Fault, Promise] = {
    Fault.FULL: gettext_lazy("The disk of the server is full."),
    Fault.READ_ONLY: gettext_lazy("The server may not write to its own files."),
    Fault.HELD: gettext_lazy("Another program holds the database."),
    Fault.BROKEN: gettext_lazy("The file of the database is broken."),
    Fault.UNFIT: gettext_lazy("The database is of another version of the program."),
    Fault.SILENT: gettext_lazy("The database does not answer."),
}
ADVICE: Mapping[Fault, str] = {
    Fault.FULL: "the disk is full. As soon as there is room everything goes on",
    Fault.READ_ONLY: "its folder of data may not be written. As soon as it may be, everything goes"
    " on",
    Fault.HELD: "another program holds the database. As soon as it lets go everything goes on",
    Fault.BROKEN: "the database is broken. Stop wk, keep a copy of the folder of data, and bring"
    " the newest backup back (docs/operations.md)",
    Fault.UNFIT: "the database has other tables than this version of wk. Start wk with bin/run",
    Fault.SILENT: "the database does not answer",
}

# What SQLite says, and the codes of PostgreSQL (SQLSTATE) or their beginnings.
SQLITE = {
    "database or disk is full": Fault.FULL,
    "attempt to write a readonly database": Fault.READ_ONLY,
    "unable to open database file": Fault.READ_ONLY,
    "database is locked": Fault.HELD,
    "database table is locked": Fault.HELD,
    "database disk image is malformed": Fault.BROKEN,
    "file is not a database": Fault.BROKEN,
    "no such table": Fault.UNFIT,
    "no such column": Fault.UNFIT,
}
POSTGRESQL = {
    "53100": Fault.FULL,
    "25006": Fault.READ_ONLY,
    "55P03": Fault.HELD,
    "XX001": Fault.BROKEN,
    "XX002": Fault.BROKEN,
    "42P01": Fault.UNFIT,
    "42703": Fault.UNFIT,
}
SYSTEM = {
    errno.ENOSPC: Fault.FULL,
    errno.EDQUOT: Fault.FULL,
    errno.EFBIG: Fault.FULL,
    errno.EROFS: Fault.READ_ONLY,
    errno.EACCES: Fault.READ_ONLY,
    errno.EIO: Fault.SILENT,
}


def fault_of(error: BaseException | None) -> Fault | None:
    """Return what failed beneath an exception, None if neither database nor disk did."""
    for each in _causes(error):
        if isinstance(each, DatabaseError | sqlite3.Error):
            return _fault_of_database(each)
        fault = SYSTEM.get(each.errno or 0) if isinstance(each, OSError) else None
        if fault:
            return fault
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and those that it came from."""
    while error is not None:
        yield error
        error = error.__cause__


def _fault_of_database(error: DatabaseError | sqlite3.Error) -> Fault | None:
    state = getattr(error.__cause__, "sqlstate", None) or ""
    if state in POSTGRESQL:
        return POSTGRESQL[state]
    said = str(error)
    for words, fault in SQLITE.items():
        if said.startswith(words):
            return fault
    # Any other fault of operation; what is left is a mistake of the program.
    is_of_operation = isinstance(error, OperationalError | sqlite3.OperationalError)
    return Fault.SILENT if is_of_operation else None
