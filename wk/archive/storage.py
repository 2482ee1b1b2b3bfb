"""Files that are written completely or not at all, even if the program is stopped meanwhile."""

import contextlib
import errno
import os
import secrets
from pathlib import Path


def write_whole(path: Path, data: bytes, *, may_replace: bool) -> None:
    """Write a file so that it survives a power cut. A link is followed to its target.

    Raises OSError, with nothing changed. It is FileExistsError if the file exists and `may_replace`
    is false, or if it is not a regular file, such as a folder or a device.
    """
    path = path.resolve()
    if path.exists() and not (may_replace and path.is_file()):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    # In the same folder, because only there the file can be renamed in one step.
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
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync a folder to disk, so that the name of a new file survives a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
