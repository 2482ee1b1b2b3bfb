"""The commands: what they print and how they refuse."""

import pytest
from django.core.management import call_command

from tests.backups.test_services import moment
from wk.backups import services
from wk.backups.folder import backups
from wk.backups.manifest import Why
from wk.chain.models import Event
from wk.scoreforms.models import Result

pytestmark = pytest.mark.usefixtures("real_database")


def refused(capsys, *words):
    with pytest.raises(SystemExit) as end:
        call_command(*words)
    assert end.value.code == 1
    return capsys.readouterr().err


def test_backup_prints_the_file_that_it_checked(hall, capsys):
    call_command("backup")
    (made,) = backups()
    assert capsys.readouterr().out == f"{made.path}\n"
    assert (made.manifest.why, made.is_good) == (Why.HAND, True)
    event = Event.objects.get(kind=Event.Kind.BACKED_UP)
    assert event.about == str(made.path.parent)


def test_backup_to_a_folder(hall, capsys, tmp_path):
    (tmp_path / "stick").mkdir()
    call_command("backup", "--to", str(tmp_path / "stick"))
    (made,) = (tmp_path / "stick").iterdir()
    assert capsys.readouterr().out == f"{made}\n"
    assert refused(capsys, "backup", "--to", "/none") == "/none is no folder.\n"


def test_backup_fails_if_the_file_is_not_good(hall, capsys):
    Result.objects.filter(seat__number=1).update(points=999)
    told = refused(capsys, "backup")
    words = "The stored results of WK Test, round 1 table 1 are not those of its deals."
    assert told == f"{backups()[0].path}: {words}\n"


def test_restore_refuses_where_something_is(hall, capsys):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    told = refused(capsys, "restore", str(made.path))
    assert told == (
        "Card champion holds something here already. With --replace it is kept as a backup, and"
        " this one takes its place.\n"
    )
    call_command("restore", str(made.path), "--replace")
    kept = backups()[0]
    assert capsys.readouterr().out == (
        f"Everything is back. What was there before is kept in {kept.path}.\n"
    )
    assert refused(capsys, "restore", "/none.zip", "--replace") == "/none.zip is not there.\n"
