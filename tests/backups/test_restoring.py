"""A backup comes back: equal in every table, under a wk that runs and on an empty machine."""

import datetime as dt
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from hashlib import sha256
from threading import Event, Thread
from time import sleep
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, connections, transaction
from django.utils import timezone

from tests.backups.conftest import is_sqlite, table_at, type_form
from tests.backups.rows import all_rows
from tests.backups.test_services import moment, with_manifest
from tests.database import NAME
from wk.accounts.models import User
from wk.auditlog.models import AuditLogEntry
from wk.backups import services
from wk.backups.databases import reading, row_counts
from wk.backups.facts import is_migrated
from wk.backups.folder import backups, folder, read_manifest
from wk.backups.manifest import Why
from wk.backups.restoring import is_empty, restore, restore_on_empty
from wk.chain.models import Link
from wk.chain.verifying import verify
from wk.core.consistent_reads import consistent_reads
from wk.core.refusals import ActionRefused
from wk.phones.models import TableKey
from wk.players.kiosk.services import close_kiosk, open_kiosk
from wk.publication.versions import current_versions
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Photo, Result, Version
from wk.sqlite.base import add_functions
from wk.tournament.models import Entry, Player, Tournament
from wk.tournament.services import create_tournament

# A whole hall is kept and brought back each time.
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("real_database")]
ONLY_SQLITE = pytest.mark.skipif(not is_sqlite, reason="another file stands for another machine")
# What a restore itself moves: the public version, and the log that tells of it.
MOVED = ("publication.PublicVersion", "auditlog.AuditLogEntry", "chain.Head", "chain.Link")
NOW = moment(600)


def kees():
    return User.objects.get(username="kees")


def test_a_moment_comes_back_equal_in_every_table(hall):
    before, log = all_rows(without=MOVED), list(AuditLogEntry.objects.values())
    links = list(Link.objects.order_by("number").values())
    made = services.make_backup(why=Why.HAND, now=moment(0))
    type_form(2, kees())
    Photo.objects.all().delete()
    Entry.objects.filter(number=3).update(club="De Slag")
    AuditLogEntry.objects.all().delete()
    after = all_rows(without=MOVED)
    done = restore(path=made.path, author=User.objects.get(username="dora"), now=NOW)
    assert all_rows(without=MOVED) == before
    told, *rest = AuditLogEntry.objects.order_by("-pk").values()
    assert rest == log
    assert list(Link.objects.order_by("number").values())[: len(links)] == links
    assert verify().misfit is None  # what was carried over is in the chain as well
    assert (told["kind"], told["at"]) == ("imported", NOW)
    assert told["payload"] == {"moment": made.name, "backup": done.kept.name}
    assert done.goes_on
    # And the present that was kept comes back as well.
    restore(path=done.kept.path, author=None, now=NOW + dt.timedelta(minutes=1))
    assert all_rows(without=MOVED) == after


def test_keys_are_never_given_a_second_time(hall):
    made = services.make_backup(why=Why.HAND)
    gone = Player.objects.create(name="Nina Nieuw").pk
    restore(path=made.path, author=None, now=NOW)
    assert Player.objects.create(name="Otto Ook").pk > gone


def test_pages_made_before_are_made_again(hall):
    made = services.make_backup(why=Why.HAND)
    type_form(2, kees())
    before = current_versions()
    restore(path=made.path, author=None, now=NOW)
    after = current_versions()
    assert after.results > before.results
    assert after.progress > before.progress
    assert after.news > before.news


def test_accounts_and_logins_stay_as_they_are_now(hall, client):
    made = services.make_backup(why=Why.HAND)
    eva = User.objects.create_user("eva", password="geheim-3", role=User.Role.DIRECTOR)
    kees_now = kees()
    kees_now.set_password("geheim-9")
    kees_now.save()
    client.force_login(eva, backend="django.contrib.auth.backends.ModelBackend")
    restore(path=made.path, author=eva, now=NOW)
    assert kees().check_password("geheim-9")
    assert client.get("/backups/").status_code == 200
    assert AuditLogEntry.objects.latest("pk").author == eva


