"""Write everything to one file, and check it: python manage.py backup [--to PLACE]."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext as _

from wk.archive.console import refuse, use_utf8_output
from wk.backups import services
from wk.backups.databases import CannotCopy
from wk.backups.folder import folder
from wk.backups.keeping import keep
from wk.backups.manifest import Why
from wk.backups.words import why_not
from wk.chain.events import note
from wk.chain.models import Event


class Command(BaseCommand):
    """Write a backup while wk runs, check it, and print its name."""

    help = "Write everything that wk holds to one file while it runs, and check that file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--to", metavar="PLACE", type=Path, help="a folder, instead of that of all backups"
        )
        parser.add_argument(
            "--by-itself",
            action="store_true",
            help="as Card champion does every few minutes: only if something has changed; then"
            " check, copy to the second place and throw away what is too much",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8_output()
        if options["by_itself"]:
            keep(now=timezone.now())
            return
        place: Path | None = options["to"]
        if place and not place.is_dir():
            refuse(self.stderr, [_("%(place)s is no folder.") % {"place": place}])
        # A database that takes no more writes can be copied all the same.
        with suppress(DatabaseError):
            note(Event.Kind.BACKED_UP, str(place or folder()))
        try:
            made = services.make_backup(why=Why.HAND, to=place)
        except (CannotCopy, OSError) as error:
            words = _("No backup could be written: %(why)s") % {"why": why_not(error)}
            refuse(self.stderr, [words])
        if problems := services.check(made.path):
            refuse(self.stderr, [f"{made.path}: {words}" for words in problems])
        self.stdout.write(str(made.path))
