"""python manage.py standings SLUG: print the standings for people and for programs."""

import io
import sys
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.possible import PossibleRanks
from wk.core.data_files import csv_text, json_text
from wk.standings.formats import standings_data, standings_rows, standings_text
from wk.standings.possible import possible_ranks
from wk.standings.queries import Standings, standings
from wk.standings.visibility import result_visibility
from wk.tournament.models import Tournament

Possible = Mapping[int, PossibleRanks]

FORMATS: dict[str, Callable[[Standings, Possible], str]] = {
    "table": lambda table, _possible: standings_text(table),
    "json": lambda table, possible: json_text(standings_data(table, possible)),
    "csv": lambda table, _possible: csv_text(standings_rows(standings_data(table))),
}


class Command(BaseCommand):
    """Print the standings of a tournament to standard output, as UTF-8 in every locale."""

    help = "Writes the standings of a tournament, as a table, JSON or CSV."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the last part of the tournament's web address")
        parser.add_argument("--format", choices=FORMATS, default="table")
        parser.add_argument("--after-round", type=int, metavar="N", help="as they stood then")

        parser.add_argument(
            "--possible",
            action="store_true",
            help="with JSON: the best and worst final rank of each player, unless any results are"
            " held back",
        )

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
        if options["possible"] and options["format"] != "json":
            raise CommandError(_("Possible ranks are told as JSON only: add “--format json”."))
        shown = standings(tournament, number)
        possible: Possible = {}
        if options["possible"]:
            possible = possible_ranks(shown, result_visibility(tournament, sees_all=True))
        written = FORMATS[options["format"]](shown, possible)
        self.stdout.write(written, ending="")
