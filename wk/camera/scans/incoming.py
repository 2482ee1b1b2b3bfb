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
from wk.scoreforms.models import ScanPage, ScanPile
from wk.scoreforms.scans import BECAME_NO_FORM
from wk.tournament.models import Table, Tournament

State = ScanPage.State

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
    """What became of files: those that are to be read, those that were before, and the others with
    why."""

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
    """Store files that are to be read. The same file twice is stored once, and read again if pages
    of it could not be opened.

    `table` is the one whose phone sends them; it takes another photo instead. In the folder of the
    scanner a file may only lie still, where wk may not move it: neither is read again. Raises
    ActionRefused if too much of the tournament is still to be read, or the table has sent too many.
    """
    # Two that send the same file wait for each other, so that it is stored once.
    tournament = lock_row(Tournament.objects.filter(pk=tournament.pk))
    waiting = _bytes_waiting(tournament)
    is_read_once = table is not None or source == ScanPile.Source.FOLDER
    new, known, refused = [], [], []
    for file in files:
        if why := _why_refused(file):
            refused.append((file.known_name, why))
            continue
        digest = sha256(file.content).hexdigest()
        pile = tournament.scan_piles.defer("content").filter(digest=digest).first()
        if pile and (is_read_once or not _forget_unopened(pile, now)):
            known.append(pile)
            continue
        waiting += len(file.content)
        if why := _why_not_now(waiting, table):
            raise ActionRefused(why)
        pile = pile or ScanPile(tournament=tournament, digest=digest)
        pile.source, pile.author, pile.sent_at, pile.table = source, author, now, table
        pile.name, pile.content, pile.tries = file.known_name, file.content, 0
        pile.save()
        new.append(pile)
    if new:
        transaction.on_commit(ask)
    return Received(tuple(new), tuple(known), tuple(refused))


def _forget_unopened(pile: ScanPile, now: datetime) -> bool:
    """Let the pages of a file wait of which nothing is kept; return whether there are any.

    A file of one such page is opened anew: it may have more. While a file is read it stays.
    """
    lock_row(ScanPile.objects.filter(pk=pile.pk).defer("content"))
    unopened = pile.pages.filter(BECAME_NO_FORM, width=0)
    if not unopened or pile.pages.filter(state=State.WAITING):
        return False
    if pile.page_count == 1:
        unopened.delete()
        pile.page_count = None
    else:
        nothing_read = {"why": "", "document": {}, "cells": [], "doubts": 0, "tries": 0}
        not_ended = {"state": State.WAITING, "ended_by": None, "ended_at": None}
        unopened.update(read_at=now, **nothing_read, **not_ended)
    return True


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


def _why_not_now(waiting: int, table: Table | None) -> str:
    """Return why no more is taken while so many bytes wait to be read, "" if it is."""
    if table and ScanPile.objects.filter(table=table).count() >= MOST_OF_TABLE:
        return _("This table has sent many photos. Bring the paper instead.")
    if waiting > MOST_WAITING:
        return _("Much is still to be read. Send this when that is done.")
    return ""


def _bytes_waiting(tournament: Tournament) -> int:
    total = tournament.scan_piles.aggregate(bytes=Sum(Length("content")))["bytes"]
    return int(total or 0)
