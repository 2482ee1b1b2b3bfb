"""Actions on backups: make one, check those that are unchecked, and throw away what is too much."""

import errno
import os
import shutil
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from wk.archive.queries import archive_of
from wk.archive.storage import sync_folder
from wk.archive.writer import write
from wk.backups.checks import Findings, findings_of
from wk.backups.databases import CannotCopy, snapshot
from wk.backups.facts import content_token, tournament_facts, wk_version
from wk.backups.folder import (
    MANIFEST,
    Backup,
    backups,
    files,
    folder,
    in_each_language,
    locked,
    name_at,
    note,
    note_check,
    taken_out_at,
    unchecked,
    work_folder,
)
from wk.backups.manifest import Manifest, Member, Why, to_json
from wk.backups.opening import ARCHIVES, CHUNK, FILES, digest_of
from wk.backups.place_copy import copy
from wk.backups.thinning import NAMES_KEPT, thinned_out
from wk.backups.words import why_not
from wk.core.database_version import applied_migrations
from wk.core.hall_access import FILE as OPEN_TO_HALL
from wk.tournament.models import Tournament

LARGE = 32_000_000  # bytes; to compress as much keeps a director waiting for a second
LEFT_FREE = 300_000_000  # bytes of the disk, for what clerks type and photograph
PARTS = 3  # times its size that a backup takes while it is made: the copy, the file, and its check
# The settings and secrets of DATA_DIR; the other files there are made again by themselves.
KEPT_FILES = ("secret-key", "setup-code", OPEN_TO_HALL, "second-place")


def make_backup(
    *,
    why: Why,
    now: datetime | None = None,
    about: str = "",
    to: Path | None = None,
    patience: float | None = None,
) -> Backup:
    """Write everything to a new file in the folder of backups, or in the folder `to`; return it.

    The file is whole and on the disk when it has its name. `about` names the round that the act is
    about. Raises CannotCopy if the database cannot be copied, OSError if the file cannot be
    written, if the disk would be too full afterwards for what clerks type, or if another backup is
    being made for more than `patience` seconds.
    """
    with work_folder("making", patience=patience) as work:
        _refuse_full_disk(why)
        made_at = now or timezone.now()
        place = to or folder()
        try:
            manifest = _collect(work, why, made_at, about)
        except Error as error:  # the database is broken, or answers no more
            raise CannotCopy(str(error)) from error
        unfinished = work / MANIFEST.replace(".json", ".zip")
        _pack(work, manifest, unfinished)
        path = place / name_at(made_at)
        if to:
            copy(unfinished, path)  # it may be another disk
        else:
            unfinished.replace(path)
        sync_folder(place)
    return Backup(path, manifest)


def _refuse_full_disk(why: Why) -> None:
    """Raise OSError if a backup that nobody asked for would leave too little room."""
    newest = next(iter(backups()), None)
    wanted = LEFT_FREE + (PARTS * newest.size if newest else 0)
    if why not in (Why.HAND, Why.RESTORE) and shutil.disk_usage(folder()).free < wanted:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def make_if_changed(*, now: datetime) -> Backup | None:
    """Write a backup unless one that is there holds the same as now; return it.

    All are asked, and not the newest alone: that is none of now while the clock was set back.
    """
    token = content_token()
    if any(each.manifest.token == token for each in backups()):
        return None
    return make_backup(why=Why.TIME, now=now)


def check_backups() -> dict[str, list[str]]:
    """Check each file that is not checked yet, the newest first; return the bad ones, with words.

    Done by one process at a time.
    """
    bad = {}
    with locked("checking"):
        for path in unchecked():
            if problems := check(path):
                bad[path.name] = problems
    return bad


