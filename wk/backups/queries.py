"""What the pages of backups and the director's page tell of them."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _

from wk.backups.folder import (
    Backup,
    backups,
    in_own_language,
    noted_checks,
    state,
    taken_out_at,
)
from wk.backups.mounts import Mount, mounts
from wk.backups.second_place import SecondPlace, is_hanging, second_place
from wk.backups.words import FAULTS, why_words

OVERDUE = 3  # times the minutes between two looks, after which the process is missed


@dataclass(frozen=True, slots=True)
class Moment:
    """A backup as a line of the page.

    `is_second` tells whether it lies at the second place too, `has_names` whether it holds the name
    of somebody who was taken out since.
    """

    backup: Backup
    why: str
    is_second: bool
    has_names: bool


@dataclass(frozen=True, slots=True)
class Disk:
    """A disk to choose: where it is, and its free megabytes, None for one of the network."""

    mount: Mount
    free: int | None


def moments() -> list[Moment]:
    """Return the backups of this machine, the newest first."""
    place = second_place()
    there = place.names if place else frozenset()
    since = taken_out_at()
    return [
        Moment(
            backup=each,
            why=why_words(each.manifest),
            is_second=each.name in there,
            has_names=since is not None and each.manifest.made_at < since,
        )
        for each in backups()
    ]


def disks() -> list[Disk]:
    """Return the disks of this machine that can be the second place."""
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    return [Disk(each, _free(each)) for each in mounts(settings.DATA_DIR)]


def _free(mount: Mount) -> int | None:
    """Return the free megabytes of a disk. A folder of the network is not asked: it may be slow."""
    if mount.is_network:
        return None
    try:
        return shutil.disk_usage(mount.folder).free // 1_000_000
    except OSError:
        return None


def faults(now: datetime) -> Iterator[str]:
    """Yield a sentence for each thing that is wrong with the backups. It reads one small file."""
    known = state()
    if failure := in_own_language(known.get("failure")):
        yield _("No backup could be written: %(why)s") % {"why": failure}
    checks = noted_checks()
    if checks and (problems := checks[max(checks)]):
        yield _("The newest backup is not good: %(why)s") % {"why": problems[0]}
    if settings.BACKUP_EVERY and (kept_at := known.get("kept_at")):
        since = datetime.fromisoformat(kept_at)
        if now - since > OVERDUE * timedelta(minutes=settings.BACKUP_EVERY):
            words = _(
                "No backup has been made by itself since %(time)s. Start Card champion again."
            )
            yield words % {"time": f"{since.astimezone(now.tzinfo):%H:%M}"}
    place: SecondPlace | None = second_place()
    if place and (place.fault or is_hanging(now)):
        yield str(FAULTS[place.fault or "slow"]) % {"folder": place.folder}


def changed_past_program() -> str:
    """Return what was changed past wk as the newest backup shows, and what to do; "" for nothing.

    The backups themselves are good. It reads one small file.
    """
    fault = in_own_language(state().get("log"))
    if not fault:
        return ""
    words = _(
        "%(what)s If you know who did it, there is nothing to do. If not: “Check everything” says"
        " since when. This stays here for ever, so that nobody can hide it."
    )
    return words % {"what": fault}
