"""Servers of PostgreSQL on two machines, set up as docs/operations.md says."""

import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from tests.bench.processes import family
from tests.standby.laptops import free_port

LOCAL = "127.0.0.1"
SLOT = "second"  # the name of the second, as a follower of the first


def tools() -> Path | None:
    """Return the folder with the programs of the newest PostgreSQL, None without one."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(found, key=lambda path: int(path.parent.name), default=None)


class Cluster:
    """A server of PostgreSQL with its own files, at a port that it keeps.

    A careless one waits for no disk, as tests need not.
    """

    def __init__(self, *, is_careless: bool = False) -> None:
        self.is_careless = is_careless
        self.port = free_port()
        self.folder = Path(mkdtemp(prefix="wk-cluster-"))
        self.data = self.folder / "db"
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self.folder, "postgres")

    @property
    def url(self) -> str:
        """Return what DATABASE_URL is for this server."""
        return f"postgres://wk:geheim@{LOCAL}:{self.port}/wk"

    def make(self) -> None:
        """Make the server of the first, with the database of wk and the account of the follower."""
        words = ["-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"]
        words += ["--auth-local=trust", "--auth-host=scram-sha-256"]
        self.run("initdb", "-D", self.data, *words, *self._without_sync())
        self.start()
        for line in (
            "CREATE ROLE wk LOGIN CREATEDB PASSWORD 'geheim'",
            "CREATE DATABASE wk OWNER wk",
            "CREATE ROLE follower REPLICATION LOGIN PASSWORD 'volg'",
            "ALTER SYSTEM SET max_slot_wal_keep_size = '4GB'",
        ):
            self.ask(line)
        self.ask("SELECT pg_reload_conf()")

    def take_over(self, ended: "Cluster") -> None:
        """Begin with a copy of all files of a server that has ended."""
        subprocess.run(["cp", "-a", ended.data, self.data], check=True)
        self.start()

    def follow(self, first: "Cluster") -> None:
        """Copy the server of the first while it is used, and follow it from there on."""
        where = (
            f"host={LOCAL} port={first.port} user=follower password=volg application_name={SLOT}"
        )
        options = ["-R", "-X", "stream", "-C", "-S", SLOT, "-c", "fast"]
        self.run("pg_basebackup", "-d", where, "-D", self.data, *options, *self._without_sync())
        self.start()

    def promote(self) -> None:
        """Let the server write, as the one."""
        self.ask("SELECT pg_promote()")

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = f"-h {LOCAL} -p {self.port} -k {self.folder}"
        options += " -c fsync=off" if self.is_careless else ""
        self.run("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "-o", options, "start")

    def stop(self) -> None:
        """End the server, which writes down all that it has."""
        self.run("pg_ctl", "-D", self.data, "-m", "fast", "stop")

    def kill(self) -> None:
        """End all processes of the server at once, as a machine dies."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        for each in family(pid):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        while Path(f"/proc/{pid}").exists():
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)

    def ask(self, question: str, database: str = "postgres") -> str:
        """Return what the server answers its administrator."""
        where = ["-h", self.folder, "-p", self.port, "-U", "postgres", "-d", database]
        return self.run("psql", *where, "-AtXc", question).strip()

    def remove(self) -> None:
        """End the server, and delete its files."""
        if (self.data / "postmaster.pid").exists():
            with suppress(subprocess.CalledProcessError):
                self.run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _without_sync(self) -> Sequence[str]:
        return ("--no-sync",) if self.is_careless else ()

    def run(self, program: str, *arguments: object) -> str:
        """Run a program of PostgreSQL; return what it prints. Raises CalledProcessError."""
        folder = tools()
        assert folder, "there is no PostgreSQL"
        command = [str(folder / program), *map(str, arguments)]
        # A file: the server that pg_ctl starts would hold a pipe open for as long as it runs.
        with (self.folder / "printed").open("w+") as printed:
            subprocess.run([*_as_postgres(), *command], cwd="/", stdout=printed, check=True)
            printed.seek(0)
            return printed.read()


def _as_postgres() -> Sequence[str]:
    return ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
