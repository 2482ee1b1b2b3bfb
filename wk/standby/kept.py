"""The small files in which each laptop keeps what it knows of the other: in DATA_DIR/standby.

They are files and no rows: the database of the first is the database of the second, page by page.
Processes without Django read them too, so this module needs the standard library alone.
"""

import fcntl
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from wk.core.second_laptop import STANDBY

# What each file tells, as a JSON object:
CODE = "code"  # the code that the first shows: hash, until, counts of wrong ones
# FOLLOWER, at the first: the token and the address of its follower, and when it asked
SECOND = "second"  # at the second: the first's address, and the token
PROGRESS = "progress"  # at the second: how far it is
MIRROR = "mirror"  # at the second: what its copy of the database is
TAKEN = "taken"  # at the second, once it is the one: from whom, when, by whom
OVERTAKEN = "overtaken"  # at the first, once another one is: which, since when
TERM = "term"  # how often a laptop took over before this one did
TRIES = "tries"  # wrong passwords of who wants to take over
FOLLOWING = "following"  # a lock that the process that follows holds as long as it lives


def standby_folder(data: Path) -> Path:
    """Return the folder of these files; it is made if it is not there."""
    folder = data / STANDBY
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def kept(data: Path, name: str) -> dict[str, Any]:
    """Return what a file tells, nothing if it is not there or damaged."""
    try:
        found = json.loads((data / STANDBY / f"{name}.json").read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def is_kept(data: Path, name: str) -> bool:
    """Return whether a file is there."""
    return os.path.exists(data / STANDBY / f"{name}.json")


def keep(data: Path, name: str, values: Mapping[str, Any], *, synced: bool = True) -> None:
    """Write a file whole, in the place of the one that is there.

    It survives a power cut if it is `synced`. Raises OSError, with nothing changed.
    """
    path = standby_folder(data) / f"{name}.json"
    write(path, json.dumps(dict(values)).encode(), synced=synced)


def write(path: Path, content: bytes, *, synced: bool = True) -> None:
    """Write a file that only this user may read, whole, as `keep` does."""
    fresh = path.with_name(f".{path.stem}.{secrets.token_hex(4)}")
    try:
        with fresh.open("xb") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(content)
            file.flush()
            if synced:
                os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    if synced:
        sync(path.parent)


def forget(data: Path, name: str) -> None:
    """Delete a file."""
    (data / STANDBY / f"{name}.json").unlink(missing_ok=True)


def sync(folder: Path) -> None:
    """Sync a folder to the disk, so that the names in it survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def locked(data: Path, name: str) -> Iterator[None]:
    """Hold a lock of all processes during the block. The system frees it when a process dies."""
    handle = os.open(standby_folder(data) / f".{name}-lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def is_locked(data: Path, name: str) -> bool:
    """Return whether a process holds a lock."""
    handle = os.open(standby_folder(data) / f".{name}-lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)  # who asks at the same time is no holder
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
