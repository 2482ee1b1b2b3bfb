"""Forget who tried what from where: python manage.py forget_addresses [--days 90].

The pictures of paper that became no form go by it too, after two days whatever --days is.
"""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from wk.archive.console import use_utf8_output
from wk.privacy import scanned_pages
from wk.privacy.addresses import DAYS, forget_addresses
from wk.standby.role import is_overtaken


class Command(BaseCommand):
    """Take network addresses and failed logins out of the log, and pictures of paper that became
    no form out of the database."""

    help = (
        "Forget network addresses and names of failed logins that are older than so many days, and"
        " the pictures of photos and scans that became no form two days ago or earlier."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days", type=int, default=DAYS, help="of addresses and logins; not of pictures"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8_output()
        if is_overtaken(settings.DATA_DIR):  # what it alone holds stays as it was
            raise CommandError(_("Another laptop has taken over: nothing is changed on this one."))
        now = timezone.now()
        scanned_pages.forget_pictures(before=now - timedelta(days=scanned_pages.DAYS))
        before = now - timedelta(days=max(0, options["days"]))
        count = forget_addresses(before=before)
        self.stdout.write(_("%(count)d entries of the log were changed.") % {"count": count})
