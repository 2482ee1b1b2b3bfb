"""So many clerks who hand forms in at the same time, and what became of every one of them.

Needs DATA_DIR and DATABASE_URL in the environment before it is loaded.
"""

import datetime as dt
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from math import ceil
from pathlib import Path
from random import Random
from statistics import median, quantiles
from threading import Thread
from time import perf_counter, sleep

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wk.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.urls import reverse  # noqa: E402

from scoring.game import Document  # noqa: E402
from tests.bench.clerk import Clerk, Seen, Submission  # noqa: E402
from tests.server import Server  # noqa: E402
from wk.accounts.models import User  # noqa: E402
from wk.players.services import NewEntry, enter_many  # noqa: E402
from wk.scoreforms.models import Result, Version  # noqa: E402
from wk.tournament.models import Round, Table, Tournament  # noqa: E402
from wk.tournament.seating import seat_round  # noqa: E402
from wk.tournament.services import create_tournament  # noqa: E402

ROUNDS, SEATS = 20, 5
FORMS_A_SECOND = 40  # more than anybody has seen: nobody runs out of papers
PASSWORD = "schoppenaas-2026"
COMMITS = 300  # of something known
SECONDS_BARE = 5.0
Papers = dict[Submission, Document]


def main(data: Path, database: str, *, clerks: int, seconds: float, pace: float) -> int:
    """Let clerks type for so many seconds, each form in no less than `pace` seconds; return how
    many requests failed and forms were lost."""
    server = Server(data, database=database)
    try:
        tournament = make_tournament(ceil(FORMS_A_SECOND * seconds / ROUNDS) + clerks)
        papers = write_papers(tournament)
        office = open_office(server.url, clerks)
        took = let_type(office, list(papers), seconds, pace)
    finally:
        server.stop()
    seen = [clerk.seen for clerk in office]
    errors = [error for each in seen for error in each.errors]
    acknowledged = {address for each in seen for address in each.acknowledged}
    lost = wrong_forms(tournament, papers, acknowledged)
    speed = f"a form in {pace:g} seconds" if pace else "as fast as it goes"
    say(f"{connection.vendor}, {clerks} clerks, {speed}, {took:.0f} s, {os.cpu_count()} cores")
    report(seen, took)
    say(f"errors {len(errors)}, lost or wrong {len(lost)} of {len(acknowledged)} forms")
    for line in islice([*errors, *lost], 10):
        say(f"  {line}")
    compare(data, seen, list(papers), clerks, min(seconds, SECONDS_BARE))
    return len(errors) + len(lost)


def make_tournament(tables: int) -> Tournament:
    """Make a championship of twenty rounds that have all started."""
    made = create_tournament(name="WK", slug="wk", date=dt.date(2026, 11, 21), round_count=ROUNDS)
    entries = enter_many(
        tournament=made, rows=[NewEntry(f"Speler {n}") for n in range(1, tables * SEATS + 1)]
    )
    for number in range(1, ROUNDS + 1):
        seats = {
            table: [
                entries[seat * tables + (table + number * seat) % tables] for seat in range(SEATS)
            ]
            for table in range(1, tables + 1)
        }
        seat_round(tournament=made, number=number, tables=seats, state=Round.State.STARTED)
    return made


def write_papers(tournament: Tournament) -> Papers:
    """Return a paper for each table, each another one, with the document that it is."""
    random = Random(tournament.pk)
    rules = tournament.rounds.get(number=1).rules
    found = {}
    for table in Table.objects.filter(round__tournament=tournament).select_related("round"):
        document = rules.practice(SEATS, random)
        where = [tournament.slug, table.round.number, table.number]
        cells = tuple(rules.to_cells(document).items())
        found[Submission(reverse("scoreforms:enter", args=where), cells)] = document
    return found


def open_office(url: str, clerks: int) -> list[Clerk]:
    """Make an account for each clerk, and let all of them log in."""
    office = []
    for number in range(1, clerks + 1):
        User.objects.create_user(f"klerk{number}", password=PASSWORD)
        office.append(Clerk(url))
        office[-1].log_in(f"klerk{number}", PASSWORD)
    return office


