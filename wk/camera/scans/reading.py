"""Reading what came in: page by page, the oldest file first, each page stored when it is read.

Only the process that reads uses this: it needs the libraries of the camera, and a second a page.
"""

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from pathlib import Path
from shutil import rmtree

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.utils import timezone
from PIL import Image

from scoring.scan import ScannedCell
from wk.camera.cannot_read import CannotRead, Why
from wk.camera.examples.pieces import pieces_of
from wk.camera.files import MOST_PAGES, Page, count_pages, pages_of
from wk.camera.grid import Flat
from wk.camera.reading import SURE, ReadPage, SheetReader
from wk.camera.scans.bytes_of_pages import LOOKED_AT, empty
from wk.camera.scans.cut_outs import jpeg
from wk.core.consistent_reads import consistent_reads
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row, lock_rows
from wk.printing.placed_cells import Box, PlacedCells
from wk.scoreforms.column_mapping import players_at
from wk.scoreforms.form_status import COUNTS_OR_WAITS
from wk.scoreforms.models import ScanPage, ScanPile, Version
from wk.tournament.models import Table

FOLDER = "scans-reading"  # in DATA_DIR: the file that is being read
MOST_TRIES = 2  # of a page or file at which the process died
BYTES = ("picture", *LOOKED_AT)  # of a page
LONGEST_SIDE = 2600  # pixels of the picture of a page that is kept
QUALITY, FLAT_QUALITY = 85, 80  # of JPEG, from 1 to 95
TURNS = {
    1: Image.Transpose.ROTATE_90,
    2: Image.Transpose.ROTATE_180,
    3: Image.Transpose.ROTATE_270,
}


class ScanReader:
    """Reads what waits, one step after the other: opens a file, or reads a page.

    With `limit`, a step that takes so many seconds ends the process: a decoder of hostile bytes
    may never return. The step is tried once more, and then refused.
    """

    def __init__(self, folder: Path, limit: int = 0) -> None:
        self._folder, self._limit = folder, limit
        self._pile = 0  # the file that is open, and its further pages
        self._pages: Iterator[Page] = iter(())

    def step(self) -> bool:
        """Do what is next; return whether there was anything."""
        try:
            return self._next()
        except (ActionRefused, ObjectDoesNotExist):  # somebody went back to a moment before it came
            return True

    def _next(self) -> bool:
        with self._in_time():
            pile = ScanPile.objects.filter(page_count=None).order_by("pk").first()
            if pile:
                self._open(pile)
                return True
            waiting = ScanPage.objects.filter(state=ScanPage.State.WAITING)
            page = waiting.select_related("pile__tournament").defer("pile__content").first()
            if page:
                self._read(page)
            return page is not None

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        if self._limit:
            signal.alarm(self._limit)  # its signal ends the process
        try:
            yield
        finally:
            if self._limit:
                signal.alarm(0)

    def _open(self, pile: ScanPile) -> None:
        """Make the rows of the pages of a file."""
        pages, why = 1, ""
        try:
            if not _tries(pile):
                raise CannotRead(Why.FAILED)
            pages = count_pages(self._stored(pile))
        except CannotRead as refused:
            why = str(refused.why)
        _make_pages(pile, pages, why)

    def _read(self, page: ScanPage) -> None:
        """Read a page and store how it ended."""
        if not _tries(page):
            _end(page, _Reading(why=Why.FAILED))
            return
        if page.picture:  # it is read again: the file is gone by now
            picture = Image.open(BytesIO(bytes(page.picture)), formats=["JPEG"])
            found = Page(page.number, picture)
        else:
            found = self._found(page)
        _end(page, _reading(page, found))

    def _found(self, page: ScanPage) -> Page:
        """Return a page of a file; its further pages are at hand then."""
        if self._pile != page.pile_id:
            pile = ScanPile.objects.get(pk=page.pile_id)
            self._pages = pages_of(self._stored(pile), after=page.number - 1)
            self._pile = pile.pk
        try:
            found = next(self._pages, None)
        except CannotRead as refused:
            found = Page(page.number, None, refused.why)
        if found is None or found.number != page.number:
            self._pile = 0
            return found or Page(page.number, None)
        return found

    def _stored(self, pile: ScanPile) -> Path:
        """Return the file of a pile on the disk; those before it are gone."""
        for path in self._folder.iterdir():
            path.unlink()
        path = self._folder / str(pile.pk)
        path.write_bytes(bytes(pile.content))
        return path


