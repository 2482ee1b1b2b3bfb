"""One tournament of a backup brought back, as an archive is read in: others stay as they are."""

from datetime import datetime

from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.archive.services import import_archive
from wk.backups.comparison import archives_in
from wk.backups.folder import Backup
from wk.core.refusals import ActionRefused
from wk.tournament.models import Tournament


def restore_tournament(*, backup: Backup, slug: str, author: User, now: datetime) -> Tournament:
    """Make players, seats and forms of a tournament as they were in a backup; return it.

    What stood there is kept as an archive, which the log names. Photos, older versions and the log
    stay. Raises ActionRefused if the backup has not that tournament.
    """
    archive = archives_in(backup.path).get(slug)
    if archive is None:
        raise ActionRefused(_("This backup does not have that tournament."))
    return import_archive(archive=archive, now=now, replace=True, file=backup.name, author=author)
