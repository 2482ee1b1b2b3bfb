"""How the pages of a PDF look: drawn by PDFium, and compared point by point."""

from contextlib import closing
from io import BytesIO

import pypdfium2
from PIL import Image, ImageChops
from pypdf import PageObject, PdfReader

from tests.printing.pdf_pages import texts_of_pages, without_spaces, written

DOTS = 120 / 72  # of a picture, for each point of a page
# Most levels of grey, of 256, by which a point may differ. It leaves room for the rounding of a
# millionth of a point at the edge of a letter; in fact no point differs.
TOLERANCE = 16


def drawn(pdf: bytes) -> list[Image.Image]:
    """Return the pages of a PDF as grey pictures."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [page.render(scale=DOTS, grayscale=True).to_pil() for page in document]


def pages_of(pdf: bytes) -> list[PageObject]:
    return list(PdfReader(BytesIO(pdf)).pages)


def set_on_forms(pdf: bytes) -> list[bool]:
    """Return of each page whether it is set on a form, and not laid out as a whole."""
    return [b" Do" in page.get_contents().get_data() for page in pages_of(pdf)]


def texts_of(pdf: bytes) -> list[list[str]]:
    """Return the words of each page; those in a form may stand before or behind the others."""
    return [sorted(without_spaces(text)) for text in texts_of_pages(pdf)]


def assert_looks_like_whole_pages(parts: list[str]) -> list[bool]:
    """Compare a PDF of parts with the same parts without gaps, of which each is laid out as a
    whole; return which pages are set on forms."""
    pdf = written(*parts)
    whole = written(*(part.replace("data-gap", "data-no-gap") for part in parts))
    are_set = set_on_forms(pdf)
    assert set_on_forms(whole) == [False] * len(are_set)
    assert texts_of(pdf) == texts_of(whole)
    for number, (page, expected) in enumerate(zip(drawn(pdf), drawn(whole), strict=True)):
        assert page.size == expected.size
        assert ImageChops.difference(page, expected).getextrema()[1] <= TOLERANCE, number
    return are_set
