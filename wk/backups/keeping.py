"""What is done for the backups every few minutes, and when somebody asks for one."""

from datetime import datetime

from django.utils.translation import gettext as _

from wk.backups import services
from wk.backups.databases import CannotCopy
from wk.backups.folder import folder, locked, note, state
from wk.backups.manifest import Why
from wk.backups.second_place import copy_to_second_place
from wk.backups.words import why_not
from wk.chain.events import note as note_event
from wk.chain.models import Event
from wk.core.refusals import ActionRefused

# A file in the folder of backups: somebody waits for a check. `keeper` knows it too.
ASKED = ".asked"


def keep(*, now: datetime) -> None:
    """Write a backup if something has changed, check, copy and thin out; note how that went."""
    (folder() / ASKED).unlink(missing_ok=True)
    services.thin_out(now=now)  # first, as it makes room
    try:
        services.make_if_changed(now=now)
        services.check_backups()
    except (CannotCopy, OSError) as error:
        services.note_failure(error, now)
    else:
        services.note_failure(None, now)
    note(kept_at=now.isoformat())  # before the second place, which may hang
    copy_to_second_place(now=now)


def ask_for_check() -> None:
    """Let the process beside the server check and copy the newest backup soon."""
    (folder() / ASKED).touch(mode=0o600)


def make_by_hand(*, press: str, now: datetime) -> None:
    """Write a backup and check it; the second place follows by itself.

    The same `press` twice writes one. Raises ActionRefused if it cannot be written or is not good.
    """
    with locked("press"):
        if state().get("pressed") == press:
            return
        # Before the backup: what comes after it is a change, of which another one would be made.
        note_event(Event.Kind.BACKED_UP, str(folder()))
        try:
            made = services.make_backup(why=Why.HAND, now=now)
            note(pressed=press, failure="")
            problems = services.check(made.path)
        except (CannotCopy, OSError) as error:
            words = _("No backup could be written: %(why)s") % {"why": why_not(error)}
            raise ActionRefused(words) from error
    if problems:
        raise ActionRefused(_("The newest backup is not good: %(why)s") % {"why": problems[0]})
    ask_for_check()
