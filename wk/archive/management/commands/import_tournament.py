"""Import a tournament from an archive: python manage.py import_tournament FILE."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from wk.archive.console import problem_lines, refuse, use_utf8_output
from wk.archive.jsontext import MOST_BYTES
from wk.archive.problems import ArchiveInvalid
from wk.archive.reader import read
from wk.archive.services import import_archive
from wk.core.refusals import ActionRefused


class Command(BaseCommand):
    """Import one archive, all or nothing. Print each problem as a line on standard error."""

    help = "Bring in a whole tournament from an archive, all or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the archive; - for standard input")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="replace the tournament that is there, after writing a backup of it: players,"
            " seats and forms become those of the archive. What no archive knows stays: settings,"
            " what is held back, who has arrived, draw numbers, what was asked of the draws,"
            " photos, phones, earlier versions and the log",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8_output()
        try:
            archive = read(_bytes(options["file"]))
            import_archive(
                archive=archive,
                now=timezone.now(),
                replace=options["replace"],
                file=Path(options["file"]).name,
            )
        except ArchiveInvalid as error:
            refuse(self.stderr, problem_lines(error))
        except ActionRefused as refusal:
            refuse(self.stderr, [str(refusal)])
        except OSError as error:
            refuse(self.stderr, [f"{options['file']}: {error.strerror or error}"])


def _bytes(name: str) -> bytes:
    """Return the first MOST_BYTES + 1 bytes of a file: the reader refuses a longer one."""
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MOST_BYTES + 1)
