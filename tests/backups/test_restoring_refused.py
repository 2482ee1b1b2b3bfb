"""A backup that is broken, or of another wk: it changes nothing, or gets the tables of this one."""

import json
import os
import sqlite3
from contextlib import closing, contextmanager
from hashlib import sha256
from zipfile import ZipFile

import pytest

from tests.backups.conftest import is_sqlite, kees, type_form
from tests.backups.rows import MOVED, all_rows
from tests.backups.test_services import moment, with_manifest
from wk.backups import services
from wk.backups.databases import reading, row_counts
from wk.backups.facts import is_migrated
from wk.backups.folder import folder, read_manifest
from wk.backups.manifest import Why
from wk.backups.restoring import restore
from wk.core.refusals import ActionRefused
from wk.scoreforms.models import Result
from wk.sqlite.base import add_functions

# A whole hall is kept and brought back each time.
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("real_database")]
ONLY_SQLITE = pytest.mark.skipif(not is_sqlite, reason="another file stands for another machine")
NOW = moment(600)


def test_a_broken_backup_changes_nothing(hall):
    made = services.make_backup(why=Why.HAND)
    data = made.path.read_bytes()
    made.path.write_bytes(data[: len(data) // 2])
    before = all_rows()
    with pytest.raises(ActionRefused, match="is broken, or no backup of Card champion"):
        restore(path=made.path, author=None, now=NOW)
    assert all_rows() == before
    with pytest.raises(ActionRefused, match="is not there"):
        restore(path=folder() / "none.zip", author=None, now=NOW)


def test_a_backup_with_wrong_results_changes_nothing(hall):
    Result.objects.filter(seat__number=1).update(points=999)
    made = services.make_backup(why=Why.HAND)
    before = all_rows()
    with pytest.raises(ActionRefused, match="are not those of its deals"):
        restore(path=made.path, author=None, now=NOW)
    assert all_rows() == before


def test_a_backup_of_a_newer_wk_is_refused(hall):
    made = services.make_backup(why=Why.HAND)
    newer = [*made.manifest.migrations, "tournament.9999_later"]
    with_manifest(made.path, migrations=newer, wk="2031-01-01")
    with pytest.raises(ActionRefused, match="is of a newer Card champion, of 2031-01-01"):
        restore(path=made.path, author=None, now=NOW)


@ONLY_SQLITE
def test_a_database_that_cannot_be_read_changes_nothing(hall, tmp_path):
    made = services.make_backup(why=Why.HAND)
    with changed_database(made.path, tmp_path / "work") as raw:
        raw.execute("UPDATE tournament_tournament SET date = '2026-99-99'")
    before = all_rows()
    (problem,) = services.check(made.path)
    assert problem.startswith("The database cannot be read: ")
    with pytest.raises(ActionRefused, match="The database cannot be read"):
        restore(path=made.path, author=None, now=NOW)
    assert all_rows() == before


@contextmanager
def changed_database(path, work):
    """Let the block change the SQLite database of a backup, whose sums fit afterwards."""
    old = path.with_suffix(".old")
    path.rename(old)
    with ZipFile(old) as file:
        file.extractall(work)
        names = file.namelist()
    old.unlink()
    with closing(sqlite3.connect(work / "database.sqlite3")) as raw, raw:
        add_functions(raw)
        yield raw
    manifest = json.loads((work / "manifest.json").read_bytes())
    for member in manifest["members"]:
        data = (work / member["name"]).read_bytes()
        member |= {"size": len(data), "sha256": sha256(data).hexdigest()}
    (work / "manifest.json").write_text(json.dumps(manifest))
    with ZipFile(path, "w") as file:
        for name in names:
            file.write(work / name, name)


def made_older(path, work):
    """Let the database of a backup be of a wk whose tables had no calls yet."""
    with changed_database(path, work) as raw:
        raw.execute("DROP TABLE phones_tablecall")
        raw.execute("DELETE FROM django_migrations WHERE name = '0003_calls_for_the_director'")
    migrations = list(read_manifest(path).migrations)
    migrations.remove("phones.0003_calls_for_the_director")
    with reading(work / "database.sqlite3"):
        with_manifest(path, migrations=migrations, rows=row_counts())


@pytest.mark.slow
@ONLY_SQLITE
def test_a_backup_of_an_older_wk_gets_the_tables_of_this_one(hall, tmp_path):
    before = all_rows(without=MOVED)
    made = services.make_backup(why=Why.HAND, now=moment(0))
    made_older(made.path, tmp_path / "work")
    assert services.check(made.path) == []
    type_form(2, kees())
    restore(path=made.path, author=None, now=NOW)
    after = all_rows(without=MOVED)
    moved = ("migrations", "contenttypes", "auth")  # their rows are made again with the tables
    for label, rows in before.items():
        if not label.startswith(moved):
            assert after[label] == rows
    assert is_migrated()


def test_nothing_changes_if_the_present_cannot_be_kept(hall, tmp_path):
    made = services.make_backup(why=Why.HAND, to=tmp_path)
    type_form(2, kees())
    folder().chmod(0o500)
    before = all_rows()
    if os.geteuid() == 0:  # whom no folder refuses
        folder().chmod(0o700)
        (folder() / services.name_at(NOW)).mkdir()
    with pytest.raises(ActionRefused):
        restore(path=made.path, author=None, now=NOW)
    folder().chmod(0o700)
    assert all_rows() == before
