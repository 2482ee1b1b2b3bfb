"""Backups and their second place, as they are before a button is pressed.

A function that is `ready` returns what its address has instead of 1, if there is anything.
"""

from pathlib import Path
from zipfile import ZipFile

from django.conf import settings
from django.utils import timezone

from tests.presses.hall import Hall
from wk.archive.queries import archive_of
from wk.archive.writer import write
from wk.backups.folder import folder as backups_folder
from wk.backups.manifest import Manifest, TournamentFacts, Why, to_json
from wk.backups.second_place import choose_second_place, forget_second_place
from wk.players.services import NewEntry, enter_many


def stick(hall: Hall) -> dict[str, str]:
    """Return the folder of a stick, as somebody types it."""
    folder = settings.DATA_DIR.parent / f"{settings.DATA_DIR.name}-stick"
    folder.mkdir(exist_ok=True)
    return {"folder": str(folder)}


def one_place(hall: Hall) -> None:
    """Let backups lie on this machine alone."""
    forget_second_place()


def with_second_place(hall: Hall) -> None:
    """Let backups be copied to a stick."""
    choose_second_place(folder=Path(stick(hall)["folder"]))


def with_backup(hall: Hall) -> dict[str, str]:
    """Let a backup lie there, of before the last player came, with an archive and no database."""
    archive = archive_of(hall.tournament)
    facts = TournamentFacts("wk-test", archive.name, len(archive.players), 0, {"1": "started"})
    manifest = Manifest(
        made_at=timezone.now(),
        why=Why.HAND,
        wk="",
        vendor="",
        token="",
        migrations=(),
        rows={},
        tournaments=(facts,),
    )
    path = backups_folder() / "wk-20261121-100000-000000.zip"
    with ZipFile(path, "w") as file:
        file.writestr("manifest.json", to_json(manifest))
        file.writestr("archives/wk-test.json", write(archive))
    enter_many(tournament=hall.tournament, rows=[NewEntry("Nina Nieuw")])
    return {"key": path.name}
