"""Databases that are copied instead of made: migrating one takes seconds, copying it none."""

import fcntl
import hashlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import django

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache" / "databases"
NAME = "wk.sqlite3"  # as the settings name it in DATA_DIR


def migrated() -> Path:
    """Return a database with all tables and no rows; it is made again when a migration changes."""
    migrations = sorted(ROOT.glob("wk/*/migrations/*.py"))
    content = b"".join(path.read_bytes() for path in migrations) + django.__version__.encode()
    kept = KEPT / f"{hashlib.sha256(content).hexdigest()[:16]}.sqlite3"
    return made_once(kept, _migrate)


def _migrate(path: Path) -> None:
    with TemporaryDirectory() as data:
        command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        environment = os.environ | {"DATA_DIR": data, "DATABASE_URL": ""}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        copy(Path(data) / NAME, path)


def made_once(path: Path, make: Callable[[Path], None]) -> Path:
    """Return a file after letting `make` write it, unless somebody did that before; of two who ask
    at the same time one waits for the other."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{path}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            unfinished = path.with_name(f"{path.name}.unfinished")
            unfinished.unlink(missing_ok=True)
            make(unfinished)
            unfinished.rename(path)
    return path


def copy(source: Path | str, target: Path | str) -> None:
    """Give a database the content of another one, also while a server uses it."""
    with closing(connect(source)) as one, closing(connect(target)) as other:
        one.backup(other)


def connect(name: Path | str) -> sqlite3.Connection:
    """Open a database by its path, or by an address that begins with "file:"."""
    return sqlite3.connect(str(name), uri=str(name).startswith("file:"), timeout=20)
