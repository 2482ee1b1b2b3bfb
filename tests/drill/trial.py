"""A trial: what was looked at, and what did not hold."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from django.utils import translation

from tests.bench.clerk import Clerk, hidden
from tests.drill import office as offices
from tests.drill.rows import Row
from tests.officials import session_of
from tests.server import Server
from wk.accounts.models import User
from wk.core.acting import acting
from wk.core.storage_faults import Fault

DIRECTOR = "dora"
OFFICIAL, PUBLIC = f"/t/{offices.SLUG}/forms/", f"/t/{offices.SLUG}/standings/"
LATEST = 40.0  # seconds in which a fault must show, and in which it must be over


@dataclass(slots=True)
class Trial:
    """`held` names what was as it should be, `wrong` what was not; `figures` tells more."""

    held: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)

    def hold(self, what: str, is_so: bool) -> None:
        """Note whether something is as it should be."""
        (self.held if is_so else self.wrong).append(what)
        if not is_so:
            sys.stderr.write(f"  not so: {what}\n")

    @property
    def row(self) -> Row:
        """Return the row of the table."""
        figure = "; ".join([*self.figures, *(f"NOT: {each}" for each in self.wrong)])
        return Row("", len(self.held) + len(self.wrong), len(self.wrong), figure)


@dataclass(slots=True)
class Day:
    """A server on which an office types, and a director who looks at it."""

    server: Server
    office: offices.Office
    director: Clerk
    trial: Trial

    @contextmanager
    def typing(self, pace: float = 1.0) -> Iterator[None]:
        """Let everybody type while the block runs."""
        with offices.typing(self.office, self.server.url, pace=pace):
            yield

    def get(self, path: str) -> tuple[int, str]:
        """Return the answer to the director; 0 if there is none."""
        try:
            status, page, _headers = self.director.ask("GET", path)
        except OSError:
            self.director.connection.close()
            return 0, ""
        return status, page

    def announce(self) -> tuple[int, str]:
        """Let the director tell the hall something, which is stored; return the answer."""
        path = f"/t/{offices.SLUG}/hall/announcements/"
        try:
            status, page, _headers = self.director.ask("GET", path)
            if status == 200:
                typed = hidden(page) | {"text": f"Koffie {perf_counter()}", "minutes": "15"}
                status, page, _headers = self.director.ask("POST", path, typed)
        except OSError:
            self.director.connection.close()
            return 0, ""
        return status, page

    def told(self, fault: Fault, seconds: float = LATEST) -> bool:
        """Return whether a change is answered, within some seconds, by the page of a fault."""
        end, answers = perf_counter() + seconds, set()
        while perf_counter() < end:
            status, page = self.announce()
            answers.add(status)
            if status == 503 and words(fault) in page:
                return True
            sleep(0.2)
        sys.stderr.write(f"  answers: {sorted(answers)}\n")
        return False

    def goes_on(self, seconds: float = LATEST) -> float:
        """Return the seconds until a change is stored again; 0 if it is not."""
        start = perf_counter()
        while perf_counter() - start < seconds:
            if self.announce()[0] == 302:
                return max(perf_counter() - start, 0.001)
            sleep(0.1)
        return 0.0

    def judge(self) -> None:
        """Note whether all that was acknowledged is there and whole."""
        with self.server.database():
            lost = offices.lost_forms(self.office) + offices.lost_notes(self.office)
            half = offices.half_forms(self.office)
        self.trial.hold(f"nothing that was acknowledged is lost {lost[:3]}", not lost)
        self.trial.hold(f"each form is whole {half[:3]}", not half)
        verified = self.server.try_to("verify")
        self.trial.hold(
            f"verify finds nothing {_misfits(verified.stdout)}", not verified.returncode
        )
        self.trial.figures.append(
            f"{len(self.office.acknowledged)} forms acknowledged, {len(lost)} lost"
        )


@contextmanager
def a_day(
    made: Path,
    *,
    data: Path | None = None,
    settings: dict[str, str] | None = None,
    clerks: int = 12,
    phones: int = 4,
    tables: int = 24,
    rounds: int = 6,
) -> Iterator[Day]:
    """Serve a tournament with an office of clerks, and phones at tables."""
    with TemporaryDirectory(prefix="wk-drill-") as folder:
        server = Server(data or Path(folder) / "data", made=made, settings=settings)
        try:
            with server.database(), acting(task="bin/drill"):
                office = offices.make_office(
                    clerks=clerks, phones=phones, tables=tables, rounds=rounds
                )
                user = User.objects.create_user(DIRECTOR, password=None, role=User.Role.DIRECTOR)
                cookie = session_of(user)
            director = Clerk(server.url)
            director.cookies |= dict([cookie])
            yield Day(server, office, director, Trial())
        finally:
            server.stop()


def _misfits(said: str) -> list[str]:
    """Return the lines of `verify` that do not begin with a tick."""
    return [line for line in said.splitlines() if not line.startswith("✓")][:3]


def words(fault: Fault) -> str:
    """Return what a page says of a fault, in Dutch."""
    with translation.override("nl"):
        return str(fault.words)
