"""Print the code with which the first account is made: python manage.py setup_code."""

import os
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from wk.accounts import setup_code
from wk.accounts.queries import has_begun


class Command(BaseCommand):
    """Print the code and the address to type it at. Once an account exists, print nothing."""

    help = "Prints the one-time code with which the first account is made."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the code."""
        if has_begun():
            return
        port = os.environ.get("PORT") or "8000"
        first = _("There is no account yet. Make the first one in a browser:")
        self.stdout.write(f"wk: {first}")
        self.stdout.write(f"wk:     http://localhost:{port}/begin/")
        label = _("Start code")
        self.stdout.write(f"wk:     {label}: {setup_code.current()}")
