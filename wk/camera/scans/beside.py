"""The process beside the server: python -m wk.camera.scans.beside DATA FOLDER SECONDS.

Whenever something was sent in, or lies whole in the folder of a scanner, it runs `manage.py
read_scans`, which gives way to the pages for clerks and phones. A file in DATA_DIR tells that
something waits, and another one that it is being read: so what waited when the computer went out is
read after the next start. It loads neither Django nor the database. It ends with the server: its
standard input closes then. What it runs is asked to end too, after the page that it is at.
"""

import os
import select
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic

PAUSE = 1.0  # seconds between two looks whether anything waits
AGAIN = 10.0  # seconds after which one that failed is started again
LEFT = 60.0  # seconds after which files that stayed in the folder are tried again
# Seconds: a file that was seen to change since is still being written. A scanner goes on with it
# when the next sheet is through, and the time of its last change may be that of another clock.
STILL = 20.0
MOST_FILES = 200  # of the folder at a time: a command has room for so many names
NICENESS = 10  # pages for phones and clerks come first
# Files in DATA_DIR: something waits, and something is being read.
ASKED, DOING = "scans-asked", "scans-doing"
ROOT = Path(__file__).resolve().parent.parent.parent.parent
SeenFile = tuple[str, float, int]
"""A file as it was seen: its path, the time of its last change, and its size."""
ONE_CORE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # others serve pages


def start(data: Path, folder: str, still: float = STILL) -> "subprocess.Popen[bytes]":
    """Start the process; it ends when this one does."""
    return subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, "-m", "wk.camera.scans.beside", str(data), folder, str(still)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
    )


class Watch:
    """The files in the folder of a scanner, since when each is as it is now, and when it was tried.

    A file that was tried is moved aside, unless wk may not write there or too much waits.
    """

    def __init__(self, still: float) -> None:
        """A file that stays as it is for `still` seconds is whole."""
        self._still = still
        self._since: dict[SeenFile, float] = {}
        self._tried: dict[SeenFile, float] = {}

    def whole(self, seen: Iterable[SeenFile], now: float) -> list[SeenFile]:
        """Return the files that are whole, by what lies there `now`, as many as are tried at a
        time: first those that were never tried, then those that were longest ago; of these the
        oldest first.
        """
        self._since = {each: self._since.get(each, now) for each in seen}
        self._tried = {each: at for each, at in self._tried.items() if each in self._since}
        whole = [each for each, since in self._since.items() if now - since >= self._still]
        whole.sort(key=lambda each: (self._tried.get(each, float("-inf")), each[1], each[0]))
        return whole[:MOST_FILES]

    def has_new(self, files: Iterable[SeenFile]) -> bool:
        """Return whether one of these was never tried."""
        return any(each not in self._tried for each in files)

    def note_tried(self, files: Iterable[SeenFile], now: float) -> None:
        """Note that these are tried `now`."""
        self._tried |= dict.fromkeys(files, now)


def run(data: Path, folder: str, still: float) -> None:
    """Read whenever something waits, until standard input closes."""
    reading: subprocess.Popen[bytes] | None = None
    due = float("inf")  # when the next one is to be started
    not_before = 0.0
    watch = Watch(still)
    try:
        while not select.select([sys.stdin], [], [], PAUSE)[0]:
            if reading is not None and reading.poll() is not None:
                # One that failed or was killed has left the rest: the next one goes on with it.
                not_before = monotonic() + AGAIN if reading.returncode else 0.0
                reading = None
            if (data / ASKED).exists() or (data / DOING).exists():
                due = min(due, monotonic())
            lying = watch.whole(seen_files(folder), monotonic())
            if watch.has_new(lying):
                due = min(due, monotonic())
            if reading is None and monotonic() >= max(due, not_before):
                reading = _started(lying)
                watch.note_tried(lying, monotonic())
                due = monotonic() + LEFT if lying else float("inf")
    finally:
        if reading is not None:
            reading.terminate()


def seen_files(folder: str) -> Iterator[SeenFile]:
    """Yield the files in the folder of the scanner, "" for none, as they are now."""
    try:
        for entry in os.scandir(folder) if folder else ():
            if entry.is_file(follow_symlinks=False) and not entry.name.startswith("."):
                facts = entry.stat(follow_symlinks=False)
                yield entry.path, facts.st_mtime, facts.st_size
    except OSError:
        return


def _started(files: Iterable[SeenFile]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, "manage.py", "read_scans", "--", *(path for path, *_facts in files)],
        cwd=ROOT,
        env=os.environ | ONE_CORE,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def main() -> None:
    """Look after what is sent in."""
    os.umask(0o077)
    os.nice(NICENESS)
    data, folder, still = sys.argv[1:4]
    run(Path(data), folder, float(still))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(0)  # Ctrl-C ends the server too
