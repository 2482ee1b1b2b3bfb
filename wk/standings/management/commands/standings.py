"""python manage.py standings SLUG: print the standings for people and for programs."""

import io
import sys
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from wk.core.data_files import csv_text, json_text
from wk.standings.formats import standings_data, standings_rows, standings_text
from wk.standings.queries import Standings, standings
from wk.tournament.models import Tournament

FORMATS: dict[str, Callable[[Standings], str]] = {
    "table": standings_text,
    "json": lambda table: json_text(standings_data(table)),
    "csv": lambda table: csv_text(standings_rows(standings_data(table))),
}


class Command(BaseCommand):
    """Print the standings of a tournament to standard output, as UTF-8 in every locale."""

    help = "Writes the standings of a tournament, as a table, JSON or CSV."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the last part of the tournament's web address")
        parser.add_argument("--format", choices=FORMATS, default="table")
        parser.add_argument("--after-round", type=int, metavar="N", help="as they stood then")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(_("There is no tournament “%(slug)s”.") % {"slug": options["slug"]})
        number = options["after_round"]
        if number is not None and not 1 <= number <= tournament.round_count:
            raise CommandError(
                _("This tournament has rounds 1 to %(last)d.") % {"last": tournament.round_count}
            )
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        written = FORMATS[options["format"]](standings(tournament, number))
        self.stdout.write(written, ending="")
