"""An SQLite backend for an office of thirty: writers take turns in the order in which they came."""

import fcntl
import os
from time import monotonic

from django.db import OperationalError
from django.db.backends.sqlite3 import base

PATIENCE = 20  # seconds: a longer wait for the turn is given up, as all writers behind it wait too


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions queue for their turn to write.

    SQLite lets one connection write at a time. The others try again after pauses that grow longer,
    so the longest waiter finds the database free least often, and may wait for seconds while
    newcomers do not wait at all. The lock that the system keeps on a file beside the database is
    granted in order, and released when a process dies.

    While another program keeps the database locked, each connection in turn waits for SQLite in
    vain. So that these waits do not add up, a connection that queued for longer than PATIENCE gives
    up at once (OperationalError, as SQLite itself has it).
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
        if self.is_in_memory_db():  # no other process can write to it
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
