"""The seam between a program and its system (seam.c): the clock, and a journal of all writes."""

import shutil
import struct
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.database import made_once

SOURCE = Path(__file__).with_name("seam.c")
NO_COMPILER = "there is no C compiler"
HEAD = struct.Struct("<IIQQ")


def has_compiler() -> bool:
    """Return whether the seam can be made here."""
    return shutil.which("cc") is not None


def library(folder: Path) -> Path:
    """Return the library to load before a program; it is made once in a folder."""

    def make(path: Path) -> None:
        options = ["-O1", "-D_LARGEFILE64_SOURCE", "-shared", "-fPIC"]
        subprocess.run(["cc", *options, "-o", path, SOURCE, "-ldl"], check=True)

    return made_once(folder / "seam.so", make)


class Clock:
    """The clock of a server: as many seconds behind ours as it is set back."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "clock"
        self.library = library(folder)
        self.set_back(0)

    @property
    def settings(self) -> Mapping[str, str]:
        """Return the environment of a server with this clock."""
        return {"LD_PRELOAD": str(self.library), "WK_CLOCK": str(self.path)}

    def set_back(self, seconds: int) -> None:
        """Set the clock so many seconds back, from now on."""
        with open(self.path, "r+b" if self.path.exists() else "xb") as file:
            file.write(struct.pack("<q", -seconds))


@dataclass(frozen=True, slots=True)
class Record:
    """Something that was done to a file: a write ("w") of `data` at a place, a change of its length
    ("t"), the begin ("b") and the end ("e") of a sync by the process `at`, a new name ("r", which
    is `data`), its removal ("u"); or what a client was told ("a")."""

    kind: str
    path: str
    at: int
    data: bytes


class Journal:
    """All writes below a folder, in their order."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.path, self.root = folder / "journal", root.resolve()
        self.library = library(folder)
        self.path.touch()

    @property
    def settings(self) -> Mapping[str, str]:
        """Return the environment of a program that writes this journal."""
        return {
            "LD_PRELOAD": str(self.library),
            "WK_JOURNAL": str(self.path),
            "WK_ROOT": str(self.root),
        }

    def note(self, told: str) -> None:
        """Note what a client was told: from here on it may not be lost."""
        path = told.encode()
        with open(self.path, "ab", buffering=0) as file:
            file.write(HEAD.pack(ord("a"), len(path), 0, 0) + path)

    def records(self) -> Iterator[Record]:
        """Yield the records in their order; paths are below the folder."""
        with open(self.path, "rb") as file:
            while head := file.read(HEAD.size):
                kind, length, at, size = HEAD.unpack(head)
                path = file.read(length).decode().removeprefix(f"{self.root}/")
                yield Record(chr(kind), path, at, file.read(size))