def test_the_log_of_all_changes_tells_no_account_that_stayed_the_same(hall, client):
    """Whoever looks after a return finds only what that return changed beside the moment."""
    made = services.make_backup(why=Why.HAND)
    before = Link.objects.count()
    dora = User.objects.get(username="dora")
    client.force_login(dora, backend="django.contrib.auth.backends.ModelBackend")
    User.objects.filter(username="kees").update(role=User.Role.DIRECTOR)
    eva = User.objects.create_user("eva")
    restore(path=made.path, author=dora, now=NOW)
    noted = Link.objects.order_by("number")[before:]
    assert [(each.table_name, each.row_key, bool(each.before)) for each in noted] == [
        ("accounts_user", kees().pk, True),
        ("accounts_user", eva.pk, False),
        ("auditlog_auditlogentry", AuditLogEntry.objects.latest("pk").pk, False),
    ]
    assert kees().role == User.Role.DIRECTOR
    assert verify().misfit is None


def test_accounts_that_changed_names_since_have_them_after_a_return(hall):
    made = services.make_backup(why=Why.HAND)
    keys = dict(User.objects.values_list("username", "pk"))
    for old, new in (("kees", "x"), ("dora", "kees"), ("x", "dora")):
        User.objects.filter(username=old).update(username=new)
    restore(path=made.path, author=None, now=NOW)
    assert dict(User.objects.values_list("username", "pk")) == {
        "kees": keys["dora"],
        "dora": keys["kees"],
    }
    assert verify().misfit is None


def test_what_has_been_ended_since_stays_ended(hall, client):
    """A laptop that was logged out, and a kiosk that was closed or opened again."""
    client.force_login(kees(), backend="django.contrib.auth.backends.ModelBackend")
    cookie = client.cookies["sessionid"].value
    open_kiosk(tournament=hall)
    other = create_tournament(name="Ander", slug="ander", date=dt.date(2026, 11, 22))
    before = open_kiosk(tournament=other).kiosk_key
    made = services.make_backup(why=Why.HAND, now=moment(0))
    client.logout()
    close_kiosk(tournament=hall)
    close_kiosk(tournament=other)
    key = open_kiosk(tournament=other).kiosk_key
    restore(path=made.path, author=None, now=NOW)
    keys = dict(Tournament.objects.values_list("slug", "kiosk_key"))
    assert keys == {"wk-test": "", "ander": key}
    assert key != before
    assert not Session.objects.filter(session_key=cookie).exists()
    assert verify().misfit is None


def test_what_somebody_types_meanwhile_is_kept_and_handed_in(hall):
    made = services.make_backup(why=Why.HAND)
    document = {"deals": [{"dealer": 1}]}
    draft = save_draft(table=table_at(2), document=document, author=kees(), now=NOW)
    restore(path=made.path, author=None, now=NOW)
    assert Draft.objects.get() == draft
    again = save_draft(
        table=table_at(2),
        document={"deals": []},
        author=kees(),
        now=NOW,
        expected=draft.revision,
    )
    assert again.revision == draft.revision + 1
    type_form(2, kees())
    assert Version.objects.filter(is_counted=True).count() == 2


def test_what_was_typed_at_that_moment_comes_back_if_it_was_handed_in_since(hall):
    save_draft(table=table_at(2), document={"deals": []}, author=kees(), now=NOW)
    made = services.make_backup(why=Why.HAND)
    type_form(2, kees())
    assert Draft.objects.count() == 0
    restore(path=made.path, author=None, now=NOW)
    assert Draft.objects.get().form.table == table_at(2)


def test_codes_that_were_printed_since_open_their_table(hall):
    made = services.make_backup(why=Why.HAND)
    TableKey.objects.all().delete()
    printed = TableKey.objects.create(table=table_at(1), created_at=timezone.now())
    other = TableKey.objects.create(table=table_at(2), created_at=timezone.now())
    restore(path=made.path, author=None, now=NOW)
    assert [*TableKey.objects.order_by("pk").values_list("key", flat=True)] == [
        printed.key,
        other.key,
    ]


def test_a_press_that_is_sent_twice_is_done_once(hall):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    first = restore(path=made.path, author=None, now=NOW, press="a" * 16)
    type_form(2, kees())
    assert restore(path=made.path, author=None, now=NOW, press="a" * 16) is None
    assert Version.objects.count() == 2
    assert [each.name for each in backups()] == [first.kept.name, made.name]


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


def beside(work):
    """Start a thread with a connection of its own that works until it is told to stop; return what
    stops it, and what went wrong in it."""
    own, stop, errors = connections["default"], Event(), []

    def run():
        connections["default"] = own.copy()
        try:
            while not stop.is_set():
                work()
        except Exception as error:
            errors.append(error)
        finally:
            connections.close_all()

    thread = Thread(target=run)
    thread.start()

    def end():
        stop.set()
        thread.join()
        return errors

    return end


