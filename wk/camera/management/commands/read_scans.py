"""Read what was sent in as photos and scans: python manage.py read_scans [FILE…].

The process beside the server runs it whenever something waits (wk/camera/scans/beside.py).
"""

import fcntl
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from wk.camera.extras import missing_libraries
from wk.camera.scans.beside import ASKED, DOING
from wk.camera.scans.scanner_folder import take_from_folder

LOCK = ".scans-lock"  # in DATA_DIR: only one process reads at a time
LIMIT = 120  # seconds that one page may take at most


class Command(BaseCommand):
    """Take whole files from the folder of the scanner, and read everything that waits.

    Asked to end, by SIGTERM or Ctrl-C, it does so after the page that it is at.
    """

    help = "Reads the photos and scans of score sheets that were sent in and wait for it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="*", type=Path, metavar="FILE", help="that a scanner has written"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if missing_libraries():
            for name in (ASKED, DOING):  # or it would be asked again for ever
                (Path(settings.DATA_DIR) / name).unlink(missing_ok=True)
            return  # what waits is read once they are there
        from wk.camera.scans.reading import read_waiting  # needs the libraries

        folder = Path(settings.DATA_DIR)
        with (folder / LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise CommandError(_("Another process is reading already.")) from error
            # What comes in from here on asks anew. A process that is killed leaves DOING behind.
            with suppress(FileNotFoundError):
                (folder / ASKED).replace(folder / DOING)
            take_from_folder(options["files"])
            with _asked_to_end() as is_to_end:
                is_done = read_waiting(LIMIT, is_to_end)
            if is_done:
                (folder / DOING).unlink(missing_ok=True)


@contextmanager
def _asked_to_end() -> Iterator[Callable[[], bool]]:
    """Give what tells whether this process has been asked to end."""
    asked = Event()
    before = {
        each: signal.signal(each, lambda *_anything: asked.set())
        for each in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        yield asked.is_set
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
