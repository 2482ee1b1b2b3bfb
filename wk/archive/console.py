"""Output of the commands for archives: UTF-8 in every locale, and refusals in plain words."""

import io
import sys
from collections.abc import Iterable
from typing import NoReturn

from django.core.management.base import OutputWrapper
from django.utils.translation import get_language

from wk.archive.problems import ArchiveInvalid


def speak_utf8() -> None:
    """Make this process print UTF-8, with line ends as they are written."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def refuse(stderr: OutputWrapper, lines: Iterable[str]) -> NoReturn:
    """Print the reasons for doing nothing, a line each, and end the command with status 1."""
    for line in lines:
        stderr.write(line)
    sys.exit(1)


def problem_lines(error: ArchiveInvalid) -> Iterable[str]:
    """Return a line for each problem: PLACE: CODE message."""
    language = get_language() or "nl"
    return (f"{p.place}: {p.code} {p.text.to(language)}" for p in error.problems)
