"""Files that are written completely or not at all, also if the program is stopped meanwhile."""

import contextlib
import errno
import os
import secrets
from pathlib import Path


def write_whole(path: Path, data: bytes, *, may_replace: bool) -> None:
    """Store a file so that it survives a power cut; a link is followed.

    Raises OSError, with nothing changed: FileExistsError if the file exists and may not be
    replaced, or is not a regular file (a folder, a device).
    """
    path = path.resolve()
    if path.exists() and not (may_replace and path.is_file()):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with fresh.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Store the name of a new file on disk, as its content has been."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
