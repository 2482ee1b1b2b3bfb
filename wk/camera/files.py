"""The pages of photos, of scans in one file, and of PDF documents.

A file comes from anybody: it may be torn, or made to break what opens it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from wk.camera.cannot_read import CannotRead, Why
from wk.camera.sampling import Grey
from wk.scoreforms.photos.services import on_paper, upright, whole_pictures_only

DOTS_PER_INCH = 200  # at which a page of a PDF is drawn, or fewer if it is large
POINTS_PER_INCH = 72
MOST_PIXELS = 60_000_000  # of a picture: more is no photo of a sheet
LONGEST_SIDE = 5000  # pixels of a page: a larger one is made smaller
MOST_PAGES = 200  # of a file: a small one may say that it has a million
# No others: Pillow lets other programs draw some kinds of files.
PILE, FORMATS = "TIFF", ("JPEG", "PNG", "WEBP", "TIFF")
PDF = b"%PDF-"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a file, from 1, and what is on it; without a picture the reason.

    The picture is as it came, in colour, turned as its camera says; it may still lie any way up.
    """

    number: int
    picture: Image.Image | None
    why: Why = Why.NO_PICTURE

    @property
    def photo(self) -> Grey | None:
        """Return the picture in grey."""
        return None if self.picture is None else np.asarray(self.picture.convert("L"))


def count_pages(path: Path) -> int:
    """Return the number of pages of a file, more than MOST_PAGES if it has too many.

    Raises CannotRead and OSError.
    """
    if _is_pdf(path):
        document = _document(path)
        try:
            return len(document)
        finally:
            document.close()
    with whole_pictures_only(), _opened(path) as picture:
        return _frames(picture)


def pages_of(path: Path, after: int = 0) -> Iterator[Page]:
    """Yield the pages of a file, each when it is asked for; those up to `after` are left out.

    A page after MOST_PAGES tells that it and the rest are not read. Raises CannotRead and OSError.
    """
    for page in _of_pdf(path, after) if _is_pdf(path) else _of_picture(path, after):
        if page.number > MOST_PAGES:
            yield Page(page.number, None, Why.TOO_MANY)
            return
        yield page


def _is_pdf(path: Path) -> bool:
    with path.open("rb") as file:
        return PDF in file.read(1024)


def _opened(path: Path) -> Image.Image:
    """Return a picture of which only the head was read."""
    try:
        return Image.open(path, formats=FORMATS)
    except (FileNotFoundError, PermissionError, IsADirectoryError):
        raise
    except Image.DecompressionBombError as error:
        raise CannotRead(Why.TOO_LARGE) from error
    except Exception as error:  # damaged bytes may raise anything in a decoder
        raise CannotRead(Why.NO_PICTURE) from error


def _frames(picture: Image.Image) -> int:
    """Return the number of pages, at most one more than MOST_PAGES; only a TIFF has several.

    A photo of many a phone has smaller copies of itself behind it. Where the way to a page is torn,
    that page is the last one.
    """
    if picture.format != PILE:
        return 1
    for number in range(2, MOST_PAGES + 2):
        try:
            picture.seek(number - 1)
        except EOFError:
            return number - 1
        except Exception:  # damaged bytes may raise anything in a decoder
            return number
    return MOST_PAGES + 1


def _of_picture(path: Path, after: int) -> Iterator[Page]:
    with whole_pictures_only(), _opened(path) as picture:
        frames = _frames(picture)
    for number in range(after + 1, frames + 1):
        with whole_pictures_only(), _opened(path) as picture:
            page = _frame(picture, number)
        yield page


def _frame(picture: Image.Image, number: int) -> Page:
    try:
        if number > 1:
            picture.seek(number - 1)
        if picture.width * picture.height > MOST_PIXELS:
            return Page(number, None, Why.TOO_LARGE)
        return Page(number, upright(on_paper(picture, LONGEST_SIDE), picture))
    except Image.DecompressionBombError:
        return Page(number, None, Why.TOO_LARGE)
    except Exception:  # it is torn: the rest of the file may be well
        return Page(number, None)


def _document(path: Path) -> "pypdfium2.PdfDocument":  # type: ignore[name-defined]  # noqa: F821
    import pypdfium2  # an extra

    try:
        return pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise CannotRead(Why.NO_PICTURE) from error


def _of_pdf(path: Path, after: int) -> Iterator[Page]:
    document = _document(path)
    try:
        for number in range(after, len(document)):
            yield _drawn(document, number)
    finally:
        document.close()


def _drawn(document: "pypdfium2.PdfDocument", number: int) -> Page:  # type: ignore[name-defined]  # noqa: F821
    try:
        page = document[number]
        # Some scanners say one point for each pixel: such a page has points enough for a poster.
        longest = max(page.get_width(), page.get_height())
        scale = min(DOTS_PER_INCH / POINTS_PER_INCH, LONGEST_SIDE / longest)
        return Page(number + 1, page.render(scale=scale).to_pil().convert("RGB"))
    except Exception:  # it is torn: the rest of the file may be well
        return Page(number + 1, None)
