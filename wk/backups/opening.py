"""The file of a backup, opened: its members, compared with the sizes and sums of its manifest."""

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO
from zipfile import ZipFile

from django.db import connection
from django.utils.translation import gettext as _

from wk.backups.folder import MANIFEST, NO_ROOM, UNREADABLE, read_manifest
from wk.backups.manifest import FORMAT, Manifest, Member
from wk.core.database_version import known_migrations
from wk.core.refusals import ActionRefused

CHUNK = 1 << 20  # bytes
FILES, ARCHIVES = "files/", "archives/"
DATABASE = "database."  # and the kind of its file


@dataclass(frozen=True, slots=True)
class OpenBackup:
    """A backup of which every member was found as its manifest says; its members lie in `work`."""

    manifest: Manifest
    work: Path

    @property
    def database(self) -> Path:
        """Return the path of the database."""
        members = (each.name for each in self.manifest.members)
        return next(self.work / name for name in members if name.startswith(DATABASE))

    def files(self, names: Iterable[str]) -> list[Path]:
        """Return the files of these names that it has of the settings and secrets."""
        paths = [self.work / FILES / name for name in names]
        return [path for path in paths if path.is_file()]


@contextmanager
def opened(path: Path, work: Path) -> Iterator[OpenBackup]:
    """Give the block a backup that is whole, with its members in the folder `work`.

    Raises ActionRefused with plain words if it is broken, or of a newer wk; OSError if the disk
    has no room for its members.
    """
    manifest = readable_manifest(path)
    try:
        _refuse_without_room(manifest, work)
        names = [each.name for each in manifest.members]
        with ZipFile(path) as file:
            for member in manifest.members:
                _extract(file, member, work)
            if {*file.namelist()} != {MANIFEST, *names}:
                raise ValueError("members")
        if not any(name.startswith(DATABASE) for name in names):
            raise ValueError(DATABASE)
    except UNREADABLE as error:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            raise
        raise ActionRefused(broken(path)) from error
    yield OpenBackup(manifest, work)


def _refuse_without_room(manifest: Manifest, work: Path) -> None:
    """Raise OSError if the members have no room: what clerks type needs the disk as well."""
    if sum(each.size for each in manifest.members) > shutil.disk_usage(work).free:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def readable_manifest(path: Path) -> Manifest:
    """Return the manifest of a backup that this wk can read. Raises ActionRefused if it cannot."""
    try:
        manifest = read_manifest(path)
    except FileNotFoundError as error:
        raise ActionRefused(_("%(file)s is not there.") % {"file": path}) from error
    except UNREADABLE as error:
        raise ActionRefused(broken(path)) from error
    if manifest.format > FORMAT or not {*manifest.migrations} <= known_migrations(connection):
        words = _(
            "%(file)s is of a newer Card champion, of %(version)s. Bring it back with that one."
        )
        raise ActionRefused(words % {"file": path.name, "version": manifest.wk})
    return manifest


def broken(path: Path) -> str:
    """Return the words for a file that is no whole backup."""
    return _("%(file)s is broken, or no backup of Card champion: nothing has been changed.") % {
        "file": path.name
    }


def _extract(file: ZipFile, member: Member, work: Path) -> None:
    """Extract a member into the folder `work`. Raises ValueError if it is not as it was.

    Not more than its size in the manifest is written.
    """
    target = (work / member.name).resolve()
    if not target.is_relative_to(work.resolve()):
        raise ValueError(member.name)
    if file.getinfo(member.name).file_size != member.size:
        raise ValueError(member.name)
    target.parent.mkdir(mode=0o700, exist_ok=True)
    with file.open(member.name) as source, target.open("xb") as extracted:
        shutil.copyfileobj(source, extracted, CHUNK)
    with target.open("rb") as extracted:
        if digest_of(extracted) != (member.size, member.sha256):
            raise ValueError(member.name)


def digest_of(file: IO[bytes]) -> tuple[int, str]:
    """Return the size of a file and its SHA-256 in hex digits."""
    found, size = sha256(), 0
    while chunk := file.read(CHUNK):
        found.update(chunk)
        size += len(chunk)
    return size, found.hexdigest()
