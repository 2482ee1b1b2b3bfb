"""Everything at once: phones, clerks, wrong logins, and PDFs of all score sheets."""

import asyncio
import os
from pathlib import Path
from time import perf_counter

from tests.bench.crowd import Crowd, loosen_limits, make_hall, open_office
from tests.bench.evening import LIST, Hall, Office, Piece, Seen
from tests.bench.goals import ms95
from tests.bench.http import Answer, Browser
from tests.bench.processes import Watch
from tests.drill.rows import Row
from tests.drill.visitors import WRONG, Visitor, all_at_once, attacked_server, is_sound
from tests.server import Server

CROWD = Crowd(players=300, phones=300, more=0, clerks=30, seconds=60, pace=60, turns=5, copies=1)
LOGINS = 80
SLUG = "hall"
# Four papers of sixty sheets, none the same as another one.
BUTTONS = [f"/t/{SLUG}/rounds/{number}/print/sheets/" for number in (1, 2, 3)]
BUTTONS.append(f"{BUTTONS[-1]}?tables=1-60")
LOOK = 1.0  # seconds between two looks at a PDF, as its page has them
LATEST = 400.0  # seconds after which no PDF is waited for
MOST_MEMORY = 600  # MB, of all processes together


def full_house(made: Path) -> Row:
    """Let three hundred phones look on and thirty clerks type; eighty wrong passwords are tried and
    four PDFs asked for meanwhile."""
    loosen_limits()
    with attacked_server(made) as server:
        with server.database():
            hall, office = make_hall(SLUG, CROWD.players), open_office(CROWD)
        seen, answers, made_after, peak = asyncio.run(_live(server, hall, office))
    tries = CROWD.phones + CROWD.clerks + len(answers) + len(made_after)
    failed = (
        len(seen.errors)
        + sum(not is_sound(answer) for answer in answers)
        + made_after.count(LATEST)
        + (peak > MOST_MEMORY)
    )
    waits = ", ".join(f"{seconds:.0f}" for seconds in sorted(made_after))
    figure = (
        f"memory at most {peak:.0f} MB (may be {MOST_MEMORY}); PDFs there after {waits} s on"
        f" {os.cpu_count()} cores; 95 in 100 phones wait {ms95(seen.of_phones):.0f} ms, officials"
        f" {ms95(seen.officials.taken[LIST]):.0f} ms"
    )
    what = f"{CROWD.phones} phones, {CROWD.clerks} clerks, {LOGINS} wrong logins, 4 PDFs of 60"
    return Row(what, tries, failed, figure)


async def _live(
    server: Server, hall: Hall, office: Office
) -> tuple[Seen, list[Answer], list[float], float]:
    """Live a minute; return what was seen, the answers to wrong logins, the seconds until each PDF
    was there, and the megabytes at most."""
    piece = Piece([server.url], hall, office)
    pids = [server.process.pid]
    with Watch(*pids) as watch:
        seen, answers, made_after = await asyncio.gather(
            piece.live(pids, phones=CROWD.phones, clerks=CROWD.clerks, seconds=CROWD.seconds),
            _wrong_logins(server),
            all_at_once(_print(Browser(server.url, dict(office.director)), b) for b in BUTTONS),
        )
    return seen, answers, made_after, watch.cost.memory / 1e6


async def _wrong_logins(server: Server) -> list[Answer]:
    crowd = [Visitor(server, f"10.0.0.{nth}") for nth in range(LOGINS)]
    for visitor in crowd:
        await visitor.open("/login/")
    return await all_at_once(v.log_in(f"name{nth}", WRONG) for nth, v in enumerate(crowd))


async def _print(browser: Browser, button: str) -> float:
    """Return the seconds from the press of a button until its PDF is there; LATEST without one."""
    start = perf_counter()
    answer = await browser.get(button)
    page = answer.headers.get("location", button).rstrip("/")
    while not answer.body.startswith(b"%PDF"):
        if answer.status not in (200, 302) or perf_counter() - start > LATEST:
            return LATEST
        await asyncio.sleep(LOOK)
        await browser.get(f"{page}/", **{"HX-Request": "true"})
        answer = await browser.get(f"{page}.pdf")
    browser.close()
    return perf_counter() - start
