"""Give an account a new password on the machine itself: python manage.py new_password NAME.

For a director who forgot his password and has no other director to ask. Whoever may run commands
here may read the database as well, so no code is asked for.
"""

from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from wk.accounts import services
from wk.accounts.forms import NewPasswordForm
from wk.accounts.models import User
from wk.accounts.queries import accounts, written_name

TRIES = 3


class Command(BaseCommand):
    """Ask twice for a new password, as the page does, and set it. Sessions and waits end."""

    help = "Gives an account a new password; without a name it lists the accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the name of the account."""
        parser.add_argument("name", nargs="?", default="", help="as on the page of accounts")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Set the password. Raises CommandError without an account of this name."""
        account = User.objects.filter(username=written_name(name)).first()
        if account is None:
            names = "".join(f"\n  {each.username}" for each in accounts())
            raise CommandError(_("Whose password? There are these accounts:") + names)
        services.set_password(account=account, password=self._asked(account))
        text = _("%(name)s has a new password.") % {"name": account.username}
        if not account.is_active or account.has_ended:
            text += " " + _(
                "But the account is closed or its day is over: see the page of accounts."
            )
        self.stdout.write(text)

    def _asked(self, account: User) -> str:
        """Return a valid new password. Raises CommandError after TRIES invalid ones."""
        for _try in range(TRIES):
            first = getpass(_("New password for %(name)s: ") % {"name": account.username})
            again = getpass(_("The same password once more") + ": ")
            form = NewPasswordForm(account, {"new_password1": first, "new_password2": again})
            if form.is_valid():
                return first
            for errors in form.errors.values():
                self.stderr.write("\n".join(map(str, errors)))
        raise CommandError(_("Nothing has been changed."))
