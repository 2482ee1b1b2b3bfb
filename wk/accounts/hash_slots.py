"""Slots for password hashes: at most two are computed at a time, in all processes together.

A hash takes 19 MiB of memory and a core of the processor for some 20 milliseconds. Without a limit,
a crowd of wrong logins takes the memory and both cores of a laptop from everybody else.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Lock, local
from time import monotonic, sleep

from django.conf import settings

from wk.core.refusals import Busy

SLOTS = 2
PATIENCE = 5.0  # seconds: a request that waits longer for a slot gets the page "busy"
MOST_WAITING = 30  # requests of a process: an office of thirty may log in at the same moment
PAUSE = 0.01  # seconds between two attempts to lock a slot

_turns = BoundedSemaphore(SLOTS)
_counting = Lock()
_waiting = 0
_thread = local()


@contextmanager
def hash_slot(patience: float = PATIENCE) -> Iterator[None]:
    """Hold one of the slots during the block; a block inside another one needs no second slot.

    Raises Busy if no slot is free within `patience` seconds, and at once if MOST_WAITING requests
    of this process wait already.
    """
    if getattr(_thread, "has_slot", False):
        yield
        return
    deadline = monotonic() + patience
    with _turn_of_this_process(deadline):
        slot = _slot_of_all_processes(deadline)
        _thread.has_slot = True
        try:
            yield
        finally:
            _thread.has_slot = False
            if slot is not None:
                # Closing is not enough: a child process may have the file open as well.
                fcntl.flock(slot, fcntl.LOCK_UN)
                os.close(slot)


@contextmanager
def _turn_of_this_process(deadline: float) -> Iterator[None]:
    """Admit as many threads of this process as there are slots; the others wait here.

    Raises Busy as `hash_slot` does.
    """
    global _waiting
    with _counting:
        if _waiting >= MOST_WAITING:
            raise Busy
        _waiting += 1
    try:
        has_turn = _turns.acquire(timeout=max(deadline - monotonic(), 0))
    finally:
        with _counting:
            _waiting -= 1
    if not has_turn:
        raise Busy
    try:
        yield
    finally:
        _turns.release()


def _slot_of_all_processes(deadline: float) -> int | None:
    """Lock a slot and return its open file. Raises Busy after the deadline.

    The system releases the lock when a process dies. If the files cannot be opened, as on a full
    disk, return None: then the limit holds in each process by itself.
    """
    while True:
        for number in range(1, SLOTS + 1):
            try:
                slot = os.open(_path(number), os.O_RDWR | os.O_CREAT, 0o600)
            except OSError:
                return None
            try:
                fcntl.flock(slot, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(slot)
            else:
                return slot
        if monotonic() > deadline:
            raise Busy
        sleep(PAUSE)


def _path(number: int) -> Path:
    return Path(settings.DATA_DIR) / f"hash-slot-{number}"
