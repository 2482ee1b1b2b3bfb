"""Read what was sent in as photos and scans: python manage.py read_scans [FILE…].

The process beside the server runs it whenever something waits (wk/camera/scans/beside.py).
"""

import fcntl
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from wk.camera.extras import missing_libraries
from wk.camera.scans.beside import ASKED, DOING
from wk.camera.scans.scanner_folder import take_from_folder

LOCK = ".scans-lock"  # in DATA_DIR: only one process reads at a time
LIMIT = 120  # seconds that one page may take at most


class Command(BaseCommand):
    """Take whole files from the folder of the scanner, and read everything that waits."""

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
            except BlockingIOError:
                return  # another one reads already, and goes on until nothing waits
            # What comes in from here on asks anew. A process that is killed leaves DOING behind.
            with suppress(FileNotFoundError):
                (folder / ASKED).replace(folder / DOING)
            take_from_folder(options["files"])
            read_waiting(LIMIT)
            (folder / DOING).unlink(missing_ok=True)
