"""The database of a newer wk is refused before anything is changed."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from wk.core.database_version import applied_migrations, known_migrations

pytestmark = pytest.mark.django_db


def test_all_that_was_applied_is_known():
    assert {*applied_migrations(connection)} - known_migrations(connection) == set()


def test_a_database_of_a_newer_wk_is_refused_and_keeps_its_triggers():
    before = triggers()
    MigrationRecorder(connection).record_applied("scoreforms", "9999_of_the_future")
    with pytest.raises(CommandError) as refused:
        call_command("migrate", verbosity=0)
    assert str(refused.value) == (
        "wk: the database is of a newer wk (scoreforms.9999_of_the_future), which this one does not"
        " understand. Start the newer one, or bring a backup of before back (docs/operations.md)."
        " Nothing was changed."
    )
    assert triggers() == before
    assert before != []


def triggers():
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
        else:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname")
        return cursor.fetchall()
