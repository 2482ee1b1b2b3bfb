"""The pages of photos, of scans in one file, and of PDF documents."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from warnings import catch_warnings, simplefilter

import numpy as np
from PIL import Image, ImageSequence

from wk.camera.cannot_read import CannotRead, Why
from wk.camera.sampling import Grey

DOTS_PER_INCH = 200  # at which a page of a PDF is drawn
POINTS_PER_INCH = 72
MOST_PIXELS = 120_000_000  # of a picture: more is no photo of a sheet
PDF = b"%PDF-"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a file, from 1, and what is on it; None if it cannot be opened."""

    number: int
    photo: Grey | None


def pages_of(path: Path) -> Iterator[Page]:
    """Yield the pages of a file, each when it is asked for. Raises CannotRead and OSError."""
    with path.open("rb") as file:
        is_pdf = PDF in file.read(1024)
    yield from _of_pdf(path) if is_pdf else _of_picture(path)


def _of_picture(path: Path) -> Iterator[Page]:
    try:
        with catch_warnings():
            simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(path)
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, FileNotFoundError | PermissionError | IsADirectoryError):
            raise
        raise CannotRead(Why.NO_PICTURE) from error
    with picture:
        for number, frame in enumerate(ImageSequence.Iterator(picture), 1):
            yield Page(number, _grey(frame))


def _grey(picture: Image.Image) -> Grey | None:
    if picture.width * picture.height > MOST_PIXELS:
        return None
    try:
        return np.asarray(picture.convert("L"))
    except (OSError, ValueError, SyntaxError):  # it is torn: the rest of the file may be well
        return None


def _of_pdf(path: Path) -> Iterator[Page]:
    import pypdfium2  # an extra

    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise CannotRead(Why.NO_PICTURE) from error
    try:
        for number in range(len(document)):
            yield Page(number + 1, _drawn(document, number))
    finally:
        document.close()


def _drawn(document: "pypdfium2.PdfDocument", number: int) -> Grey | None:  # type: ignore[name-defined]  # noqa: F821
    import pypdfium2

    try:
        page = document[number]
        scale = DOTS_PER_INCH / POINTS_PER_INCH
        if page.get_width() * page.get_height() * scale**2 > MOST_PIXELS:
            return None
        return np.asarray(page.render(scale=scale, grayscale=True).to_pil().convert("L"))
    except pypdfium2.PdfiumError:
        return None
