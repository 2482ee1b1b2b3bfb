"""The server as it runs, beside connections that are slow on purpose."""

import socket
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.drill.slow import HALF, SLOW_FORM, Attack, slow_connections
from tests.server import Server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """A server with small limits, of a program that only says "all well"."""
    options = ["--workers=1", "--keep-alive=1"]
    server = Server(tmp_path_factory.mktemp("bare"), program="tests.bench.bare", options=options)
    yield server
    server.stop()


def connect(server):
    """Open a connection, on which nobody waits for ever."""
    return socket.create_connection(("127.0.0.1", urlsplit(server.url).port), timeout=20)


def told(connection):
    """Return all that the server says until it closes a connection."""
    with connection:
        return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize("begins", [b"", HALF, SLOW_FORM])
def test_slow_connections_keep_nobody_waiting(bare, begins):
    with slow_connections(bare.url, Attack("many", 300, begins, b"a" if begins else b"")):
        assert urlopen(bare.url, timeout=20).read() == b"all well"


@pytest.mark.parametrize("begins", [b"", HALF])
def test_a_head_that_does_not_come_ends_the_connection(bare, begins):
    connection = connect(bare)
    connection.sendall(begins)
    assert told(connection) == b""


def test_an_idle_connection_is_closed(bare):
    connection = connect(bare)
    connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert told(connection).endswith(b"\r\n\r\nall well")


def test_a_head_that_is_too_long_is_refused(bare):
    for head, status in (
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\nX-A: " + b"a" * 9000 + b"\r\n\r\n", b"431"),
        (b"GET / HTTP/1.1\r\n" + b"X-A: a\r\n" * 70 + b"\r\n", b"431"),
    ):
        connection = connect(bare)
        connection.sendall(head)
        assert told(connection).split(b" ", 2)[1] == status


def test_a_server_has_its_limit_of_connections_and_stops_without_them(tmp_path):
    options = ["--workers=1", "--worker-connections=20"]
    server = Server(tmp_path / "data", program="tests.bench.bare", options=options)
    opened = [connect(server) for _ in range(30)]
    assert sum(map(is_answered, opened)) == 20
    server.process.terminate()
    assert server.process.wait(timeout=20) == 0
    for connection in opened:
        connection.close()


def is_answered(connection):
    """Ask on a connection; return whether an answer came before it was closed."""
    try:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return connection.recv(65536).startswith(b"HTTP/1.1 200 OK")
    except ConnectionError:
        return False
