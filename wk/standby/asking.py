"""Questions of one laptop to the other, over HTTP. The standard library alone is needed."""

import http.client
import json
import secrets
import socket
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from threading import Event, Timer
from time import monotonic
from typing import Any
from urllib.parse import urlencode, urlsplit

from wk.standby.wire import proof

PATIENCE = 5.0  # seconds without an answer after which the other one is silent
QUICK = 2.0  # seconds, where somebody waits for it
LONGEST = 2_000_000_000  # bytes of an answer
SLOWEST = 100_000  # bytes a second of an answer: who trickles them is silent
WHOLE = 120.0  # seconds that a whole answer may take, however many bytes it has
CHUNK = 1 << 18  # bytes that are read at a time


class Silent(Exception):
    """Raised if the other laptop does not answer, or not as wk does."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its status, and its body."""

    status: int
    body: bytes

    def json(self) -> dict[str, Any]:
        """Return the body as a JSON object. Raises Silent if it is none."""
        try:
            found = json.loads(self.body)
        except ValueError as error:
            raise Silent("no JSON") from error
        if not isinstance(found, dict):
            raise Silent("no JSON")
        return found


class Other:
    """The other laptop, at its address such as http://192.168.1.10:8000.

    It has `patience` seconds for each step of an answer: to begin one, and to tell its status. Its
    bytes have a pace, and the whole a limit: somebody waits for it who wants to take over.
    """

    def __init__(self, address: str, token: str = "", *, patience: float = PATIENCE) -> None:
        self.address, self.token, self.patience = address.rstrip("/"), token, patience
        self._line: http.client.HTTPConnection | None = None

    def join(self, code: str, port: str) -> str:
        """Return the token for a code that the first shows, "" if it is not that code.

        Raises Silent.
        """
        answer = self.post("/standby/join/", {"code": code, "port": port})
        return str(answer.json().get("token", "")) if answer.status == http.client.OK else ""

    def feed(self, have: Mapping[str, Any], hashes: bytes = b"") -> Answer:
        """Ask what is new since what this laptop has. Raises Silent."""
        return self.post("/standby/feed/", {**have, "hashes": urlsafe_b64encode(hashes).decode()})

    def tell_overtaken(self, by: Mapping[str, Any]) -> bool:
        """Tell the first that another one has taken over; return whether it has heard it."""
        with suppress(Silent):
            answer = self.post("/standby/overtaken/", by)
            return answer.status == http.client.OK
        return False

    def term(self) -> dict[str, Any]:
        """Return which term the other one is in, and as what, with a proof that it is the other.

        Raises Silent if it does not answer, or cannot prove it.
        """
        nonce = secrets.token_hex(16)
        answer = self._ask("GET", f"/standby/term/?nonce={nonce}&of={name_of(self.token)}")
        found = answer.json()
        told = str(found.get("told", ""))
        if not secrets.compare_digest(str(found.get("proof", "")), proof(self.token, nonce + told)):
            raise Silent("no proof")
        told_values: dict[str, Any] = json.loads(told)
        return told_values

    def is_there(self) -> bool:
        """Return whether something answers at the address that is no overtaken laptop.

        It need not prove anything: whoever takes over is warned rather too often.
        """
        with suppress(Silent):
            answer = self._ask("GET", f"/standby/term/?nonce=0&of={name_of(self.token)}")
            with suppress(Silent, ValueError):
                told = json.loads(str(answer.json().get("told", "")))
                return bool(told.get("role") != "overtaken")
            return answer.status < http.client.INTERNAL_SERVER_ERROR
        return False

    def post(self, path: str, fields: Mapping[str, Any]) -> Answer:
        """Post the fields of a form, with the token. Raises Silent."""
        values = dict(fields) | ({"token": self.token} if self.token else {})
        return self._ask("POST", path, urlencode(values).encode())

    def close(self) -> None:
        """End the connection."""
        if self._line:
            self._line.close()
        self._line = None

    def _ask(self, method: str, path: str, body: bytes | None = None) -> Answer:
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        try:
            line = self._opened()
            with _at_most(line, self.patience):
                line.request(method, path, body, headers)
                answer = line.getresponse()
            with answer:
                return Answer(answer.status, self._content(answer))
        except (Silent, OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise Silent(str(error)) from error

    def _content(self, answer: http.client.HTTPResponse) -> bytes:
        """Return the body of an answer. Raises Silent if it is too long, or comes too slowly."""
        content, since = bytearray(), monotonic()
        while len(content) < LONGEST and (part := answer.read1(CHUNK)):
            content += part
            if monotonic() - since > min(self.patience + len(content) / SLOWEST, WHOLE):
                raise Silent("too slow")
        if answer.length:  # it was not read to its end
            raise Silent("too long")
        return bytes(content)

    def _opened(self) -> http.client.HTTPConnection:
        """Return the connection. No proxy of the environment is asked: the other one is near."""
        if self._line is None:
            found = urlsplit(self.address)
            if found.scheme not in ("http", "https") or not found.hostname:
                raise ValueError(self.address)
            kind = (
                http.client.HTTPSConnection
                if found.scheme == "https"
                else http.client.HTTPConnection
            )
            self._line = kind(found.hostname, found.port, timeout=self.patience)
        if self._line.sock is None:
            self._line.connect()
        return self._line


@contextmanager
def _at_most(line: http.client.HTTPConnection, seconds: float) -> Iterator[None]:
    """End a connection on which the block takes longer than this. Raises Silent then.

    The time limit of a socket is that of one step, and each byte of a head may be one.
    """
    sock, is_late = line.sock, Event()

    def end() -> None:
        is_late.set()
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)

    timer = Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    if is_late.is_set():
        raise Silent("too slow")


def name_of(token: str) -> str:
    """Return the name of a token, which gives nothing away of it."""
    return sha256(token.encode()).hexdigest()
