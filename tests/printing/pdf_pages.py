"""The pages of a PDF as a response has it, and their text."""

from io import BytesIO

from pypdf import PageObject, PdfReader

from wk.printing.pdf import write_pdf

A4 = (595, 842)


def written(*parts: str) -> bytes:
    """Return a PDF of HTML documents."""
    return write_pdf(parts, lambda done: None)


def pages_of(response) -> list[PageObject]:
    """Return the pages of a response that is a PDF, after checking that all are A4."""
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    found = list(PdfReader(BytesIO(response.content)).pages)
    assert {tuple(round(side) for side in page.mediabox[2:]) for page in found} == {A4}
    return found


def without_spaces(text: str) -> str:
    """Return a text without spaces, as a PDF may break its lines anywhere."""
    return "".join(text.split())
