"""Connections that are slow on purpose, and what other readers notice of them."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from urllib.parse import urlsplit

from tests.bench.goals import Goals, ms95, say, spread
from tests.bench.http import Browser, Failed
from tests.bench.processes import Watch
from tests.server import Server

READERS = 20
PAUSE = 0.1  # seconds between two pages of a reader
SETTLES = 1.0  # second until all slow connections are there
AT_MOST = 2.0  # times as long as alone
TURNS = 2  # alone and beside slow connections are measured in turns
ERROR = 10_000.0  # milliseconds that a page without an answer counts for
HALF = b"GET /login/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = (
    b"POST /login/ HTTP/1.1\r\nHost: localhost\r\n"
    b"Cookie: csrftoken=" + b"a" * 32 + b"\r\nOrigin: http://localhost\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n"
    b"csrfmiddlewaretoken="
)


@dataclass(frozen=True, slots=True)
class Attack:
    """So many connections that send some bytes, and then `byte` every second, or nothing."""

    name: str
    connections: int
    begins: bytes = b""
    byte: bytes = b""


ATTACKS = [
    Attack("500 connections that say nothing", 500),
    Attack("500 half requests", 500, HALF),
    Attack("500 heads that come a byte at a time", 500, HALF, b"a"),
    Attack("100 bodies that come a byte at a time", 100, BODY, b"a"),
]


@contextmanager
def slow_connections(url: str, attack: Attack) -> Iterator[list[socket.socket]]:
    """Keep connections open, as slow as the attack has it, while the block runs."""
    port = urlsplit(url).port
    assert port is not None
    opened = []
    for _ in range(attack.connections):
        opened.append(socket.create_connection(("127.0.0.1", port), timeout=5))
        opened[-1].sendall(attack.begins)
    ended = Event()
    thread = Thread(target=_trickle, args=(opened, attack.byte, ended), daemon=True)
    thread.start()
    try:
        yield opened
    finally:
        ended.set()
        thread.join()
        for each in opened:
            each.close()


def _trickle(opened: list[socket.socket], byte: bytes, ended: Event) -> None:
    while byte and not ended.wait(1):
        for each in opened:
            try:
                each.send(byte)
            except OSError:
                continue  # the server closed it


async def read(url: str, path: str, seconds: float) -> list[float]:
    """Let readers open a page again and again; return how long each took, in seconds.

    Half of them come on a new connection each time. No answer counts as ERROR.
    """
    taken: list[float] = []
    end = perf_counter() + seconds

    async def reader(nth: int) -> None:
        browser = Browser(url)
        await asyncio.sleep(PAUSE * nth / READERS)
        while perf_counter() < end:
            start = perf_counter()
            try:
                async with asyncio.timeout(ERROR / 1000):
                    await browser.get(path)
                taken.append(perf_counter() - start)
            except (Failed, TimeoutError):
                taken.append(ERROR / 1000)
                browser.close()
            if nth % 2:
                browser.close()
            await asyncio.sleep(PAUSE)
        browser.close()

    await asyncio.gather(*(reader(nth) for nth in range(READERS)))
    return taken


def main(data: Path, path: str, seconds: float) -> int:
    """Print a row for each attack; return how many promises were not kept."""
    goals, server = Goals(), Server(data)
    try:
        asyncio.run(read(server.url, path, SETTLES))
        for attack in ATTACKS:
            measure(server, attack, goals, lambda: asyncio.run(read(server.url, path, seconds)))
    finally:
        server.stop()
    return goals.broken


def measure(server: Server, attack: Attack, goals: Goals, look: Callable[[], list[float]]) -> None:
    """Tell how long readers wait alone, and beside an attack."""
    alone: list[float] = []
    beside: list[float] = []
    with Watch(server.process.pid) as watch:
        for _ in range(TURNS):
            alone += look()
            with slow_connections(server.url, attack):
                asyncio.run(asyncio.sleep(SETTLES))
                beside += look()
    say(f"{attack.name}\n  alone  {spread(alone)}\n  beside {spread(beside)}\n  {watch.cost}")
    goals.tell("95 in 100, beside alone", ms95(beside) / ms95(alone), AT_MOST)
    goals.tell("without an answer", sum(each >= ERROR / 1000 for each in beside), 0)
