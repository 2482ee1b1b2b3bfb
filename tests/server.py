"""A real wk: its own process, database and address."""

import os
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ("DATABASE_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "HTTPS", "PORT")


class Server:
    """Serves wk as bin/run does, from the folder `data`, until `stop`."""

    def __init__(self, data: Path, *, database: str = "", program: str = "wk.wsgi") -> None:
        """`database` is an address as in DATABASE_URL; `program` another one than wk's, to serve
        in the same way."""
        environment = {k: v for k, v in os.environ.items() if k not in SETTINGS}
        self.environment = environment | {"DATA_DIR": str(data), "DATABASE_URL": database}
        self.program = program
        self.manage("migrate", "--verbosity=0")
        self.start()

    def start(self, port: int = 0) -> None:
        """Serve, at a free port if none is given."""
        # The socket listens before the server runs, so that nobody has to wait for it.
        with socket.create_server(("127.0.0.1", port)) as listening:
            # As gunicorn does at an address of its own: answers leave at once.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.url = f"http://localhost:{listening.getsockname()[1]}"
            bind = f"--bind=fd://{listening.fileno()}"
            self.process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "--config=gunicorn.conf.py", bind, self.program],
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
