"""A browser's way of asking, without the browser: cheap enough to be three hundred of them."""

import asyncio
import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

PATIENCE = 60  # seconds
# What browsers send; they offer brotli over HTTPS alone.
AS_A_BROWSER = {
    "User-Agent": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 Mobile",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate",
    "Accept-Language": "nl-NL,nl;q=0.9,en;q=0.8",
}
END = b"\r\n\r\n"


class Failed(Exception):
    """An answer that is not as it should be, or none."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered; `headers` by their names in small letters, `body` as it was sent."""

    status: int
    headers: Mapping[str, str]
    cookies: tuple[str, ...]
    body: bytes

    @property
    def text(self) -> str:
        """Return the body as text."""
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


def request_bytes(host: str, method: str, path: str, headers: Mapping[str, str]) -> bytes:
    """Return the head of a request as it goes over the line."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def read_head(head: bytes) -> Answer:
    """Return an answer that has no body yet."""
    first, *lines = head.decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    cookies = []
    for line in lines:
        name, _colon, value = line.partition(":")
        if name.lower() == "set-cookie":
            cookies.append(value.strip())
        headers[name.lower()] = value.strip()
    return Answer(int(first.split(" ", 2)[1]), headers, tuple(cookies), b"")


@dataclass(slots=True)
class Browser:
    """One connection that is kept, the cookies, and the pages that may be asked for again."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    kept: dict[str, Answer] = field(default_factory=dict)
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def get(self, path: str, **headers: str) -> Answer:
        """Return the answer of the server. A 304 stands for the page that was kept."""
        place = path + headers.get("HX-Request", "")  # an answer to htmx is another one
        known = self.kept.get(place)
        if known is not None:
            headers["If-None-Match"] = known.headers["etag"]
        answer = await self._ask("GET", path, headers)
        if "etag" in answer.headers and answer.status == 200:
            self.kept[place] = answer
        return answer

    async def post(self, path: str, typed: Mapping[str, str], **headers: str) -> Answer:
        """Send a form and return the answer."""
        return await self._ask("POST", path, headers, urlencode(typed).encode())

    def close(self) -> None:
        """Leave."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None

    async def _ask(
        self, method: str, path: str, headers: dict[str, str], body: bytes | None = None
    ) -> Answer:
        headers |= AS_A_BROWSER
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["Content-Length"] = str(len(body))
        sent = request_bytes(urlsplit(self.url).netloc, method, path, headers) + (body or b"")
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._exchange(sent)
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError) as error:
            self.close()
            raise Failed(f"{method} {path}: {error!r}") from error
        if answer.headers.get("connection", "").lower() == "close":
            self.close()
        for cookie in answer.cookies:
            name, _equals, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return answer

    async def _exchange(self, sent: bytes) -> Answer:
        """Send a request; once more on a new connection if the server closed the one before."""
        is_new = self.writer is None or self.reader is None or self.reader.at_eof()
        if is_new:
            await self._connect()
        try:
            return await self._send(sent)
        except (ConnectionError, asyncio.IncompleteReadError):
            if is_new:
                raise
            await self._connect()
            return await self._send(sent)

    async def _connect(self) -> None:
        self.close()
        host = urlsplit(self.url)
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", host.port, limit=1 << 20
        )

    async def _send(self, sent: bytes) -> Answer:
        assert self.reader is not None
        assert self.writer is not None
        self.writer.write(sent)
        answer = read_head((await self.reader.readuntil(END))[: -len(END)])
        if answer.status in (204, 304):
            return answer
        if "content-length" in answer.headers:
            body = await self.reader.readexactly(int(answer.headers["content-length"]))
        elif answer.headers.get("transfer-encoding") == "chunked":
            body = await self._chunks()
        else:
            body = await self.reader.read()
        return Answer(answer.status, answer.headers, answer.cookies, body)

    async def _chunks(self) -> bytes:
        assert self.reader is not None
        found = []
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            found.append(await self.reader.readexactly(size))
            await self.reader.readexactly(2)
        await self.reader.readexactly(2)
        return b"".join(found)
