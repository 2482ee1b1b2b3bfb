"""What was thrown away, and consent that was withdrawn, do not come back with a backup."""

import datetime as dt

import pytest
from django.conf import settings
from django.db import connection

from tests.backups.conftest import hall, is_sqlite, real_database  # noqa: F401 - fixtures
from tests.backups.test_services import moment
from tests.camera.scans.made_pages import piece
from tests.database import NAME
from wk.accounts.models import User
from wk.backups import services
from wk.backups.manifest import Why
from wk.backups.one_tournament import restore_tournament
from wk.backups.restoring import restore
from wk.camera.cell_size import HIGH, WIDE
from wk.camera.examples.services import throw_examples_away
from wk.chain.verifying import verify
from wk.core.acting import acting
from wk.scoreforms.models import WritingExample
from wk.tournament.models import Tournament

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("real_database")]
NOW = moment(600)


@pytest.fixture(autouse=True)
def _acting():
    """What a test changes is noted in the log as an act."""
    with acting(task="test"):
        yield


@pytest.fixture
def made(hall):  # noqa: F811
    """A backup of a hall with consent and an example."""
    Tournament.objects.filter(slug="wk-test").update(keeps_examples=True)
    keep_one("3")
    return services.make_backup(why=Why.HAND, now=moment(0))


def keep_one(text):
    key = Tournament.objects.get(slug="wk-test").pk
    WritingExample.of(key, piece(5), text).save(force_insert=True)


def now_kept():
    found = Tournament.objects.get(slug="wk-test")
    return found.keeps_examples, sorted(found.writing_examples.values_list("text", flat=True))


def bring_back(made, whole):
    dora = User.objects.get(username="dora")
    if whole:
        restore(path=made.path, author=dora, now=NOW)
    else:
        restore_tournament(backup=made, slug="wk-test", author=dora, now=NOW)
    assert verify().misfit is None


@pytest.mark.parametrize("whole", [True, False])
def test_what_is_still_kept_comes_back(made, whole):
    keep_one("8")
    bring_back(made, whole)
    assert now_kept() == (True, ["3"])


@pytest.mark.parametrize("whole", [True, False])
def test_what_was_thrown_away_and_withdrawn_stays_so(made, whole):
    tournament = Tournament.objects.get(slug="wk-test")
    throw_examples_away(tournament=tournament, author=None, now=NOW)
    Tournament.objects.filter(pk=tournament.pk).update(keeps_examples=False)
    bring_back(made, whole)
    assert now_kept() == (False, [])


def test_a_tournament_that_is_gone_comes_back_with_what_it_kept(made):
    Tournament.objects.get(slug="wk-test").delete()
    restore(path=made.path, author=None, now=NOW + dt.timedelta(minutes=1))
    assert now_kept() == (True, ["3"])


@pytest.mark.skipif(not is_sqlite, reason="by the file of SQLite")
def test_no_byte_of_what_was_thrown_away_is_left(hall):  # noqa: F811
    tournament = Tournament.objects.get(slug="wk-test")
    image = b"A piece that nobody else writes." * (HIGH * WIDE // 32)
    WritingExample.of(tournament.pk, image, "3").save(force_insert=True)
    assert image[:200] in whole_file()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete = OFF")  # as it is where nobody chose otherwise
    throw_examples_away(tournament=tournament, author=None, now=NOW)
    assert image[:200] not in whole_file()


def whole_file():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return (settings.DATA_DIR / NAME).read_bytes()
