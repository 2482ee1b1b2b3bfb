"""What the first gives to its follower: the pages of its database that changed.

SQLite tells by itself whether anything was committed since the last look, and copies all pages of
one moment into memory. No writer waits for that.
"""

import os
import sqlite3
from base64 import b64encode
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Lock
from time import time

from django.conf import settings
from django.db import connection

from wk.backups.services import KEPT_FILES
from wk.core.refusals import ActionRefused
from wk.standby.pages import changed_pages, hashes_of, page_size, tag_of
from wk.standby.role import release, term
from wk.standby.wire import Link, Step

# A stick is put into one machine only; the code for the first account is of no use to a copy.
FILES = tuple(name for name in KEPT_FILES if name not in ("second-place", "setup-code"))
REMEMBERED = 4  # databases of which a process remembers the hashes


class Unknown(Exception):
    """Raised if nobody here knows what the follower has: it sends the hashes of its pages."""


@dataclass
class Feed:
    """The database of wk as its follower gets it. Each process of the server has one."""

    _lock: Lock = field(default_factory=Lock)
    _source: sqlite3.Connection | None = None
    _file: tuple[str, int] = ("", 0)  # its path, and the number of its file
    _version: int = 0
    _tag: str = ""
    _known: "OrderedDict[str, bytes]" = field(default_factory=OrderedDict)

    def step(self, *, have: str, files_tag: str, hashes: bytes) -> tuple[Step, bytes] | None:
        """Return what brings a follower up to date, with the pages; None if it is up to date.

        `have` names what it has, "" for nothing, and `hashes` are those of its pages if it was
        asked for them. Raises Unknown, and ActionRefused if wk runs on PostgreSQL.
        """
        if connection.vendor != "sqlite":
            raise ActionRefused("postgresql")  # no page shows it: the follower knows it by name
        with self._lock:
            files, own_tag = kept_files(settings.DATA_DIR)
            source = self._opened(str(connection.settings_dict["NAME"]))
            version = source.execute("PRAGMA data_version").fetchone()[0]
            if (version, have, files_tag) == (self._version, self._tag, own_tag):
                return None
            if have and not hashes and have not in self._known:
                raise Unknown
            self._version = version
            return self._made(source, hashes or self._known.get(have, b""), files, own_tag)

    def _made(
        self, source: sqlite3.Connection, before: bytes, files: dict[str, str], files_tag: str
    ) -> tuple[Step, bytes]:
        """Return what leads from the pages with the hashes `before` to the present ones."""
        link, database = _moment(source)
        size = page_size(database)
        after = hashes_of(database, size)
        self._tag = tag_of(after, size)
        self._remember(self._tag, after)
        pages = changed_pages(before, after)
        step = Step(
            tag=self._tag,
            size=size,
            count=len(database) // size,
            pages=pages,
            link=link,
            at=time(),
            files=files,
            files_tag=files_tag,
            release=release(settings.BASE_DIR),
            term=term(settings.DATA_DIR),
        )
        return step, b"".join(database[page * size : (page + 1) * size] for page in pages)

    def _opened(self, name: str) -> sqlite3.Connection:
        """Return a connection that only reads; a new one if the file is another one by now."""
        file = (name, os.stat(name).st_ino)
        if self._source is None or file != self._file:
            if self._source:
                self._source.close()
            address = f"{Path(name).resolve().as_uri()}?mode=rw"
            self._source = sqlite3.connect(
                address, uri=True, timeout=5, isolation_level=None, check_same_thread=False
            )
            self._file, self._version, self._tag = file, 0, ""
        return self._source

    def _remember(self, tag: str, hashes: bytes) -> None:
        self._known[tag] = hashes
        self._known.move_to_end(tag)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _moment(source: sqlite3.Connection) -> tuple[Link, bytes]:
    """Return the newest link of the chain and all pages of the database, at one moment."""
    source.execute("BEGIN")
    try:
        row = source.execute("SELECT number, hash FROM chain_head").fetchone()
        return Link(*row) if row else Link(), source.serialize()
    finally:
        source.execute("ROLLBACK")


def kept_files(data: Path) -> tuple[dict[str, str], str]:
    """Return the settings and secrets of this machine by name as text, and a token of them."""
    found = {}
    for name in FILES:
        with suppress(FileNotFoundError):
            found[name] = b64encode((data / name).read_bytes()).decode()
    return found, sha256(repr(sorted(found.items())).encode()).hexdigest()


FEED = Feed()
