"""Conversion of HTML to PDF with WeasyPrint; it reads no files but our own."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings


class CannotPrint(Exception):
    """Raised if WeasyPrint, or a library of the system that it needs, is missing.

    The message names it.
    """


def write_pdf(html: str) -> bytes:
    """Return a PDF of an HTML page. Addresses in it are names of files in wk/static: "print.css".

    Raises CannotPrint if WeasyPrint cannot be loaded.
    """
    # It is loaded here and not with the program, so that everything else works without it.
    try:
        weasyprint: Any = import_module("weasyprint")
    except (ImportError, OSError) as error:
        raise CannotPrint(str(error).partition("\n")[0]) from error
    with _uncollected():
        document = weasyprint.HTML(
            string=html, base_url=f"{static_root().as_uri()}/", url_fetcher=_fetcher()
        )
        return bytes(document.write_pdf())


@contextmanager
def _uncollected() -> Iterator[None]:
    """Switch off garbage collection within a block.

    WeasyPrint keeps all boxes of a large PDF in use: searching them for garbage again and again
    takes a fifth of the time, and frees no memory.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def static_root() -> Path:
    """Return the folder of our style sheets and typefaces."""
    return Path(settings.STATICFILES_DIRS[0]).resolve()


def own_file(url: str) -> Path:
    """Return the path of one of our own files by its address; raise ValueError for any other.

    Names of players are untrusted text. Even if one of them became markup, it could read no other
    file and reach no network.
    """
    parts = urlsplit(url)
    path = Path(unquote(parts.path)).resolve()
    if parts.scheme != "file" or parts.netloc or not path.is_relative_to(static_root()):
        raise ValueError("not a file of ours")
    return path


def _fetcher() -> Any:
    """Return a fetcher for WeasyPrint that reads our own files from disk, and nothing else."""
    urls: Any = import_module("weasyprint.urls")

    class OwnFiles(urls.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: object = None) -> Any:
            path = own_file(url)
            kind = {".css": "text/css"}.get(path.suffix, "application/octet-stream")
            return urls.URLFetcherResponse(path.as_uri(), path.read_bytes(), {"Content-Type": kind})

    return OwnFiles()
