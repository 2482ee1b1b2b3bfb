"""`kill -9` of the whole server while thirty clerks and ten phones write.

Needs DATA_DIR and DATABASE_URL in the environment before it is run as a program; it prints what it
found as JSON.
"""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, sleep
from urllib.request import urlopen

from tests.database import ROOT
from tests.drill.rows import Row
from tests.server import SECRET_KEY, Server

KILLS, CLERKS, PHONES = 20, 30, 10
TABLES, ROUNDS = 60, 26  # 300 players, and more forms than anybody can type meanwhile
# Nobody sleeps and few drafts are kept: most of what is cut off is a form that is handed in.
PACE, SAVES = 0.0, 1
WRITES = (1.5, 3.5)  # seconds from one start to the next kill
RESTS = 5  # starts while nobody types; the quickest counts, as others may use the machine as well
READY = 2.0  # seconds until it must serve again at rest
AT_REST = 0.2  # of all processors, that others may use at most: else a start is not one at rest
LOOKS = 5  # kills between two looks of `verify`


@dataclass(slots=True)
class Found:
    """What became of it: counts, and seconds."""

    kills: int = 0
    acknowledged: int = 0
    notes: int = 0
    lost: int = 0
    half: int = 0
    odd: int = 0
    misfits: int = 0
    ready_busy: float = 0.0
    ready_at_rest: float = 0.0
    others: float = 0.0


def kills(made: Path) -> Row:
    """Kill the server on SQLite."""
    return _row(())


def kills_on_postgresql(made: Path) -> Row:
    """Kill the server on PostgreSQL; the database server goes on."""
    if not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        return Row("", 0, 0, "there is no PostgreSQL")
    return _row(("bin/with-postgres",))


def _row(database: tuple[str, ...]) -> Row:
    with TemporaryDirectory(prefix="wk-kills-") as data:
        environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
        done = subprocess.run(
            [*database, sys.executable, "-m", "tests.drill.kills"],
            cwd=ROOT,
            env=environment | {"DATA_DIR": data, "SECRET_KEY": SECRET_KEY},
            stdout=subprocess.PIPE,
            text=True,
        )
    if done.returncode:
        return Row("", KILLS, KILLS, f"the drill ended with {done.returncode}")
    found = Found(**json.loads(done.stdout.splitlines()[-1]))
    is_at_rest = found.others <= AT_REST
    is_late = is_at_rest and found.ready_at_rest > READY
    rest = "at rest" if is_at_rest else f"while others use {found.others:.0%} of the machine"
    failed = found.lost + found.half + found.odd + found.misfits + is_late
    figure = (
        f"{found.acknowledged} forms and {found.notes} cells of phones acknowledged, {found.lost}"
        f" lost, {found.half} half; serves again after {found.ready_at_rest:.1f} s {rest} (may be"
        f" {READY:g} at rest), after {found.ready_busy:.1f} s at most while all knock; `verify`"
        f" finds {found.misfits} misfits"
    )
    return Row("", found.kills, failed, figure)


def main() -> Found:
    """Let the office type and kill its server again and again; return what was found."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "wk.settings"
    django.setup()
    from tests.drill import office as offices

    server = Server(Path(os.environ["DATA_DIR"]), database=os.environ.get("DATABASE_URL", ""))
    keep_one_port(server)
    found, random = Found(), Random(KILLS)
    try:
        office = offices.make_office(clerks=CLERKS, phones=PHONES, tables=TABLES, rounds=ROUNDS)
        with offices.typing(office, server.url, pace=PACE, saves=SAVES):
            for nth in range(1, KILLS + 1):
                sleep(random.uniform(*WRITES))
                found.ready_busy = max(found.ready_busy, seconds_until_served_again(server))
                found.kills += 1
                if nth % LOOKS == 0:
                    found.misfits += server.try_to("verify").returncode
        found.ready_at_rest, found.others = min(start_at_rest(server) for _nth in range(RESTS))
        found.misfits += server.try_to("verify").returncode
    finally:
        server.stop()
    lost = offices.lost_forms(office) + offices.lost_notes(office)
    half = offices.half_forms(office)
    for line in [*lost, *half, *office.odd]:
        sys.stderr.write(f"  {line}\n")
    found.acknowledged = len(office.acknowledged)
    found.notes = sum(note.kept for note in office.notes)
    found.lost, found.half, found.odd = len(lost), len(half), len(office.odd)
    return found


def keep_one_port(server: Server) -> None:
    """Serve at a port that the system gives to nobody else while the server is down."""
    server.stop()
    for port in range(20_000 + os.getpid() % 5_000, 32_000):
        with suppress(OSError):
            server.start(port)
            return


def seconds_until_served_again(server: Server) -> float:
    """Kill all processes of a server at once, start it, and return the seconds until it serves."""
    from tests.bench.processes import family

    for pid in family(server.process.pid):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    server.process.wait()
    start = perf_counter()
    start_when_gone(server)
    with urlopen(f"{server.url}/healthz", timeout=60) as answer:
        assert answer.status == 200
    return perf_counter() - start


def start_at_rest(server: Server) -> tuple[float, float]:
    """Kill and start a server; return the seconds until it serves, and which part of all processors
    others used meanwhile."""
    from tests.bench.processes import family, machine_seconds, processor_seconds

    before, ours = machine_seconds(), process_time()
    seconds = seconds_until_served_again(server)
    used = machine_seconds() - before - (process_time() - ours)
    others = used - processor_seconds(family(server.process.pid))
    return seconds, max(others, 0.0) / (seconds * (os.cpu_count() or 1))


def start_when_gone(server: Server) -> None:
    """Start a server as soon as its former processes have let go of the port."""
    while True:
        with suppress(OSError):
            server.start_again()
            return
        sleep(0.005)


if __name__ == "__main__":
    sys.stdout.write(f"{json.dumps(asdict(main()))}\n")
