"""A clerk at the browser, without the browser: he types forms in as fast as the server lets him."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection
from select import select
from time import perf_counter, sleep
from urllib.parse import urlencode, urlsplit

HIDDEN = re.compile(r'<input type="hidden" name="([\w.]+)" value="([^"]*)"')
SURE = re.compile(r'name="sure" value="([0-9a-f]{16})"')
SAVES = 5  # drafts that the page keeps by itself while one form is typed
PATIENCE = 60  # seconds
LONGEST_REST = 0.25  # seconds between an answer and the next question (checking.js)


class Failed(Exception):
    """An answer that is not as it should be."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A form as it lies before a clerk: its address, and what stands in its cells, by path."""

    address: str
    cells: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Seen:
    """What a clerk saw: how long everything took, by what he did and in seconds; which papers were
    acknowledged (their addresses), and what went wrong."""

    taken: dict[str, list[float]] = field(default_factory=dict)
    acknowledged: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Clerk:
    """One browser: a connection that is kept, cookies, and what it saw.

    `saves` is how often it keeps the draft of a form while that is typed.
    """

    def __init__(self, url: str) -> None:
        self.connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
        self.cookies: dict[str, str] = {}
        self.seen = Seen()
        self.saves = SAVES

    def log_in(self, name: str, password: str) -> None:
        """Log in with the page for it."""
        token = hidden(self.ask("GET", "/login/")[1])
        typed = token | {"username": name, "password": password}
        status, _page, _headers = self.ask("POST", "/login/", typed)
        if status != 302:
            raise Failed(f"{name} cannot log in: {status}")

    def type_in(self, paper: Submission, pace: float) -> None:
        """Type a paper in as the page does, in no less than `pace` seconds, and note it if it was
        acknowledged."""
        try:
            self._type_in(paper, pace)
        except (Failed, OSError) as error:
            self.seen.errors.append(f"{paper.address}: {error!r}")
            self.connection.close()

    def _type_in(self, paper: Submission, pace: float) -> None:
        known, cells = hidden(self._timed("page", "GET", paper.address)), dict(paper.cells)
        before: dict[str, str] = {}
        for typed in beginnings(cells, self.saves):
            if pace:
                self._type_cells(paper, known, before, typed, pace / self.saves)
            before = typed
            kept = self._timed("draft", "POST", f"{paper.address}draft/", known | typed)
            known["expected_draft"] = str(json.loads(kept)["revision"])
        done = known | cells | {"action": "count"}
        status, answer, headers = self._hand_in(paper, done)
        while status == 200 and (sure := SURE.search(answer)):  # the page asks: is that so?
            status, answer, headers = self._hand_in(paper, done | {"sure": sure[1]})
        if status != 302:
            raise Failed(f"handed in, answered {status}")
        self.seen.acknowledged.append(paper.address)
        self._timed("list", "GET", headers["Location"])

    def _type_cells(
        self,
        paper: Submission,
        known: dict[str, str],
        before: Mapping[str, str],
        typed: Mapping[str, str],
        seconds: float,
    ) -> None:
        """Type on from `before` to `typed` in so many seconds, and ask the server about it as the
        page does: after each key, with one question at a time. What is typed while a question is on
        its way is asked together, and each time counts from the first key that is asked about."""
        new = [path for path, text in typed.items() if text and not before.get(path)]
        begun, done = perf_counter(), 0
        due = [begun + seconds * nth / len(new) for nth in range(1, len(new) + 1)]
        while done < len(new):
            first = due[done]
            sleep(max(0, first - perf_counter()))
            done = max(done + 1, sum(moment <= perf_counter() for moment in due))
            written = {path: typed[path] for path in new[:done]}
            asked = perf_counter()
            data = known | dict.fromkeys(typed, "") | dict(before) | written
            status, answer, _headers = self.ask("POST", f"{paper.address}check/", data)
            self._note("key", first)
            if status != 200:
                raise Failed(f"key, answered {status}")
            known["shown"] = hidden(answer)["shown"]
            sleep(min(perf_counter() - asked, LONGEST_REST))

    def _hand_in(
        self, paper: Submission, typed: Mapping[str, str]
    ) -> tuple[int, str, Mapping[str, str]]:
        start = perf_counter()
        answer = self.ask("POST", paper.address, typed)
        self._note("hand-in", start)
        return answer

    def _timed(
        self, what: str, method: str, path: str, typed: Mapping[str, str] | None = None
    ) -> str:
        start = perf_counter()
        status, page, _headers = self.ask(method, path, typed)
        self._note(what, start)
        if status != 200:
            raise Failed(f"{what}, answered {status}")
        return page

    def _note(self, what: str, start: float) -> None:
        self.seen.taken.setdefault(what, []).append(perf_counter() - start)

    def ask(
        self, method: str, path: str, typed: Mapping[str, str] | None = None
    ) -> tuple[int, str, Mapping[str, str]]:
        """Send a request; return the status, the page and the headers of the answer."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if typed is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if self.connection.sock and select([self.connection.sock], [], [], 0)[0]:
            self.connection.close()  # the server has, as nobody said anything for a while
        self.connection.request(method, path, typed and urlencode(typed), headers)
        answer = self.connection.getresponse()
        page = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _equals, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return answer.status, page, answer.headers


def hidden(page: str) -> dict[str, str]:
    """Return what a page sends along unseen."""
    return {name: unescape(value) for name, value in HIDDEN.findall(page)}


def beginnings(cells: Mapping[str, str], saves: int = SAVES) -> Iterator[dict[str, str]]:
    """Give what has been typed so far each time the page keeps it; the last time it is complete."""
    paths = list(cells)
    for nth in range(1, saves + 1):
        typed = set(paths[: len(paths) * nth // saves])
        yield {path: cells[path] if path in typed else "" for path in paths}
