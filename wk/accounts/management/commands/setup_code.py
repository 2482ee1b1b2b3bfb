"""Print the code with which the first account is made: python manage.py setup_code."""

import os
from typing import Any

from django.core.management.base import BaseCommand

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
        self.stdout.write(
            "wk: there is no account yet. Make the first one in a browser:\n"
            f"wk:     open  http://localhost:{port}/begin/\n"
            f"wk:     code  {setup_code.current()}"
        )
