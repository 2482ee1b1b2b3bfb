"""Write a tournament as an archive: python manage.py export_tournament SLUG."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from wk.archive.console import refuse, use_utf8_output
from wk.archive.queries import archive_of
from wk.archive.storage import write_whole
from wk.archive.writer import taken_along, write
from wk.chain.events import note
from wk.chain.models import Event
from wk.tournament.models import Tournament


class Command(BaseCommand):
    """Write the archive to standard output or to a file. The file is complete or not written."""

    help = "Write a whole tournament as an archive."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the last part of its web address")
        parser.add_argument("-o", dest="file", metavar="FILE", help="write to this file instead")

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8_output()
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            refuse(
                self.stderr, [_("There is no tournament “%(slug)s”.") % {"slug": options["slug"]}]
            )
        data = write(archive_of(tournament))
        note(Event.Kind.TAKEN_ALONG, taken_along(f"{tournament.slug}.json", data))
        if options["file"] is None:
            self.stdout.write(data.decode(), ending="")
            return
        try:
            write_whole(Path(options["file"]), data, may_replace=True)
        except OSError as error:
            refuse(self.stderr, [f"{options['file']}: {error.strerror or error}"])
