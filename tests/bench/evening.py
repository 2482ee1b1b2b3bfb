"""The hall around the servers: phones, clerks at their forms, a director who looks, the wall."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from tests.bench.clerk import Submission
from tests.bench.http import Answer, Browser
from tests.bench.live_page import LivePage, Record
from tests.bench.officials import Typist, look_around
from tests.bench.processes import Cost, Watch

SETTLES = 1.0  # second of looking before anything is noted
LATEST = 12.0  # seconds in which the wall must show the last form
ON_THE_WALL = re.compile(r'class="hall-table counted" id="table-(\d+)"')
LIST, FORM = "list", "form"  # what the director looks at
GOLDEN = 0.618  # phones ask at moments that are spread evenly, however many there are


@dataclass(frozen=True, slots=True)
class Hall:
    """A tournament in the last minutes of a round: the addresses of its standings, wall and list
    of forms, and the papers that are still to come."""

    standings: str
    wall: str
    forms: str
    papers: tuple[Submission, ...]


@dataclass(frozen=True, slots=True)
class Office:
    """The cookies of each clerk and of the director, and the seconds in which a form is typed."""

    clerks: Sequence[dict[str, str]]
    director: dict[str, str]
    pace: float


@dataclass(slots=True)
class Seen:
    """What happened in one piece of the evening; `until_wall` is in seconds."""

    officials: Record = field(default_factory=Record)
    phones: Record = field(default_factory=Record)
    until_wall: list[float] = field(default_factory=list)
    cost: Cost = field(default_factory=Cost)
    errors: list[str] = field(default_factory=list)

    @property
    def of_phones(self) -> list[float]:
        """Return how long each answer to a phone took, in seconds."""
        return [seconds for times in self.phones.taken.values() for seconds in times]


class Piece:
    """A piece of the evening in one hall, at the copies of the program at these addresses."""

    def __init__(self, urls: Sequence[str], hall: Hall, office: Office) -> None:
        self.urls, self.hall, self.office, self.seen = urls, hall, office, Seen()
        self.waiting: dict[str, float] = {}  # tables whose form is in, and since when
        self.browsers: list[Browser] = []

    async def live(self, pids: Sequence[int], *, phones: int, clerks: int, seconds: float) -> Seen:
        """Let everybody come in, note for some seconds what happens, and send them home.

        `pids` are the processes of the program whose cost is noted.
        """
        wall = LivePage(self.browser(1), self.hall.wall, Record(), self.look_at_wall)
        await wall.open()
        crowd = await self.open_phones(phones)
        papers = zip(self.office.clerks[:clerks], self.hall.papers, strict=False)
        typists = [self.typist(nth, *each) for nth, each in enumerate(papers)]
        await asyncio.gather(*(typist.sit_down() for typist in typists))
        pages = {LIST: self.hall.forms, FORM: self.hall.papers[-1].address}
        director = self.browser(0, self.office.director)
        await look_around(director, Record(), pages, perf_counter() + SETTLES)

        begun = perf_counter()
        end = begun + seconds
        following = asyncio.create_task(wall.follow(0.5, end + LATEST))
        with Watch(*pids) as watch:
            async with asyncio.TaskGroup() as everybody:
                for nth, phone in enumerate(crowd):
                    everybody.create_task(phone.follow(nth * GOLDEN % 1, end))
                for nth, typist in enumerate(typists):
                    turn = (nth + 0.5) / len(typists)
                    everybody.create_task(typist.work(turn, self.office.pace, begun, end))
                everybody.create_task(look_around(director, self.seen.officials, pages, end))
        self.seen.cost = watch.cost
        while self.waiting and not following.done():
            await asyncio.sleep(0.1)
        following.cancel()
        return self.go_home(wall.record)

    def go_home(self, wall: Record) -> Seen:
        """Return what was seen, with all that went wrong."""
        for browser in self.browsers:
            browser.close()
        self.seen.errors = self.seen.officials.errors + self.seen.phones.errors + wall.errors
        self.seen.errors += [f"table {table} never came on the wall" for table in self.waiting]
        return self.seen

    def browser(self, nth: int, cookies: dict[str, str] | None = None) -> Browser:
        """Return a browser at one of the copies."""
        self.browsers.append(Browser(self.urls[nth % len(self.urls)], dict(cookies or {})))
        return self.browsers[-1]

    async def open_phones(self, number: int) -> list[LivePage]:
        """Return phones on which the standings stand. One loads them for all."""
        path, crowd = self.hall.standings, []
        for nth in range(number):
            crowd.append(LivePage(self.browser(nth), path, self.seen.phones))
            if nth:
                crowd[nth].as_in(crowd[0])
            else:
                await crowd[0].open()
        self.seen.phones.taken.clear()
        return crowd

    def typist(self, nth: int, cookies: dict[str, str], paper: Submission) -> Typist:
        """Return a clerk at his place."""
        browser = self.browser(nth, cookies)
        return Typist(browser, self.seen.officials, self.hall.forms, paper, self.note_handed_in)

    def note_handed_in(self, paper: Submission) -> None:
        """Note when a form was acknowledged."""
        self.waiting[paper.address.rstrip("/").rpartition("/")[2]] = perf_counter()

    def look_at_wall(self, answer: Answer) -> None:
        """Note which forms have come on the wall."""
        for table in ON_THE_WALL.findall(answer.text):
            if table in self.waiting:
                self.seen.until_wall.append(perf_counter() - self.waiting.pop(table))
