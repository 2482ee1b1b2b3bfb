"""A clock that jumps back, a database of a newer wk, and one that another program holds."""

import itertools
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from tests.database import NAME
from tests.drill.rows import Row
from tests.drill.seam import NO_COMPILER, Clock, has_compiler
from tests.drill.trial import OFFICIAL, PUBLIC, Day, a_day
from wk.auditlog.models import AuditLogEntry
from wk.chain.models import Link
from wk.core.storage_faults import Fault
from wk.scoreforms.models import Version

TYPED = 3.0  # seconds before, and after
HOUR = 3600
HELD = 30.0  # seconds
QUICK = 2.0  # seconds in which a reader gets his page meanwhile
FUTURE = ("scoreforms", "9999_of_the_future")


def clock_back(made: Path) -> Row:
    """Set the clock an hour back while everybody types."""
    if not has_compiler():
        return Row("", 0, 0, NO_COMPILER)
    with TemporaryDirectory(prefix="wk-clock-") as folder:
        clock = Clock(Path(folder))
        with a_day(made, settings=dict(clock.settings)) as day:
            with day.typing():
                sleep(TYPED)
                day.server.manage("backup")
                before = len(day.office.acknowledged)
                clock.set_back(HOUR)
                day.trial.hold("a session stays", day.get(OFFICIAL)[0] == 200)
                day.trial.hold("changes are stored", day.goes_on() > 0)
                sleep(TYPED)
            came = len(day.office.acknowledged) - before
            day.trial.hold("forms come in", came > 0)
            _look_after_jump(day)
            day.judge()
            day.trial.figures.append(f"{came} of them after the jump")
            return day.trial.row


def _look_after_jump(day: Day) -> None:
    """Look at what is in an order of time: the log, versions, and backups with their thinning."""
    trial = day.trial
    with day.server.database():
        moments = list(Link.objects.order_by("number").values_list("at", flat=True))
        numbers = list(Version.objects.order_by("pk").values_list("number", flat=True))
        logged = list(AuditLogEntry.objects.order_by("-pk").values_list("pk", flat=True))
    jumps = sum(later < earlier for earlier, later in itertools.pairwise(moments))
    trial.hold(f"the chain keeps its order over the jump ({jumps} back)", jumps == 1)
    trial.hold("each form has its version", set(numbers) == {1})
    trial.hold("the log keeps its order", logged == sorted(logged, reverse=True))
    names = {path.name for path in (day.server.data / "backups").glob("wk-*.zip")}
    for _nth in range(2):
        day.server.manage("backup")
    kept = {path.name for path in (day.server.data / "backups").glob("wk-*.zip")}
    trial.hold("backups are made, and those of before the jump stay", kept > names)
    status, page = day.get("/backups/")
    shown = sum(name.removesuffix(".zip").removeprefix("wk-")[:15] in page for name in kept)
    trial.hold(f"the page of backups is there ({status}, {shown})", status == 200)
    for path in ("/t/drill/log/", "/t/drill/hall/", "/t/drill/edit/", "/changes/"):
        trial.hold(f"{path} is there", day.get(path)[0] == 200)


def newer_database(made: Path) -> Row:
    """Start an older wk on the database of a newer one."""
    with a_day(made) as day:
        trial, path = day.trial, day.server.data / NAME
        with day.typing():
            sleep(TYPED)
        day.server.stop()
        _execute(
            path, "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, 0)", FUTURE
        )
        before = sha256(path.read_bytes()).hexdigest()
        done = day.server.try_to("migrate", "--verbosity=0")
        is_plain = "newer wk" in done.stderr and "Traceback" not in done.stderr
        said = done.stderr.strip()[-300:]
        trial.hold(f"it is refused in plain words ({said})", bool(done.returncode) and is_plain)
        trial.hold("nothing is changed", sha256(path.read_bytes()).hexdigest() == before)
        _execute(path, "DELETE FROM django_migrations WHERE app = ? AND name = ?", FUTURE)
        _execute(path, "ALTER TABLE django_session RENAME TO session_of_the_future")
        day.server.start_again()
        trial.hold("a page says so", day.told(Fault.UNFIT))
        _execute(path, "ALTER TABLE session_of_the_future RENAME TO django_session")
        trial.hold("it goes on by itself with its own tables", day.goes_on() > 0)
        trial.hold("its own database is taken", not day.server.try_to("migrate").returncode)
        with day.typing():
            sleep(TYPED)
        day.judge()
        return trial.row


def _execute(path: Path, statement: str, values: tuple[str, ...] = ()) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement, values)


def held_database(made: Path) -> Row:
    """Let another program hold the database for thirty seconds while everybody types."""
    with a_day(made) as day:
        trial = day.trial
        with day.typing():
            sleep(TYPED)
            before = len(day.office.acknowledged)
            with closing(sqlite3.connect(day.server.data / NAME, isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE")
                start = perf_counter()
                trial.hold("a page tells why nothing is stored", day.told(Fault.HELD))
                waited = perf_counter() - start
                start = perf_counter()
                trial.hold("the public reads on", day.get(PUBLIC)[0] == 200)
                read = perf_counter() - start
                trial.hold(f"at once ({read:.1f} s)", read < QUICK)
                sleep(max(HELD - waited - read, 0))
                other.execute("ROLLBACK")
            took = day.goes_on()
            trial.hold("it goes on by itself", took > 0)
            sleep(TYPED)
        trial.hold("forms come in again", len(day.office.acknowledged) > before)
        day.judge()
        trial.figures.append(
            f"a clerk is told after {waited:.0f} s, a reader gets his page in {read:.1f} s, it"
            f" stores again after {took:.1f} s"
        )
        return trial.row
