"""A moment is brought back by its page, while thirty clerks type."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from zipfile import ZipFile

from scoring.game import Document
from tests.bench.clerk import hidden
from tests.database import NAME
from tests.drill.power import faults_of_database
from tests.drill.rows import Row
from tests.drill.trial import Day, a_day

CLERKS, PACE = 30, 15.0  # a form in so many seconds
TABLES, ROUNDS = 60, 13  # 300 players, and more forms than are typed
TYPED = 20.0  # seconds before the copy, and after it was brought back
AGE = 300.0  # seconds that the copy is old
LONGEST = 10.0  # seconds in which it must be back
MEMBER = "database.sqlite3"


def restore(made: Path) -> Row:
    """Bring the copy of five minutes ago back by its page."""
    with a_day(made, clerks=CLERKS, phones=0, tables=TABLES, rounds=ROUNDS) as day:
        trial, office = day.trial, day.office
        with day.typing(PACE):
            sleep(TYPED)
            copied = set(office.acknowledged)
            name = Path(day.server.manage("backup").strip()).name
            sleep(AGE)
            until = set(office.acknowledged)
            status, took = bring_back(day, name)
            trial.hold(f"the button works ({status})", status == 302)
            trial.hold(f"it takes {took:.1f} s, at most {LONGEST:g}", took <= LONGEST)
            back = set(office.acknowledged)
            sleep(TYPED)
        came = office.acknowledged - back
        trial.hold("forms come in again", bool(came))
        written = {paper.address: document for paper, document in office.papers.items()}
        live = misses(day.server.data / NAME, written, copied | came)
        trial.hold(f"all of before the copy and of after it are there {live[:3]}", not live)
        with TemporaryDirectory(prefix="wk-kept-") as folder:
            kept = database_of(newest(day), Path(folder))
            lost = misses(kept, written, until)
            between = {a for a in back - until if misses(kept, written, {a})}
        trial.hold(f"all of until then are in the backup of the present {lost[:3]}", not lost)
        lost = misses(day.server.data / NAME, written, between)
        trial.hold(f"none of meanwhile is in neither {lost[:3]}", not lost)
        trial.hold("verify finds nothing", day.server.try_to("verify").returncode == 0)
        trial.figures.append(
            f"brought back in {took:.1f} s; {len(copied)} forms of before the copy and {len(came)}"
            f" of after are there, {len(until - copied)} of between in the backup of the present"
        )
        return trial.row


def bring_back(day: Day, name: str) -> tuple[int, float]:
    """Press the button of a backup; return the status and the seconds that it took."""
    page = day.get(f"/backups/at/{name}/")[1]
    start = perf_counter()
    status, _page, _headers = day.director.ask("POST", f"/backups/at/{name}/back/", hidden(page))
    return status, perf_counter() - start


def newest(day: Day) -> Path:
    """Return the newest backup."""
    return max((day.server.data / "backups").glob("wk-*.zip"))


def database_of(backup: Path, folder: Path) -> Path:
    """Take the database out of a backup."""
    with ZipFile(backup) as file:
        return Path(file.extract(MEMBER, folder))


def misses(path: Path, written: Mapping[str, Document], told: set[str]) -> list[str]:
    """Return what is wrong with a database that must have these forms."""
    return list(faults_of_database(path, {address: written[address] for address in told}))
