"""SQLite for an office of thirty: who wants to write waits for his turn, in the order they came."""

import fcntl
import os
from time import monotonic

from django.db import OperationalError
from django.db.backends.sqlite3 import base

PATIENCE = 20  # seconds: who waited longer for his turn gives it up, as all behind him wait too


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions stand in line.

    SQLite lets one write at a time, and the others try again after a while, each time longer: the
    one who has waited longest finds it free least of all, and may wait for seconds among people who
    do not wait at all. The system's lock on a file beside the database is given in order, and taken
    back from a process that dies.

    While another program keeps the database locked, each one whose turn it is waits for SQLite in
    vain. So that they do not do so one after the other, who stood in line too long gives up at once
    (OperationalError, as SQLite itself has it).
    """

    _turn: int | None = None

    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            if self._turn is not None:
                os.close(self._turn)
                self._turn = None

    def _take_turn(self) -> None:
        if self.is_in_memory_db():
            return
        if self._turn is None:
            beside = f"{self.settings_dict['NAME']}-turn"
            self._turn = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        since = monotonic()
        fcntl.flock(self._turn, fcntl.LOCK_EX)
        if monotonic() - since > PATIENCE:
            self._end_turn()
            raise OperationalError("database is locked")

    def _end_turn(self) -> None:
        if self._turn is not None:
            fcntl.flock(self._turn, fcntl.LOCK_UN)
