"""The file of a backup, opened: its members, compared with the sizes and sums of its manifest."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO
from zipfile import ZipFile

from django.utils.translation import gettext as _

from wk.backups.facts import known_migrations
from wk.backups.folder import MANIFEST, UNREADABLE, read_manifest
from wk.backups.manifest import FORMAT, Manifest, Member
from wk.core.refusals import ActionRefused

CHUNK = 1 << 20  # bytes
FILES, ARCHIVES = "files/", "archives/"


@dataclass(frozen=True, slots=True)
class OpenBackup:
    """A backup of which every member was found as its manifest says; its members lie in `work`."""

    manifest: Manifest
    work: Path

    @property
    def database(self) -> Path:
        """Return the path of the database."""
        members = (each.name for each in self.manifest.members)
        return next(self.work / name for name in members if name.startswith("database."))

    def archive(self, slug: str) -> bytes | None:
        """Return the archive of one tournament, None if the backup has not that tournament."""
        path = self.work / ARCHIVES / f"{slug}.json"
        return path.read_bytes() if path.exists() else None

    def files(self) -> list[Path]:
        """Return the settings and secrets."""
        return sorted((self.work / FILES).glob("*"))


@contextmanager
def opened(path: Path, work: Path) -> Iterator[OpenBackup]:
    """Give the block a backup that is whole, with its members in the folder `work`.

    Raises ActionRefused with plain words if it is broken, or of a newer wk.
    """
    manifest = readable_manifest(path)
    try:
        with ZipFile(path) as file:
            for member in manifest.members:
                _extract(file, member, work)
            if {*file.namelist()} != {MANIFEST, *(each.name for each in manifest.members)}:
                raise ValueError("members")
    except UNREADABLE as error:
        raise ActionRefused(broken(path)) from error
    yield OpenBackup(manifest, work)


def readable_manifest(path: Path) -> Manifest:
    """Return the manifest of a backup that this wk can read. Raises ActionRefused if it cannot."""
    try:
        manifest = read_manifest(path)
    except FileNotFoundError as error:
        raise ActionRefused(_("%(file)s is not there.") % {"file": path}) from error
    except UNREADABLE as error:
        raise ActionRefused(broken(path)) from error
    if manifest.format > FORMAT or not {*manifest.migrations} <= known_migrations():
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
    """Extract a member into the folder `work`. Raises ValueError if it is not as it was."""
    target = (work / member.name).resolve()
    if not target.is_relative_to(work.resolve()):
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
