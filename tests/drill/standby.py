"""The first laptop dies for good under thirty clerks, and the second takes over."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import sleep, time

from django.test import override_settings
from django.urls import reverse

from tests.bench.clerk import Clerk, Submission
from tests.bench.clerks import make_tournament, together, write_papers
from tests.drill.rows import Row
from tests.officials import session_of
from tests.standby.laptops import HASHERS, PASSWORD, Laptop, follow, take, wait_for
from wk.accounts.models import User
from wk.core.acting import acting
from wk.scoreforms.models import Version
from wk.standby.kept import TAKEN, kept

CLERKS, TABLES = 30, 24  # 120 players
SECONDS = 12.0  # of typing before the first dies
PACE = 1.0  # seconds in which a clerk types a form
FRESH = 2.0  # seconds: what was acknowledged longer ago may not be lost


@dataclass(slots=True)
class Typed:
    """What clerks had acknowledged: when, by the address of each form, in seconds since 1970."""

    at: dict[str, float] = field(default_factory=dict)


def standby(made: Path) -> Row:
    """Kill the first for good while thirty clerks type; count the forms that the second lacks."""
    with TemporaryDirectory(prefix="wk-standby-") as folder:
        first = Laptop(Path(folder) / "first")
        second = Laptop(Path(folder) / "second", first=first.address)
        try:
            return _row(first, second)
        finally:
            for each in (first, second):
                if each.process.poll() is None:
                    each.stop()


def _row(first: Laptop, second: Laptop) -> Row:
    with first.database(), acting(task="drill"):
        papers = write_papers(make_tournament(TABLES))
    clerks = open_office(first, CLERKS)
    follow(first, second)
    typed = Typed()
    with typing(clerks, list(papers), typed):
        sleep(SECONDS)
        killed = time()
        first.kill()
    status, page = take(second)
    if status != 200:
        return Row("", 1, 1, f"no take-over: {page[-300:]}")
    wait_for(lambda: second.status("/") == 200)
    served = time() - kept(second.data, TAKEN)["at"]
    lost = lost_forms(second, papers, typed)
    older = [each for each in lost if killed - typed.at[each] > FRESH]
    younger = [f"{each} ({killed - typed.at[each]:.1f} s)" for each in lost if each not in older]
    figure = (
        f"{len(typed.at)} forms acknowledged; lost of those older than {FRESH:g} s: {len(older)}, "
        f"younger: {', '.join(younger) or 'none'}; serves {served:.1f} s after “Take over”"
    )
    return Row("", len(typed.at), len(older), figure)


def open_office(laptop: Laptop, clerks: int) -> list[Clerk]:
    """Return clerks who have logged in at a laptop; eva is a director with a password."""
    office = []
    with laptop.database(), acting(task="drill"), override_settings(PASSWORD_HASHERS=HASHERS):
        User.objects.create_user("eva", password=PASSWORD, role=User.Role.DIRECTOR)
        for number in range(1, clerks + 1):
            name = f"klerk{number}"
            user = User.objects.create_user(name, password=None, role=User.Role.CLERK)
            office.append(Clerk(laptop.url))
            office[-1].cookies |= dict([session_of(user)])
    return office


class typing:  # noqa: N801 - it reads as a word of the block
    """Let clerks type their piles while the block runs; `typed` is told each acknowledged form."""

    def __init__(
        self,
        clerks: Sequence[Clerk],
        papers: Sequence[Submission],
        typed: Typed,
        pace: float = PACE,
    ) -> None:
        self.clerks, self.papers, self.typed, self.pace = clerks, papers, typed, pace
        self.ended = Event()
        works = [partial(self._type, nth) for nth in range(len(clerks))]
        self.thread = Thread(target=together, args=(works,))

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_error: object) -> None:
        self.ended.set()
        self.thread.join()
        for clerk in self.clerks:
            clerk.connection.close()

    def _type(self, nth: int) -> None:
        clerk = self.clerks[nth]
        sleep(self.pace * nth / len(self.clerks))
        for paper in self.papers[nth :: len(self.clerks)]:
            if self.ended.is_set():
                return
            with suppress(HTTPException):
                clerk.type_in(paper, self.pace)
            if paper.address in clerk.seen.acknowledged:
                self.typed.at[paper.address] = time()


def lost_forms(laptop: Laptop, papers: Mapping[Submission, object], typed: Typed) -> list[str]:
    """Return the acknowledged forms that a laptop lacks, or has otherwise."""
    with laptop.database():
        counted = {_address(version): version.content for version in _counted()}
    written = {paper.address: document for paper, document in papers.items()}
    return [each for each in typed.at if counted.get(each) != written[each]]


def _counted() -> Iterable[Version]:
    found = Version.objects.filter(is_counted=True)
    return found.select_related("form__table__round__tournament")


def _address(version: Version) -> str:
    table = version.form.table
    where = [table.round.tournament.slug, table.round.number, table.number]
    return reverse("scoreforms:enter", args=where)
