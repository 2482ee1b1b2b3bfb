"""The process beside the server of the first: has its follower taken over?

python -m wk.standby.watch DATA. It asks the follower while that one is silent: a follower that asks
for what is new has not taken over. It loads no Django, and ends with the server.
"""

import os
import select
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import time

from wk.core.second_laptop import FOLLOWER
from wk.standby.asking import QUICK, Other, Silent
from wk.standby.kept import OVERTAKEN, keep, kept
from wk.standby.role import is_overtaken, term

PAUSE = 2.0  # seconds between two looks
SILENT = 5.0  # seconds without a question of the follower after which it is asked
ROOT = Path(__file__).resolve().parent.parent.parent


def start(data: Path) -> "subprocess.Popen[bytes]":
    """Start the process; it ends when this one does."""
    return subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, "-m", "wk.standby.watch", str(data)], cwd=ROOT, stdin=subprocess.PIPE
    )


def begin(data: Path) -> None:
    """Ask the follower before wk serves anything; unless that has taken over, this one is the one.

    On PostgreSQL the log is told if its server was promoted.
    """
    if not ask_follower(data) and is_on_postgresql():
        from wk.standby import standby_server  # it takes memory, and most have no PostgreSQL

        standby_server.note_start()


def ask_follower(data: Path) -> bool:
    """Ask the known follower whether it has taken over; note it if so, and return whether.

    It is asked before wk serves anything, too: a first that comes back takes no write then. On
    PostgreSQL its server is asked (`wk.standby.standby_server`).
    """
    if has_server():
        from wk.standby import standby_server  # it takes memory, and most have no PostgreSQL

        standby_server.look(data)
        return is_overtaken(data)
    known = kept(data, FOLLOWER)
    if is_overtaken(data) or not (known.get("address") and known.get("token")):
        return is_overtaken(data)
    with suppress(Silent, ValueError, OSError):
        told = Other(known["address"], known["token"], patience=QUICK).term()
        if told.get("role") == "first" and told.get("term", 0) > term(data):
            keep(data, OVERTAKEN, told | {"address": known["address"]})
            return True
    return False


def has_server() -> bool:
    """Return whether a standby server of PostgreSQL follows, and no laptop."""
    return bool(os.environ.get("STANDBY_DATABASE_URL")) and is_on_postgresql()


def is_on_postgresql() -> bool:
    """Return whether wk runs on PostgreSQL."""
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


def run(data: Path) -> None:
    """Ask again and again, until standard input closes."""
    while not select.select([sys.stdin], [], [], PAUSE)[0]:
        # A standby server asks nothing by itself.
        if has_server() or time() - kept(data, FOLLOWER).get("seen", 0) > SILENT:
            ask_follower(data)


def main() -> None:
    """Watch the follower."""
    os.umask(0o077)
    run(Path(sys.argv[1]))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(0)  # Ctrl-C ends the server too
