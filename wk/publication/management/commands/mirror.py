"""python manage.py mirror DIR: write the public pages as plain files, for a static host."""

import subprocess
from pathlib import Path
from time import sleep
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import URLValidator
from django.utils.translation import gettext as _

from wk.publication.mirror import Mirror, NotAMirror
from wk.publication.versions import Versions, current_versions

LOOK = 1.0  # seconds between two looks at the version


class Command(BaseCommand):
    """Write the mirror once, or follow what changes."""

    help = "Write the public pages as plain files, complete and linked, for a static host."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the folder, and how to go on."""
        parser.add_argument("folder", metavar="DIR", type=Path, help="an empty folder, or a mirror")
        parser.add_argument("--watch", action="store_true", help="write again after each change")
        parser.add_argument(
            "--run", metavar="COMMAND", help="what to run after each change, such as an rsync"
        )
        parser.add_argument(
            "--live",
            metavar="URL",
            default="",
            help="where Card champion itself is, for logging in",
        )

    def handle(self, *, folder: Path, watch: bool, run: str, live: str, **_options: Any) -> None:
        """Write the mirror, and with `watch` again after each change until Ctrl-C."""
        if live:
            URLValidator(schemes=["http", "https"])(live)
        mirror = Mirror(folder, live)
        try:
            mirror.prepare()
        except (NotAMirror, OSError) as error:
            raise CommandError(
                _("%(folder)s: take an empty folder, or one that is a mirror already. %(error)s")
                % {"folder": folder, "error": error if isinstance(error, OSError) else ""}
            ) from None
        try:
            self._follow(mirror, run, watch=watch)
        except KeyboardInterrupt:
            self.stdout.write(_("The mirror is as it was left."))

    def _follow(self, mirror: Mirror, run: str, *, watch: bool) -> None:
        """Write the mirror, and with `watch` write it again after each change."""
        shown = current_versions()
        if shown is None:
            raise CommandError(_("The database is not ready: start Card champion once."))
        self._update(mirror, run, shown, watch=watch)
        while watch:
            sleep(LOOK)
            versions = current_versions()
            if versions not in (None, shown):  # None: the database does not answer just now
                self._update(mirror, run, versions, watch=watch)
                shown = versions

    def _update(self, mirror: Mirror, run: str, versions: Versions, *, watch: bool) -> None:
        """Write what changed, with the pages that everybody follows first.

        With `watch` the other pages wait after another change, as the first ones are urgent again.
        """

        def must_stop() -> bool:
            return watch and current_versions() not in (None, versions)

        self._tell(mirror, mirror.update_first(versions), run)
        self._tell(mirror, mirror.update_rest(versions, must_stop), run)

    def _tell(self, mirror: Mirror, changed: int, run: str) -> None:
        """Say how many files changed, and run the organiser's command if any did."""
        if not changed:
            return
        self.stdout.write(
            _("%(changed)d files written of %(total)d.")
            % {"changed": changed, "total": len(mirror.written)}
        )
        if run:
            # The command is the organiser's own, in the shell of his own terminal.
            done = subprocess.run(run, shell=True, check=False)  # noqa: S602
            if done.returncode:
                self.stderr.write(_("The command ended with %d.") % done.returncode)
