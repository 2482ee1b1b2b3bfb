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
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404
from django.urls import reverse

from wk.publication.addresses import page_name
from wk.publication.mirror_pages import ADDRESS, Page, content_of, linked_page, linked_pages
from wk.publication.versions import Versions
from wk.tournament.models import Tournament

VERSION = re.compile(rb'data-version="[^"]*"')
# The pages that everybody follows: they are written first, and the open ones refresh by themselves.
# The standings after earlier rounds are not among them: they rarely change.
FIRST = {
    *("home", "overview", "standings:standings", "hall:hall", "hall:news"),
    *("rounds:list", "rounds:round"),
}
LIST = ".wk-mirror"  # the file in the folder that lists the others
READABLE_BY_ALL, ENTERED_BY_ALL = 0o644, 0o755  # for the web server, whatever the umask is


# All other pages are found from these.
START = tuple(Page("/", "", code) for code, _name in settings.LANGUAGES)


class NotAMirror(Exception):
    """The folder has files that no mirror wrote."""


def _is_first(page: Page) -> bool:
    return page_name(page.path) in FIRST


@dataclass(slots=True)
class Mirror:
    """A folder with the public pages.

    `live` is the address of wk itself, where links lead to pages that need it, such as a search;
    without one they are no links. `written` are the files of the mirror. The folder lists its own
    files in LIST, so that no other file is ever removed.
    """

    folder: Path
    live: str = ""
    written: set[str] = field(default_factory=set)
    # The version that each page shows in its file; the page written longest ago is the first.
    _shown: dict[Page, Versions] = field(default_factory=dict)
    _links: dict[Page, tuple[Page, ...]] = field(default_factory=dict)
    _others: set[str] = field(default_factory=set)  # files of this mirror that are no pages

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

    def update_first(self, versions: Versions) -> int:
        """Write the pages that everybody follows, those of FIRST; return how many files changed.

        A file is replaced as a whole, and only if its content changed. The file that open pages ask
        for changes is the last, when all that it tells of is there.
        """
        changed = 0
        for name, content in self._static_files():
            if name not in self._others:  # they do not change while this program runs
                changed += self._write(name, content())
                self._others.add(name)
        changed += self._write_pages(versions, _is_first)
        for slug in Tournament.objects.values_list("slug", flat=True):
            name = reverse("publication:changes", args=[slug]).lstrip("/")
            changed += self._write(name, json.dumps({"version": str(versions)}).encode())
            self._others.add(name)
        self._list_files()
        return changed

    def update_rest(self, versions: Versions, must_stop: Callable[[], bool] = lambda: False) -> int:
        """Write the other pages, the one written longest ago first; return how many files changed.

        `must_stop` is asked before each page. When all pages are written, the files of those that
        no link leads to any more are removed.
        """
        changed = self._write_pages(versions, lambda _page: not must_stop())
        if not self._outdated(versions):
            changed += self._remove_unlinked()
        self._list_files()
        return changed

    def _outdated(self, versions: Versions) -> list[Page]:
        """Return the pages that do not show a version yet, new ones first."""
        linked = [page for links in self._links.values() for page in links]
        new = [page for page in (*START, *linked) if page not in self._shown]
        known = dict.fromkeys([*new, *self._shown])
        return [page for page in known if self._shown.get(page) != versions]

    def _write_pages(self, versions: Versions, may_write: Callable[[Page], bool]) -> int:
        """Write the outdated pages for which `may_write` is true, and those that they link to."""
        changed, waiting = 0, deque(self._outdated(versions))
        known = {*waiting, *self._shown}
        while waiting:
            page = waiting.popleft()
            if may_write(page):
                changed += self._write_page(page, versions)
                new = [each for each in self._links[page] if each not in known]
                waiting.extend(new)
                known.update(new)
        return changed

    def _write_page(self, page: Page, versions: Versions) -> bool:
        """Write the file of a page, or remove it if there is no such page; return whether that
        changed anything."""
        self._shown.pop(page, None)
        self._shown[page] = versions
        try:
            content = content_of(page, versions)
        except Http404:
            self._links[page] = ()
            return self._remove(page.file)
        if page.is_feed:
            self._links[page] = ()
            return self._write(page.file, content)
        html = content.decode()
        self._links[page] = tuple(dict.fromkeys(linked_pages(html, page)))
        return self._write(page.file, self._with_files(html, page).encode())

    def _remove_unlinked(self) -> int:
        """Remove the files of pages that no link leads to; return how many."""
        reached, waiting = set(START), list(START)
        while waiting:
            new = {*self._links.get(waiting.pop(), ())} - reached
            reached |= new
            waiting += new
        for page in self._shown.keys() - reached:
            del self._shown[page], self._links[page]
        kept = {page.file for page in reached} | self._others
        return sum([self._remove(name) for name in self.written - kept])

    def _remove(self, name: str) -> bool:
        """Remove a file of the mirror; return whether there was one."""
        if name not in self.written:
            return False
        self.written.discard(name)
        (self.folder / name).unlink(missing_ok=True)
        return True

    def _list_files(self) -> None:
        (self.folder / LIST).write_text("\n".join(sorted(self.written)))

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
