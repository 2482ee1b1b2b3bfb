"""Connections that are slow on purpose, or send too much, and what readers notice of them."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from statistics import median
from threading import Event, Thread
from time import perf_counter
from urllib.parse import urlsplit

from tests.bench.goals import ms95
from tests.bench.http import Browser, Failed
from tests.bench.processes import Watch
from tests.drill.rows import Row
from tests.drill.visitors import attacked_server

PAGE = "/t/oefen/standings/"  # that everybody reads
READERS = 20
PAUSE = 0.1  # seconds between two pages of a reader
LOOK = 3.0  # seconds in which readers read, alone and beside an attack
SETTLES = 1.0  # second until all slow connections are there
TURNS = 3  # alone and beside an attack in turns, as others may use the machine as well
AT_MOST = 2.0  # times as long as alone
LOST = 10.0  # seconds after which a reader gives up
MOST_MEMORY = 600  # MB, of all processes together
MEGABYTE = b"a" * 2**20
HALF = b"GET /login/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
FORM = (
    b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    b"Cookie: csrftoken=" + b"a" * 32 + b"\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n"
)
SLOW_FORM = FORM + b"Content-Length: 100000\r\n\r\ncsrfmiddlewaretoken="


@dataclass(frozen=True, slots=True)
class Attack:
    """So many connections that send some bytes, and then `byte` every second, or nothing."""

    name: str
    connections: int
    begins: bytes = b""
    byte: bytes = b""


def silent_connections(made: Path) -> Row:
    """Open connections that say nothing."""
    return readers_beside(made, Attack("500 connections that say nothing", 500))


def half_requests(made: Path) -> Row:
    """Send the first half of a request, and nothing more."""
    return readers_beside(made, Attack("500 half requests", 500, HALF))


def slow_heads(made: Path) -> Row:
    """Send the head of a request a byte at a time."""
    return readers_beside(made, Attack("500 heads that come a byte at a time", 500, HALF, b"a"))


def slow_bodies(made: Path) -> Row:
    """Send a form a byte at a time."""
    attack = Attack("100 bodies that come a byte at a time", 100, SLOW_FORM, b"a")
    return readers_beside(made, attack)


def huge_heads(made: Path) -> Row:
    """Send heads of 50 MB."""
    return refused(made, "20 heads of 50 MB", lambda port: send(port, HALF, 50), 20)


def huge_bodies(made: Path) -> Row:
    """Send bodies of 200 MB, half of them without saying how long they are."""

    def attack(port: int) -> bytes:
        length = b"Content-Length: %d\r\n\r\n" % (200 * len(MEGABYTE))
        chunk = b"%x\r\n%s\r\n" % (len(MEGABYTE), MEGABYTE)
        said = send(port, FORM + length, 200)
        return said + send(port, FORM + b"Transfer-Encoding: chunked\r\n\r\n", 200, chunk)

    return refused(made, "5 times two bodies of 200 MB", attack, 5)


def readers_beside(made: Path, attack: Attack) -> Row:
    """Let readers read alone and beside an attack: they wait less than twice as long."""
    alone: list[float] = []
    beside: list[float] = []
    with attacked_server(made) as server:
        asyncio.run(read(server.url, SETTLES))
        for _ in range(TURNS):
            alone += asyncio.run(read(server.url, LOOK))
            with slow_connections(server.url, attack):
                asyncio.run(asyncio.sleep(SETTLES))
                beside += asyncio.run(read(server.url, LOOK))
    times = median(beside) / median(alone)
    failed = sum(each >= LOST for each in beside) + (times > AT_MOST)
    figure = (
        f"a page takes {times:.1f} times as long (may be {AT_MOST:g}): half {_both(median, alone)}"
        f" ms alone and {_both(median, beside)} beside them, 95 in 100 {ms95(alone):.0f} and"
        f" {ms95(beside):.0f}"
    )
    return Row(attack.name, len(beside), failed, figure)


def _both(measure: Callable[[list[float]], float], times: list[float]) -> str:
    return f"{1000 * measure(times):.1f}"


def refused(made: Path, name: str, attack: Callable[[int], bytes], tries: int) -> Row:
    """Send what is too much: no try is answered with a page, and memory stays as it is."""
    with attacked_server(made) as server, Watch(server.process.pid) as watch:
        said = [attack(port_of(server.url)) for _nth in range(tries)]
        watch.weigh()
        readers = asyncio.run(read(server.url, SETTLES))
    accepted = sum(b"HTTP/1.1 200" in each or b"HTTP/1.1 5" in each for each in said)
    peak = watch.cost.memory / 1e6
    failed = accepted + sum(each >= LOST for each in readers) + (peak > MOST_MEMORY)
    return Row(name, tries, failed, f"memory at most {peak:.0f} MB (may be {MOST_MEMORY})")


def send(port: int, head: bytes, megabytes: int, megabyte: bytes = MEGABYTE) -> bytes:
    """Send so many megabytes behind a head, as far as the server takes them; return the begin of
    what it says."""
    with closing(connection_to(port)) as connection:
        try:
            connection.sendall(head)
            for each in repeat(megabyte, megabytes):
                connection.sendall(each)
        except OSError:
            pass  # the server has heard enough
        try:
            return connection.recv(200)
        except OSError:
            return b""


@contextmanager
def slow_connections(url: str, attack: Attack) -> Iterator[list[socket.socket]]:
    """Keep connections open, as slow as the attack has it, while the block runs."""
    opened = []
    for _ in range(attack.connections):
        opened.append(connection_to(port_of(url)))
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


def connection_to(port: int) -> socket.socket:
    """Open a connection."""
    return socket.create_connection(("127.0.0.1", port), timeout=LOST)


def port_of(url: str) -> int:
    """Return the port of an address."""
    port = urlsplit(url).port
    assert port is not None
    return port


async def read(url: str, seconds: float) -> list[float]:
    """Let readers open the page again and again; return how long each took, in seconds.

    Half of them come on a new connection each time. No answer counts as LOST.
    """
    taken: list[float] = []
    end = perf_counter() + seconds

    async def reader(nth: int) -> None:
        browser = Browser(url)
        await asyncio.sleep(PAUSE * nth / READERS)
        while perf_counter() < end:
            taken.append(await seconds_for(browser))
            if nth % 2:
                browser.close()
            await asyncio.sleep(PAUSE)
        browser.close()

    await asyncio.gather(*(reader(nth) for nth in range(READERS)))
    return taken


async def seconds_for(browser: Browser) -> float:
    """Return how long the page takes, in seconds; LOST if it does not come."""
    start = perf_counter()
    try:
        async with asyncio.timeout(LOST):
            answer = await browser.get(PAGE)
    except (Failed, TimeoutError):
        browser.close()
        return LOST
    return perf_counter() - start if answer.status in (200, 304) else LOST
