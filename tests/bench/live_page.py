"""An open page of the program that asks for news by itself, as its own HTML says."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from time import perf_counter

from tests.bench.http import Answer, Browser, Failed

PART = re.compile(r"<[a-z]+\s[^>]*\bhx-get=[^>]*>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
EVERY = re.compile(r"\bevery (\d+)s")
Seen = Callable[[Answer], None]


@dataclass(slots=True)
class Record:
    """What was asked: how long it took in seconds, by what it was; and what went wrong."""

    taken: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    async def get(self, browser: Browser, what: str, path: str, **headers: str) -> Answer:
        """Ask for a page and note how long that took. Raises Failed for an error."""
        start = perf_counter()
        answer = await browser.get(path, **headers)
        return self.note(what, start, answer, path)

    def note(self, what: str, start: float, answer: Answer, path: str) -> Answer:
        """Note an answer. Raises Failed for an error."""
        self.taken.setdefault(what, []).append(perf_counter() - start)
        if answer.status not in (200, 204, 302, 304):
            raise Failed(f"{what} {path}: answered {answer.status}")
        return answer

    def add(self, other: "Record") -> None:
        """Take over what another one noted."""
        for what, times in other.taken.items():
            self.taken.setdefault(what, []).extend(times)
        self.errors += other.errors


@dataclass(frozen=True, slots=True)
class LivePart:
    """A part of a page that asks at an address every so many seconds."""

    key: str
    path: str
    every: int


def live_parts(page: str) -> list[LivePart]:
    """Return the parts of a page that ask by themselves.

    >>> live_parts('<p id="news" hx-get="/n/?a=1&amp;b=2" hx-trigger="every 10s, look">')
    [LivePart(key='news', path='/n/?a=1&b=2', every=10)]
    """
    found = []
    for tag in PART.findall(page):
        of = {name: unescape(value) for name, value in ATTRIBUTE.findall(tag)}
        every = EVERY.search(of.get("hx-trigger", ""))
        if every and "id" in of:
            found.append(LivePart(of["id"], of["hx-get"], int(every[1])))
    return found


class LivePage:
    """A page that stays open in a browser."""

    def __init__(self, browser: Browser, path: str, record: Record, seen: Seen | None = None):
        self.browser, self.path, self.record = browser, path, record
        self.seen = seen or (lambda answer: None)
        self.parts: dict[str, LivePart] = {}

    async def open(self) -> None:
        """Load the page. Raises Failed if nothing on it asks by itself."""
        answer = await self.record.get(self.browser, "open", self.path)
        self.parts = {part.key: part for part in live_parts(answer.text)}
        if not self.parts:
            raise Failed(f"{self.path} asks nothing by itself: does it refresh another way now?")
        self.seen(answer)

    def as_in(self, other: "LivePage") -> None:
        """Be open as another page is, without loading it again."""
        self.parts = dict(other.parts)
        self.browser.kept = dict(other.browser.kept)
        self.browser.cookies = dict(other.browser.cookies)

    async def follow(self, turn: float, end: float) -> None:
        """Ask what the page asks until `end`, as perf_counter tells it; `turn`, from 0 to 1, is
        when in its pause each part asks first. All questions go over one connection."""
        now = perf_counter()
        due = {
            key: now + part.every * ((turn + nth / 3) % 1)
            for nth, (key, part) in enumerate(self.parts.items())
        }
        while due[key := min(due, key=lambda each: due[each])] < end:
            await asyncio.sleep(max(due[key] - perf_counter(), 0))
            await self.ask(key)
            due[key] = max(due[key] + self.parts[key].every, perf_counter())

    async def ask(self, key: str) -> None:
        """Ask for one part; what came takes its place."""
        headers = {"HX-Request": "true", "HX-Target": key}
        try:
            answer = await self.record.get(self.browser, key, self.parts[key].path, **headers)
        except Failed as error:
            self.record.errors.append(str(error))
            return
        if answer.status == 200:
            self.parts |= {part.key: part for part in live_parts(answer.text) if part.key == key}
            self.seen(answer)