@pytest.mark.slow
def test_a_reader_sees_what_was_before_or_what_is_after(hall):
    """A page that reads again and again meanwhile always finds one of the two."""
    made = services.make_backup(why=Why.HAND)
    Entry.objects.update(club="Later")
    type_form(2, kees())
    seen = set()

    def read():
        with consistent_reads():
            clubs = {*Entry.objects.values_list("club", flat=True)}
            seen.add((Version.objects.count(), *clubs))

    end = beside(read)
    restore(path=made.path, author=None, now=NOW)
    assert end() == []
    assert seen <= {(2, "Later"), (1, "")}


@pytest.mark.slow
def test_nothing_that_was_acknowledged_meanwhile_is_lost(hall):
    """Somebody writes all the time: each row is in what was kept, or is there afterwards."""
    made = services.make_backup(why=Why.HAND)
    acknowledged = []

    def write():
        with transaction.atomic():
            name = f"Player {len(acknowledged)}"
            Player.objects.create(name=name)
        acknowledged.append(name)

    end = beside(write)
    done = restore(path=made.path, author=None, now=NOW)
    while Player.objects.filter(name__startswith="Player ").count() < 3:
        pass  # it goes on
    assert end() == []
    after = {*Player.objects.values_list("name", flat=True)}
    restore(path=done.kept.path, author=None, now=NOW + dt.timedelta(minutes=1))
    kept = {*Player.objects.values_list("name", flat=True)}
    assert {*acknowledged} - after - kept == set()
    assert {*acknowledged} & after & kept == set()
    assert {*acknowledged} & kept != set()


@pytest.mark.slow
@ONLY_SQLITE
def test_a_restore_that_is_killed_leaves_what_was_before_or_what_is_after(hall, tmp_path):
    with closing(sqlite3.connect(tmp_path / NAME)) as raw, raw:
        raw.execute("CREATE TABLE ballast (content BLOB)")
        ballast = [[os.urandom(1 << 20)] for _megabyte in range(20)]
        raw.executemany("INSERT INTO ballast VALUES (?)", ballast)
    made = services.make_backup(why=Why.HAND)
    Entry.objects.update(club="Later")
    environment = os.environ | {"DATA_DIR": str(tmp_path), "DATABASE_URL": ""}
    command = [sys.executable, "manage.py", "restore", str(made.path), "--replace"]
    outcomes = set()
    for wait in range(8):
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        while not list(folder().glob(".work-making-*")):
            assert process.poll() is None
        sleep(wait * 0.08)
        process.send_signal(signal.SIGKILL)
        process.wait()
        with closing(sqlite3.connect(tmp_path / NAME)) as raw:
            (club,) = raw.execute("SELECT DISTINCT club FROM tournament_entry").fetchone()
            assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        outcomes.add(club)
    assert outcomes <= {"Later", ""}


@pytest.mark.slow
@ONLY_SQLITE
def test_everything_comes_back_on_an_empty_machine(hall, tmp_path):
    """By the command, as after a laptop died; there it is equal, secrets included."""
    made = services.make_backup(why=Why.HAND)
    before = all_rows(without=MOVED)
    other = tmp_path / "other"
    environment = os.environ | {
        "DATA_DIR": str(other),
        "DATABASE_URL": "",
        "SECRET_KEY": "",
    }

    def run(*words):
        command = [sys.executable, "manage.py", "restore", str(made.path), *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True)

    done = run()
    assert (done.returncode, done.stdout) == (0, "Alles is terug. Start Kaartkampioen nu.\n")
    assert (other / "secret-key").read_text() == "geheim"
    with reading(other / NAME):
        assert all_rows(without=MOVED) == before
    again = run()
    assert again.returncode == 1
    assert "--replace" in again.stderr
    assert run("--replace").returncode == 0
    (kept,) = (other / "backups").glob("wk-*.zip")
    with reading(other / NAME):
        assert all_rows(without=MOVED) == before
        assert AuditLogEntry.objects.latest("pk").payload["backup"] == kept.name


@pytest.mark.skipif(is_sqlite, reason="by the schema of PostgreSQL")
def test_everything_comes_back_on_an_empty_postgresql(hall):
    made = services.make_backup(why=Why.HAND)
    before = all_rows(without=MOVED)
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    assert is_empty()
    (settings.DATA_DIR / "secret-key").unlink()
    restore_on_empty(path=made.path)
    assert (settings.DATA_DIR / "secret-key").read_text() == "geheim"
    assert all_rows(without=MOVED) == before
