"""The process beside the server: python -m wk.backups.keeper FOLDER MINUTES.

Every few minutes, and when a backup waits for its check, it runs `manage.py backup --by-itself`,
and once a day `manage.py forget_addresses`. It waits for neither: a folder of the network that
hangs keeps the process that copies to it, and the next one makes its backup without it.
It loads neither Django nor the database, so it costs little memory, and what it runs gives way to
the pages for clerks and phones. It ends with the server: its standard input closes then.
"""

import fcntl
import os
import select
import subprocess
import sys
from pathlib import Path
from time import monotonic

PAUSE = 10.0  # seconds between two looks whether somebody waits for a check
DAY = 24 * 3600.0  # seconds
MOST_RUNNING = 2  # one that hangs at the second place, and one that does its work without it
NICENESS = 10  # pages for phones and clerks come first
ROOT = Path(__file__).resolve().parent.parent.parent


def start(folder: Path, minutes: float) -> "subprocess.Popen[bytes] | None":
    """Start the process; it ends when this one does. None for 0 minutes: nothing runs by itself."""
    if not minutes:
        return None
    return subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, "-m", "wk.backups.keeper", str(folder), str(minutes)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
    )


def run(folder: Path, minutes: float) -> None:
    """Run the commands, each at its time, until standard input closes."""
    due = forgets = monotonic() + PAUSE  # the server starts first
    running: list[subprocess.Popen[bytes]] = []
    while not select.select([sys.stdin], [], [], PAUSE)[0]:
        running = [each for each in running if each.poll() is None]
        is_due = monotonic() >= due or (folder / ".asked").exists()
        if is_due and len(running) < MOST_RUNNING:
            due = monotonic() + minutes * 60
            running.append(_started("backup", "--by-itself"))
        elif monotonic() >= forgets and not running:
            forgets = monotonic() + DAY
            running.append(_started("forget_addresses"))


def _started(*command: str) -> "subprocess.Popen[bytes]":
    """Start a command of manage.py; what it prints is of no use to anybody."""
    return subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def main() -> None:
    """Be the one process of its kind for a folder of backups."""
    folder = Path(sys.argv[1])
    os.umask(0o077)
    os.nice(NICENESS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(folder / ".keeper-lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return  # another server on the same data has one
        run(folder, float(sys.argv[2]))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(0)  # Ctrl-C ends the server too
