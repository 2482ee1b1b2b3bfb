"""The process beside the server: it makes backups by itself, and ends with the server."""

import os
import sys
from io import StringIO
from time import monotonic, sleep

import pytest
from django.core.management import call_command

from tests.server import Server
from wk.backups import keeper
from wk.core.acting import acting

pytestmark = [pytest.mark.slow, pytest.mark.browser]


def wait_for(found, seconds=60):
    """Wait until something is found, and return it."""
    deadline = monotonic() + seconds
    while not (there := found()):
        assert monotonic() < deadline
        sleep(0.2)
    return there


def test_a_server_keeps_backups_by_itself_and_ends_it_with_itself(tmp_path, django_db_blocker):
    server = Server(
        tmp_path / "data",
        options=["--workers=1"],
        unblock=django_db_blocker.unblock,
        settings={"BACKUP_EVERY": "5"},
    )
    folder = tmp_path / "data" / "backups"
    wait_for(
        lambda: (folder / ".state").exists() and b"kept_at" in (folder / ".state").read_bytes()
    )
    (made,) = folder.glob("wk-*.zip")
    said = StringIO()
    with server.database(), acting(task="test"):
        call_command("backup", "--by-itself", stdout=said)
    assert said.getvalue() == ""
    assert [*folder.glob("wk-*.zip")] == [made]  # nothing has changed
    server.stop()
    again = keeper.start(folder, 5)
    wait_for(lambda: again.poll() is None or sys.exit("another one holds its place"))
    again.stdin.close()
    assert again.wait(timeout=30) == 0


def test_of_two_on_the_same_data_one_ends(tmp_path):
    first = keeper.start(tmp_path, 60)
    wait_for(lambda: (tmp_path / ".keeper-lock").exists())
    second = keeper.start(tmp_path, 60)
    assert second.wait(timeout=30) == 0 or first.wait(timeout=1) == 0
    for each in (first, second):
        each.stdin.close()
        each.wait(timeout=30)


def test_nothing_runs_where_nobody_wants_it(tmp_path):
    assert keeper.start(tmp_path, 0) is None
    assert os.listdir(tmp_path) == []
