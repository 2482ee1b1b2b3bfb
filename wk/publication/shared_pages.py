"""The ready-made pages of all processes of one server, in files: what one made, the others take.

The folder is made when the server starts and goes when it stops, so that no page outlives the
database that it was made from.
"""

import fcntl
import gzip
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep

from django.conf import settings

from wk.core.version_token import version_token
from wk.publication.kept_pages import PATIENCE, KeptPage, Key
from wk.publication.versions import Versions

FILES = 256  # each holds the page made last of those with its number
PAUSE = 0.005  # seconds between two attempts to lock a file
MOST_READ = 4 * 2**20  # bytes; a larger page is not shared


@dataclass(frozen=True, slots=True)
class SharedPage:
    """The place of one page among the files, locked; `file` is None if there is no such place."""

    key: Key
    file: int | None

    def read(self, versions: Versions) -> KeptPage | None:
        """Return the page that another process made, if it is still true."""
        if self.file is None:
            return None
        head, _newline, sent = os.pread(self.file, MOST_READ, 0).partition(b"\n")
        try:
            kept = json.loads(head)
            if kept.pop("key") != list(self.key):
                return None
            body = gzip.decompress(sent) if kept.pop("is_packed") else sent
            page = KeptPage(**kept, body=body, packed=sent if body is not sent else b"")
        except (ValueError, TypeError, AttributeError, KeyError, OSError, EOFError):
            return None  # nothing was written yet, or its writer was stopped half-way
        headers = tuple((name, value) for name, value in page.headers)
        page = replace(page, headers=headers, versions=Versions(*kept["versions"]))
        is_whole = version_token(body) == page.etag
        return page if is_whole and page.shows(versions, monotonic()) else None

    def write(self, page: KeptPage) -> None:
        """Let the other processes have a page."""
        if self.file is None:
            return
        kept = asdict(page)
        body, packed = kept.pop("body"), kept.pop("packed")
        v = page.versions
        kept |= {"key": self.key, "is_packed": bool(packed)}
        kept["versions"] = (v.results, v.progress, v.news)
        written = json.dumps(kept).encode() + b"\n" + (packed or body)
        if len(written) > MOST_READ:
            return
        try:
            os.ftruncate(self.file, 0)
            os.pwrite(self.file, written, 0)
        except OSError:  # a full disk: each process then makes its own
            os.ftruncate(self.file, 0)


@contextmanager
def shared_page(key: Key) -> Iterator[SharedPage]:
    """Lock the place of a page: one process makes it, the others wait, for PATIENCE at most."""
    file = _open(key)
    try:
        yield SharedPage(key, file if file is not None and _lock(file) else None)
    finally:
        if file is not None:
            os.close(file)  # which unlocks it too


def _open(key: Key) -> int | None:
    folder = settings.SHARED_PAGES
    if folder is None:
        return None
    number = int.from_bytes(sha256(json.dumps(key).encode()).digest()[:4]) % FILES
    try:
        return os.open(Path(folder) / f"{number}.page", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return None


def _lock(file: int) -> bool:
    """Return whether the file could be locked within PATIENCE seconds."""
    deadline = monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if monotonic() > deadline:
                return False
            sleep(PAUSE)
        else:
            return True
