"""python manage.py verify: is everything as it was written? Exit status 1 if something is not."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from wk.chain.verifying import Misfit, Report, verify
from wk.core.hashing import short


def as_text(report: Report) -> str:
    """Return what was checked and the first thing that does not fit, for people."""
    lines = []
    for line in report.lines:
        sign = "✗" if line.result.misfit else "✓"
        lines.append(f"{sign} {line.words}")
        lines += [f"  {line.result.aside}"] * bool(line.result.aside)
        lines += [f"  {said}" for said in misfit_lines(line.result.misfit)]
    newest = _("The newest entry of the log is %(number)d: %(hash)s.")
    lines.append(newest % {"number": report.number, "hash": short(report.hash)})
    return "\n".join(lines) + "\n"


def misfit_lines(misfit: Misfit | None) -> list[str]:
    """Return the words of what does not fit, and since when; none for nothing."""
    if misfit is None:
        return []
    if misfit.at is None:
        return [misfit.words]
    text = _("It was still right at %(at)s, entry %(number)d of the log.")
    at = f"{localtime(misfit.at):%Y-%m-%d %H:%M:%S}"
    return [misfit.words, text % {"at": at, "number": misfit.link}]


def as_json(report: Report) -> str:
    """Return the report as one JSON document. Scripts outside of wk read its keys."""

    def told(misfit: Misfit | None) -> dict[str, Any] | None:
        if misfit is None:
            return None
        at = misfit.at.isoformat() if misfit.at else None
        return {"text": misfit.words, "last_right": {"entry": misfit.link, "at": at}}

    document = {
        "fits": report.misfit is None,
        "entry": report.number,
        "hash": report.hash,
        "first_misfit": told(report.misfit),
        "checks": [
            {
                "text": line.words,
                "count": line.result.count,
                "aside": line.result.aside,
                "misfit": told(line.result.misfit),
            }
            for line in report.lines
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


FORMATS = {"text": as_text, "json": as_json}


class Command(BaseCommand):
    """Verifies the log, all rows against it, and all that can be computed again."""

    help = "Checks that nothing was changed past wk: exit status 1 if something was."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=FORMATS, default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        report = verify()
        self.stdout.write(FORMATS[options["format"]](report), ending="")
        if report.misfit:
            sys.exit(1)
