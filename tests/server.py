"""A real wk: its own process, database and address."""

import fcntl
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import StringIO
from pathlib import Path
from typing import Any

from tests.database import NAME, ROOT, copy, made_once, migrated, move_public_version

# What a server does not take over from the process of the tests.
OWN = (
    *("DATABASE_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "HTTPS", "PORT"),
    *("LISTEN", "TRUSTED_PROXIES"),
    "DJANGO_ALLOW_ASYNC_UNSAFE",
)
COLLECTED = ROOT / ".pytest_cache" / "static"
SECRET_KEY = "of no secret: it only signs what tests do themselves"


class Server:
    """Serves wk as bin/run does, from the folder `data`, until `stop`."""

    def __init__(
        self,
        data: Path,
        *,
        database: str = "",
        program: str = "wk.asgi",
        options: Sequence[str] = (),
        made: Path | None = None,
        unblock: Callable[[], AbstractContextManager[None]] = nullcontext,
        settings: Mapping[str, str] | None = None,
        practice: Sequence[str] = (),
        starts: bool = True,
    ) -> None:
        """`database` is an address as in DATABASE_URL; `program` another one than wk's, to serve
        in the same way, and `options` are more of gunicorn's. `made` is a folder that several
        servers share for what they make once, and `unblock` lets this process use databases.
        `settings` are more settings of the environment, by name; `practice` is what it holds from
        the start, as for `practise`. One that does not start is there for its data."""
        environment = {k: v for k, v in os.environ.items() if k not in OWN}
        self.environment = environment | {
            "DATA_DIR": str(data),
            "DATABASE_URL": database,
            "SECRET_KEY": SECRET_KEY,
            "STATIC_ROOT": str(collected()),
            "BACKUP_EVERY": "0",  # nothing beside the server, but where a test asks for it
            **(settings or {}),
        }
        self.data = data
        self.made = made or data.parent  # what is made once stands here
        self.unblock = unblock
        self.served = [*options, program]
        self.before: Sequence[str] = ()  # a command that starts the server, such as setpriv
        if database:
            self.manage("migrate", "--verbosity=0")
        elif not (data / NAME).exists():
            data.mkdir(parents=True, exist_ok=True)
            self.fill(migrated())
        if practice:
            self.practise(*practice)
        if starts:
            self.start()

    def fill(self, database: Path) -> None:
        """Take over the content of another database; all that was there before is gone."""
        for path in self.data.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
        copy(database, self.data / NAME)
        move_public_version(self.data / NAME)  # the server may have kept pages of another database

    @contextmanager
    def database(self) -> Iterator[None]:
        """Let the code of this block read and write the server's database, in this process."""
        from django.db import connections
        from django.db.utils import ConnectionHandler
        from django.test import override_settings

        from wk.settings import SQLITE, env

        url = self.environment["DATABASE_URL"]
        named = env.db_url_config(url) if url else SQLITE | {"NAME": str(self.data / NAME)}
        handler = ConnectionHandler({"default": named})
        own = connections["default"]
        with (
            self.unblock(),
            override_settings(DATA_DIR=self.data, SECRET_KEY=SECRET_KEY),
        ):
            connections["default"] = handler["default"]
            try:
                yield
            finally:
                connections["default"].close()
                connections["default"] = own

    def practise(self, *demos: str) -> None:
        """Hold practice tournaments, each as `manage.py demo` with these arguments makes it, and
        nothing else. They are made once in a run."""

        def make(path: Path) -> None:
            from django.core.management import call_command

            self.fill(migrated())
            with self.database():
                for demo in demos:
                    call_command("demo", *demo.split(), stdout=StringIO())
            copy(self.data / NAME, path)

        name = "_".join(demo.replace(" ", "") for demo in demos)
        self.fill(made_once(self.made / f"demo{name}.sqlite3", make))

    def logged_in(self, name: str, role: str) -> dict[str, Any]:
        """Return what a browser keeps in which somebody has logged in: as `storage_state` of a
        window. The account is made where it is not there yet."""
        from tests.officials import session_of
        from wk.accounts.models import User

        with self.database():
            user, _is_new = User.objects.get_or_create(username=name, defaults={"role": role})
            name, key = session_of(user)
        return {"cookies": [{"name": name, "value": key, "domain": "localhost", "path": "/"}]}

    def start(self, port: int = 0) -> None:
        """Serve, at a free port if none is given."""
        # The socket listens before the server runs, so that nobody has to wait for it.
        with socket.create_server(("127.0.0.1", port)) as listening:
            # As gunicorn does at an address of its own: answers leave at once.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.url = f"http://localhost:{listening.getsockname()[1]}"
            bind = f"--bind=fd://{listening.fileno()}"
            self.process = subprocess.Popen(
                [
                    *(*self.before, sys.executable, "-m", "gunicorn"),
                    *("--config=gunicorn.conf.py", bind, *self.served),
                ],
                cwd=ROOT,
                env=self.environment,
                pass_fds=[listening.fileno()],
            )

    def manage(self, *args: str) -> str:
        """Run a command of manage.py on this server's data and return what it prints."""
        done = self.try_to(*args)
        done.check_returncode()
        return done.stdout

    def try_to(self, *args: str) -> subprocess.CompletedProcess[str]:
        """Run a command of manage.py that may fail."""
        return subprocess.run(
            [sys.executable, "manage.py", *args],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
        )

    def start_again(self) -> None:
        """Serve at the same address as before it was stopped."""
        self.start(int(self.url.rpartition(":")[2]))

    def stop(self) -> None:
        """End the server as Ctrl-C does."""
        self.process.terminate()
        self.process.wait()


def collected() -> Path:
    """Return the folder of static files as bin/run collects them."""
    COLLECTED.mkdir(parents=True, exist_ok=True)
    with open(COLLECTED.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(["bin/collect", str(COLLECTED)], cwd=ROOT, check=True)
    return COLLECTED
