"""How many answers a second a server gives to readers who ask again at once."""

import selectors
import socket
from contextlib import ExitStack
from dataclasses import dataclass
from time import perf_counter
from urllib.parse import urlsplit

from tests.bench.http import END, Failed, read_head, request_bytes
from tests.bench.processes import Cost, Watch

READERS = 32
WARM_UP = 0.2  # seconds
LEAST = 100  # answers: what fewer of them cost is less than the system counts


@dataclass(frozen=True, slots=True)
class Throughput:
    """Answers a second, and what they cost."""

    answers: int
    cost: Cost

    def __add__(self, other: "Throughput") -> "Throughput":
        return Throughput(self.answers + other.answers, self.cost + other.cost)

    def __str__(self) -> str:
        """Tell how fast answers come, and what one costs."""
        return (
            f"{self.rate:.1f} a second, {self.processor:.2f} ms of the server's processor,"
            f" {self.own:.2f} of the load generator's; {self.cost}"
        )

    @property
    def rate(self) -> float:
        """Return the answers a second."""
        return self.answers / self.cost.seconds

    @property
    def processor(self) -> float:
        """Return the milliseconds of the server's processor for an answer."""
        return 1000 * self.cost.server / self.answers

    @property
    def own(self) -> float:
        """Return the milliseconds of our own processor for an answer."""
        return 1000 * self.cost.ours / self.answers


class Reader:
    """A connection on which one request follows the other, all of them the same."""

    def __init__(self, port: int, request: bytes, status: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.request, self.status = request, status
        self.buffer = memoryview(bytearray(1 << 18))
        self.filled = self.expected = 0
        self.ask()

    def ask(self) -> None:
        """Send the request."""
        self.filled = self.expected = 0
        self.socket.sendall(self.request)

    def read(self) -> bool:
        """Read what has come; return whether that was the last of an answer.

        Raises Failed if it is not the status that was expected.
        """
        got = self.socket.recv_into(self.buffer[self.filled :])
        if not got:
            raise Failed("the server closed a connection")
        self.filled += got
        if not self.expected:
            self.expected = self._length()
        return self.filled == self.expected

    def _length(self) -> int:
        """Return how many bytes the answer has with its head; 0 while the head is not all there."""
        begin = bytes(self.buffer[: min(self.filled, 8192)])
        end = begin.find(END)
        if end < 0:
            return 0
        answer = read_head(begin[:end])
        if answer.status != self.status:
            raise Failed(f"answered {answer.status} instead of {self.status}")
        bodiless = answer.status in (204, 304)
        return end + len(END) + (0 if bodiless else int(answer.headers["content-length"]))


def throughput(
    url: str, pid: int, path: str, headers: dict[str, str], *, status: int, seconds: float
) -> Throughput:
    """Let readers ask for one address, each again as soon as it was answered.

    It takes `seconds`, or longer on a machine so busy that too few answers came in that time.
    """
    host = urlsplit(url)
    assert host.port is not None
    request = request_bytes(host.netloc, "GET", path, headers)
    with ExitStack() as opened, selectors.DefaultSelector() as selector:
        for _ in range(READERS):
            reader = Reader(host.port, request, status)
            opened.callback(reader.socket.close)
            selector.register(reader.socket, selectors.EVENT_READ, reader)
        _serve(selector, WARM_UP)
        with Watch(pid) as watch:
            answers = _serve(selector, seconds, LEAST)
    return Throughput(answers, watch.cost)


def _serve(selector: selectors.BaseSelector, seconds: float, least: int = 0) -> int:
    answers, end = 0, perf_counter() + seconds
    while answers < least or perf_counter() < end:
        for key, _events in selector.select(timeout=1):
            if key.data.read():
                answers += 1
                key.data.ask()
    return answers
