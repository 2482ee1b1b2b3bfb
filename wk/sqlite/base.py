"""An SQLite backend in which writers wait in a queue, for an office of thirty clerks."""

import fcntl
import os
from collections.abc import Callable
from hashlib import sha256
from secrets import token_hex
from sqlite3 import Connection
from time import monotonic, time_ns
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from wk.core.acting import occasion
from wk.core.hashing import link_hash

# Seconds. A connection that queued for longer gives up, so that the writers behind it can go on.
PATIENCE = 20


def _digest(value: Any) -> str:
    data = value if isinstance(value, bytes) else str(value).encode()
    return sha256(data).hexdigest()


# Name, number of arguments and function of each; -1 for any number.
FUNCTIONS: tuple[tuple[str, int, Callable[..., Any]], ...] = (
    ("wk_now", 0, lambda: time_ns() // 1000),
    ("wk_occasion", 1, lambda field: getattr(occasion(), field)),
    ("wk_digest", 1, _digest),
    ("wk_salt", 0, lambda: token_hex(16)),
    ("wk_link_hash", -1, link_hash),
)


def add_functions(connection: Connection) -> None:
    """Give a connection the functions that the triggers of the chain call."""
    for name, arguments, function in FUNCTIONS:
        connection.create_function(name, arguments, function)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that queues for its turn before each transaction.

    SQLite lets one connection write at a time. The others try again after growing pauses. So the
    connection that waited longest tries least often, and may wait for seconds while newcomers get
    the database at once.

    Here each transaction first locks a file beside the database (flock). The system grants that
    lock in the order of the requests, and releases it when a process dies.

    If another program keeps the database locked, each connection in the queue waits for SQLite in
    turn. To keep these waits from adding up, a connection that queued for longer than PATIENCE
    raises OperationalError at once, with the message of SQLite.
    """

    _turn: int | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection with the functions that the triggers of the chain call."""
        connection = super().get_new_connection(conn_params)
        add_functions(connection)
        return connection

    # Django calls this hook to begin a transaction on SQLite. IMMEDIATE (wk.settings) makes each a
    # writer from its start, so it takes a turn.
    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            # Without a transaction neither commit nor rollback would end the turn.
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
                os.close(self._turn)  # releases the lock as well
                self._turn = None

    def _take_turn(self) -> None:
        if getattr(self, "transaction_mode", "") == "DEFERRED":
            return  # it only reads (`wk.core.consistent_reads`)
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
