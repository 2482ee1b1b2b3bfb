"""The process that makes one PDF: python -m wk.printing.maker FOLDER KEY.

Its standard input is JSON: `parts`, a list of HTML documents, and `logo`, a PNG in base64 or "". It
loads neither Django nor the database, so it stays small, and what it prints is of the moment at
which it was asked for. It shares with the server only the files of its job in FOLDER (`JobFiles`).
"""

import fcntl
import json
import os
import resource
import signal
import sys
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any

from wk.printing.pdf import CannotPrint, write_pdf

SLOTS = 2  # PDFs that are made at a time, for all processes of the server together
PAUSE = 0.1  # seconds between two attempts to lock a slot
NEWS = 0.1  # seconds after which it is told again how far a PDF is; a page may take a hundredth
LONGEST = 300  # seconds of the processor: a PDF that takes more would never end
NICENESS = 5  # pages for phones and clerks come first


@dataclass(frozen=True, slots=True)
class JobFiles:
    """The files of one PDF in the folder of all of them. They are replaced whole.

    `job` tells what is printed, and is locked as long as the PDF is being made. `progress` holds
    the number of parts that are done, or the name of a missing library.
    """

    folder: Path
    key: str

    @property
    def job(self) -> Path:
        """Return the path of the file that is locked."""
        return self.folder / f"{self.key}.job"

    @property
    def progress(self) -> Path:
        """Return the path of the file that tells how far the PDF is."""
        return self.folder / f"{self.key}.progress"

    @property
    def pdf(self) -> Path:
        """Return the path of the PDF, which is there when it is whole."""
        return self.folder / f"{self.key}.pdf"

    @property
    def unfinished(self) -> Path:
        """Return the path of a file that is being written."""
        return self.folder / f"{self.key}.part"

    def write(self, path: Path, content: bytes) -> None:
        """Store one of the files, for its owner alone."""
        self.unfinished.touch(mode=0o600)
        self.unfinished.write_bytes(content)
        self.unfinished.replace(path)

    def tell(self, **progress: int | str) -> None:
        """Store how far the PDF is."""
        self.write(self.progress, json.dumps(progress).encode())

    def told(self) -> dict[str, Any]:
        """Return how far the PDF is; nothing before its turn has come."""
        try:
            return dict(json.loads(self.progress.read_bytes()))
        except FileNotFoundError:
            return {}


def make(files: JobFiles, parts: list[str], logo: bytes) -> None:
    """Make a PDF when its turn has come."""
    told = 0.0

    def tell(done: int) -> None:
        nonlocal told
        if done in (0, len(parts)) or monotonic() > told + NEWS:
            files.tell(done=done)
            told = monotonic()

    with _slot(files.folder):
        tell(0)
        try:
            pdf = write_pdf(parts, tell, logo)
        except CannotPrint as missing:
            files.tell(missing=str(missing))
        else:
            files.write(files.pdf, pdf)


@contextmanager
def _slot(folder: Path) -> Iterator[None]:
    """Hold one of the slots during the block. The system releases it when a process dies.

    One process at a time looks for a free slot; the others wait behind it in their order.
    """
    with _opened(folder / "turn") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        slot = _free_slot(folder)
    with slot:
        yield


def _free_slot(folder: Path) -> IO[bytes]:
    while True:
        for number in range(1, SLOTS + 1):
            slot = _opened(folder / f"slot-{number}")
            try:
                fcntl.flock(slot, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                slot.close()
            else:
                return slot
        sleep(PAUSE)


def _opened(path: Path) -> IO[bytes]:
    return open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "rb+", buffering=0)


def main() -> None:
    """Make the PDF that the server asks for."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without words
    os.umask(0o077)
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))  # the system ends it then
    folder, key = sys.argv[1:]
    asked = json.load(sys.stdin)
    make(JobFiles(Path(folder), key), asked["parts"], b64decode(asked["logo"]))


if __name__ == "__main__":
    main()
