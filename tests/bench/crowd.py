"""The last minutes of a round: so many phones and clerks at once, and what everybody notices.

Needs DATA_DIR, DATABASE_URL and SECRET_KEY in the environment before it is loaded.
"""

import asyncio
import os
import resource
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from random import Random
from statistics import median

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wk.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.urls import reverse  # noqa: E402

from tests.bench.clerk import Submission  # noqa: E402
from tests.bench.evening import FORM, LIST, Hall, Office, Piece, Seen  # noqa: E402
from tests.bench.goals import Goals, ms95, say, spread  # noqa: E402
from tests.bench.kept_pages import measure_pages  # noqa: E402
from tests.officials import session_of  # noqa: E402
from tests.server import Server  # noqa: E402
from wk.accounts.models import User  # noqa: E402
from wk.tournament.models import Table, Tournament  # noqa: E402

MOST_MEMORY = 600  # MB, of all processes together
SLOWEST_PHONE = 250  # milliseconds, for 95 in 100
SLOWEST_WALL = 3  # seconds from a hand-in to the wall
TURNS = 2  # without phones and with them in turn: a minute by itself has too few slow answers
PAGE_SECONDS = 1.0  # at most, of each turn in which a page is measured


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many there are: `players`, `phones` in the hall, `more` when all of the town looks; how
    many seconds are lived with each, the seconds in which a clerk types a form, how often a page is
    measured, and the copies of the program."""

    players: int
    phones: int
    more: int
    clerks: int
    seconds: float
    pace: float
    turns: int
    copies: int


def main(data: Path, database: str, crowd: Crowd) -> int:
    """Live the last minutes; return how many promises were not kept."""
    goals = Goals()
    with ExitStack() as running:
        servers = []
        for _ in range(crowd.copies):
            servers.append(Server(data, database=database))
            running.callback(servers[-1].stop)
        say(f"{connection.vendor}, copies of the program: {crowd.copies}, {os.cpu_count()} cores")
        turns = min(TURNS, crowd.turns)
        halls = [make_hall(f"hall-{nth}", crowd.players) for nth in range(2 * turns + 1)]
        office = open_office(crowd)
        connection.close()
        loosen_limits()
        seconds = min(PAGE_SECONDS, crowd.seconds / 4)
        measure_pages(servers[0], data, halls[0].standings, goals, seconds, crowd.turns)

        def live(hall: Hall, phones: int, clerks: int) -> Seen:
            piece = Piece([server.url for server in servers], hall, office)
            pids = [server.process.pid for server in servers]
            seen = asyncio.run(
                piece.live(pids, phones=phones, clerks=clerks, seconds=crowd.seconds)
            )
            say(f"an official, {clerks} clerks, {phones} phones\n{told(seen)}")
            return seen

        alone = live(halls[0], 0, 0)
        office_alone, full = [], []
        for turn in range(turns):
            office_alone.append(live(halls[2 * turn], 0, crowd.clerks))
            full.append(live(halls[2 * turn + 1], crowd.phones, crowd.clerks))
        fuller = live(halls[-1], crowd.more, crowd.clerks)
    say("promises")
    judge(goals, full, office_alone, f"{crowd.phones} phones", 1.5)
    judge(goals, [fuller], office_alone, f"{crowd.more} phones", 2.0)
    say_beside(full, [alone], f"{crowd.phones} phones and {crowd.clerks} clerks")
    of_phones = [seconds for each in full for seconds in each.of_phones]
    goals.tell("phones, 95 in 100, milliseconds", ms95(of_phones), SLOWEST_PHONE)
    seen = (alone, *office_alone, *full, fuller)
    until_wall = [seconds for each in seen for seconds in each.until_wall]
    goals.tell("from hand-in to wall, slowest, seconds", max(until_wall, default=0), SLOWEST_WALL)
    most = max(each.cost.memory for each in seen) / 1e6
    goals.tell("memory of all processes, MB", most, MOST_MEMORY)
    errors = [error for each in seen for error in each.errors]
    goals.tell("errors", len(errors), 0)
    for line in errors[:10]:
        say(f"    {line}")
    return goals.broken


def make_hall(slug: str, players: int) -> Hall:
    """Make a championship of which half of the last round's forms are in."""
    call_command("demo", players=players, slug=slug, stdout=StringIO())
    tournament = Tournament.objects.get(slug=slug)
    last = tournament.rounds.order_by("-number")[0]
    random, papers = Random(slug), []
    for table in Table.objects.filter(round=last, form__isnull=True).order_by("number"):
        address = reverse("scoreforms:enter", args=[slug, last.number, table.number])
        document = last.rules.practice(table.seats.count(), random)
        papers.append(Submission(address, tuple(last.rules.to_cells(document).items())))
    standings, wall, forms = (
        reverse(name, args=[slug])
        for name in ("standings:standings", "hall:wall", "scoreforms:list")
    )
    return Hall(standings, f"{wall}?show=play", forms, tuple(papers))


