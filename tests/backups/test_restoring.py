"""A backup comes back: equal in every table, under a wk that runs and on an empty machine."""

import datetime as dt
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from tests.backups.conftest import is_sqlite, kees, table_at, type_form
from tests.backups.rows import MOVED, all_rows
from tests.backups.test_services import moment
from tests.database import NAME
from wk.accounts.models import User
from wk.auditlog.models import AuditLogEntry
from wk.backups import services
from wk.backups.databases import reading
from wk.backups.folder import backups
from wk.backups.manifest import Why
from wk.backups.restoring import is_empty, restore, restore_on_empty
from wk.chain.models import Link
from wk.chain.verifying import verify
from wk.phones.models import TableKey
from wk.players.kiosk.services import close_kiosk, open_kiosk
from wk.publication.versions import current_versions
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Photo, Version
from wk.tournament.models import Entry, Player, Tournament
from wk.tournament.services import create_tournament

# A whole hall is kept and brought back each time.
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("real_database")]
ONLY_SQLITE = pytest.mark.skipif(not is_sqlite, reason="another file stands for another machine")
NOW = moment(600)


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
