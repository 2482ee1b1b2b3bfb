"""Output of the commands for archives: UTF-8 in every locale, and messages for refusals."""

import io
import sys
from collections.abc import Iterable
from typing import NoReturn

from django.core.management.base import OutputWrapper
from django.utils.translation import get_language

from wk.archive.problems import ArchiveInvalid


def use_utf8_output() -> None:
    """Make this process print UTF-8, and line ends as they are.

    So an exported archive has the same bytes on every system.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def refuse(stderr: OutputWrapper, lines: Iterable[str]) -> NoReturn:
    """Print the reasons of a refusal, one a line, and end the command with status 1."""
    for line in lines:
        stderr.write(line)
    sys.exit(1)


def problem_lines(error: ArchiveInvalid) -> Iterable[str]:
    """Return a line for each problem of an archive: PLACE: CODE message."""
    language = get_language() or "nl"
    return (f"{p.place}: {p.code} {p.text.to(language)}" for p in error.problems)
