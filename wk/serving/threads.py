"""An ASGI application that reads each request whole, and lets a few threads answer it.

A connection that is slow costs no thread. Django's own ASGI handler would start a thread, and with
it a connection to the database, for each request.
"""

import asyncio
import re
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from wk.serving.ready import Ready

# Threads of each kind in a process. Each thread may hold a database connection, of which PostgreSQL
# takes 100 by default. Two copies of wk, with two processes each, have 64.
THREADS = 8
SWITCH = 0.0005  # seconds that a busy thread may keep the others, and the loop, waiting
IN_MEMORY = 512 * 1024  # bytes of a body; a longer one goes to a temporary file
BODY_GRACE = 20.0  # seconds in which any body may arrive
SLOWEST_BODY = 20_000  # bytes a second that a long body must reach
OFFICIAL = "wk.official"  # in the environment: the application knows an official by this session
MOST_KNOWN = 1000  # sessions of officials that a process remembers

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
Wsgi = Callable[[dict[str, Any], Callable[..., object]], Iterable[bytes]]


class Disconnected(Exception):
    """The client left before it had sent everything."""


class ThreadedApplication:
    """An ASGI application around a WSGI application.

    Officials have threads of their own, so that they never wait for the public. An official is
    known by a session for which the WSGI application has set OFFICIAL before: anybody can send a
    cookie with any other. `session` is the name of that cookie. What `ready` has goes out without a
    thread. A body that is longer than `most_body` bytes is not read: the WSGI application gets its
    length, without its content, and has to refuse it.
    """

    def __init__(
        self, wsgi: Wsgi, *, session: str, most_body: int, ready: Ready[Any] | None = None
    ) -> None:
        self.wsgi, self.most_body, self.ready = wsgi, most_body, ready
        self.session = re.compile(rf"(?:^|;)\s*{re.escape(session)}=([^;]+)")
        self._known: OrderedDict[str, None] = OrderedDict()  # the one used longest ago first
        self.officials = ThreadPoolExecutor(THREADS, "official")
        self.public = ThreadPoolExecutor(THREADS, "public")
        sys.setswitchinterval(SWITCH)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            raise NotImplementedError(f"no answer to {scope['type']}")
        with ExitStack() as opened:
            body = opened.enter_context(SpooledTemporaryFile(IN_MEMORY))
            try:
                length = await self._read(scope, receive, body)
            except TimeoutError:
                await _send(send, 408, [(b"connection", b"close")], b"")
                return
            except Disconnected:
                return
            body.seek(0)
            environ = environ_of(scope, body, length)
            answer = await self._ready(environ)
            if answer is None:
                loop = asyncio.get_running_loop()
                found = self.session.search(environ.get("HTTP_COOKIE", ""))
                session = found[1] if found else ""
                threads = self.officials if session in self._known else self.public
                # The thread closes the body: it reads it on when gunicorn ends this task, as it
                # does some seconds after the client has left.
                opened.pop_all()
                answer = await loop.run_in_executor(threads, self._answer, environ)
                if session and OFFICIAL in environ:
                    self._remember(session)
        await _send(send, *answer)

    async def _ready(self, environ: dict[str, Any]) -> tuple[int, Headers, bytes] | None:
        """Return the answer that is ready for a request, None if there is none."""
        found = await self.ready.find(environ) if self.ready else None
        return found and (found[0], _encoded(found[1]), found[2])

    def _remember(self, session: str) -> None:
        """Let the next requests of an official have the threads of officials."""
        self._known[session] = None
        self._known.move_to_end(session)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    async def _read(self, scope: Message, receive: Receive, body: IO[bytes]) -> int:
        """Write the body of a request to `body`, and return its length.

        Raises Disconnected, and TimeoutError for a body that comes too slowly.
        """
        length, is_complete = _declared_length(scope), False
        if length > self.most_body:
            return length
        length = 0
        async with asyncio.timeout(BODY_GRACE) as limit:
            start = limit.when() or 0
            while not is_complete:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Disconnected
                part = message.get("body", b"")
                length += len(part)
                if length > self.most_body:
                    body.truncate(0)
                    return length
                body.write(part)
                limit.reschedule(start + length / SLOWEST_BODY)
                is_complete = not message.get("more_body", False)
        return length

    def _answer(self, environ: dict[str, Any]) -> tuple[int, Headers, bytes]:
        """Return the answer of the WSGI application. It is made, and closed, in this thread, as is
        the body of the request."""
        began: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
            began[:] = [status, headers]

        with environ["wsgi.input"]:
            parts = self.wsgi(environ, start_response)
            try:
                content = b"".join(parts)
            finally:
                close = getattr(parts, "close", None)
                if close:
                    close()
        status, headers = began
        return int(status[:3]), _encoded(headers), content


def _encoded(headers: list[tuple[str, str]]) -> Headers:
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]


async def _send(send: Send, status: int, headers: Headers, content: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


def _declared_length(scope: Message) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value)
    return 0


def environ_of(scope: Message, body: IO[bytes], length: int) -> dict[str, Any]:
    """Return the WSGI environment of a request (PEP 3333) with this body of `length` bytes."""
    server, port = scope.get("server") or ("localhost", 0)
    client, _port = scope.get("client") or ("", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": client,
        "CONTENT_TYPE": "",
        "CONTENT_LENGTH": str(length),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name = raw_name.decode("latin-1").upper().replace("-", "_")
        value = raw_value.decode("latin-1")
        if name == "CONTENT_TYPE":
            environ[name] = value
        elif name != "CONTENT_LENGTH":
            key = f"HTTP_{name}"
            between = "; " if name == "COOKIE" else ","
            environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    return environ
