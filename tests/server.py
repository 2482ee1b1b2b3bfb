"""A real wk for browser tests: its own process, database and address."""

import os
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ("DATABASE_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "HTTPS", "PORT")


class Server:
    """Serves wk as bin/run does, from the folder `data`, until `stop`."""

    def __init__(self, data: Path) -> None:
        environment = {k: v for k, v in os.environ.items() if k not in SETTINGS}
        self.environment = environment | {"DATA_DIR": str(data)}
        self.manage("migrate", "--verbosity=0")
        # The socket listens before the server runs, so that nobody has to wait for it.
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.url = f"http://localhost:{listening.getsockname()[1]}"
            bind = f"--bind=fd://{listening.fileno()}"
            self.process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "--config=gunicorn.conf.py", bind, "wk.wsgi"],
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

    def stop(self) -> None:
        """End the server as Ctrl-C does."""
        self.process.terminate()
        self.process.wait()
