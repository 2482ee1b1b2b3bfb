#!/usr/bin/env python
"""Django's command line for wk, which speaks plain words when something outside it fails."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError


def main() -> None:
    """Run the command of the arguments; `--traceback` shows where an error came from."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wk.settings")
    try:
        execute_from_command_line(sys.argv)
    except (DatabaseError, OSError, UnicodeError) as error:
        if "--traceback" in sys.argv:
            raise
        hint = ". Start bin/run once: it prepares the database" * isinstance(error, DatabaseError)
        sys.exit(f"wk: {str(error).strip()}{hint}.".encode("utf-8", "replace").decode())


if __name__ == "__main__":
    main()
