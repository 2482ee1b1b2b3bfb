"""The process beside the server of the second: python -m wk.standby.follower DATA FIRST PORT.

It loads no Django. It ends with the server, whose end closes its standard input, and when this
laptop has taken over.
"""

import os
import select
import subprocess
import sys
from pathlib import Path

from wk.standby.asking import Other
from wk.standby.following import look, opened
from wk.standby.kept import FOLLOWING, SECOND, kept, locked
from wk.standby.role import is_following

PAUSE = 0.4  # seconds between two looks
ROOT = Path(__file__).resolve().parent.parent.parent
LOCK = "mirror"  # held by whoever uses the copy of the database


def start(data: Path, first: str, port: str) -> "subprocess.Popen[bytes]":
    """Start the process; it ends when this one does."""
    return subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, "-m", "wk.standby.follower", str(data), first, port],
        cwd=ROOT,
        stdin=subprocess.PIPE,
    )


def run(data: Path, first: str, port: str) -> None:
    """Look at the first again and again, until standard input closes or this laptop is the one."""
    other, mirror = Other(first), None
    while not select.select([sys.stdin], [], [], PAUSE)[0] and is_following(data, first):
        known = kept(data, SECOND)
        if known.get("first") != first or not known.get("token"):
            continue  # nobody has typed the code of the first yet
        other.token = known["token"]
        with locked(data, LOCK):
            if not is_following(data, first):
                return
            mirror = mirror or opened(data)
            if mirror:
                look(mirror, other, port)


def main() -> None:
    """Follow the first."""
    os.umask(0o077)
    folder, first, port = sys.argv[1:]
    data = Path(folder)
    with locked(data, FOLLOWING):
        run(data, first, port)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(0)  # Ctrl-C ends the server too
