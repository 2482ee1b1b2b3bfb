"""python manage.py draw_again FILE: make a draw again from what the page of its round tells."""

import io
import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from wk.draw import DrawRequest, draw
from wk.rounds.draws.asked import request_of

# Somebody copied it: whatever is missing or was cut off, it is not the text of the page.
NOT_THE_TEXT = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Command(BaseCommand):
    """Print the start numbers at each table, NORTH first. It reads no tournament."""

    help = "Makes a draw again from what the page of its round tells, and prints the seats."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", help="the text on the page of the round; - for standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        try:
            request = request_of(json.loads(_text(options["file"])))
            lines = drawn_lines(request)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror or error}") from error
        except NOT_THE_TEXT as error:
            text = _("This is not what the page of a round tells of its draw.")
            raise CommandError(text) from error
        self.stdout.write("\n".join(lines))


def drawn_lines(request: DrawRequest) -> list[str]:
    """Return the rounds of a draw as lines: each table with its start numbers in seat order."""
    lines: list[str] = []
    for number, each in enumerate(draw(request).rounds, len(request.earlier) + 1):
        title = _("Round %(number)d") % {"number": number}
        seed = _("Draw number %(seed)d") % {"seed": each.seed}
        lines.append(f"{title} · {seed}")
        for table, players in enumerate(each.tables, 1):
            lines.append(f"{table:>5}  {', '.join(map(str, players))}")
    return lines


def _text(name: str) -> str:
    """Return the text of a file, "-" for standard input. Raises OSError and ValueError."""
    return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
