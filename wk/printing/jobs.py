"""PDFs that are being made: each by a process of its own, which is gone afterwards.

What was asked for is known by its content, so the same paper is made once, whoever asks for it and
however often. The files of the PDFs are in a folder of DATA_DIR that only the user of wk can open.
"""

import fcntl
import json
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic, sleep, time

from django.conf import settings

from wk.accounts.policy import Act
from wk.core.refusals import Busy
from wk.printing.maker import JobFiles

FOLDER = "pdfs"
KEPT = 600.0  # seconds that a PDF is kept after it was made
MOST = 10  # PDFs that are being made or wait for their turn; each wait costs a small process
PAUSE = 0.05  # seconds between two looks at a PDF for which a request waits


@dataclass(frozen=True, slots=True)
class Paper:
    """What is printed: `kind` of paper, for all of a tournament or for a round.

    `file` is the first part of the name of the PDF, `again` the address at which it is asked for,
    and `parts` the number of documents in it. `origin` is the address in the codes on the paper, ""
    without codes; `is_all` tells whether it is for all players or tables. `act` is what somebody
    has to be allowed who reads it.
    """

    kind: str
    tournament: str
    round: int | None
    file: str
    again: str
    parts: int
    origin: str = ""
    is_all: bool = True
    act: str = Act.PRINT


class State(Enum):
    """How far a PDF is; the values are the words for templates."""

    WAITING = "waiting"
    MAKING = "making"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """A PDF that was asked for. `done` is the number of its parts that are made.

    `missing` names the library without which this computer makes no PDF.
    """

    key: str
    paper: Paper
    state: State
    done: int
    missing: str
    files: JobFiles

    @property
    def is_pending(self) -> bool:
        """Return whether the PDF is still to come."""
        return self.state in (State.WAITING, State.MAKING)


def start(paper: Paper, parts: list[str], logo: bytes = b"") -> str:
    """Let a process make a PDF of HTML documents; return its key.

    `logo` is the picture that they show under the name LOGO, as PNG. Nothing is started if the same
    PDF is there, or is being made. Raises Busy if MOST are.
    """
    asked = json.dumps({"parts": parts, "logo": b64encode(logo).decode()})
    key = sha256(json.dumps([asdict(paper), asked]).encode()).hexdigest()
    with _folder() as folder:
        files = JobFiles(folder, key)
        if files.pdf.exists() or _is_being_made(files):
            return key
        if sum(map(_is_being_made, _jobs(folder))) >= MOST:
            raise Busy
        files.write(files.job, json.dumps(asdict(paper)).encode())
        files.progress.unlink(missing_ok=True)
        _start_maker(files, asked)
    return key


def find(key: str) -> Job | None:
    """Return a PDF that was asked for, None if it is not kept any longer."""
    with _folder() as folder:
        files = JobFiles(folder, key)
        if files not in _jobs(folder):
            return None
        told, is_being_made = files.told(), _is_being_made(files)
        if files.pdf.exists():
            state = State.READY
        elif is_being_made:
            state = State.MAKING if told else State.WAITING
        else:
            state = State.FAILED
        paper = Paper(**json.loads(files.job.read_bytes()))
        return Job(key, paper, state, told.get("done", 0), told.get("missing", ""), files)


def wait(key: str, patience: float) -> Job | None:
    """Return a PDF that was asked for, as soon as it is made; else as it is in so many seconds."""
    deadline = monotonic() + patience
    while (job := find(key)) and job.is_pending and monotonic() < deadline:
        sleep(PAUSE)
    return job


def _start_maker(files: JobFiles, asked: str) -> None:
    """Start the process that makes a PDF. It holds the lock of the job until its end.

    The lock belongs to the open file, which the process inherits.
    """
    with open(files.job, "rb") as job, TemporaryFile("w+", dir=files.folder) as pages:
        fcntl.flock(job, fcntl.LOCK_EX)
        pages.write(asked)
        pages.seek(0)
        maker = subprocess.Popen(  # noqa: S603 - this program itself
            [sys.executable, "-m", "wk.printing.maker", str(files.folder), files.key],
            cwd=settings.BASE_DIR,
            stdin=pages,
            stdout=subprocess.DEVNULL,
            pass_fds=[job.fileno()],
        )
    # The system keeps a process that has ended until somebody has waited for it.
    Thread(target=maker.wait, daemon=True).start()


@contextmanager
def _folder() -> Iterator[Path]:
    """Hold the folder of the PDFs, without those that are too old, during the block.

    Only one thread of all processes holds it at a time, so nobody takes the lock of a job while
    another one looks whether it is taken.
    """
    folder = Path(settings.DATA_DIR) / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _remove_old(folder)
        yield folder
    finally:
        os.close(lock)


def _remove_old(folder: Path) -> None:
    """Remove the PDFs that are older than KEPT, and those that were never made."""
    for files in _jobs(folder):
        written = files.pdf if files.pdf.exists() else files.job
        if time() - written.stat().st_mtime > KEPT and not _is_being_made(files):
            for path in (files.pdf, files.progress, files.unfinished, files.job):
                path.unlink(missing_ok=True)


def _jobs(folder: Path) -> list[JobFiles]:
    return [JobFiles(folder, path.stem) for path in folder.glob("*.job")]


def _is_being_made(files: JobFiles) -> bool:
    """Return whether a process makes a PDF or waits for its turn: it has locked the job."""
    try:
        with open(files.job, "rb") as job:
            fcntl.flock(job, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
