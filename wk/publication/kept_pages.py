"""The ready-made pages of this process, and which of them answers a request."""

import gzip
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from threading import Lock
from time import monotonic
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_from_request

from wk.core.version_token import version_token
from wk.publication.addresses import PAGES_WITH_PARTS, page_name
from wk.publication.versions import Versions

MOST_BYTES = 64 * 2**20  # of all pages together, packed and plain
PATIENCE = 2.0  # seconds that a reader waits for another one's page before making his own
MOST_HEADER = 200  # characters that are read of a header
LEAST_PACKED = 200  # bytes: anything smaller fits into one packet as it is
# A page of which the contents depend on forms being written shows progress this late at most.
PROGRESS_LATE = 2.0  # seconds
# What a page depends on besides its address: proxies and browsers keep a copy for each.
VARY = "Accept-Encoding, Accept-Language, Cookie, HX-Request"

CHOSEN_LANGUAGE = re.compile(rf"\b{settings.LANGUAGE_COOKIE_NAME}=([-\w]{{2,10}})", re.ASCII)

# Path and query; language; whether htmx asks for a part of the page; scheme and host.
Key = tuple[str, str, str, bool, str, str, str]
Headers = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class KeptPage:
    """The bytes of one page, as they are sent.

    `versions` are those before the page was made; `needs_progress`: it depends on all three of
    them. `ends` is when the page changes by the time alone, `made` when it was made (both as
    `time.monotonic` counts seconds).
    """

    headers: tuple[tuple[str, str], ...]
    body: bytes
    packed: bytes
    etag: str
    versions: Versions
    needs_progress: bool
    made: float
    ends: float

    def shows(self, versions: Versions, now: float) -> bool:
        """Return whether this page is still what a fresh one would be."""
        seen = self.versions
        if (seen.results, seen.news) != (versions.results, versions.news) or now >= self.ends:
            return False
        is_late = self.needs_progress and seen.progress != versions.progress
        return not is_late or now < self.made + PROGRESS_LATE

    def answer(self, environ: Mapping[str, Any]) -> tuple[int, Headers, bytes]:
        """Return status, headers and body for one request."""
        is_packed = bool(self.packed) and takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", ""))
        etag = f'"{self.etag}-gz"' if is_packed else f'"{self.etag}"'
        headers = [*self.headers, ("ETag", etag)]
        if knows(environ.get("HTTP_IF_NONE_MATCH", ""), etag):
            return HTTPStatus.NOT_MODIFIED, headers, b""
        body = self.packed if is_packed else self.body
        if is_packed:
            headers.append(("Content-Encoding", "gzip"))
        headers.append(("Content-Length", str(len(body))))
        return HTTPStatus.OK, headers, b"" if environ["REQUEST_METHOD"] == "HEAD" else body


class KeptPages:
    """The pages of this process: those asked for last, within a fixed number of bytes."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._pages: OrderedDict[Key, KeptPage] = OrderedDict()
        self._makers: dict[Key, Lock] = {}
        self._lock = Lock()
        self._bytes, self._most_bytes = 0, most_bytes

    def get(self, key: Key, versions: Versions) -> KeptPage | None:
        """Return the page for a key if it still shows what a fresh one would."""
        page = self._pages.get(key)
        if page is None or not page.shows(versions, monotonic()):
            return None
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
        return page

    def __contains__(self, key: Key | None) -> bool:
        """Return whether there is a page for a key, still true or not."""
        return key in self._pages

    def put(self, key: Key, page: KeptPage) -> None:
        """Keep a page; the pages that nobody asked for the longest time make room."""
        with self._lock:
            self._drop(key)
            self._pages[key] = page
            self._bytes += _size(page)
            while self._bytes > self._most_bytes and self._pages:
                self._drop(next(iter(self._pages)))

    def clear(self) -> None:
        """Forget all pages."""
        with self._lock:
            self._pages.clear()
            self._bytes = 0

    @contextmanager
    def making(self, key: Key) -> Iterator[None]:
        """Let one reader at a time make a page; the others wait for it, for PATIENCE at most."""
        with self._lock:
            maker = self._makers.setdefault(key, Lock())
        has_turn = maker.acquire(timeout=PATIENCE)
        try:
            yield
        finally:
            if has_turn:
                with self._lock:
                    self._makers.pop(key, None)
                maker.release()

    def _drop(self, key: Key) -> None:
        old = self._pages.pop(key, None)
        self._bytes -= _size(old) if old else 0


def _size(page: KeptPage) -> int:
    return len(page.body) + len(page.packed)


def kept_page(
    response: HttpResponse, versions: Versions, *, needs_progress: bool, seconds: float
) -> KeptPage:
    """Return what is kept of an answer, which stays true for some seconds if nothing changes."""
    body, now = response.content, monotonic()
    headers = {name: value for name, value in response.items() if name != "Content-Length"}
    headers |= {"Cache-Control": "no-cache", "Vary": VARY}
    return KeptPage(
        headers=tuple(headers.items()),
        body=body,
        packed=gzip.compress(body, 6, mtime=0) if _is_worth_packing(response) else b"",
        etag=version_token(body),
        versions=versions,
        needs_progress=needs_progress,
        made=now,
        ends=now + seconds,
    )


def _is_worth_packing(response: HttpResponse) -> bool:
    """Return whether gzip makes an answer smaller: a picture is packed already."""
    is_picture = response.get("Content-Type", "").startswith("image/")
    return len(response.content) > LEAST_PACKED and not is_picture


def key_of(environ: Mapping[str, Any]) -> Key | None:
    """Return the key of the page for a request; None if the page is not the same for everybody.

    A session cookie marks the request of an official, for whom each page is made anew.
    """
    if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
        return None
    cookies = environ.get("HTTP_COOKIE", "")
    if settings.SESSION_COOKIE_NAME in cookies:
        return None
    chosen, path = CHOSEN_LANGUAGE.search(cookies), environ.get("PATH_INFO", "")
    return (
        path,
        environ.get("QUERY_STRING", ""),
        _language(
            chosen[1] if chosen else "", environ.get("HTTP_ACCEPT_LANGUAGE", "")[:MOST_HEADER]
        ),
        "HTTP_HX_REQUEST" in environ and page_name(path) in PAGES_WITH_PARTS,
        environ.get("wsgi.url_scheme", ""),
        environ.get("HTTP_X_FORWARDED_PROTO", ""),
        environ.get("HTTP_HOST", ""),
    )


@lru_cache(maxsize=1024)
def _language(chosen: str, accepted: str) -> str:
    """Return the language of a reader: the one chosen before, else the browser's."""
    request = HttpRequest()
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    return get_language_from_request(request)


@lru_cache(maxsize=256)
def takes_gzip(accepted: str) -> bool:
    """Return whether a browser reads gzip, by its header Accept-Encoding.

    >>> takes_gzip("gzip, deflate, br"), takes_gzip("gzip;q=0"), takes_gzip("")
    (True, False, False)
    """
    for each in accepted.lower().split(","):
        name, _semicolon, quality = each.partition(";")
        if name.strip() == "gzip":
            return quality.strip() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def knows(condition: str, etag: str) -> bool:
    """Return whether a browser has the page with this tag already, by its header If-None-Match.

    >>> knows('W/"a", "b"', '"a"'), knows('"a"', '"b"'), knows("*", '"b"')
    (True, False, False)
    """
    return etag in (tag.strip().removeprefix("W/") for tag in condition.split(","))


PAGES = KeptPages()
