"""The processes that make PDFs: found, held back, killed, and done without."""

import fcntl
import json
import os
import signal
from base64 import b64decode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic

from wk.printing import jobs
from wk.printing.maker import SLOTS, JobFiles, make

START = jobs._start_maker  # as wk does it


def make_here(files: JobFiles, asked: str) -> None:
    """Make a PDF in this process, as the process that wk starts for it does. That takes a second to
    begin."""
    with open(files.job, "rb") as job:
        fcntl.flock(job, fcntl.LOCK_EX)
        pages = json.loads(asked)
        make(files, pages["parts"], b64decode(pages["logo"]))


@contextmanager
def made_here() -> Iterator[None]:
    """Let PDFs be made in this process during the block, where processes would make them."""
    own = jobs._start_maker
    jobs._start_maker = make_here
    try:
        yield
    finally:
        jobs._start_maker = own


def makers_of(folder: Path, key: str = "") -> list[int]:
    """Return the processes that make PDFs in this folder, or there the one with this key.

    Another run of the tests on this machine makes the same PDFs, in a folder of its own.
    """
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode().split("\0")
        except OSError:
            continue  # it ended just now
        if "wk.printing.maker" in words and str(folder) in words and (not key or key in words):
            found.append(int(path.parent.name))
    return found


def kill_makers_of(folder: Path, key: str = "") -> None:
    """End these processes as kill -9 does: the one with a key, once it has its name."""
    deadline = monotonic() + 10
    while key and not makers_of(folder, key) and monotonic() < deadline:
        pass  # a process is there some moments before its command line can be read
    for pid in makers_of(folder, key):
        with suppress(ProcessLookupError):  # it ended just now
            os.kill(pid, signal.SIGKILL)


@contextmanager
def slots_taken(folder: Path, count: int = SLOTS) -> Iterator[None]:
    """Hold slots of the makers in a folder of PDFs, so that fewer PDFs are made, or none."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with ExitStack() as held:
        for number in range(1, count + 1):
            slot = held.enter_context(open(folder / f"slot-{number}", "w"))
            fcntl.flock(slot, fcntl.LOCK_EX)
        yield
