"""The pages of a PDF as a response has it, and their text."""

from contextlib import closing
from io import BytesIO

import pypdfium2
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from wk.printing.pdf import write_pdf

A4 = (595, 842)
MILLIMETRE = 72 / 25.4


def written(*parts: str) -> bytes:
    """Return a PDF of HTML documents."""
    return write_pdf(parts, lambda done: None)


def pages_of(response) -> list[PageObject]:
    """Return the pages of a response that is a PDF, after checking that all are A4."""
    found = list(PdfReader(BytesIO(_pdf_of(response))).pages)
    assert {tuple(round(side) for side in page.mediabox[2:]) for page in found} == {A4}
    return found


def texts_in(response) -> list[str]:
    """Return the text of each page of a response that is a PDF, as `texts_of_pages` reads it, after
    checking that all are A4."""
    pdf = _pdf_of(response)
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        assert {tuple(round(side) for side in page.get_size()) for page in document} == {A4}
    return texts_of_pages(pdf)


def _pdf_of(response) -> bytes:
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    return response.content


def texts_of_pages(pdf: bytes) -> list[str]:
    """Return the text of each page of a PDF, to be compared with that of another one.

    PDFium reads it ten times as fast as pypdf, but leaves out what stands upside down.
    """
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [page.get_textpage().get_text_range() for page in document]


def without_spaces(text: str) -> str:
    """Return a text without spaces, as a PDF may break its lines anywhere."""
    return "".join(text.split())


def boxes_of(page: PageObject) -> list[tuple[float, float, float, float]]:
    """Return the boxes drawn on a page: left, top, width and height in millimetres.

    They are those that stand upright, also in forms that the page shows (XObjects).
    """
    height = float(page.mediabox[3])
    start = (1.0, 1.0, 0.0, 0.0)  # how far a step goes across and up, and where the steps begin
    return [
        tuple(
            round(value / MILLIMETRE, 2)
            for value in (left, height - max(bottom, bottom + high), wide, abs(high))
        )
        for left, bottom, wide, high in _boxes(page.get_contents(), page, page.pdf, start)
    ]


def _boxes(content, shows, pdf, state):
    before = []
    for values, operator in ContentStream(content, pdf).operations:
        across, up, left, bottom = state
        if operator == b"q":
            before.append(state)
        elif operator == b"Q":
            state = before.pop()
        elif operator == b"cm":
            wider, _, _, higher, x, y = map(float, values)
            state = (across * wider, up * higher, left + x * across, bottom + y * up)
        elif operator == b"re":
            x, y, wide, high = map(float, values)
            yield left + x * across, bottom + y * up, wide * across, high * up
        elif operator == b"Do":
            form = shows["/Resources"]["/XObject"][values[0]].get_object()
            if form["/Subtype"] == "/Form":
                yield from _boxes(form, form, pdf, state)
