"""Questions to the other laptop: whoever answers slowly is silent, as nobody may wait for him."""

import socket
from contextlib import suppress
from threading import Thread

import pytest

from wk.standby.asking import Answer, Other, Silent

HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n"


@pytest.fixture
def answers():
    """Return what serves an answer in parts, a tenth of a second apart, and returns its address.

    Each part is taken out of the list when it is sent.
    """
    server = socket.create_server(("127.0.0.1", 0))

    def serve(parts) -> None:
        with suppress(OSError):
            line, _peer = server.accept()
            with line:
                line.recv(10_000)
                while parts:
                    line.sendall(parts.pop(0))
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
    left = [*parts]
    other = Other(answers(left), patience=0.3)
    with pytest.raises(Silent):
        other.feed({"have": ""})
    assert len(left) > len(parts) / 2


@pytest.mark.slow
def test_a_large_answer_may_take_longer_than_patience(answers):
    other = Other(answers([HEAD, *[b"x" * 25_000] * 12]), patience=1.0)
    assert other.feed({"have": ""}) == Answer(200, b"x" * 300_000)
    other.close()
