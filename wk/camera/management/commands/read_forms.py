"""Read score sheets from photos and scans: python manage.py read_forms FILE… [--format json]."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wk.archive.console import use_utf8_output
from wk.camera.extras import missing_libraries

FORMATS = ["text", "json"]


class Command(BaseCommand):
    """Tell for each page of the files which form is on it, or why it cannot be read.

    Nothing is stored: what is read is a draft.
    """

    help = "Reads score sheets from photos, PDF and TIFF files, and writes what is on each page."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--format", choices=FORMATS, default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8_output()
        missing = missing_libraries()
        if missing:
            raise CommandError(
                _("For this %(libraries)s is missing. To have it: bin/setup camera")
                % {"libraries": ", ".join(missing)}
            )
        found = [*self._pages(options["files"], options["format"] == "text")]
        if options["format"] == "json":
            self.stdout.write(json.dumps(found, indent=2, ensure_ascii=False))

    def _pages(self, files: list[Path], is_told: bool) -> Iterator[dict[str, Any]]:
        """Yield what became of each page, and tell it as it comes if `is_told`."""
        from wk.camera.pages_as_json import read_pages  # needs the libraries

        for page in read_pages(files):
            if is_told:
                self.stdout.write(_line(page))
            yield page


def _line(page: dict[str, Any]) -> str:
    """Return a line about a page."""
    where = f"{page['file']}, {page['page']}" if page["page"] else page["file"]
    if "table" in page:
        sheet = _("%(slug)s, round %(round)d, table %(table)d") % {
            "slug": page["tournament"],
            "round": page["round"],
            "table": page["table"],
        }
        where = f"{where}: {sheet}"
    if "why" in page:
        return f"{where}: {page['words']}"
    doubtful = len(page["in_doubt"])
    if not doubtful:
        return f"{where}: " + _("read, nothing is in doubt")
    told = ngettext(
        "read, %(count)d cell is in doubt", "read, %(count)d cells are in doubt", doubtful
    )
    return f"{where}: {told % {'count': doubtful}}: {'; '.join(page['in_doubt'])}"
