"""The folder of the backups: which are there, which are checked, and who works in it now."""

import errno
import fcntl
import json
import lzma
import os
import re
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, TypeVar
from zipfile import BadZipFile, ZipFile

from django.conf import settings
from django.utils import translation
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from wk.archive.storage import write_whole
from wk.backups.manifest import PLAIN, Manifest, Why, from_json
from wk.backups.thinning import Moment
from wk.core.private_files import BACKUPS

NAME = re.compile(r"wk-\d{8}-\d{6}-\d{6}\.zip")
MANIFEST = "manifest.json"
STATE = ".state"  # what is known of the backups: checks, and the second place
WORK = ".work-"  # a folder in which a backup is made or opened; it is deleted with its lock
PAUSE = 0.05  # seconds between two attempts to take a lock
MOST_MANIFEST = 10_000_000  # bytes; a file of unknown origin may hold one that fills the memory
UNREADABLE = (
    # Of the file itself. A wrong bit may say that it is encrypted, which is a RuntimeError.
    *(OSError, BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError),
    *(ValueError, KeyError, TypeError),  # of what is in it
)
T = TypeVar("T")
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # nothing is wrong with the file then


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that lies in a folder.

    `problems` are the words of its check, empty if it is good, None as long as it is not checked.
    """

    path: Path
    manifest: Manifest
    problems: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        """Return the name of its file."""
        return self.path.name

    @property
    def is_good(self) -> bool:
        """Return whether it was checked and found good."""
        return self.problems == ()

    @property
    def size(self) -> int:
        """Return the bytes of its file."""
        return self.path.stat().st_size

    @property
    def moment(self) -> Moment:
        """Return what tells how long it is kept."""
        why = self.manifest.why
        return Moment(self.name, self.manifest.made_at, why not in PLAIN, why == Why.RESTORE)


def folder() -> Path:
    """Return the folder of the backups; it is made if it is not there."""
    path: Path = settings.DATA_DIR / BACKUPS
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def name_at(moment: datetime) -> str:
    """Return the name of a backup of a moment, in the time of the clock on the wall."""
    return f"wk-{localtime(moment):%Y%m%d-%H%M%S-%f}.zip"


def files(place: Path | None = None) -> list[Path]:
    """Return the files in a folder that have the name of a backup, the newest first.

    The folder is that of this machine if none is given.
    """
    found = (place or folder()).glob("wk-*.zip")
    return sorted((path for path in found if NAME.fullmatch(path.name)), reverse=True)


def backups(place: Path | None = None) -> list[Backup]:
    """Return the backups that lie in a folder, the newest first; a file that is none is left out.

    The folder is that of this machine if none is given.
    """
    checks = noted_checks()
    found = []
    for path in files(place):
        with suppress(*UNREADABLE):
            found.append(Backup(path, read_manifest(path), _checked(checks, path.name)))
    return sorted(found, key=lambda each: (each.manifest.made_at, each.name), reverse=True)


def unchecked() -> list[Path]:
    """Return the files of backups that are not checked yet, the newest first; broken ones too."""
    checks = noted_checks()
    return [path for path in files() if path.name not in checks]


def backup_named(name: str) -> Backup | None:
    """Return the backup of this machine with a name, None if there is none."""
    path = folder() / name
    if not NAME.fullmatch(name):
        return None
    with suppress(*UNREADABLE):
        return Backup(path, read_manifest(path), _checked(noted_checks(), name))
    return None


def read_manifest(path: Path) -> Manifest:
    """Return the manifest of a file. Raises one of UNREADABLE if it is no backup."""
    if path.exists() and not path.is_file():
        raise ValueError(path)  # a pipe would keep whoever opens it waiting
    with ZipFile(path) as file, file.open(MANIFEST) as member:
        data = member.read(MOST_MANIFEST + 1)
    if len(data) > MOST_MANIFEST:
        raise ValueError(MANIFEST)
    return from_json(data)


def in_each_language(said: Callable[[], T]) -> dict[str, T]:
    """Return what is said in each language of the pages: a note is read in that of its reader."""
    found = {}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            found[code] = said()
    return found


def in_own_language(noted: Any) -> Any:
    """Return what was noted in each language in that of the reader; something else as it is."""
    if not isinstance(noted, dict):
        return noted
    return noted.get(translation.get_language(), next(iter(noted.values()), ""))


def noted_checks() -> dict[str, list[str]]:
    """Return the problems of each backup that was checked, by its name."""
    noted = state().get("checks", {})
    return {name: in_own_language(problems) for name, problems in noted.items()}


def _checked(checks: dict[str, list[str]], name: str) -> tuple[str, ...] | None:
    return tuple(checks[name]) if name in checks else None


def state() -> dict[str, Any]:
    """Return what is known of the backups, by key; nothing if nothing was noted."""
    try:
        found = json.loads((folder() / STATE).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def taken_out_at() -> datetime | None:
    """Return when somebody was last taken out of all editions: backups of before hold his name."""
    at = state().get("taken_out")
    return datetime.fromisoformat(at) if at else None


def note(**values: Any) -> None:
    """Note values of the state, beside those that are there. A full disk is no error: it is told
    by the values of later.
    """
    with locked("state"), suppress(OSError):
        data = json.dumps(state() | values, ensure_ascii=False).encode()
        write_whole(folder() / STATE, data, may_replace=True)


def note_check(name: str, problems: list[str] | dict[str, list[str]]) -> None:
    """Note the outcome of a check, and forget those of backups that are gone.

    Problems are noted in each language.
    """
    with locked("state"), suppress(OSError):
        known = state()
        checks = known.get("checks", {}) | {name: problems}
        there = {path.name for path in files()}
        known["checks"] = {each: words for each, words in checks.items() if each in there}
        data = json.dumps(known, ensure_ascii=False).encode()
        write_whole(folder() / STATE, data, may_replace=True)


class Busy(OSError):
    """Raised if another process holds a lock for too long."""


@contextmanager
def locked(name: str, *, patience: float | None = None) -> Iterator[None]:
    """Hold a lock of all processes during the block. The system frees it when a process dies.

    Raises Busy if others hold it for so many seconds, None for ever.
    """
    handle = os.open(folder() / f".{name}-lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if patience is None:
            fcntl.flock(handle, fcntl.LOCK_EX)
        else:
            _lock_within(handle, patience)
        yield
    finally:
        os.close(handle)


def _lock_within(handle: int, patience: float) -> None:
    deadline = monotonic() + patience
    while True:
        try:
            return fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if monotonic() > deadline:
                words = _("another backup takes very long")
                raise Busy(errno.EBUSY, words) from error
            sleep(PAUSE)


@contextmanager
def work_folder(kind: str, *, patience: float | None = None) -> Iterator[Path]:
    """Give the block a folder for unfinished files; one process at a time has it for this `kind`.

    What a killed process left there is deleted first. `patience` is as for `locked`.
    """
    with locked(kind, patience=patience):
        for left in folder().glob(f"{WORK}{kind}-*"):
            shutil.rmtree(left, ignore_errors=True)
        # What cannot be deleted is no fault of the work that was done: the next one deletes it.
        prefix = f"{WORK}{kind}-"
        with TemporaryDirectory(prefix=prefix, dir=folder(), ignore_cleanup_errors=True) as made:
            yield Path(made)