def open_office(crowd: Crowd) -> Office:
    """Make an account for everybody, and let all of them log in."""

    def cookies(name: str, role: User.Role) -> dict[str, str]:
        user = User.objects.create_user(name, role=role)
        return dict([session_of(user)])

    clerks = [cookies(f"klerk{nth}", User.Role.CLERK) for nth in range(crowd.clerks)]
    return Office(clerks, cookies("wedstrijdleider", User.Role.DIRECTOR), crowd.pace)


def loosen_limits() -> None:
    """Let this process open a connection for each phone. The servers have begun before."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def judge(
    goals: Goals, seen: Sequence[Seen], alone: Sequence[Seen], who: str, at_most: float
) -> None:
    """Tell how much longer an official waits than when the office is alone in the hall.

    The promise is about all that he opens: one page by itself has too few times for its slowest
    twentieth to say much.
    """
    told = f"an official opens a page with {who}, 95 in 100, beside the office alone"
    goals.tell(told, longer(seen, alone, LIST, FORM), at_most)
    say(f"    of these {each_page(seen, alone)}")


def say_beside(seen: Sequence[Seen], alone: Sequence[Seen], who: str) -> None:
    """Tell how much longer an official waits than if he were the only user of the program."""
    told = f"an official with {who}, 95 in 100, beside nobody at all"
    say(f"  {told}: {longer(seen, alone, LIST, FORM):.3g}; {each_page(seen, alone)}")


def each_page(seen: Sequence[Seen], alone: Sequence[Seen]) -> str:
    """Tell of each page how much longer an official waits for it."""
    return " and ".join(f"the {what} {longer(seen, alone, what):.3g}" for what in (LIST, FORM))


def longer(seen: Sequence[Seen], alone: Sequence[Seen], *pages: str) -> float:
    """Return the slowest of 95 in 100 times of an official, beside that of other pieces."""
    here, there = (
        [seconds for each in pieces for page in pages for seconds in each.officials.taken[page]]
        for pieces in (seen, alone)
    )
    return ms95(here) / ms95(there)


def told(seen: Seen) -> str:
    """Tell how long everything took, and what it cost."""
    rows = [*sorted(seen.officials.taken.items())]
    rows += [(f"phone: {what}", times) for what, times in sorted(seen.phones.taken.items())]
    lines = [f"  {what:24} {spread(times)}" for what, times in rows]
    if seen.until_wall:
        times = seen.until_wall
        longest = f"half {median(times):.1f}, slowest {max(times):.1f}"
        lines.append(f"  {'from hand-in to wall':24} {len(times):5}; seconds: {longest}")
    cost = seen.cost
    lines.append(f"  memory at most {cost.memory / 1e6:.0f} MB; {cost}; errors {len(seen.errors)}")
    return "\n".join(lines)
