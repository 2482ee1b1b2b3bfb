"""Bring a backup back: python manage.py restore FILE."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from wk.archive.console import refuse, use_utf8_output
from wk.backups.databases import CannotCopy
from wk.backups.restoring import is_empty, restore, restore_on_empty
from wk.core.refusals import ActionRefused


class Command(BaseCommand):
    """Bring a backup back on an empty machine, or with --replace over what is there."""

    help = "Bring back everything that a backup holds, on a machine where wk holds nothing yet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--replace",
            action="store_true",
            help="put it over what is there, after a backup of that",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8_output()
        try:
            if is_empty():
                restore_on_empty(path=options["file"])
                self.stdout.write(_("Everything is back. Start Card champion now."))
                return
            if not options["replace"]:
                words = _("Card champion holds something here already. With --replace it is kept as"
                          " a backup, and this one takes its place.")  # fmt: skip
                refuse(self.stderr, [words])
            done = restore(path=options["file"], author=None, now=timezone.now())
        except (ActionRefused, CannotCopy, OSError) as error:
            refuse(self.stderr, [str(error)])
        if done:
            words = _("Everything is back. What was there before is kept in %(file)s.")
            self.stdout.write(words % {"file": done.kept.path})
