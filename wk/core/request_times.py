"""How long requests took in the last hour, by page: counts and the slowest, no names, no keys.

A page is told by its route, such as "t/<slug:slug>/", as parts of an address belong to somebody.
Each process of a server counts by itself and writes what it counted to a file beside the shared
pages, every few seconds. Public pages that are kept ready are not counted: Django never sees them.
"""

import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from time import monotonic, time

from django.conf import settings
from django.http import HttpRequest, HttpResponse

SLOT = 600  # seconds that are counted together
SLOTS = 6  # the last hour
SLOW = 1.0  # seconds: a person notices
FAILED = 500  # statuses from here on are errors of the server
WRITE_EVERY = 5.0  # seconds between two writes of the file of a process
PREFIX = "times-"


@dataclass(slots=True)
class PageTimes:
    """The requests of a page: how many, how many slow or failed, and the slowest in seconds."""

    count: int = 0
    slow: int = 0
    failed: int = 0
    slowest: float = 0.0

    def add(self, other: "PageTimes") -> None:
        """Count other requests of the same page too."""
        self.count += other.count
        self.slow += other.slow
        self.failed += other.failed
        self.slowest = max(self.slowest, other.slowest)

    @property
    def values(self) -> list[float]:
        """Return the four numbers, as they are stored."""
        return [self.count, self.slow, self.failed, self.slowest]


Slots = dict[int, dict[str, PageTimes]]


@dataclass(slots=True)
class RequestCounter:
    """The requests of this process. `began` is when it started, in seconds since 1970."""

    began: float = field(default_factory=time)
    slots: Slots = field(default_factory=dict)
    written_at: float = 0.0
    lock: Lock = field(default_factory=Lock)

    def count(self, route: str, seconds: float, *, has_failed: bool, now: float) -> None:
        """Count a request, and write the file of this process if that is due."""
        one = PageTimes(1, int(seconds >= SLOW), int(has_failed), round(seconds, 3))
        with self.lock:
            slot = self.slots.setdefault(int(now // SLOT), defaultdict(PageTimes))
            slot[route].add(one)
            for old in [number for number in self.slots if not is_recent(number, now)]:
                del self.slots[old]
            folder = settings.SHARED_PAGES
            if folder is None or monotonic() - self.written_at <= WRITE_EVERY:
                return
            self.written_at = monotonic()
            text = self._as_json()
        _write(Path(folder), text)

    def _as_json(self) -> str:
        slots = {
            number: {route: times.values for route, times in slot.items()}
            for number, slot in self.slots.items()
        }
        return json.dumps({"began": self.began, "slots": slots})

    def own(self) -> "Counted":
        """Return what this process has counted."""
        with self.lock:
            return _read(self._as_json())


@dataclass(frozen=True, slots=True)
class Counted:
    """What one process has counted, and when it started."""

    began: float
    slots: Slots


COUNTER = RequestCounter()


class RequestTimes:
    """Middleware that counts how long each request took."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request, and count it if it was one for a page of wk."""
        began = monotonic()
        response = self.get_response(request)
        if match := request.resolver_match:
            has_failed = response.status_code >= FAILED
            seconds = monotonic() - began
            COUNTER.count(match.route, seconds, has_failed=has_failed, now=time())
        return response


def counted_pages(now: float) -> dict[str, PageTimes]:
    """Return the requests of the last hour in all processes, by the route of their page."""
    found: dict[str, PageTimes] = defaultdict(PageTimes)
    for process in _processes(now):
        for number, slot in process.slots.items():
            if is_recent(number, now):
                for route, times in slot.items():
                    found[route].add(times)
    return dict(found)


def running_since(now: float) -> float:
    """Return when the first process of this server started, in seconds since 1970."""
    return min(process.began for process in _processes(now))


def is_recent(slot: int, now: float) -> bool:
    """Return whether a slot is one of the last hour."""
    return int(now // SLOT) - slot < SLOTS


def _processes(now: float) -> Iterator[Counted]:
    """Yield what each process has counted: this one, and those that wrote in the last hour."""
    yield COUNTER.own()
    if settings.SHARED_PAGES is None:
        return
    for path in Path(settings.SHARED_PAGES).glob(f"{PREFIX}*.json"):
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            is_old = now - path.stat().st_mtime > SLOT * SLOTS
            if path.name != _own_name() and not is_old:
                yield _read(path.read_text("utf-8"))


def _read(text: str) -> Counted:
    stored = json.loads(text)
    slots = {
        int(number): {route: PageTimes(*values) for route, values in slot.items()}
        for number, slot in stored["slots"].items()
    }
    return Counted(float(stored["began"]), slots)


def _own_name() -> str:
    return f"{PREFIX}{os.getpid()}.json"


def _write(folder: Path, text: str) -> None:
    """Replace the file of this process. A full disk is no error: the page then knows less."""
    with suppress(OSError):
        new = folder / f"{_own_name()}.new"
        new.write_text(text, "utf-8")
        new.replace(folder / _own_name())
