"""A folder into which a scanner writes: each file is taken once, and then moved aside."""

import os
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from wk.camera.scans.incoming import MOST_BYTES, SentFile, receive
from wk.core.refusals import ActionRefused
from wk.scoreforms.models import ScanPile
from wk.tournament.models import Round, Tournament
from wk.tournament.practice_slugs import PRACTICE_SLUGS

TAKEN, NOT_TAKEN = "taken", "not-taken"  # folders in it, for what was read in and what was not
# A file that grows is still being written.
STILL = timedelta(seconds=3)


def take_from_folder(now: datetime | None = None) -> int:
    """Take the files that lie in the folder of the scanner; return how many.

    They belong to the tournament whose round was started last and is open, but for practice.
    Without one they stay where they are. A file that cannot be read is moved aside too, so that it
    is seen there.
    """
    folder = settings.SCAN_FOLDER
    tournament = _tournament()
    if not folder or tournament is None:
        return 0
    found = _files(Path(folder), now or timezone.now())
    for path in found:
        _take(path, tournament)
    return len(found)


def _tournament() -> Tournament | None:
    rounds = Round.objects.open().exclude(tournament__slug__in=PRACTICE_SLUGS)
    # One that came from an archive has no start: it is taken only if no other is.
    last_started = F("started_at").desc(nulls_last=True)
    last = rounds.select_related("tournament").order_by(last_started, "-pk").first()
    return last.tournament if last else None


def _files(folder: Path, now: datetime) -> list[Path]:
    """Return the files that are no longer written to, the oldest first; none without the folder."""
    before = (now - STILL).timestamp()
    try:
        entries = [
            (entry.stat(follow_symlinks=False).st_mtime, entry.path)
            for entry in os.scandir(folder)
            if entry.is_file(follow_symlinks=False) and not entry.name.startswith(".")
        ]
    except OSError:
        return []
    return [Path(path) for changed, path in sorted(entries) if changed <= before]


def _take(path: Path, tournament: Tournament) -> None:
    """Store a file, and only then move it; a file that was stored already is only moved."""
    try:
        is_small = path.stat().st_size <= MOST_BYTES
        content = path.read_bytes() if is_small else b""
    except OSError:
        return
    try:
        received = receive(
            tournament=tournament,
            files=[SentFile(path.name, content)],
            author=None,
            now=timezone.now(),
            source=ScanPile.Source.FOLDER,
        )
    except ActionRefused:
        return  # too much waits: it is taken later
    with suppress(OSError):  # of a folder that may only be read: it is known by its content
        _move(path, NOT_TAKEN if received.refused else TAKEN)


def _move(path: Path, name: str) -> None:
    """Move a file into a folder beside it, under a name that is free there."""
    folder = path.parent / name
    folder.mkdir(mode=0o700, exist_ok=True)
    for number in range(1000):
        to = folder / (f"{path.stem}-{number}{path.suffix}" if number else path.name)
        if not to.exists():
            path.rename(to)
            return
