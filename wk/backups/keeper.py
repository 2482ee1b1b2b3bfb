"""The process beside the server: python -m wk.backups.keeper FOLDER MINUTES.

Every few minutes, and when a backup waits for its check, it runs `manage.py backup --by-itself`.
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
    """Run the command every few minutes until standard input closes."""
    due = monotonic() + PAUSE  # the server starts first
    while not select.select([sys.stdin], [], [], PAUSE)[0]:
        if monotonic() >= due or (folder / ".asked").exists():
            subprocess.run(
                [sys.executable, "manage.py", "backup", "--by-itself"],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
            )
            due = monotonic() + minutes * 60


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
