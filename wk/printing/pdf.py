"""Conversion of HTML to PDF with WeasyPrint; it reads no files but our own.

The process that makes a PDF (`wk.printing.maker`) uses this module, so it imports nothing of
Django.
"""

import ctypes.util
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from zlib import compress

from wk.printing.setters import as_bytes
from wk.printing.stencils import Stencils

STATIC_ROOT = Path(__file__).resolve().parent.parent / "static"  # our style sheets and typefaces
TAGGED = 2  # parts of a tagged PDF at most; each takes 3 MB and a fifth of a second
LOGO = "logo-of-the-host.png"  # the address of the host's logo in a document


class CannotPrint(Exception):
    """Raised if WeasyPrint, or a library of the system that it needs, is missing.

    The message names it.
    """


class _TooLong(Exception):
    """Raised if a part takes more than a page."""


def write_pdf(parts: Sequence[str], tell: Callable[[int], None], logo: bytes = b"") -> bytes:
    """Return a PDF of HTML documents, one behind the other; each but the first is one page.

    They are printed with print.css. Addresses in them are names of files in wk/static, or LOGO for
    the picture `logo`, a PNG. `tell` is called with the number of parts that are done. Raises
    CannotPrint if WeasyPrint cannot be loaded.

    WeasyPrint keeps all boxes of a document in memory, 3 MB for a score sheet. So each part is a
    document of its own, which is laid out when the PDF comes to its page and is gone afterwards.
    Parts that differ in their gaps only are set on one page, which is laid out once.

    Up to TAGGED parts are laid out together and tagged (PDF/UA). More are not: WeasyPrint tags
    pages that it has in memory, and a form that several pages show may have no tags in it.
    """
    weasyprint, fonts, style = _loaded()
    base = f"{STATIC_ROOT.as_uri()}/"
    read = partial(weasyprint.HTML, base_url=base, url_fetcher=_fetcher(logo))
    made = _Pdf(parts, tell, read, {"font_config": fonts, "stylesheets": [style]})
    if len(parts) <= TAGGED:
        return made.together(pdf_variant="pdf/ua-1")
    try:
        return made.one_by_one()
    except _TooLong:
        return made.together()


class _Pdf:
    """A PDF that is being made.

    `read` makes a document for WeasyPrint of `string`, which is HTML; `options` are those with
    which it is laid out. The rest is as in write_pdf.
    """

    def __init__(
        self,
        parts: Sequence[str],
        tell: Callable[[int], None],
        read: Callable[..., Any],
        options: dict[str, Any],
    ) -> None:
        self.parts, self.tell, self.read, self.options = parts, tell, read, options
        self.stencils = Stencils(parts)

    def together(self, **options: Any) -> bytes:
        """Return the PDF; all parts are laid out before the first is painted."""
        documents = [self.read(string=html).render(**self.options) for html in self.parts]
        pages = [page for document in documents for page in document.pages]
        pdf = bytes(documents[0].copy(pages).write_pdf(**options))
        self.tell(len(self.parts))
        return pdf

    def one_by_one(self) -> bytes:
        """Return the PDF; each part is laid out when its page is painted.

        Raises _TooLong if one of them but the first takes more than a page.
        """
        specimen = self.stencils.specimen(self.parts[0])
        first = self._laid_out(specimen or self.parts[0])
        pages, start = ([], 0) if specimen else (first.pages, 1)
        if start:
            self.tell(start)
        late = [
            _LatePage(first.pages[0], partial(self._paint, number))
            for number in range(start, len(self.parts))
        ]
        return bytes(first.copy([*pages, *late]).write_pdf())

    def _paint(self, number: int, stream: Any, scale: float) -> list[Any]:
        """Paint the page of a part; return its bookmarks."""
        html = self.parts[number]
        bookmarks = self.stencils.set(html, stream, scale)
        if bookmarks is None and (specimen := self.stencils.specimen(html)):
            self._laid_out(specimen)
            bookmarks = self.stencils.set(html, stream, scale)
        if bookmarks is None:
            page, *more = self._laid_out(html).pages
            if more:
                raise _TooLong
            page.paint(stream, scale)
            bookmarks = page.bookmarks
        self.tell(number + 1)
        return bookmarks

    def _laid_out(self, html: str) -> Any:
        return self.stencils.lay_out(self.read(string=html), html, **self.options)


@cache
def _loaded() -> tuple[Any, Any, Any]:
    """Return WeasyPrint, its fonts and print.css. Raises CannotPrint.

    It is loaded now and not with this module: a process that waits for its turn needs no memory.
    The typefaces of print.css take a quarter of a second to read, so it is read once in a process.
    """
    try:
        with _libraries_by_their_names():
            weasyprint = import_module("weasyprint")
        fonts = import_module("weasyprint.text.fonts").FontConfiguration()
    except (ImportError, OSError) as error:
        raise CannotPrint(str(error).partition("\n")[0]) from error
    css = STATIC_ROOT / "print.css"
    return weasyprint, fonts, weasyprint.CSS(css, font_config=fonts, url_fetcher=_fetcher())


class _LatePage:
    """A page for WeasyPrint that is laid out when it is painted, and then forgotten.

    It has the attributes of `weasyprint.document.Page`. Its size is that of another page, and
    nothing links from or to it. `paint_late` paints it and returns its bookmarks.
    """

    def __init__(self, like: Any, paint_late: Callable[[Any, float], list[Any]]) -> None:
        self.width, self.height, self.bleed = like.width, like.height, like.bleed
        self.paint_late = paint_late
        self.links: list[Any] = []
        self.anchors: dict[str, Any] = {}
        self.forms: dict[Any, list[Any]] = {None: []}
        self.bookmarks: list[Any] = []  # read after all pages are painted

    def paint(self, stream: Any, scale: float = 1) -> None:
        """Paint the page into the PDF.

        WeasyPrint keeps what is painted until all pages are there. So it is compressed now, and not
        when the PDF is written.
        """
        self.bookmarks = self.paint_late(stream, scale)
        if stream.compress:
            stream.stream = [compress(as_bytes(stream.stream), level=9)]  # as WeasyPrint would
            stream.compress = False
            stream.extra["Filter"] = "/FlateDecode"


@contextmanager
def _libraries_by_their_names() -> Iterator[None]:
    """Load libraries by the names of their files only during the block.

    WeasyPrint tries the names of each library on all systems, that of Linux behind three others.
    For each of these Python would ask the compiler and the linker where such a library is, which
    takes a fifth of a second of the processor.
    """
    search = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = search


def own_file(url: str) -> Path:
    """Return the path of one of our own files by its address; raise ValueError for any other.

    Names of players are untrusted text. Even if one of them became markup, it could read no other
    file and reach no network.
    """
    parts = urlsplit(url)
    path = Path(unquote(parts.path)).resolve()
    if parts.scheme != "file" or parts.netloc or not path.is_relative_to(STATIC_ROOT):
        raise ValueError("not a file of ours")
    return path


def _fetcher(logo: bytes = b"") -> Any:
    """Return a fetcher for WeasyPrint that has the logo and our own files, and nothing else."""
    urls: Any = import_module("weasyprint.urls")

    class OwnFiles(urls.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: object = None) -> Any:
            path = own_file(url)
            if logo and path == STATIC_ROOT / LOGO:
                return urls.URLFetcherResponse(path.as_uri(), logo, {"Content-Type": "image/png"})
            kind = {".css": "text/css"}.get(path.suffix, "application/octet-stream")
            return urls.URLFetcherResponse(path.as_uri(), path.read_bytes(), {"Content-Type": kind})

    return OwnFiles()
