"""The copy of the first's database at the second: a file of pages, brought up to date by steps.

A step is written beside the copy first, and then into it. Who is stopped in the middle finishes it
at his next start, so the copy is always the whole database of one moment.
"""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from wk.standby.kept import MIRROR, keep, kept, standby_folder, sync, write
from wk.standby.pages import WIDTH, hash_of, hashes_of, tag_of
from wk.standby.role import has_copy, mirror_path
from wk.standby.wire import Link, Step, Torn, packed, unpacked

PENDING = "pending"  # the step that is being written into the copy
BEFORE = "before-{number}.sqlite3"  # the copy as it was before the first went back


class Mirror:
    """The copy of the database in a data folder. Its lock is held by whoever uses it."""

    def __init__(self, data: Path) -> None:
        self.data, self.path = data, mirror_path(data)
        self._pending = standby_folder(data) / PENDING
        self.read()

    def read(self) -> None:
        """Read the copy, after the step that was begun. Raises OSError if the disk is full."""
        self._finish()
        self.known: dict[str, Any] = kept(self.data, MIRROR) if has_copy(self.data) else {}
        self.hashes = b""
        if self.known:
            self.hashes = hashes_of(self.path.read_bytes(), self.known["size"])

    @property
    def is_as_read(self) -> bool:
        """Return whether the copy is as it was read: neither did another process bring it up to
        date, nor was the disk full in the middle of a step."""
        return not self._pending.exists() and kept(self.data, MIRROR) == self.known

    @property
    def tag(self) -> str:
        """Return the name of the database of now, "" without one."""
        return tag_of(self.hashes, self.known["size"]) if self.hashes else ""

    @property
    def link(self) -> Link:
        """Return the newest link of the chain that the copy has."""
        return Link(**self.known["link"]) if self.known else Link()

    def apply(self, step: Step, pages: bytes) -> None:
        """Bring the copy up to date. Raises Torn if the step does not give what it names.

        Nothing is changed then. Raises OSError if the disk is full: the copy is as it was.
        """
        hashes = self._hashes_after(step, pages)
        if tag_of(hashes, step.size) != step.tag:
            raise Torn("tag")
        head = asdict(step) | {"files": dict(step.files)}
        fresh = self._pending.with_suffix(".new")
        with fresh.open("wb") as file:
            file.write(packed(head, pages))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._pending)
        sync(self._pending.parent)
        self._finish()
        self.hashes, self.known = hashes, kept(self.data, MIRROR)

    def keep_before(self) -> Path:
        """Keep the copy as it is now under another name, and return that: the first went back."""
        aside = self.path.with_name(BEFORE.format(number=self.link.number))
        write(aside, self.path.read_bytes())
        return aside

    def _hashes_after(self, step: Step, pages: bytes) -> bytes:
        hashes = bytearray(self.hashes[: step.count * WIDTH].ljust(step.count * WIDTH, b"\0"))
        for index, number in enumerate(step.pages):
            page = pages[index * step.size : (index + 1) * step.size]
            hashes[number * WIDTH : (number + 1) * WIDTH] = hash_of(page)
        return bytes(hashes)

    def _finish(self) -> None:
        """Write the pending step into the copy, if there is one; done twice is done once."""
        try:
            head, pages = unpacked(self._pending.read_bytes())
        except FileNotFoundError:
            return
        size = head["size"]
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        with open(handle, "r+b") as file:
            for index, number in enumerate(head["pages"]):
                file.seek(number * size)
                file.write(pages[index * size : (index + 1) * size])
            file.truncate(head["count"] * size)
            file.flush()
            os.fsync(file.fileno())
        keep(self.data, MIRROR, {key: value for key, value in head.items() if key != "pages"})
        self._pending.unlink()
