"""Take a person out of all editions: python manage.py take_out SLUG NUMBER --reason WHY."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from wk.archive.console import refuse, use_utf8_output
from wk.core.refusals import ActionRefused
from wk.privacy.services import show_by_initials
from wk.privacy.taking_out import take_out
from wk.tournament.models import Entry


class Command(BaseCommand):
    """Take a person out, named by a start number of one edition; or show the initials only."""

    help = "Take a person out of all editions, without a change of any rank."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("number", metavar="NUMBER", type=int)
        parser.add_argument("--reason", required=True, help="for the log, without the name")
        parser.add_argument(
            "--initials", action="store_true", help="only show the initials from now on"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8_output()
        rows = Entry.objects.filter(tournament__slug=options["slug"], number=options["number"])
        entry = rows.first()
        if entry is None:
            refuse(self.stderr, [_("There is no such player.")])
        verb = show_by_initials if options["initials"] else take_out
        try:
            verb(
                person=entry.player_id,
                reason=options["reason"],
                author=None,
                now=timezone.now(),
            )
        except ActionRefused as error:
            refuse(self.stderr, [str(error)])
        self.stdout.write(str(rows.get()))
