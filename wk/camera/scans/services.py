"""What an official does with a page that came in: hand it in, type it, put it aside, read it again.

A page never counts by itself: its form is handed in by an official, as one that is typed.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game import Document
from scoring.paper_cells import total_path
from wk.accounts.models import User
from wk.camera.examples.services import keep_examples
from wk.camera.scans.bytes_of_pages import LOOKED_AT, empty
from wk.camera.scans.incoming import ask
from wk.camera.scans.looks import read_texts
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.scoreforms.entry.forms import paper_cells
from wk.scoreforms.form_lock import LockedForm, lock_form
from wk.scoreforms.models import Photo, ScanPage, ScanPile, Version
from wk.scoreforms.photos.services import MOST_PHOTOS, Picture, keep_photos
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Table, Tournament

State = ScanPage.State


@transaction.atomic
def hand_in_page(
    *,
    page: ScanPage,
    table: Table,
    document: Document,
    author: User,
    now: datetime,
    paper_totals: Sequence[int | None],
    players: Sequence[int],
    address: str = "",
    confirmed_token: str = "",
    lot: float = 1.0,  # draws no form
    seen: Collection[str] = (),
) -> Version:
    """Hand in the form of a page as the official has found it; its picture is a photo of the form.

    `seen` are the cells that he compared with the photo: of these examples may be kept.

    The official did not see the version that is in already: a form that differs from it is a second
    typing. Done twice is done once. Raises as `hand_in`, and ActionRefused if the page is not to be
    looked at any more.
    """
    tournament = _tournament_to_keep_in(page)
    locked = lock_form(table, author)
    kept = lock_row(ScanPage.objects.filter(pk=page.pk))
    kept.pile = page.pile
    if kept.state == State.DONE and kept.version and kept.ended_by_id == author.pk:
        return kept.version
    _refuse_unless_as_read(kept, locked)
    version = hand_in(
        table=table,
        submission=Submission(
            document,
            author,
            now,
            tuple(paper_totals),
            Version.Source.CAMERA,
            address,
            _is_undoubted(kept, locked, document, paper_totals, confirmed_token),
        ),
        players=players,
        confirmed_token=confirmed_token,
        lot=lot,
        locked=locked,
    )
    is_second = not (version.is_counted or version.is_waiting)  # two differ about what is written
    if tournament and not is_second:
        texts = locked.rules.to_cells(document) | paper_cells(paper_totals)
        keep_examples(tournament=tournament, page=kept, texts=texts, seen=seen)
    _keep_photo(kept, table, author, now)
    _end(kept, State.DONE, author, now, version)
    return version


def _tournament_to_keep_in(page: ScanPage) -> Tournament | None:
    """Return the tournament of a page that may leave examples, locked; None if it has no pieces.

    Lock order: the tournament comes before its tables.
    """
    if not page.pieces:
        return None
    return lock_row(Tournament.objects.filter(pk=page.pile.tournament_id))


def _refuse_unless_as_read(page: ScanPage, locked: LockedForm) -> None:
    """Raise ActionRefused if a page is ended, or others sit at its table than when it was read."""
    if page.state != State.READ:
        raise ActionRefused(_why_not(page))
    if page.players != locked.players:
        text = _("Other players sit at this table now than when it was read: type it.")
        raise ActionRefused(text)


@transaction.atomic
def type_page(*, page: ScanPage, table: Table, author: User, now: datetime) -> None:
    """Let an official type the form of a page: its picture becomes a photo of the form of a table.

    Nothing of what was read stands in it: it would be handed in without a look at what is in doubt,
    or as a second typing. Raises ActionRefused if the page is ended, and as `lock_form`.
    """
    lock_form(table, author)
    kept = lock_row(ScanPage.objects.filter(pk=page.pk))
    if kept.state == State.DONE and kept.ended_by_id == author.pk:
        return
    if kept.state not in (State.READ, State.REFUSED):
        raise ActionRefused(_why_not(kept))
    _keep_photo(kept, table, author, now)
    kept.table = table
    _end(kept, State.DONE, author, now, None)


@transaction.atomic
def drop_page(*, page: ScanPage, author: User, now: datetime) -> None:
    """Put a page aside. Done twice is done once. Raises ActionRefused if it was handed in."""
    kept = lock_row(ScanPage.objects.filter(pk=page.pk))
    if kept.state == State.DROPPED:
        return
    if kept.state not in (State.READ, State.REFUSED):
        raise ActionRefused(_why_not(kept))
    kept.state, kept.ended_by, kept.ended_at = State.DROPPED, author, now
    empty(kept)
    kept.save(update_fields=["state", "ended_by", "ended_at", *LOOKED_AT])


@transaction.atomic
def read_again(*, page: ScanPage, now: datetime) -> None:
    """Let a page be read once more, that was refused or put aside, or of which the table is gone.

    Done twice is done once. Raises ActionRefused if it was handed in, or nothing of it is kept.
    """
    kept = lock_row(ScanPage.objects.filter(pk=page.pk))
    if kept.state == State.WAITING:
        return
    is_without_table = kept.state == State.READ and kept.table_id is None
    if not (is_without_table or kept.state in (State.REFUSED, State.DROPPED)):
        raise ActionRefused(_why_not(kept))
    if not kept.picture:
        raise ActionRefused(_("Nothing of this page could be opened. Send it again."))
    kept.state, kept.why, kept.table = State.WAITING, "", None
    kept.ended_by = kept.ended_at = None
    kept.read_at = now  # from now on somebody waits for it
    kept.document, kept.cells, kept.doubts, kept.tries = {}, [], 0, 0
    empty(kept)
    kept.save()
    transaction.on_commit(ask)


def _why_not(page: ScanPage) -> str:
    """Return why nothing can be done with a page as it is, whoever made it so."""
    if page.state in (State.DONE, State.DROPPED):
        return _("This page is ended already.")
    if page.state == State.READ:
        return _("This page was read.")
    return _("This page is not to be looked at any more.")


def _is_undoubted(
    page: ScanPage,
    locked: LockedForm,
    document: Document,
    paper_totals: Sequence[int | None],
    confirmed_token: str,
) -> bool:
    """Return whether a page was read without any doubt, and its official found nothing else.

    The totals on the paper have to be those of the deals, and nothing unlikely was confirmed. What
    players sent themselves is not the paper that an official has in hand.
    """
    is_by_players = page.pile.source == ScanPile.Source.TABLE
    if page.doubts or confirmed_token or is_by_players:
        return False
    seats, totals = len(locked.seats), tuple(paper_totals)
    is_as_read = locked.rules.to_cells(document) == locked.rules.to_cells(page.document)
    is_as_read = is_as_read and totals == totals_of(read_texts(page), seats)
    return is_as_read and totals == locked.progress(document).totals


def totals_of(texts: dict[str, str], seats: int) -> tuple[int | None, ...]:
    """Return the totals on the paper by the texts of cells, one a seat; empty if none was read."""
    written = [texts.get(total_path(seat), "") for seat in range(seats)]
    totals = tuple(int(text) if text.lstrip("-").isdecimal() else None for text in written)
    return totals if any(total is not None for total in totals) else ()


def _keep_photo(page: ScanPage, table: Table, author: User, now: datetime) -> None:
    """Make the picture of a page a photo of the form, if that has room for one more."""
    if not page.picture or Photo.objects.filter(form__table=table).count() >= MOST_PHOTOS:
        return
    picture = Picture(bytes(page.picture), page.width, page.height)
    keep_photos(table=table, pictures=[picture], author=author, now=now)
    page.picture = b""


def _end(page: ScanPage, state: str, author: User, now: datetime, version: Version | None) -> None:
    """Note what became of a page. It needs no flat picture and no pieces any more."""
    page.state, page.version, page.ended_by, page.ended_at = state, version, author, now
    empty(page)
    page.save()
