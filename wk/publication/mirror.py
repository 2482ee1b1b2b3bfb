"""The public pages of wk as plain files, for a static host.

A page is made as a reader without an account gets it, so that nothing withheld can be in it. Its
addresses become relative, so that the folder may lie anywhere, on a web host or on a stick.
"""

import json
import posixpath
import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape, unescape
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, unquote, urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, QueryDict
from django.urls import resolve, reverse
from django.utils import translation

from wk.publication.addresses import page_name
from wk.publication.versions import Versions
from wk.tournament.models import Tournament

# The attributes of our pages that hold an address of wk itself.
ADDRESS = re.compile(r'(?<=\s)(href|src|action|hx-get|data-changes)="(/[^"]*|\?[^"]*)"')
# What may stand behind an address. Other orders of the standings would be thousands of files.
MIRRORED = {"page", "wall", "round", "table"}
VERSION = re.compile(rb'data-version="[^"]*"')
LANGUAGE = re.compile(r"/language/([-\w]+)/")
LIST = ".wk-mirror"  # the file in the folder that lists the others
READABLE_BY_ALL, ENTERED_BY_ALL = 0o644, 0o755  # for the web server, whatever the umask is


class NotAMirror(Exception):
    """The folder has files that no mirror wrote."""


@dataclass(frozen=True, slots=True)
class Page:
    """A public page: its path, the text behind the question mark, and its language."""

    path: str
    query: str
    language: str

    @property
    def file(self) -> str:
        """Return the file of this page below the mirror's folder.

        >>> Page("/t/wk/standings/", "page=2&wall=1", settings.LANGUAGE_CODE).file
        't/wk/standings/page-2-wall-1.html'
        """
        parts = [re.sub(r"[^-\w]", "", f"{name}-{value}") for name, value in parse_qsl(self.query)]
        name = "-".join(parts) or "index"
        folder = "" if self.language == settings.LANGUAGE_CODE else f"{self.language}/"
        return f"{folder}{self.path.lstrip('/')}{name}.html"


@dataclass(slots=True)
class Mirror:
    """A folder with the public pages.

    `live` is the address of wk itself, where links lead to pages that need it, such as a search;
    without one they are no links. `written` are the files of the last update. The folder lists its
    own files in LIST, so that no other file is ever removed.
    """

    folder: Path
    live: str = ""
    written: set[str] = field(default_factory=set)
    _static: set[str] = field(default_factory=set)

    def prepare(self) -> None:
        """Make the folder, or take up the work in the folder of an earlier mirror.

        Raises NotAMirror if it has files and is no mirror.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        listed = self.folder / LIST
        if listed.is_file():
            self.written = set(listed.read_text().splitlines())
        elif any(self.folder.iterdir()):
            raise NotAMirror(self.folder)

    def update(self, versions: Versions) -> int:
        """Write all public pages; return how many files changed.

        A file is replaced as a whole, and only if its content changed. The file that open pages
        ask for changes is the last, when all that it tells of is there. Files of pages that are
        gone are removed.
        """
        before, self.written = self.written, set()
        changed = 0
        for name, content in self._static_files():
            # They do not change while this program runs.
            if name in self._static:
                self.written.add(name)
            else:
                changed += self._write(name, content())
        self._static = {*self.written}
        for page, body in self._pages(versions):
            changed += self._write(page.file, body.encode())
        for slug in Tournament.objects.values_list("slug", flat=True):
            name = reverse("publication:changes", args=[slug]).lstrip("/")
            changed += self._write(name, json.dumps({"version": str(versions)}).encode())
        for gone in before - self.written:
            (self.folder / gone).unlink(missing_ok=True)
            changed += 1
        (self.folder / LIST).write_text("\n".join(sorted(self.written)))
        return changed

    def _pages(self, versions: Versions) -> Iterator[tuple[Page, str]]:
        """Yield every page that links lead to from the first page, and its HTML."""
        waiting = deque(Page("/", "", code) for code, _name in settings.LANGUAGES)
        known = set(waiting)
        while waiting:
            page = waiting.popleft()
            try:
                html = html_of(page, versions)
            except Http404:
                continue
            for each in linked_pages(html, page):
                if each not in known:
                    known.add(each)
                    waiting.append(each)
            yield page, self._with_files(html, page)

    def _with_files(self, html: str, page: Page) -> str:
        """Return the HTML of a page with the files of other pages in place of their addresses."""
        return ADDRESS.sub(lambda found: self._attribute(found[1], unescape(found[2]), page), html)

    def _attribute(self, name: str, address: str, page: Page) -> str:
        linked = linked_page(address, page)
        path = urlsplit(address).path
        if linked:
            target = linked.file
        elif path.startswith(settings.STATIC_URL) or path.endswith("/changes.json"):
            target = path.lstrip("/")
        elif self.live:
            return f'{name}="{escape(self.live.rstrip("/") + address)}"'
        else:
            return ""
        relative = posixpath.relpath(target, posixpath.dirname(page.file) or ".")
        fragment = urlsplit(address).fragment
        return f'{name}="{escape(relative + (f"#{fragment}" if fragment else ""))}"'

    def _static_files(self) -> Iterator[tuple[str, Callable[[], bytes]]]:
        """Yield the name of each style sheet, script, typeface and picture, and how to read it.

        They are the collected ones, or those of the source where nothing is collected.
        """
        prefix = settings.STATIC_URL.strip("/")
        if settings.STATIC_ROOT:
            root = Path(settings.STATIC_ROOT)
            for path in (each for each in root.rglob("*") if each.is_file()):
                yield f"{prefix}/{path.relative_to(root).as_posix()}", path.read_bytes
            return
        for finder in finders.get_finders():
            for name, storage in finder.list([]):
                yield f"{prefix}/{name}", Path(storage.path(name)).read_bytes

    def _write(self, name: str, content: bytes) -> bool:
        """Write a file if its content is another one; return whether it was.

        Of a page the version alone is no other content: the open page fetches its live parts once.
        """
        self.written.add(name)
        path = self.folder / name
        if path.is_file() and VERSION.sub(b"", path.read_bytes()) == VERSION.sub(b"", content):
            return False
        for parent in reversed([p for p in path.parents if not p.exists()]):
            parent.mkdir()
            parent.chmod(ENTERED_BY_ALL)
        unfinished = path.with_name(f".{path.name}.unfinished")
        unfinished.write_bytes(content)
        unfinished.chmod(READABLE_BY_ALL)
        unfinished.replace(path)
        return True


def html_of(page: Page, versions: Versions) -> str:
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
        html: str = response.content.decode()
        return html


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
