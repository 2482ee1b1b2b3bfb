"""The public pages that a mirror has: which they are, and their HTML."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import parse_qs, parse_qsl, unquote, urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, QueryDict
from django.urls import resolve
from django.utils import translation

from wk.publication.addresses import page_name
from wk.publication.versions import Versions

# The attributes of our pages that hold an address of wk itself.
ADDRESS = re.compile(r'(?<=\s)(href|src|action|hx-get|data-changes)="(/[^"]*|\?[^"]*)"')
# What may stand behind an address. Other orders of the standings would be thousands of files.
MIRRORED = {"page", "round", "table"}
LANGUAGE = re.compile(r"/language/([-\w]+)/")


@dataclass(frozen=True, slots=True)
class Page:
    """A public page: its path, the text behind the question mark, and its language."""

    path: str
    query: str
    language: str

    @property
    def is_feed(self) -> bool:
        """Return whether this is a file for programs, and not HTML."""
        return not self.path.endswith("/")

    @property
    def file(self) -> str:
        """Return the file of this page below the mirror's folder. A feed has its own name.

        >>> Page("/t/wk/hall/news/", "round=2&table=1", settings.LANGUAGE_CODE).file
        't/wk/hall/news/round-2-table-1.html'
        """
        folder = "" if self.language == settings.LANGUAGE_CODE else f"{self.language}/"
        if self.is_feed:
            return f"{folder}{self.path.lstrip('/')}"
        parts = [re.sub(r"[^-\w]", "", f"{name}-{value}") for name, value in parse_qsl(self.query)]
        name = "-".join(parts) or "index"
        return f"{folder}{self.path.lstrip('/')}{name}.html"


def content_of(page: Page, versions: Versions) -> bytes:
    """Return a page as a reader without an account gets it. Raises Http404 if there is none."""
    request = HttpRequest()
    request.method = "GET"
    request.path = request.path_info = page.path
    request.GET = QueryDict(page.query)
    request.META = {
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "QUERY_STRING": page.query,
    }
    request.user = AnonymousUser()
    request.resolver_match = resolve(page.path)
    request.public_version = versions  # type: ignore[attr-defined]
    request.is_mirror = True  # type: ignore[attr-defined]
    view, args, kwargs = request.resolver_match
    with translation.override(page.language):
        response = view(request, *args, **kwargs)
        if response.status_code != 200:
            raise Http404
        content: bytes = response.content
        return content


def linked_pages(html: str, page: Page) -> Iterator[Page]:
    """Yield the public pages that a page links to."""
    for _name, address in ADDRESS.findall(html):
        if linked := linked_page(unescape(address), page):
            yield linked


def linked_page(address: str, page: Page) -> Page | None:
    """Return the public page at an address on a page, None if there is no such page.

    The link to another language leads to the same page in that language.
    """
    parts = urlsplit(address)
    path, language = parts.path or page.path, page.language
    query = parts.query
    if chosen := LANGUAGE.fullmatch(path):
        target = urlsplit(parse_qs(query).get("next", ["/"])[0])
        path, query, language = target.path, target.query, chosen[1]
    path, pairs = unquote(path), sorted(parse_qsl(query, keep_blank_values=True))
    if page_name(path) and {name for name, _value in pairs} <= MIRRORED:
        return Page(path, urlencode(pairs), language)
    return None
