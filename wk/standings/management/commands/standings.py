"""python manage.py standings SLUG: print the standings for people and for programs."""

import io
import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from wk.standings.formats import standings_csv, standings_data, standings_text
from wk.standings.queries import Standings, standings
from wk.tournament.models import Tournament


def as_json(table: Standings) -> str:
    """Return the standings as one JSON document."""
    return json.dumps(standings_data(table), ensure_ascii=False, indent=1) + "\n"


FORMATS = {"table": standings_text, "json": as_json, "csv": standings_csv}


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