def check(path: Path) -> list[str]:
    """Open a backup and note what is wrong with it; return that, nothing for a good one.

    Raises OSError if the disk has no room to open it; nothing is noted then.
    """

    def found() -> Findings:
        with work_folder("check") as work:
            return findings_of(path, work)

    findings = found()
    # What is wrong is told in the language of whoever reads it.
    is_wrong = findings.problems or findings.log
    told = in_each_language(found) if is_wrong else {}
    if path.parent == folder():
        note_check(path.name, {c: each.problems for c, each in told.items() if each.problems} or [])
        # What the log is now, the newest tells: an older one may even be of another machine.
        if not findings.problems and [path] == files()[:1]:
            note(log={code: each.log for code, each in told.items()} or "")
    return findings.problems


def thin_out(*, now: datetime, place: Path | None = None) -> list[str]:
    """Delete the backups of a folder that are too much by their age; return their names.

    So are, after NAMES_KEPT, those that hold the name of somebody who was taken out since. The
    newest that was checked and found good is never deleted.
    """
    found = backups(place)
    best = next((each.name for each in found if each.is_good), "")
    gone = {*thinned_out([each.moment for each in found], now)}
    if (since := taken_out_at()) and now - since > NAMES_KEPT:
        gone |= {each.name for each in found if each.manifest.made_at < since}
    gone -= {best}
    for name in sorted(gone):
        with suppress(OSError):
            ((place or folder()) / name).unlink()
    return sorted(gone)


def note_failure(error: Exception | None, now: datetime) -> None:
    """Note that a backup could not be written, or with None that one could."""
    words = in_each_language(lambda: why_not(error)) if error else ""
    note(failure=words, tried_at=now.isoformat())


def _collect(work: Path, why: Why, made_at: datetime, about: str) -> Manifest:
    """Gather what goes into a backup in a folder; return its manifest."""
    for part in (FILES, ARCHIVES):
        (work / part).mkdir(mode=0o700)
    for name in KEPT_FILES:
        with suppress(FileNotFoundError):
            shutil.copyfile(settings.DATA_DIR / name, work / FILES / name)
    with snapshot(work) as taken:
        for tournament in Tournament.objects.all():
            path = work / ARCHIVES / f"{tournament.slug}.json"
            path.write_bytes(write(archive_of(tournament)))
        manifest = Manifest(
            made_at=made_at,
            why=why,
            about=about,
            wk=wk_version(),
            vendor=connection.vendor,
            token=content_token(),
            migrations=applied_migrations(connection),
            rows=taken.rows,
            tournaments=tournament_facts(),
        )
    members = [taken.path, *sorted((work / FILES).iterdir()), *sorted((work / ARCHIVES).iterdir())]
    return replace(manifest, members=tuple(_member(work, path) for path in members))


def _member(work: Path, path: Path) -> Member:
    with path.open("rb") as file:
        return Member(str(path.relative_to(work)), *digest_of(file))


def _pack(work: Path, manifest: Manifest, target: Path) -> None:
    """Write the members and their manifest to one file, and the file to the disk."""
    with target.open("xb") as written:
        with ZipFile(written, "w") as file:
            file.writestr(_named(MANIFEST, manifest, ZIP_DEFLATED), to_json(manifest))
            for member in manifest.members:
                # A dump of PostgreSQL is compressed already, and a large database is all photos.
                is_dense = member.name.endswith(".dump") or member.size > LARGE
                kind = ZIP_STORED if is_dense else ZIP_DEFLATED
                named = _named(member.name, manifest, kind)
                named.file_size = member.size  # it tells whether large sizes are needed
                with (work / member.name).open("rb") as source, file.open(named, "w") as packed:
                    shutil.copyfileobj(source, packed, CHUNK)
        written.flush()
        os.fsync(written.fileno())


def _named(name: str, manifest: Manifest, kind: int) -> ZipInfo:
    info = ZipInfo(name, timezone.localtime(manifest.made_at).timetuple()[:6])
    info.compress_type, info.external_attr = kind, 0o600 << 16
    info._compresslevel = 1  # type: ignore[attr-defined]  # quick: photos get no smaller anyway
    return info
