"""Files with score sheets that come in: each is stored whole before anybody is told so."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Length
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.camera.scans.beside import ASKED, DOING
from wk.core.fields import is_clean
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.scoreforms.models import ScanPile
from wk.tournament.models import Table, Tournament

MOST_FILES = 40  # at once
MOST_BYTES = 60_000_000  # of one file: a scan of a hundred pages
MOST_WAITING = 400_000_000  # bytes of files of a tournament that are still to be read
MOST_OF_TABLE = 12  # photos that the phone of a table sends in a round
LONGEST_NAME = 120
# The first bytes of what can be read. WebP has its name after the length of the file.
PHOTOS = (b"\xff\xd8\xff", b"\x89PNG\r\n")
BEGINNINGS = (*PHOTOS, b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file as it was sent: its name, and what is in it."""

    name: str
    content: bytes

    @property
    def known_name(self) -> str:
        """Return the name as it is shown: short, and without signs that nobody sees."""
        name = "".join(sign for sign in Path(self.name).name if is_clean(sign)).strip()
        return name[-LONGEST_NAME:] or "?"

    @property
    def is_readable(self) -> bool:
        """Return whether it begins as a picture or a PDF does. More is judged by the reader."""
        head = self.content[:1024]
        return self.is_photo or head.startswith(BEGINNINGS) or b"%PDF-" in head

    @property
    def is_photo(self) -> bool:
        """Return whether it begins as a picture of one page."""
        is_webp = self.content[:4] == b"RIFF" and self.content[8:12] == b"WEBP"
        return self.content.startswith(PHOTOS) or is_webp


@dataclass(frozen=True, slots=True)
class Received:
    """What became of files: those that are new, those that came before, and the others with why."""

    new: tuple[ScanPile, ...]
    known: tuple[ScanPile, ...]
    refused: tuple[tuple[str, str], ...]


@transaction.atomic
def receive(
    *,
    tournament: Tournament,
    files: Sequence[SentFile],
    author: User | None,
    now: datetime,
    source: str = ScanPile.Source.OFFICE,
    table: Table | None = None,
) -> Received:
    """Store files that are to be read. The same file twice is stored once.

    `table` is the one whose phone sends them. Raises ActionRefused if too much of the tournament is
    still to be read, or the table has sent too many.
    """
    # Two that send the same file wait for each other, so that it is stored once.
    tournament = lock_row(Tournament.objects.filter(pk=tournament.pk))
    waiting = _bytes_waiting(tournament)
    new, known, refused = [], [], []
    for file in files:
        if why := _why_refused(file):
            refused.append((file.known_name, why))
            continue
        digest = sha256(file.content).hexdigest()
        piles = ScanPile.objects.defer("content")
        if before := piles.filter(tournament=tournament, digest=digest).first():
            known.append(before)
            continue
        if table and piles.filter(table=table).count() >= MOST_OF_TABLE:
            raise ActionRefused(_("This table has sent many photos. Bring the paper instead."))
        waiting += len(file.content)
        if waiting > MOST_WAITING:
            raise ActionRefused(_("Much is still to be read. Send this when that is done."))
        pile = ScanPile(tournament=tournament, name=file.known_name, content=file.content)
        pile.digest, pile.source = digest, source
        pile.author, pile.sent_at, pile.table = author, now, table
        pile.save()
        new.append(pile)
    if new:
        transaction.on_commit(ask)
    return Received(tuple(new), tuple(known), tuple(refused))


def ask() -> None:
    """Tell the process beside the server that something is to be read."""
    folder = Path(settings.DATA_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / ASKED).touch(mode=0o600)


def ask_if_nobody_reads() -> None:
    """Ask where something waits of which nobody told this computer: it took over from another one,
    or a backup came back."""
    if not (Path(settings.DATA_DIR) / DOING).exists():
        ask()


def _why_refused(file: SentFile) -> str:
    """Return why a file is not taken, "" if it is."""
    if not file.content:
        return _("This file is empty.")
    if len(file.content) > MOST_BYTES:
        return _("This file is larger than %d MB.") % (MOST_BYTES // 1_000_000)
    if not file.is_readable:
        return _("It is no photo, PDF or TIFF: use JPEG, PNG, WebP, PDF or TIFF.")
    return ""


def _bytes_waiting(tournament: Tournament) -> int:
    total = tournament.scan_piles.aggregate(bytes=Sum(Length("content")))["bytes"]
    return int(total or 0)
