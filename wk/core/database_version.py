"""Which migrations a database has had, and whether it is of a newer wk than this one."""

from django.core.management.base import CommandError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

SHOWN = 3  # migrations that a refusal names


def applied_migrations(connection: BaseDatabaseWrapper) -> tuple[str, ...]:
    """Return the migrations that a database has had, as "app.name"."""
    applied = MigrationLoader(connection).applied_migrations
    return tuple(sorted(f"{app}.{name}" for app, name in applied))


def known_migrations(connection: BaseDatabaseWrapper) -> frozenset[str]:
    """Return the migrations that this wk knows, those included that others have replaced."""
    loader = MigrationLoader(connection)
    replaced = {each for made in loader.disk_migrations.values() for each in made.replaces}
    return frozenset(f"{app}.{name}" for app, name in {*loader.disk_migrations, *replaced})


def refuse_newer(connection: BaseDatabaseWrapper) -> None:
    """Raise CommandError if a newer wk has changed a database: this one would not understand it."""
    known = known_migrations(connection)
    newer = [each for each in applied_migrations(connection) if each not in known]
    if newer:
        named = ", ".join(newer[:SHOWN])
        raise CommandError(
            f"wk: the database is of a newer wk ({named}), which this one does not understand."
            " Start the newer one, or bring a backup of before back (docs/operations.md)."
            " Nothing was changed."
        )
