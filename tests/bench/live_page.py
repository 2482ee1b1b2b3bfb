"""An open page of the program that asks for news by itself, as its own HTML says."""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from math import inf
from time import perf_counter

from tests.bench.http import Answer, Browser, Failed

PART = re.compile(r"<[a-z]+\s[^>]*\bhx-get=[^>]*>")
BODY = re.compile(r"<body\s[^>]*>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
EVERY = re.compile(r"\bevery (\d+)s")
COUNTERS = ("results", "progress", "news")  # the numbers of a version, as js/core/live.js has them
CHANGES = "changes"  # the question whether anything changed
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
    """A part of a page that asks at an address: every so many seconds (0 for never), and when one
    of some counters of the version has changed, but then not within `pause` seconds of the last
    time."""

    key: str
    path: str
    every: float
    counters: frozenset[str]
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class Following:
    """Where a page asks whether anything changed, every how many seconds, and the version that it
    shows."""

    path: str
    every: float
    version: str


def live_parts(page: str) -> list[LivePart]:
    """Return the parts of a page that ask by themselves."""
    found = []
    for tag in PART.findall(page):
        of = _attributes(tag)
        every = EVERY.search(of.get("hx-trigger", ""))
        counters = frozenset(of.get("data-live", "").split())
        if "id" in of and (every or counters):
            seconds = float(every[1]) if every else 0.0
            pause = float(of.get("data-pause", 0))
            found.append(LivePart(of["id"], of["hx-get"], seconds, counters, pause))
    return found


def following(page: str) -> Following | None:
    """Return where a page asks whether anything changed, None if it does not."""
    body = BODY.search(page)
    of = _attributes(body[0]) if body else {}
    if "data-changes" not in of:
        return None
    return Following(of["data-changes"], float(of["data-every"]), of["data-version"])


def changed(before: str, after: str) -> set[str]:
    """Return the counters that differ between two versions.

    >>> sorted(changed("1.4.2", "2.4.3"))
    ['news', 'results']
    """
    pairs = zip(COUNTERS, before.split("."), after.split("."), strict=True)
    return {name for name, old, new in pairs if old != new}


def _attributes(tag: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in ATTRIBUTE.findall(tag)}


class LivePage:
    """A page that stays open in a browser."""

    def __init__(self, browser: Browser, path: str, record: Record, seen: Seen | None = None):
        self.browser, self.path, self.record = browser, path, record
        self.seen = seen or (lambda answer: None)
        self.parts: dict[str, LivePart] = {}
        self.following: Following | None = None
        self.version = ""
        self.due: dict[str, float] = {}  # when each part asks next, as perf_counter tells it
        self.rests: dict[str, float] = {}  # until when a part with a pause does not

    async def open(self) -> None:
        """Load the page. Raises Failed if nothing on it asks by itself."""
        answer = await self.record.get(self.browser, "open", self.path)
        self.parts = {part.key: part for part in live_parts(answer.text)}
        self.following = following(answer.text)
        self.version = self.following.version if self.following else ""
        if not self.parts:
            raise Failed(f"{self.path} asks nothing by itself: does it refresh another way now?")
        self.seen(answer)

    def as_in(self, other: "LivePage") -> None:
        """Be open as another page is, without loading it again."""
        self.parts, self.following, self.version = dict(other.parts), other.following, other.version
        self.browser.kept = dict(other.browser.kept)
        self.browser.cookies = dict(other.browser.cookies)

    async def follow(self, turn: float, end: float) -> None:
        """Ask what the page asks until `end`, as perf_counter tells it; `turn`, from 0 to 1, is
        when in its pause each part asks first. All questions go over one connection."""
        pauses = {key: part.every for key, part in self.parts.items() if part.every}
        if self.following:
            pauses[CHANGES] = self.following.every
        now = perf_counter()
        due = self.due = {
            key: now + pause * ((turn + nth / 3) % 1)
            for nth, (key, pause) in enumerate(pauses.items())
        }
        while due[key := min(due, key=lambda each: due[each])] < end:
            await asyncio.sleep(max(due[key] - perf_counter(), 0))
            try:
                await (self.ask_for_changes() if key == CHANGES else self.ask(key))
            except Failed as error:
                self.record.errors.append(str(error))
            due[key] = max(due[key] + pauses.get(key, inf), perf_counter())

    async def ask_for_changes(self) -> None:
        """Ask whether anything changed, and for the parts that did."""
        assert self.following is not None
        answer = await self.record.get(self.browser, CHANGES, self.following.path)
        version = json.loads(answer.text)["version"]
        counters, self.version = changed(self.version, version), version
        for key, part in list(self.parts.items()):
            if part.counters & counters:
                rests = self.rests.get(key, 0.0)
                if rests > perf_counter():
                    self.due[key] = min(self.due.get(key, inf), rests)
                else:
                    await self.ask(key)

    async def ask(self, key: str) -> None:
        """Ask for one part; what came takes its place."""
        self.rests[key] = perf_counter() + self.parts[key].pause
        headers = {"HX-Request": "true", "HX-Target": key}
        answer = await self.record.get(self.browser, key, self.parts[key].path, **headers)
        if answer.status == 200:
            self.parts |= {part.key: part for part in live_parts(answer.text) if part.key == key}
            self.seen(answer)
