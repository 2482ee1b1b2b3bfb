"""Two laptops: a first, and a second that follows it, each with its own process and data."""

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from http.cookiejar import CookieJar
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

from tests.database import ROOT
from tests.server import Server
from wk.standby.kept import PROGRESS, kept

T = TypeVar("T")
HASHERS = ["wk.accounts.hashers.Argon2Hasher"]  # those of a server
PASSWORD = "regenjas-fiets-lamp"


def free_port() -> int:
    """Return a port that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def wait_for(found: Callable[[], T], seconds: float = 60) -> T:
    """Wait until something is found, and return it."""
    deadline = monotonic() + seconds
    while not (there := found()):
        assert monotonic() < deadline, "it did not come"
        sleep(0.05)
    return there


class Laptop(Server):
    """A laptop at a port of its own, which it keeps when it is started again."""

    def __init__(
        self, data: Path, *, first: str = "", settings: Mapping[str, str] | None = None, **more
    ) -> None:
        self.port = free_port()
        own = {"PORT": str(self.port), "LISTEN": "127.0.0.1", "STANDBY_OF": first}
        settings = {**own, **(settings or {})}
        if first:
            data.mkdir(parents=True)
            (data / "wk.sqlite3").touch()  # so that the server makes none
        super().__init__(data, settings=settings, **more)

    def start(self, port: int = 0) -> None:
        """Serve at the port of this laptop."""
        if self.environment["STANDBY_OF"] and not (self.data / "standby").exists():
            (self.data / "wk.sqlite3").unlink()
        self.url = f"http://localhost:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--config=gunicorn.conf.py", *self.served],
            cwd=ROOT,
            env=self.environment,
            start_new_session=True,  # what runs beside it dies with it
        )
        wait_for(lambda: self.status("/standby/term/?nonce=0&of=0"))

    @property
    def address(self) -> str:
        """Return the address at which the other laptop reaches this one."""
        return f"http://127.0.0.1:{self.port}"

    def status(self, path: str) -> int:
        """Return the status of the answer to a GET, 0 if there is none."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=20) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code
        except OSError:
            return 0

    def kill(self) -> None:
        """End the server for good, as a laptop dies: nobody says goodbye."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        """Press a button of a page of this laptop that asks for no account."""
        jar = CookieJar()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        browser.addheaders = [("Accept-Language", "en")]
        with browser.open(f"{self.url}/standby/", timeout=20) as page:
            page.read()
        token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
        body = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        try:
            with browser.open(self.url + path, body, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


def code_of(first: Laptop) -> str:
    """Return a code that the first shows."""
    from django.utils import timezone

    from wk.standby.services import new_code

    with first.database():
        return new_code(now=timezone.now())


def follow(first: Laptop, second: Laptop) -> None:
    """Let a laptop follow another one, and wait until it has everything."""
    status, page = second.post("/standby/code/", code=code_of(first))
    assert status == 200, page
    caught_up(first, second)


def links(laptop: Laptop) -> int:
    """Return the number of the newest link of the chain at a laptop."""
    from wk.chain.models import Head

    with laptop.database():
        return Head.objects.get().number


def caught_up(first: Laptop, second: Laptop, seconds: float = 30) -> None:
    """Wait until the second has every link that the first has now."""
    wanted = links(first)
    wait_for(lambda: kept(second.data, PROGRESS).get("link", -1) >= wanted, seconds)


def take(
    second: Laptop, name: str = "eva", password: str = PASSWORD, **more: str
) -> tuple[int, str]:
    """Press "Take over" at the second; return the status and the page of the answer."""
    fields = {"username": name, "password": password} | more
    return second.post("/standby/take-over/", **fields)
