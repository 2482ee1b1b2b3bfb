#!/usr/bin/env python
"""Django's command line for wk, which speaks plain words when something outside it fails."""

import os
import sys
from contextlib import AbstractContextManager, nullcontext

from django.core.management import execute_from_command_line
from django.db import DatabaseError


def main() -> None:
    """Run the command of the arguments; `--traceback` shows where an error came from."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wk.settings")
    try:
        with _acting():
            execute_from_command_line(sys.argv)
    except (DatabaseError, OSError, UnicodeError) as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(f"wk: {_words(error)}.".encode("utf-8", "replace").decode())


def _words(error: Exception) -> str:
    """Return what failed, and what helps where that is known."""
    said = str(error).strip()
    if not isinstance(error, DatabaseError):
        return said
    from wk.core.storage_faults import Fault, fault_of

    fault = fault_of(error)
    if fault is None or fault is Fault.UNFIT:
        return f"{said}. Start bin/run once: it prepares the database"
    return f"{said}: {fault.advice}"


def _acting() -> AbstractContextManager[None]:
    """Let what a command changes be noted as its work; not what somebody types into a shell."""
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command in ("", "help", "shell", "dbshell", "collectstatic"):
        return nullcontext()
    from wk.core.acting import acting

    return acting(task=f"manage.py {command}"[:80])


if __name__ == "__main__":
    main()
