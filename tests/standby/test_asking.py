"""Questions to the other laptop: whoever answers slowly is silent, as nobody may wait for him."""

import socket
from contextlib import suppress
from threading import Thread
from time import monotonic

import pytest

from wk.standby.asking import Answer, Other, Silent

HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n"
PATIENCE = 0.3


@pytest.fixture
def answers():
    """Return what serves an answer in parts, a tenth of a second apart, and returns its address."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve(parts) -> None:
        with suppress(OSError):
            line, _peer = server.accept()
            with line:
                line.recv(10_000)
                for part in parts:
                    line.sendall(part)
                    line.settimeout(0.1)
                    with suppress(TimeoutError):
                        line.recv(1)

    def begin(parts) -> str:
        Thread(target=serve, args=[parts], daemon=True).start()
        return f"http://127.0.0.1:{server.getsockname()[1]}"

    yield begin
    server.close()


@pytest.mark.parametrize(
    "parts",
    [
        [HEAD[at : at + 1] for at in range(len(HEAD))],
        [HEAD, *[b"x"] * 100],
        [HEAD, *[b"x" * 1000] * 100],
    ],
    ids=["head", "body", "slow body"],
)
def test_who_trickles_an_answer_is_silent_in_time(answers, parts):
    other, since = Other(answers(parts), patience=PATIENCE), monotonic()
    with pytest.raises(Silent):
        other.feed({"have": ""})
    assert monotonic() - since < 2 * PATIENCE + 0.5


def test_a_large_answer_may_take_longer_than_patience(answers):
    parts = [HEAD, *[b"x" * 60_000] * 5]
    other = Other(answers(parts), patience=PATIENCE)
    assert other.feed({"have": ""}) == Answer(200, b"x" * 300_000)
    other.close()
