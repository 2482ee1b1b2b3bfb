"""A folder into which a scanner writes: each file is taken once, and then moved aside."""

from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from wk.camera.cannot_read import Why
from wk.camera.scans.incoming import MOST_BYTES, SentFile, receive
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.scoreforms.models import ScanPage, ScanPile
from wk.tournament.models import Round, Tournament
from wk.tournament.practice_slugs import PRACTICE_SLUGS

TAKEN, NOT_TAKEN = "taken", "not-taken"  # folders in it, for what was read in and what was not


def take_from_folder(files: Iterable[Path]) -> None:
    """Take files that a scanner has written to their end.

    They belong to the tournament whose round was started last and is open, but for practice.
    Without one they stay where they are. What is no picture stands in the list with the reason, and
    is moved aside too.
    """
    tournament = _tournament()
    if tournament is None:
        return
    for path in files:
        # It is taken later if too much waits. Another program may have taken it away.
        with suppress(ActionRefused, OSError):
            _take(path, tournament)


def _tournament() -> Tournament | None:
    rounds = Round.objects.open().exclude(tournament__slug__in=PRACTICE_SLUGS)
    # One that came from an archive has no start: it is taken only if no other is.
    last_started = F("started_at").desc(nulls_last=True)
    last = rounds.select_related("tournament").order_by(last_started, "-pk").first()
    return last.tournament if last else None


def _take(path: Path, tournament: Tournament) -> None:
    """Store a file, and only then move it; a file that was stored already is only moved."""
    if path.stat().st_size > MOST_BYTES:
        why: Why | None = Why.LARGE_FILE
    else:
        file = SentFile(path.name, path.read_bytes())
        why = None if file.is_readable else Why.NO_PICTURE
    if why:
        _refuse(path, tournament, why)
    else:
        receive(
            tournament=tournament,
            files=[file],
            author=None,
            now=timezone.now(),
            source=ScanPile.Source.FOLDER,
        )
    with suppress(OSError):  # of a folder that may only be read: it is known by its content
        _move(path, NOT_TAKEN if why else TAKEN)


@transaction.atomic
def _refuse(path: Path, tournament: Tournament, why: Why) -> None:
    """Let a file stand in the list as one page that was refused. Done twice is done once."""
    lock_row(Tournament.objects.filter(pk=tournament.pk))
    now, facts = timezone.now(), path.stat()
    known = f"{path.name} {facts.st_size} {facts.st_mtime_ns}"
    pile, is_new = tournament.scan_piles.get_or_create(
        digest=sha256(known.encode(errors="surrogateescape")).hexdigest(),
        defaults={
            "name": SentFile(path.name, b"").known_name,
            "content": b"",
            "source": ScanPile.Source.FOLDER,
            "sent_at": now,
            "page_count": 1,
        },
    )
    if is_new:
        refused = ScanPage.State.REFUSED
        pile.pages.create(number=1, state=refused, why=str(why), read_at=now)


def _move(path: Path, name: str) -> None:
    """Move a file into a folder beside it, under a name that is free there."""
    folder = path.parent / name
    folder.mkdir(mode=0o700, exist_ok=True)
    for number in range(1000):
        to = folder / (f"{path.stem}-{number}{path.suffix}" if number else path.name)
        if not to.exists():
            path.rename(to)
            return