def read_waiting(limit: int = 0, is_to_end: Callable[[], bool] = lambda: False) -> bool:
    """Read everything that waits, or as much until `is_to_end`; return whether nothing waits.

    Only one process reads at a time. What one that was killed has left on the disk goes first.
    """
    folder = Path(settings.DATA_DIR) / FOLDER
    rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    try:
        reader = ScanReader(folder, limit)
        while not is_to_end():
            if not reader.step():
                return True
    finally:
        rmtree(folder, ignore_errors=True)
    return False


@dataclass(frozen=True, slots=True)
class _Reading:
    """How a page ended: what was read, or why nothing was, and its picture, upright.

    `pieces` are the images of the cells that may become examples, by path.
    """

    why: Why | None = None
    read: ReadPage | None = None
    table: Table | None = None
    players: tuple[int, ...] = ()
    picture: Image.Image | None = None
    pieces: Mapping[str, bytes] = field(default_factory=dict)


@transaction.atomic
def _tries(row: ScanPile | ScanPage) -> bool:
    """Note that something is tried, before it is; return whether it was not tried too often.

    Raises ObjectDoesNotExist if its row is gone.
    """
    row.tries += 1
    if not type(row).objects.filter(pk=row.pk).update(tries=row.tries):
        raise type(row).DoesNotExist
    return row.tries <= MOST_TRIES


@transaction.atomic
def _make_pages(pile: ScanPile, pages: int, why: str) -> None:
    """Make the rows of the pages of a file; with `why`, one row that tells why it has none."""
    lock_row(ScanPile.objects.filter(pk=pile.pk).defer("content"))
    told = min(pages, MOST_PAGES)
    refused = {"state": ScanPage.State.REFUSED, "read_at": timezone.now()}
    changed = ["page_count"]
    if why:
        pile.pages.create(number=1, why=why, **refused)
        pile.content, changed = b"", [*changed, "content"]
    else:
        pile.pages.bulk_create(ScanPage(pile=pile, number=n) for n in range(1, told + 1))
    if pages > told:
        pile.pages.create(number=told + 1, why=str(Why.TOO_MANY), **refused)
    pile.page_count = pile.pages.count()
    pile.save(update_fields=changed)


def _reading(page: ScanPage, found: Page) -> _Reading:
    """Return what is on a page."""
    if found.picture is None:
        return _Reading(why=found.why)
    with consistent_reads():
        read = SheetReader(page.pile.tournament.slug).read(found.photo)
        table = None
        if read.code and read.code.tournament == page.pile.tournament.slug:
            table = Table.objects.filter(
                round__tournament=page.pile.tournament,
                round__number=read.code.round,
                number=read.code.table,
            ).first()
        players = tuple(players_at(table)) if table else ()
    turn = TURNS.get(read.turn)
    picture = found.picture if turn is None else found.picture.transpose(turn)
    why = read.why.why if read.why else None
    pieces = pieces_of(read) if page.pile.tournament.keeps_examples else {}
    return _Reading(why, read, table, players, picture, pieces)


@transaction.atomic
def _end(page: ScanPage, reading: _Reading) -> None:
    """Store how a page ended. The file is thrown away once all its pages are read."""
    pile = lock_row(ScanPile.objects.filter(pk=page.pile_id).defer("content"))
    now, why = timezone.now(), reading.why
    kept = lock_row(ScanPage.objects.filter(pk=page.pk))
    if kept.state != ScanPage.State.WAITING:
        return
    _fill(kept, reading)
    if why is None and pile.table_id not in (None, kept.table_id):
        why = Why.OTHER_TABLE
    if why is None:
        _put_aside_those_of_a_table(kept, now)
    if why is None and _came_before(kept):
        why = Why.TWICE
    if why:
        empty(kept)
    kept.why = str(why or "")
    kept.state = ScanPage.State.REFUSED if why else ScanPage.State.READ
    kept.read_at, kept.tries = now, 0
    kept.save()
    if not pile.pages.filter(state=ScanPage.State.WAITING).exists():
        ScanPile.objects.filter(pk=pile.pk).update(content=b"")


