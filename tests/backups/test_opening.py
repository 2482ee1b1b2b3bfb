"""A file of unknown origin is read with care: it may be broken, or made to do harm."""

import os
from dataclasses import replace
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from tests.backups.conftest import is_sqlite
from tests.backups.rows import all_rows
from tests.backups.test_services import MEMBER, moment, with_manifest
from tests.samples import some
from wk.backups import services
from wk.backups.checks import SCRATCH, database_of
from wk.backups.folder import MOST_MANIFEST, backup_named, backups, folder
from wk.backups.keeping import keep
from wk.backups.manifest import Why, to_json
from wk.backups.opening import FILES, OpenBackup, opened
from wk.backups.restoring import put_files, restore
from wk.core.refusals import ActionRefused

pytestmark = pytest.mark.usefixtures("real_database")


@pytest.mark.parametrize(
    "changed",
    [
        {"made_at": "2026-11-21T09:00:00"},  # of no time zone: it cannot be compared
        {"rows": [1]},
        {"wk": 7},
        {"members": [{"name": "a", "size": "1", "sha256": ""}]},
        {"members": [["a", 1, ""]]},
        {"tournaments": [{"slug": "a", "name": "A", "players": 1, "forms": "x", "states": {}}]},
        {"tournaments": None},
        {"why": "nonsense"},
        {"padding": "x" * MOST_MANIFEST},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_list_with_other_values_is_no_backup_and_stops_no_other_one(hall, changed):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    with_manifest(made.path, **changed)
    assert backup_named(made.name) is None
    assert backups() == []
    assert services.make_if_changed(now=moment(1)).is_good is False
    assert len(backups()) == 1


@pytest.mark.slow
def test_no_wrong_bit_stops_the_list_of_backups(hall):
    """Each bit of a quarter of the list in the file and of its heads is turned over, one at a
    time."""
    made = services.make_backup(why=Why.HAND)
    data = made.path.read_bytes()
    middle = data.index(MEMBER.encode())
    places = [*range(middle), *range(data.index(b"PK\x01\x02", middle), len(data))]
    outcomes = set()
    with made.path.open("r+b") as file:
        for place in some(places, len(places) // 4):
            for bit in range(8):
                file.seek(place)
                file.write(bytes([data[place] ^ 1 << bit]))
                file.flush()
                found = backup_named(made.name)
                outcomes.add(found is not None)
            file.seek(place)
            file.write(data[place : place + 1])
    assert outcomes == {True, False}
    assert services.check(made.path) == []


def test_a_member_is_not_unpacked_beyond_its_size(hall, tmp_path):
    """A small file may hold a member without end."""
    made = services.make_backup(why=Why.HAND)
    first, *others = made.manifest.members
    listed = [_plain(first) | {"size": 10}, *map(_plain, others)]
    with_manifest(made.path, members=listed)
    work = tmp_path / "work"
    work.mkdir()
    with pytest.raises(ActionRefused, match="is broken"), opened(made.path, work):
        pass
    assert list(work.iterdir()) == []


def test_a_member_outside_of_its_folder_is_refused(hall, tmp_path):
    made = services.make_backup(why=Why.HAND)
    for name in ("../up", "/tmp/up", "files/../../up", ""):
        first, *others = made.manifest.members
        with_manifest(made.path, members=[_plain(first) | {"name": name}, *map(_plain, others)])
        with pytest.raises(ActionRefused, match="is broken"), opened(made.path, tmp_path):
            pass
    assert not (tmp_path.parent / "up").exists()


def test_a_file_without_a_database_is_refused(hall, tmp_path):
    made = services.make_backup(why=Why.HAND)
    made.path.unlink()
    with ZipFile(made.path, "w") as file:
        file.writestr("manifest.json", to_json(replace(made.manifest, members=())))
    (problem,) = services.check(made.path)
    assert (
        problem
        == f"{made.name} is broken, or no backup of Card champion: nothing has been changed."
    )


def test_a_pipe_in_the_place_of_a_backup_keeps_nobody_waiting(hall):
    path = folder() / services.name_at(moment(0))
    os.mkfifo(path)
    assert backups() == []
    assert services.check(path) == [
        f"{path.name} is broken, or no backup of Card champion: nothing has been changed."
    ]


def test_a_full_disk_says_nothing_of_a_backup(hall):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    first, *others = made.manifest.members
    with_manifest(made.path, members=[_plain(first) | {"size": 10**16}, *map(_plain, others)])
    with pytest.raises(OSError, match="No space left"):
        services.check(made.path)
    assert backup_named(made.name).problems is None
    before = all_rows()
    with pytest.raises(ActionRefused, match="Nothing has been changed: No space left"):
        restore(path=made.path, author=None, now=moment(1))
    assert all_rows() == before
    keep(now=timezone.now())
    assert backup_named(made.name).problems is None


def test_only_settings_and_secrets_come_back_as_files(hall, tmp_path):
    files = tmp_path / "work" / FILES
    (files / "setup-code").mkdir(parents=True)
    for name in ("secret-key", "wk.sqlite3", ".bashrc"):
        (files / name).write_text("of elsewhere")
    before = sorted(path.name for path in settings.DATA_DIR.iterdir())
    database = [path.read_bytes() for path in settings.DATA_DIR.glob("wk.sqlite3")]
    made = services.make_backup(why=Why.HAND, to=tmp_path / "work")
    put_files(OpenBackup(made.manifest, tmp_path / "work"))
    assert (settings.DATA_DIR / "secret-key").read_text() == "of elsewhere"
    assert [path.read_bytes() for path in settings.DATA_DIR.glob("wk.sqlite3")] == database
    after = sorted(path.name for path in settings.DATA_DIR.iterdir())
    assert {*after} - {*before} <= {"backups", "work"}


@pytest.mark.skipif(is_sqlite, reason="by a database of its own on PostgreSQL")
def test_of_two_programs_on_one_database_one_checks_at_a_time(hall, tmp_path):
    """Each may have a data folder of its own, and so locks of its own."""
    made, other = services.make_backup(why=Why.HAND), connection.copy()
    taken = []
    with other.cursor() as cursor:
        with opened(made.path, tmp_path) as backup, database_of(backup):
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [SCRATCH])
            taken.append(cursor.fetchone())
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [SCRATCH])
        taken.append(cursor.fetchone())
    other.close()
    assert taken == [(False,), (True,)]


def _plain(member):
    return {"name": member.name, "size": member.size, "sha256": member.sha256}