def let_type(
    office: Sequence[Clerk], papers: Sequence[Submission], seconds: float, pace: float
) -> float:
    """Let every clerk type his pile until time is up; return how long it took."""
    start = perf_counter()

    def type_pile(nth: int) -> None:
        sleep(pace * nth / len(office))  # nobody types in step
        for paper in papers[nth :: len(office)]:
            if perf_counter() - start > seconds:
                break
            office[nth].type_in(paper, pace)

    together([partial(type_pile, nth) for nth in range(len(office))])
    return perf_counter() - start


def together(works: Iterable[Callable[[], object]]) -> None:
    """Do everything at the same time, to the end."""
    threads = [Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def wrong_forms(tournament: Tournament, papers: Papers, acknowledged: set[str]) -> list[str]:
    """Return what is wrong with what is stored: every form that was acknowledged counts, once, as
    it was written and with its results; and no other form is there."""
    rules = tournament.rounds.get(number=1).rules
    stored: dict[str, list[Version]] = {}
    for version in Version.objects.select_related("form__table__round"):
        table = version.form.table
        where = [tournament.slug, table.round.number, table.number]
        stored.setdefault(reverse("scoreforms:enter", args=where), []).append(version)
    results: dict[int, list[tuple[int, int, int]]] = {}
    for result in Result.objects.select_related("seat").order_by("seat__number"):
        worth = (result.points, result.place, result.half_points)
        results.setdefault(result.version_id, []).append(worth)
    wrong = [f"{address}: never acknowledged" for address in stored if address not in acknowledged]
    for paper, document in papers.items():
        if paper.address not in acknowledged:
            continue
        versions = stored.get(paper.address, [])
        if [(v.is_counted, v.content) for v in versions] != [(True, document)]:
            wrong.append(f"{paper.address}: {len(versions)} versions")
            continue
        scored = rules.score(document, SEATS)
        right = [(seat.points, seat.place, int(seat.match_points * 2)) for seat in scored]
        if results.get(versions[0].pk) != right:
            wrong.append(f"{paper.address}: not its results")
    if len(results) != len(acknowledged):
        wrong.append(f"{len(results)} forms have results")
    return wrong


def report(seen: Sequence[Seen], took: float) -> None:
    """Say how fast everything was."""
    for what in ("hand-in", "key", "draft", "page", "list"):
        times = merged(seen, what)
        if times:
            say(
                f"{what:8} {len(times):6}, {len(times) / took:6.1f} a second; milliseconds:"
                f" half {1000 * median(times):.0f}, 95 in 100 {1000 * percentile_95(times):.0f},"
                f" slowest {1000 * max(times):.0f}"
            )


def compare(
    data: Path, seen: Sequence[Seen], papers: Sequence[Submission], clerks: int, seconds: float
) -> None:
    """Say how long something known takes here: a program that does nothing, under the same load
    and server, and one row in the same database."""
    times = merged(seen, "hand-in")
    if not times:
        return
    ours = median(times)
    bare = median(bare_posts(data, papers, clerks, seconds))
    row = bare_commit(str(papers[0].cells))
    for what, known in (("a program that does nothing answers", bare), ("a row is stored", row)):
        say(f"{what} in {1000 * known:.2f} ms: a hand-in takes {ours / known:.1f} times as long")


def bare_posts(
    data: Path, papers: Sequence[Submission], clerks: int, seconds: float
) -> list[float]:
    """Return how long a program that does nothing takes for the same forms from as many clerks."""
    server = Server(data, program="tests.bench.bare")
    taken: list[float] = []
    start = perf_counter()

    def post() -> None:
        clerk = Clerk(server.url)
        while perf_counter() - start < seconds:
            begun = perf_counter()
            clerk.ask("POST", papers[0].address, dict(papers[0].cells))
            taken.append(perf_counter() - begun)

    try:
        together([post] * clerks)
    finally:
        server.stop()
    return taken


def bare_commit(content: str) -> float:
    """Return how long it takes to store one row that is as long as a form, half of the times."""
    taken = []
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bare (content text)")
        for _ in range(COMMITS):
            start = perf_counter()
            cursor.execute("INSERT INTO bare VALUES (%s)", [content])
            taken.append(perf_counter() - start)
    connection.close()
    return median(taken)


def merged(seen: Iterable[Seen], what: str) -> list[float]:
    """Return how long something took, each time that any clerk did it."""
    return [seconds for each in seen for seconds in each.taken.get(what, [])]


def percentile_95(times: Sequence[float]) -> float:
    """Return within what time 95 in 100 were done."""
    return quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
