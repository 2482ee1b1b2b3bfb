"""Take the examples of writing along: python manage.py writing_examples SLUG -o FILE."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from wk.archive.storage import write_whole
from wk.archive.writer import taken_along
from wk.camera.examples.file import examples_file, file_name
from wk.chain.events import note
from wk.chain.models import Event
from wk.core.refusals import ActionRefused
from wk.tournament.models import Tournament


class Command(BaseCommand):
    """Write the examples of a tournament to a file. It is complete or not written."""

    help = "Writes the pieces of photos that a tournament keeps as one file, for bin/train."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the last part of its web address")
        parser.add_argument("-o", dest="file", type=Path, metavar="FILE", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(_("There is no tournament “%(slug)s”.") % {"slug": options["slug"]})
        file: Path = options["file"]
        try:
            data = examples_file(tournament)
            write_whole(file, data, may_replace=True)
        except ActionRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror or error}") from error
        note(Event.Kind.TAKEN_ALONG, taken_along(file_name(tournament), data))
