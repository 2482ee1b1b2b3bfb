"""The first machine dies for good under thirty clerks, and the second goes on: on PostgreSQL."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep, time

from django.utils import timezone
from PIL import Image

from scoring.game import Document
from tests.bench.clerk import Clerk, Submission
from tests.bench.clerks import make_tournament, write_papers
from tests.drill.clusters import Cluster, tools
from tests.drill.rows import Row
from tests.drill.standby import CLERKS, FRESH, SECONDS, Typed, lost_forms, open_office, typing
from tests.drill.trial import Trial
from tests.server import SECRET_KEY
from tests.standby.laptops import Laptop, wait_for
from wk.accounts.models import User
from wk.chain.models import Event
from wk.core.acting import acting
from wk.core.second_laptop import FOLLOWER
from wk.scoreforms.models import Photo, Version
from wk.scoreforms.photos.services import keep_photos, redrawn
from wk.standby.kept import OVERTAKEN, kept
from wk.tournament.models import Table

TABLES, PACE = 24, 0.1
Papers = Mapping[Submission, Document]


def standby_on_postgresql(made: Path) -> Row:
    """Kill wk and PostgreSQL of the first machine; let the second go on with the copy."""
    if not tools():
        return Row("", 0, 0, "there is no PostgreSQL")
    first, second, trial = Cluster(), Cluster(), Trial()
    with TemporaryDirectory(prefix="wk-standby-") as folder:
        machines = Machines(Path(folder), first, second)
        try:
            first.make()
            _try(machines, trial)
        finally:
            machines.stop()
            for each in (first, second):
                each.remove()
    return trial.row


class Machines:
    """Two machines, each with a server of PostgreSQL and a wk."""

    def __init__(self, folder: Path, first: Cluster, second: Cluster) -> None:
        self.folder, self.first, self.second = folder, first, second
        self.served: list[Laptop] = []

    def serve(self, name: str, own: Cluster, other: Cluster) -> Laptop:
        """Start wk on a machine, which knows the database of the other one."""
        data = self.folder / name
        data.mkdir(exist_ok=True)
        # The secret is in the file, as on a laptop, and no setting.
        settings = {"SECRET_KEY": "", "STANDBY_DATABASE_URL": other.url}
        laptop = Laptop(data, database=own.url, settings=settings)
        self.served.append(laptop)
        return laptop

    def stop(self) -> None:
        """End every wk."""
        for each in self.served:
            if each.process.poll() is None:
                each.stop()


def _try(machines: Machines, trial: Trial) -> None:
    first, second = machines.first, machines.second
    (machines.folder / "first").mkdir()
    (machines.folder / "first" / "secret-key").write_text(SECRET_KEY)
    one = machines.serve("first", first, second)
    with one.database(), acting(task="bin/drill"):
        papers = write_papers(make_tournament(TABLES))
    clerks, typed = open_office(one, CLERKS), Typed()
    for clerk in clerks:
        clerk.saves = 1
    later = list(papers)[-1]
    with typing(clerks, list(papers)[:-1], typed, PACE):
        second.follow(first)
        _keep_photo(one)
        sleep(SECONDS)
        known = kept(one.data, FOLLOWER)
        killed = time()
        one.kill()
        first.kill()
    trial.hold("the first knew who follows", known.get("address") == one.address)
    two = _go_on(machines, trial)
    _judge(two, trial, papers, typed, killed)
    _hand_in_there(two, trial, clerks[0], later)
    _come_back(machines, one, two, trial, clerks[0], later)


def _keep_photo(laptop: Laptop) -> None:
    picture = BytesIO()
    Image.new("RGB", (1200, 1600), "ivory").save(picture, "JPEG")
    with laptop.database(), acting(task="bin/drill"):
        table, user = Table.objects.earliest("pk"), User.objects.get(username="eva")
        keep_photos(table=table, pictures=[redrawn(picture)], author=user, now=timezone.now())


def _go_on(machines: Machines, trial: Trial) -> Laptop:
    """Promote the copy, and serve wk on the second machine, with the secret of the first."""
    start = perf_counter()
    machines.second.promote()
    (machines.folder / "second").mkdir()
    secret = (machines.folder / "first" / "secret-key").read_text()
    (machines.folder / "second" / "secret-key").write_text(secret)
    two = machines.serve("second", machines.second, machines.first)
    wait_for(lambda: two.status("/") == 200)
    trial.figures.append(f"the second serves {perf_counter() - start:.1f} s after `pg_ctl promote`")
    return two


def _judge(two: Laptop, trial: Trial, papers: Papers, typed: Typed, killed: float) -> None:
    """Look whether all that was acknowledged is on the second."""
    ages = {each: killed - typed.at[each] for each in lost_forms(two, papers, typed)}
    older = [each for each, age in ages.items() if age > FRESH]
    younger = ", ".join(f"{each} ({age:.1f} s)" for each, age in ages.items() if age <= FRESH)
    trial.hold(f"nothing older than {FRESH:g} s is lost {older[:3]}", not older)
    trial.figures.insert(
        0,
        f"{len(typed.at)} forms acknowledged; lost of those older than {FRESH:g} s: {len(older)},"
        f" younger: {younger or 'none'}",
    )
    with two.database():
        trial.hold("the photo is there", Photo.objects.count() == 1)
        told = Event.objects.filter(kind=Event.Kind.TAKEN_OVER).count()
        trial.hold("the log tells that the second took over", told == 1)
    verified = two.try_to("verify")
    trial.hold(f"verify finds nothing {verified.stdout[-300:]}", not verified.returncode)


def _hand_in_there(two: Laptop, trial: Trial, clerk: Clerk, paper: Submission) -> None:
    """Let a clerk go on at the second without a new login."""
    there = Clerk(two.url)
    there.cookies |= clerk.cookies
    there.type_in(paper, 0)
    trial.hold(f"a login of the first is valid {there.seen.errors}", not there.seen.errors)


def _come_back(
    machines: Machines, one: Laptop, two: Laptop, trial: Trial, clerk: Clerk, paper: Submission
) -> None:
    """Start the first again: it must see that it was overtaken, and take nothing more."""
    machines.first.start()
    with one.database():
        before = Version.objects.count()
    one.start()
    again = Clerk(one.url)
    again.cookies |= clerk.cookies
    again.type_in(paper, 0)
    with one.database():
        after = Version.objects.count()
    trial.hold("the first takes no more forms", (before, again.seen.acknowledged) == (after, []))
    told = kept(one.data, OVERTAKEN)
    trial.hold("the first says where wk is now", told.get("address", "").startswith("http://127."))
    with two.database():
        trial.hold("both have the same last entry", bool(told.get("common", {}).get("number")))
    trial.figures.append("a login of the first is valid; the first that comes back takes nothing")
