"""Who is at the door: browsers of the hall, at addresses of their own."""

import asyncio
import re
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

from tests.bench.clerk import hidden
from tests.bench.http import Answer, Browser
from tests.server import Server
from wk.accounts.models import User

RIGHT, WRONG = "vier-azen-op-tafel", "verkeerd-getikt"
DIRECTOR, CLERK = "dora", "kees"
THE_PROXY = {"TRUSTED_PROXIES": "127.0.0.1"}  # then a visitor says from which address he comes
ATTACKER = "192.168.1.50"
T = TypeVar("T")


@contextmanager
def attacked_server(
    made: Path, *, behind_proxy: bool = True, is_new: bool = False
) -> Iterator[Server]:
    """Serve wk from a folder of its own, with a practice tournament, a director and a clerk.

    A new one has nothing of that. `made` is a folder for what several servers make once. Behind a
    proxy, which is this program, each visitor has an address of his own.
    """
    with TemporaryDirectory(prefix="wk-drill-") as data:
        server = Server(Path(data) / "data", made=made, settings=THE_PROXY if behind_proxy else {})
        try:
            if not is_new:
                server.practise("--players 60")
                with server.database():
                    roles = {DIRECTOR: User.Role.DIRECTOR, CLERK: User.Role.CLERK}
                    for name, role in roles.items():
                        User.objects.create_user(name, password=RIGHT, role=role)
            yield server
        finally:
            server.stop()


class Visitor:
    """A browser at an address: "" is the computer itself on which wk runs."""

    def __init__(self, server: Server, address: str = "") -> None:
        self.browser = Browser(server.url)
        self.headers = {"X-Forwarded-For": address} if address else {}
        self.known: dict[str, str] = {}

    async def open(self, path: str) -> Answer:
        """Return a page, and keep what it sends along unseen."""
        answer = await self.browser.get(path, **self.headers)
        self.known = hidden(answer.text) if answer.status == 200 else self.known
        return answer

    async def send(self, path: str, typed: dict[str, str]) -> Answer:
        """Send a form with what its page sends along; open that page first if none is open."""
        if not self.known:
            await self.open(path)
        return await self.browser.post(path, self.known | typed, **self.headers)

    async def log_in(self, name: str, password: str) -> Answer:
        """Try a password."""
        return await self.send("/login/", {"username": name, "password": password})

    async def log_out(self) -> None:
        """Log out, and keep the cookies that stay."""
        await self.send("/logout/", {})
        self.browser.cookies.pop("sessionid", None)
        self.known = {}


def is_in(answer: Answer) -> bool:
    """Return whether a login was accepted."""
    return answer.status == 302


def is_sound(answer: Answer) -> bool:
    """Return whether a wrong try was answered as it should be: refused, or told to wait."""
    return answer.status in (200, 429)


def seconds_to_wait(answer: Answer) -> int:
    """Return how long an answer asks to wait."""
    return int(re.sub(r"\D", "", answer.headers.get("retry-after", "")) or 0)


async def all_at_once(tries: Iterable[Awaitable[T]]) -> list[T]:
    """Do everything at the same time; return what came of each."""
    return list(await asyncio.gather(*tries))


async def timed(work: Awaitable[T]) -> tuple[T, float]:
    """Return what comes of some work, and the milliseconds that it took."""
    start = perf_counter()
    done = await work
    return done, 1000 * (perf_counter() - start)
