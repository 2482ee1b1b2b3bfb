"""Files that only their owner may read, such as all of DATA_DIR.

Settings use this module, so it imports nothing of Django.
"""

import fcntl
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO  # all that a file may allow to its group and to all others
BACKUPS = "backups"  # the one folder in DATA_DIR
BESIDE_DATABASE = ("", "-wal", "-shm", "-journal", "-turn")  # the files of an SQLite database


def kept_text(path: Path, new_text: str) -> str:
    """Return the text of a file; store `new_text` if there is none yet, or an empty one.

    The text is on the disk before the file appears, as a power cut must not leave an empty secret.
    Of several processes that find no text one stores its own, which counts for all.
    """
    if not _has_text(path):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)  # until it is closed
            if not _has_text(path):
                _store(path, new_text)
                os.fsync(folder)
        finally:
            os.close(folder)
    return path.read_text()


def _has_text(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _store(path: Path, text: str) -> None:
    """Store a text in the place of a file. Only its owner can read it, as any temporary file."""
    with tempfile.NamedTemporaryFile(
        "w", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as fresh:
        fresh.write(text)
        fresh.flush()
        os.fsync(fresh.fileno())
    os.replace(fresh.name, path)


def keep_private(folder: Path, database: Path | None = None) -> list[Path]:
    """Remove all rights of other users to a data folder, its files and an SQLite database.

    Return the paths that others may still read or write: a file may belong to another user, or be
    on a file system without rights. Links are not followed. Folders other than BACKUPS stay as they
    are: nobody else can get through `folder` to them.
    """
    beside = [Path(f"{database.resolve()}{end}") for end in BESIDE_DATABASE] if database else []
    found = dict.fromkeys([folder, *_files(folder), *beside])
    return [path for path in found if not _mend(path)]


def _files(folder: Path) -> list[Path]:
    """Return the files of a data folder, its folder of backups, and the files in that."""
    backups = folder / BACKUPS
    kept = [*backups.iterdir()] if backups.is_dir() else []
    return [backups, *(path for path in [*folder.iterdir(), *kept] if path.is_file())]


def _mend(path: Path) -> bool:
    """Remove the rights of others to a file; return whether nobody else has any now."""
    try:
        if not _rights_of_others(path):
            return True
        with suppress(PermissionError):
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)
        return not _rights_of_others(path)
    except FileNotFoundError:  # SQLite deletes some of its files at any time
        return True
    except OSError:  # in a folder of somebody else
        return False


def _rights_of_others(path: Path) -> int:
    mode = path.lstat().st_mode
    return 0 if stat.S_ISLNK(mode) else mode & OTHERS
