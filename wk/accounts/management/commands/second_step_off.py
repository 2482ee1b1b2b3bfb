"""Let a login ask for no code any more: python manage.py second_step_off NAME.

For a director who lost the phone with the app and the paper with the recovery codes. Whoever may
run commands here may read the database as well, so no code is asked for.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.accounts.queries import accounts, written_name
from wk.accounts.second_step_services import switch_off_here


class Command(BaseCommand):
    """Switch the second step of an account off. Its password stays."""

    help = "Lets a login ask for no code; without a name it lists the accounts with a second step."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the name of the account."""
        parser.add_argument("name", nargs="?", default="", help="as on the page of accounts")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Switch it off. Raises CommandError without an account of this name that has one."""
        account = User.objects.filter(username=written_name(name)).exclude(second_secret="").first()
        if account is None:
            names = "".join(f"\n  {each.username}" for each in accounts().exclude(second_secret=""))
            raise CommandError(_("Whose second step? These accounts have one:") + (names or " –"))
        switch_off_here(account=account)
        text = _("Logging in as %(name)s asks for the password alone now.")
        self.stdout.write(text % {"name": account.username})
