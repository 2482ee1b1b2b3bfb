"""The triggers of the database that move the public version.

They are triggers and no calls in services, so that no way to change what is public can be
forgotten: a command, a restored archive and a change by hand in the database move the version too.
"""

from collections.abc import Iterator
from itertools import product
from time import time

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper

from wk.chain.triggers import LOCK
from wk.publication.models import PublicVersion

RESULTS, PROGRESS, NEWS = "results", "progress", "news"
ALWAYS = ("INSERT", "UPDATE", "DELETE")

# The rows that the public sees in some way, by model: the counters that they move, and the changes
# that count. A draft of a form shows only by the number of its deals. The clock in the bar above
# every page comes from tournament, round and table: the bar need not hear of the results.
PUBLIC: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "accounts.User": ((RESULTS,), ("INSERT", "DELETE")),  # the first page offers the first account
    "tournament.Tournament": ((RESULTS, NEWS), ALWAYS),
    "tournament.Player": ((RESULTS,), ALWAYS),
    "tournament.Entry": ((RESULTS,), ALWAYS),
    "tournament.Round": ((RESULTS, NEWS), ALWAYS),
    "tournament.Table": ((RESULTS, NEWS), ALWAYS),
    "tournament.Seat": ((RESULTS,), ALWAYS),
    "tournament.Substitute": ((RESULTS,), ALWAYS),
    "tournament.Separation": ((RESULTS,), ALWAYS),
    "tournament.Separation_entries": ((RESULTS,), ALWAYS),
    "tournament.FixedSeat": ((RESULTS,), ALWAYS),
    "tournament.PrizeCategory": ((RESULTS,), ALWAYS),
    "tournament.PrizeMark": ((RESULTS,), ALWAYS),
    "auditlog.AuditLogEntry": ((RESULTS,), ALWAYS),  # a round's page names its changes by hand
    "scoreforms.Version": ((RESULTS,), ALWAYS),
    "scoreforms.Check": ((RESULTS,), ALWAYS),
    "scoreforms.Result": ((RESULTS,), ALWAYS),
    "scoreforms.Objection": ((RESULTS,), ALWAYS),  # pages tell how many forms are to be looked at
    # The wall shows these, if the director wants. They come while tables write anyway.
    "phones.TableCall": ((PROGRESS,), ALWAYS),
    "scoreforms.Draft": ((PROGRESS,), ("INSERT", "DELETE", "UPDATE OF deals_done")),
    "hall.Announcement": ((NEWS,), ALWAYS),
    "hall.WallHold": ((NEWS,), ALWAYS),
    "hall.CeremonyStep": ((NEWS,), ALWAYS),
}
# Rows that no public page shows, by model. Each step of a ceremony writes one of these: it must not
# let all phones fetch the standings.
UNSEEN = {"auditlog.AuditLogEntry": "kind IN ('wall', 'ceremony')"}

# A constraint trigger of PostgreSQL waits for the end of the transaction. By then the transaction
# holds all its other locks, so that two of them cannot wait for each other (a deadlock). A counter
# moves once in a transaction, however many rows changed.
POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION wk_public_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    mark text := 'wk.moved_' || TG_ARGV[0];
BEGIN
    PERFORM pg_advisory_xact_lock({lock});  -- before the version, as the triggers of the chain do
    IF current_setting(mark, true) IS DISTINCT FROM txid_current()::text THEN
        PERFORM set_config(mark, txid_current()::text, true);
        EXECUTE format('UPDATE {table} SET %I = %I + 1', TG_ARGV[0], TG_ARGV[0]);
    END IF;
    RETURN NULL;
END $$
"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the row of the version and all triggers, again if they are there.

    The counters go on from the present time in milliseconds, which is more than they have been: a
    page that was made before is not taken for one of now.
    """
    start = int(time() * 1000)
    with connection.cursor() as cursor:
        for statement in _statements(connection.vendor):
            cursor.execute(statement)
    PublicVersion.objects.using(connection.alias).update_or_create(
        pk=PublicVersion.ONLY, defaults=dict.fromkeys((RESULTS, PROGRESS, NEWS), start)
    )


def uninstall(connection: BaseDatabaseWrapper) -> None:
    """Drop all triggers and the version, so that no page is kept until `install`.

    Migrations run between the two: SQLite drops the triggers of a table that a migration changes.
    """
    tables = connection.introspection.table_names()
    if PublicVersion._meta.db_table not in tables:
        return
    PublicVersion.objects.using(connection.alias).all().delete()
    with connection.cursor() as cursor:
        for name, table, _counter, _change in _changes():
            if table in tables:
                cursor.execute(_drop(connection.vendor, name, table))


def trigger_names() -> list[str]:
    """Return the names of all triggers."""
    return [name for name, _table, _counter, _change in _changes()]


def _changes() -> Iterator[tuple[str, str, str, str]]:
    """Return the name, the table, the counter and the change of each trigger."""
    for label, (counters, changes) in PUBLIC.items():
        table = apps.get_model(label)._meta.db_table
        for counter, change in product(counters, changes):
            name = f"wk_public_{table}_{change.split()[0].lower()}"
            # A database may have triggers of before, when each table moved one counter.
            yield name if counter == counters[0] else f"{name}_{counter}", table, counter, change


def _statements(vendor: str) -> Iterator[str]:
    version = PublicVersion._meta.db_table
    if vendor == "postgresql":
        yield POSTGRESQL_FUNCTION.format(table=version, lock=LOCK)
    for name, table, counter, change in _changes():
        when = _condition(table, change)
        yield _drop(vendor, name, table)
        if vendor == "postgresql":
            yield (
                f"CREATE CONSTRAINT TRIGGER {name} AFTER {change} ON {table} "
                f"DEFERRABLE INITIALLY DEFERRED FOR EACH ROW {when} "
                f"EXECUTE FUNCTION wk_public_change('{counter}')"
            )
        else:
            move = f"UPDATE {version} SET {counter} = {counter} + 1"  # noqa: S608
            yield f"CREATE TRIGGER {name} AFTER {change} ON {table} {when} BEGIN {move}; END"


def _condition(table: str, change: str) -> str:
    """Return when a trigger acts, "" for always."""
    event, _of, column = change.partition(" OF ")
    if column:
        return f"WHEN (OLD.{column} <> NEW.{column})"
    unseen = {apps.get_model(label)._meta.db_table: kinds for label, kinds in UNSEEN.items()}
    row = "OLD" if event == "DELETE" else "NEW"
    return f"WHEN (NOT {row}.{unseen[table]})" if table in unseen else ""


def _drop(vendor: str, name: str, table: str) -> str:
    on = f" ON {table}" if vendor == "postgresql" else ""
    return f"DROP TRIGGER IF EXISTS {name}{on}"
