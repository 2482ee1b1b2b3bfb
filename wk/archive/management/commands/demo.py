"""Make the practice tournament of a game: python manage.py demo."""

import datetime as dt
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.registry import DEFAULT, GAMES
from scoring.tables import CannotSplit
from wk.archive.console import problem_lines, refuse, use_utf8_output
from wk.archive.names import MOST_NAMES
from wk.archive.practice import DATE, PLAYERS, PLAYERS_OF_OTHERS, SEED, practice_archive
from wk.archive.problems import ArchiveInvalid
from wk.archive.services import import_archive
from wk.core.refusals import ActionRefused


class Command(BaseCommand):
    """Make a championship of invented people. The same seed gives the same championship."""

    help = "Make the practice tournament: two rounds played, the third half in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, default=SEED, help="another one, other people")
        parser.add_argument(
            "--game", choices=GAMES, default=DEFAULT, metavar="KEY", help="the game (%(default)s)"
        )
        parser.add_argument(
            "--players",
            type=int,
            help=f"how many ({PLAYERS} for {DEFAULT}, {PLAYERS_OF_OTHERS} for the others)",
        )
        parser.add_argument("--slug", default="", help="the last part of its web address")
        parser.add_argument(
            "--date", type=dt.date.fromisoformat, default=DATE, help="its date (%(default)s)"
        )
        parser.add_argument(
            "--replace", action="store_true", help="replace the one that is there, after a backup"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8_output()
        players = options["players"]
        if players is not None and not 1 <= players <= MOST_NAMES:
            refuse(
                self.stderr,
                [_("There are names for 1 to %(most)d players.") % {"most": MOST_NAMES}],
            )
        try:
            archive = practice_archive(
                date=options["date"],
                key=options["game"],
                slug=options["slug"],
                players=players,
                seed=options["seed"],
            )
            # A practice tournament starts afresh: nothing of the old one is kept.
            tournament = import_archive(
                archive=archive, now=timezone.now(), replace=options["replace"], discard_old=True
            )
        except CannotSplit as error:
            counts = [str(n) for n in (error.below, error.above) if n]
            text = _("%(players)d players cannot be seated; it can be done with %(counts)s.")
            refuse(self.stderr, [text % {"players": players, "counts": ", ".join(counts)}])
        except ArchiveInvalid as error:
            refuse(self.stderr, problem_lines(error))
        except ActionRefused as refusal:
            refuse(self.stderr, [str(refusal)])
        self.stdout.write(tournament.get_absolute_url())
