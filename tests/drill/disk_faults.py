"""A disk that is full, and a folder of data that may not be written."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from tests.database import NAME, ROOT
from tests.drill.rows import Row
from tests.drill.trial import PUBLIC, Trial, a_day, words
from tests.server import Server
from wk.core.storage_faults import Fault

SIZE = "96m"  # of the small disk
TYPED = 3.0  # seconds before, and after
# root may write everything; this program may not, whoever runs it.
AS_EVERYBODY = (
    "setpriv",
    "--bounding-set=-dac_override,-dac_read_search",
    "--inh-caps=-dac_override,-dac_read_search",
)


def full_disk(made: Path) -> Row:
    """Fill the disk while everybody types, and make room again."""
    with TemporaryDirectory(prefix="wk-full-") as folder:
        if not mounted(Path(folder)):
            return Row("", 0, 0, "no small disk can be mounted")
        try:
            return _on_a_small_disk(made, Path(folder))
        finally:
            subprocess.run(["umount", folder], check=True)


def mounted(folder: Path) -> bool:
    """Mount a small disk at a folder; return whether that worked."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "wk", str(folder)]
    if not shutil.which("mount"):
        return False
    return subprocess.run(command, capture_output=True).returncode == 0


def _on_a_small_disk(made: Path, folder: Path) -> Row:
    with a_day(made, data=folder / "data") as day:
        trial, ballast = day.trial, folder / "ballast"
        with day.typing():
            sleep(TYPED)
            fill(ballast)
            trial.hold("a page tells clerks that the disk is full", day.told(Fault.FULL))
            trial.hold("the public reads on", day.get(PUBLIC)[0] == 200)
            backup = day.server.try_to("backup")
            is_told = "No space left" in backup.stderr or "full" in backup.stderr
            is_plain = is_told and "Traceback" not in backup.stderr
            trial.hold(
                "the console says why there is no backup", bool(backup.returncode) and is_plain
            )
            before = len(day.office.acknowledged)
            ballast.unlink()
            took = day.goes_on()
            trial.hold("it goes on by itself when there is room", took > 0)
            sleep(TYPED)
        trial.hold("forms come in again", len(day.office.acknowledged) > before)
        trial.hold("a backup works again", day.server.try_to("backup").returncode == 0)
        day.judge()
        trial.figures.append(f"stores again {took:.1f} s after there is room")
        return trial.row


def fill(path: Path) -> None:
    """Write a file until the disk is full."""
    with open(path, "wb", buffering=0) as file:
        for size in (1 << 20, 4096, 512, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue


def read_only_folder(made: Path) -> Row:
    """Start a server on a folder that it may read, and not write; then let it write."""
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        return Row("", 0, 0, "root may write every folder, and there is no setpriv")
    with a_day(made) as day:
        trial, server = day.trial, day.server
        with day.typing():
            sleep(TYPED)
        server.stop()
        server.before = AS_EVERYBODY if os.geteuid() == 0 else ()
        with may_not_be_written(server):
            migrated = subprocess.run(
                [*server.before, sys.executable, "manage.py", "migrate", "--verbosity=0"],
                cwd=ROOT,
                env=server.environment,
                capture_output=True,
                text=True,
            )
            said = migrated.stderr
            is_plain = Fault.READ_ONLY.advice in said and "Traceback" not in said
            trial.hold(f"the console says so {said[-300:]}", bool(migrated.returncode) and is_plain)
            server.start_again()
            trial.hold("a page says so", day.told(Fault.READ_ONLY))
            status, page = day.get(PUBLIC)
            is_read = status == 200 or (status == 503 and words(Fault.READ_ONLY) in page)
            trial.hold(f"the public sees the page, or why not ({status})", is_read)
        took = day.goes_on()
        trial.hold("it goes on by itself when it may write", took > 0)
        with day.typing():
            sleep(TYPED)
        day.judge()
        trial.figures.append(f"stores again {took:.1f} s after it may write")
        return trial.row


@contextmanager
def may_not_be_written(server: Server) -> Iterator[None]:
    """Take the right to write from the folder of a server and its files, while the block runs."""
    paths = [*(path for path in server.data.iterdir() if path.is_file()), server.data]
    modes = {path: path.stat().st_mode for path in paths}
    for path in paths:
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        yield
    finally:
        for path in reversed(paths):
            path.chmod(modes[path])


def broken_database(made: Path) -> Row:
    """Write rubbish over parts of the database file, and put them right again."""
    with a_day(made) as day:
        trial = day.trial
        with day.typing():
            sleep(TYPED)
        day.server.stop()
        path = day.server.data / NAME
        kept = path.read_bytes()
        for name, begin, length in (
            ("header", 0, 100),
            ("middle", len(kept) // 4 // 4096 * 4096, len(kept) // 2),
        ):
            _break(path, kept, begin, length)
            day.server.start_again()
            statuses = _look(day.server, day, trial, name)
            trial.figures.append(f"{name}: {statuses}")
            path.write_bytes(kept)
            took = day.goes_on()
            trial.hold(f"{name}: it goes on by itself with the whole file", took > 0)
            day.server.stop()
            kept = path.read_bytes()
        day.server.start_again()
        with day.typing():
            sleep(TYPED)
        day.judge()
        return trial.row


def _break(path: Path, kept: bytes, begin: int, length: int) -> None:
    content = bytearray(kept)
    content[begin : begin + length] = bytes((each * 7 + 13) % 251 for each in range(length))
    path.write_bytes(content)


def _look(server: Server, day, trial: Trial, name: str) -> str:  # type: ignore[no-untyped-def]
    """Look at pages and commands on a broken database; return what pages answered."""
    trial.hold(f"{name}: a page says that the database is broken", day.told(Fault.BROKEN))
    pages = [day.get(path) for path in ("/", PUBLIC, f"{PUBLIC}1/", "/backups/", "/guide/")]
    bare = [status for status, page in pages if status >= 500 and words(Fault.BROKEN) not in page]
    trial.hold(f"{name}: no bare error page {bare}", not bare)
    for command in ("verify", "backup"):
        done = server.try_to(command)
        said = (done.stderr + done.stdout)[-300:]
        is_told = ("broken" in said or words(Fault.BROKEN) in said) and "Traceback" not in said
        trial.hold(f"{name}: {command} says so ({said})", bool(done.returncode) and is_told)
    return ", ".join(str(status) for status, _page in pages)
