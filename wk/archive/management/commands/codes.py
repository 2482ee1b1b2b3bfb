"""List the codes of all problems of forms, options and archives: python manage.py codes."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import get_language

from wk.archive.codes import every_code
from wk.archive.console import use_utf8_output


class Command(BaseCommand):
    """Print every code with its message. Codes never change; messages may."""

    help = "List the codes of all problems, with their words."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=["table", "json"], default="table")

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8_output()
        codes = every_code()
        if options["format"] == "json":
            written = [{"code": code, "nl": text.nl, "en": text.en} for code, text in codes]
            self.stdout.write(json.dumps(written, ensure_ascii=False, indent=2))
            return
        language = get_language() or "nl"
        width = max(len(code) for code, _text in codes)
        for code, text in codes:
            self.stdout.write(f"{code:{width}}  {text.to(language)}")