def _fill(page: ScanPage, reading: _Reading) -> None:
    """Put what was read into the row of a page."""
    if reading.picture is not None:
        picture = reading.picture
        picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
        page.width, page.height = picture.size
        page.picture = jpeg(picture, QUALITY)
    read = reading.read
    if read is None:
        return
    page.table, page.players = reading.table, [*reading.players]
    if read.code:
        page.told_round, page.told_table = read.code.round, read.code.table
    if read.form and read.flat and read.placed:
        page.document = read.form.document
        page.cells = _cells(read.form.cells, read.flat, read.placed, reading.pieces)
        page.pieces = b"".join(reading.pieces.values())
        page.doubts = sum(cell["doubt"] for cell in page.cells)
        page.flat = jpeg(Image.fromarray(read.flat.image), FLAT_QUALITY)


def _put_aside_those_of_a_table(page: ScanPage, now: datetime) -> None:
    """Put aside what a table sent of a sheet before, unless it is handed in.

    A table may have taken its photo halfway, and the office has the paper.
    """
    sent = {"pile__source": ScanPile.Source.TABLE, "table": page.table}
    before = lock_rows(ScanPage.objects.filter(**sent).exclude(pk=page.pk).defer(*BYTES))
    for each in before:
        if each.state == ScanPage.State.READ:
            each.state, each.ended_at = ScanPage.State.DROPPED, now
            empty(each)
            each.save(update_fields=["state", "ended_at", *LOOKED_AT])


def _came_before(page: ScanPage) -> bool:
    """Return whether the same sheet is to be looked at already, or was handed in as it is here.

    A form that is not in any more, as after a change of seats, may be handed in again.
    """
    others = ScanPage.objects.filter(table=page.table).exclude(pk=page.pk)
    if others.filter(state=ScanPage.State.READ).exists():
        return True
    if not Version.objects.filter(COUNTS_OR_WAITS, form__table=page.table).exists():
        return False
    done = others.filter(state=ScanPage.State.DONE).values_list("document", flat=True)
    return any(document == page.document for document in done)


def _cells(
    cells: tuple[ScannedCell, ...], flat: Flat, placed: PlacedCells, pieces: Mapping[str, bytes]
) -> list[dict[str, object]]:
    """Return the cells of a form as they are stored, each with its place in the flat sheet.

    A cell that may become an example has its number among the `pieces` of the page.
    """
    boxes = {cell.path: cell.box for cell in placed.cells}
    numbers = {path: number for number, path in enumerate(pieces)}
    return [
        {
            "path": cell.path,
            "text": cell.text,
            "doubt": cell.is_in_doubt(SURE),
            "box": _pixels(flat, _box(boxes, cell.path)),
            "piece": numbers.get(cell.path),
        }
        for cell in cells
    ]


def _box(boxes: dict[str, Box], path: str) -> Box | None:
    """Return the place of a cell; of one that is written as several marks, around all of them."""
    if path in boxes:
        return boxes[path]
    marks = [box for each, box in boxes.items() if each.startswith(f"{path}.")]
    if not marks:
        return None
    left, top = min(box.left for box in marks), min(box.top for box in marks)
    right = max(box.left + box.width for box in marks)
    bottom = max(box.top + box.height for box in marks)
    return Box(left, top, right - left, bottom - top)


def _pixels(flat: Flat, box: Box | None) -> list[int]:
    """Return the left, upper, right and lower edge of a place in pixels."""
    if box is None:
        return []
    corners = (box.left, box.top, box.left + box.width, box.top + box.height)
    return [round(flat.pixel(edge)) for edge in corners]
