"""Print score sheets from a terminal: python manage.py sheets SLUG --round N [--tables 3-7]."""

import os
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from wk.archive.storage import write_whole
from wk.core import hall_access
from wk.core.consistent_reads import consistent_reads
from wk.printing.answers import NOT_CONFIRMED, Press
from wk.printing.codes import phone_codes
from wk.printing.forms import TablesForm
from wk.printing.pdf import CannotPrint, write_pdf
from wk.printing.round_views import sheet_parts
from wk.tournament.models import Round, Table
from wk.tournament.printed_addresses import note_printed


def _origin(text: str) -> str:
    """Return scheme, host and port of an address."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise ArgumentTypeError(_("Write an address like http://192.168.1.5:8000."))
    return f"{parts.scheme}://{parts.netloc}"


class Command(BaseCommand):
    """Write the score sheets of a round as a PDF, the same as the page of the round prints."""

    help = "Writes the score sheets of a round as a PDF, to standard output or to a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the last part of its web address")
        parser.add_argument("--round", type=int, required=True, metavar="N")
        parser.add_argument("--tables", default="", metavar="3-7", help="one table or a range")
        parser.add_argument("-o", dest="file", metavar="FILE", help="write to this file instead")
        parser.add_argument(
            "--address",
            type=_origin,
            metavar="URL",
            help="where phones in the hall reach Card champion, for the codes that open forms;"
            " without it: where it is open to the hall at the moment",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with consistent_reads():
            round = self._round(options["slug"], options["round"])
            tables = self._tables(round, options["tables"])
        origin = options["address"] or _address_now()
        page = f"{origin}{reverse('phones:phone')}"
        codes = phone_codes(round, tables, page) if origin else {}
        press = Press.of(round.tournament, round)
        try:
            pdf = write_pdf(
                sheet_parts(press, round, tables, codes), lambda _done: None, press.logo
            )
        except CannotPrint as missing:
            raise CommandError(
                _("No PDF can be made here: %(missing)s") % {"missing": missing}
            ) from missing
        self._write(pdf, options["file"])
        if codes:
            is_all = not options["tables"]
            note_printed(tournament=round.tournament, round=round, origin=origin, is_all=is_all)

    def _round(self, slug: str, number: int) -> Round:
        """Return a round whose seats are confirmed. Raises CommandError."""
        found = Round.objects.select_related("tournament").filter(tournament__slug=slug)
        round = found.filter(number=number).first()
        if round is None:
            raise CommandError(
                _("There is no round %(number)d of a tournament “%(slug)s”.")
                % {"number": number, "slug": slug}
            )
        if not round.is_public:
            raise CommandError(NOT_CONFIRMED)
        return round

    def _tables(self, round: Round, asked: str) -> list[Table]:
        """Return the tables in a range, or all of them. Raises CommandError."""
        form = TablesForm({"tables": asked}, round=round)
        if not form.is_valid():
            raise CommandError(" ".join(map(str, form.errors["tables"])))
        return [*form.cleaned_data["tables"]]

    def _write(self, pdf: bytes, file: str | None) -> None:
        """Write the PDF to a file, whole or not at all, or to standard output."""
        if file is None:
            stream: Any = self.stdout  # passes on the bytes of the stream of text that it wraps
            stream.buffer.write(pdf)
            return
        try:
            write_whole(Path(file), pdf, may_replace=True)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror or error}") from error


def _address_now() -> str:
    """Return scheme, host and port at which the hall reaches wk at the moment; "" if it cannot."""
    host = hall_access.host_in_hall() if hall_access.is_by_button() else ""
    return f"http://{host}:{os.environ.get('PORT', '8000')}" if host else ""
