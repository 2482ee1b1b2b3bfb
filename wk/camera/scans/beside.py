"""The process beside the server: python -m wk.camera.scans.beside DATA [FOLDER].

Whenever something was sent in, or lies in the folder of a scanner, it runs `manage.py read_scans`,
which gives way to the pages for clerks and phones. A file in DATA_DIR tells that something waits,
and another one that it is being read: so what waited when the computer went out is read after the
next start. It loads neither Django nor the database. It ends with the server: its standard input
closes then.
"""

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, time

PAUSE = 1.0  # seconds between two looks whether anything waits
AGAIN = 10.0  # seconds after which one that failed is started again
LEFT = 60.0  # seconds after which files that stayed in the folder are tried again
STILL = 3.0  # seconds: a file that was changed since is still being written
NICENESS = 10  # pages for phones and clerks come first
# Files in DATA_DIR: something waits, and something is being read.
ASKED, DOING = "scans-asked", "scans-doing"
ROOT = Path(__file__).resolve().parent.parent.parent.parent
ONE_CORE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # others serve pages


def start(data: Path, folder: str) -> "subprocess.Popen[bytes]":
    """Start the process; it ends when this one does."""
    return subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, "-m", "wk.camera.scans.beside", str(data), folder],
        cwd=ROOT,
        stdin=subprocess.PIPE,
    )


def run(data: Path, folder: str) -> None:
    """Read whenever something waits, until standard input closes."""
    reading: subprocess.Popen[bytes] | None = None
    due = float("inf")  # when the next one is to be started
    not_before = 0.0
    tried: frozenset[tuple[str, float]] = frozenset()
    while not select.select([sys.stdin], [], [], PAUSE)[0]:
        if reading is not None and reading.poll() is not None:
            # One that failed or was killed has left the rest: the next one goes on with it.
            not_before = monotonic() + AGAIN if reading.returncode else 0.0
            reading = None
        if (data / ASKED).exists() or (data / DOING).exists():
            due = min(due, monotonic())
        lying = frozenset(_files(folder)) if folder else frozenset()
        if lying - tried:
            due = min(due, monotonic())
        if reading is None and monotonic() >= max(due, not_before):
            reading, tried = _started(), lying
            due = monotonic() + LEFT if lying else float("inf")


def _files(folder: str) -> Iterator[tuple[str, float]]:
    """Yield the files in the folder of the scanner, each with the time of its last change."""
    before = time() - STILL
    try:
        for entry in os.scandir(folder):
            if entry.is_file(follow_symlinks=False) and not entry.name.startswith("."):
                changed = entry.stat(follow_symlinks=False).st_mtime
                if changed <= before:
                    yield entry.path, changed
    except OSError:
        return


def _started() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "manage.py", "read_scans"],
        cwd=ROOT,
        env=os.environ | ONE_CORE,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def main() -> None:
    """Look after what is sent in."""
    os.umask(0o077)
    os.nice(NICENESS)
    run(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(0)  # Ctrl-C ends the server too
