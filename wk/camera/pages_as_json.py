"""What became of the pages of files, for programs."""

import logging
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from scoring.problems import Place
from scoring.scan import ScannedCell
from wk.camera.cannot_read import CannotRead, Why
from wk.camera.files import Page, pages_of
from wk.camera.reading import SURE, ReadPage, SheetReader
from wk.core.consistent_reads import consistent_reads

LOG = logging.getLogger(__name__)


def read_pages(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """Yield for each page of files which form is on it, or why it cannot be read."""
    reader = SheetReader()
    for path in files:
        try:
            for page in pages_of(path):
                yield {**_named(path, page.number), **_as_json(_read(reader, page))}
        except CannotRead as why:
            yield {**_named(path, 0), **_refused(why)}
        except OSError:
            yield {**_named(path, 0), **_refused(CannotRead(Why.NO_FILE))}


def _read(reader: SheetReader, page: Page) -> ReadPage:
    """Return what is on a page. One at which the reader fails stops no pile."""
    if page.picture is None:
        return ReadPage(why=CannotRead(page.why))
    try:
        with consistent_reads():
            return reader.read(page.photo)
    except Exception:
        LOG.exception("The reader failed at page %d.", page.number)
        return ReadPage(why=CannotRead(Why.FAILED))


def _named(path: Path, number: int) -> dict[str, Any]:
    return {"file": str(path), "page": number}


def _refused(why: CannotRead) -> dict[str, Any]:
    return {"why": str(why.why), "words": why.words}


def _as_json(page: ReadPage) -> dict[str, Any]:
    sheet: dict[str, Any] = {}
    if page.code:
        sheet = {
            "tournament": page.code.tournament,
            "round": page.code.round,
            "table": page.code.table,
        }
    if page.why or page.form is None or page.layout is None:
        return sheet | _refused(page.why or CannotRead(Why.NO_CODE))
    places = {field.path: field.place for field in page.layout.fields}
    doubtful = [_place(cell, places) for cell in page.form.in_doubt(SURE)]
    return sheet | {"form": page.form.document, "in_doubt": doubtful}


def _place(cell: ScannedCell, places: dict[str, Place]) -> str:
    """Return the place of a cell: the deal, the seat, and what is written there."""
    noun = next((part for part in reversed(cell.path.split(".")[:-1]) if not part.isdigit()), "")
    place = places.get(cell.path)
    return f"{place or ''} {noun or cell.path}".strip()
