"""The second place: a stick, another disk or a folder to which every good backup is copied.

The director chooses it on a page. Its folder holds a mark with the same words as the file in
DATA_DIR: so a stick that was pulled out is not taken for the empty folder that it leaves behind.
"""

import os
import secrets
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from wk.archive.storage import write_whole
from wk.backups import services
from wk.backups.folder import NO_ROOM, Backup, Busy, backups, files, locked, note, state
from wk.backups.thinning import thinned_out
from wk.chain.events import note as note_event
from wk.chain.models import Event
from wk.core.refusals import ActionRefused

FILE = "second-place"  # in DATA_DIR: the folder and the words of its mark, a line each
MARK = ".wk-second-place"
OWN_FOLDER = "wk-backups"  # what wk makes on a chosen disk
COPIES = ["-m", "wk.backups.place_copy"]  # what Python runs to copy one
COPYING = "copying"  # the lock of the process that copies
SLOWEST = 120.0  # seconds for one backup; a place that takes longer is slow
HANGS = SLOWEST + 30  # seconds in which a place must have taken one, or told that it does not


@dataclass(frozen=True, slots=True)
class SecondPlace:
    """The chosen folder, and what the last copy to it told.

    `fault` is "" if all is well, or "full", "gone", "slow" or "failed". `names` are those of the
    backups that lay there then.
    """

    folder: Path
    fault: str
    names: frozenset[str]


def second_place() -> SecondPlace | None:
    """Return the second place, None if none is chosen. It is not looked at: it may be slow."""
    try:
        folder, _mark = (settings.DATA_DIR / FILE).read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return None
    told = state().get("place", {})
    told = told if told.get("folder") == folder else {}
    return SecondPlace(Path(folder), told.get("fault", ""), frozenset(told.get("names", ())))


def choose_second_place(*, folder: Path) -> Path:
    """Let good backups be copied to a folder on a disk, which is made there; return that.

    Raises ActionRefused if nothing can be written there.
    """
    # os.path.isdir: that of a path raises PermissionError for a folder of somebody else.
    if not folder.is_absolute() or not os.path.isdir(folder):
        raise ActionRefused(_("%(folder)s is no folder of this computer.") % {"folder": folder})
    place = folder if folder.name == OWN_FOLDER else folder / OWN_FOLDER
    if place.resolve().is_relative_to(settings.DATA_DIR.resolve()):
        raise ActionRefused(
            _("That is where Card champion keeps its own data. Choose another folder.")
        )
    if place.is_symlink() or (place / MARK).is_symlink():
        # A stick of somebody else may lead wk to write over a file of this computer.
        raise ActionRefused(_("%(folder)s is no folder of this computer.") % {"folder": place})
    mark = secrets.token_hex(8)
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        write_whole(place / MARK, mark.encode(), may_replace=True)
        settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(settings.DATA_DIR / FILE, f"{place}\n{mark}\n".encode(), may_replace=True)
    except OSError as error:
        words = _("Nothing can be written in %(folder)s: %(why)s")
        raise ActionRefused(words % {"folder": folder, "why": error.strerror or error}) from error
    note_event(Event.Kind.PLACE_CHOSEN, str(place))
    return place


def forget_second_place() -> None:
    """Copy no more to the second place. What lies there stays."""
    if place := second_place():
        note_event(Event.Kind.PLACE_FORGOTTEN, str(place.folder))
    (settings.DATA_DIR / FILE).unlink(missing_ok=True)


def copy_to_second_place(*, now: datetime) -> None:
    """Copy the good backups that the second place has not yet, the newest first; note how it went.

    It may take minutes, and for ever if a folder of the network hangs: the process beside the
    server calls it. One process at a time copies; where another one does, this one leaves it.
    """
    place = second_place()
    if place is None:
        return
    with suppress(Busy), locked(COPYING, patience=0):
        note(copying=now.isoformat())
        fault = _copied(place, now)
        there = place.names if fault == "gone" else _names_at(place)
        told = {"folder": str(place.folder), "fault": fault, "names": sorted(there)}
        note(place=told, copying="")


def is_hanging(now: datetime) -> bool:
    """Return whether the process that copies has heard nothing of the second place for long."""
    since = str(state().get("copying") or "")
    return bool(since) and now - datetime.fromisoformat(since) > timedelta(seconds=HANGS)


def _copied(place: SecondPlace, now: datetime) -> str:
    """Copy what is missing; return the fault, "" if all is well."""
    if not _is_there(place):
        return "gone"
    for each in _missing(place, now):
        note(copying=timezone.now().isoformat())
        if fault := _copy(each.path, place.folder / each.name):
            return fault
    services.thin_out(now=now, place=place.folder)
    return ""


def _names_at(place: SecondPlace) -> frozenset[str]:
    """Return the names of the backups that lie at the second place now."""
    with suppress(OSError):
        return frozenset(path.name for path in files(place.folder))
    return place.names


def _missing(place: SecondPlace, now: datetime) -> list[Backup]:
    """Return the good backups that the second place has not and would keep, the newest first."""
    good = [each for each in backups() if each.is_good]
    both = {each.name: each.moment for each in [*backups(place.folder), *good]}
    not_wanted = {*thinned_out(both.values(), now), *_names_at(place)}
    return [each for each in good if each.name not in not_wanted]


def _is_there(place: SecondPlace) -> bool:
    """Return whether the folder is the chosen one: a stick may be another one, or pulled out."""
    with suppress(OSError):
        mark = (settings.DATA_DIR / FILE).read_text("utf-8").splitlines()[1]
        found = place.folder / MARK
        return found.is_file() and found.read_bytes() == mark.encode()
    return False


def _copy(source: Path, target: Path) -> str:
    """Copy a file by a process of its own; return the fault, "" if all is well."""
    copying = subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, *COPIES, str(source), str(target)],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _out, told = copying.communicate(timeout=SLOWEST)
    except subprocess.TimeoutExpired:
        copying.kill()
        # It ends when its disk answers: only a thread waits for that.
        Thread(target=copying.communicate, daemon=True).start()
        return "slow"
    if not copying.returncode:
        return ""
    number = told.partition(" ")[0]
    return "full" if number in map(str, NO_ROOM) else "failed"
