"""A disk that forgets: what it may hold after a power cut, from the journal of what was written.

Only what was synced is sure to be there. Of everything else any part may be: single sectors, later
writes without earlier ones, a file under its old name or its new one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.drill.seam import Record

SECTOR = 512  # bytes that a disk writes as a whole


@dataclass(slots=True)
class File:
    """A file: what is on the disk, the writes that may be, and how many of these had been done
    when a process began to sync."""

    synced: bytearray = field(default_factory=bytearray)
    pending: list[Record] = field(default_factory=list)
    begun: dict[int, int] = field(default_factory=dict)

    def end_sync(self, process: int) -> None:
        """Put all that a process waited for on the disk."""
        count = self.begun.pop(process, 0)
        for each in self.pending[:count]:
            _do(self.synced, each.kind, each.at, each.data)
        del self.pending[:count]
        self.begun = {key: max(value - count, 0) for key, value in self.begun.items()}

    def after_cut(self, random: Random) -> bytes:
        """Return what the file may hold after a power cut now."""
        content, likely = bytearray(self.synced), random.choice((0.0, 0.5, 0.9, 1.0))
        for each in self.pending:
            if each.kind == "t":
                if random.random() < likely:
                    _do(content, "t", each.at, b"")
                continue
            for begin in range(0, len(each.data), SECTOR):
                if random.random() < likely:
                    _do(content, "w", each.at + begin, each.data[begin : begin + SECTOR])
        return bytes(content)


def _do(content: bytearray, kind: str, at: int, data: bytes) -> None:
    if kind == "t":
        del content[at:]
        content.extend(bytes(at - len(content)))
    else:
        content.extend(bytes(max(at - len(content), 0)))
        content[at : at + len(data)] = data


class Disk:
    """The files of a folder by their names: those of now, and those that are sure to be there."""

    def __init__(self, folder: Path) -> None:
        """Begin with the files of a folder, all of them synced."""
        found = [path for path in folder.rglob("*") if path.is_file()]
        self.sure = {
            str(path.relative_to(folder)): File(bytearray(path.read_bytes())) for path in found
        }
        self.names = dict(self.sure)
        self.moves: list[tuple[str, File | None]] = []  # changes of names that may be lost
        self._moves_begun: dict[int, int] = {}

    def do(self, record: Record, folder: Path) -> None:
        """Take over what was done."""
        kind, path = record.kind, record.path
        if kind in "be" and path not in self.names:
            if (folder / path).is_dir():
                self._sync_names(record)
        elif kind == "b":
            self.names[path].begun[record.at] = len(self.names[path].pending)
        elif kind == "e":
            self.names[path].end_sync(record.at)
        elif kind in "wt":
            if path not in self.names:
                self._name(path, File())
            self.names[path].pending.append(record)
        elif kind == "u":
            self._name(path, None)
        elif kind == "r" and path in self.names:
            file = self.names[path]
            self._name(record.data.decode().removeprefix(f"{folder}/"), file)
            self._name(path, None)

    def after_cut(self, random: Random) -> Mapping[str, bytes]:
        """Return the files that may be there after a power cut now, by name."""
        names = dict(self.sure)
        for path, file in self.moves[: random.randint(0, len(self.moves))]:
            _rename(names, path, file)
        return {path: file.after_cut(random) for path, file in names.items()}

    def _name(self, path: str, file: File | None) -> None:
        _rename(self.names, path, file)
        self.moves.append((path, file))

    def _sync_names(self, record: Record) -> None:
        """A folder is synced: the changes of names until its begin are sure."""
        if record.kind == "b":
            self._moves_begun[record.at] = len(self.moves)
            return
        count = self._moves_begun.pop(record.at, 0)
        for path, file in self.moves[:count]:
            _rename(self.sure, path, file)
        del self.moves[:count]
        self._moves_begun = {k: max(v - count, 0) for k, v in self._moves_begun.items()}


def _rename(names: dict[str, File], path: str, file: File | None) -> None:
    if file is None:
        names.pop(path, None)
    else:
        names[path] = file
