"""Databases on which many write at once: a file of SQLite, or one on the tests' own server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, connections

from tests.database import copy, migrated
from tests.presses.hall import Hall, hall_of_now, make_hall
from wk.chain.models import Head
from wk.core.hashing import BEGIN

# Rows that migrations make.
KEPT = {"django_content_type", "auth_permission", "publication_publicversion", "chain_head"}


class Halls:
    """Makes the hall of `make_hall` anew, as often as it is asked for, and nothing beside it."""

    def __init__(self, folder: Path) -> None:
        """`folder` is for what SQLite needs; a database server needs no folder."""
        self.made = folder / "hall.sqlite3"

    def fresh(self) -> Hall:
        """Return the hall in a database with nothing else in it."""
        if connection.vendor != "sqlite":
            empty()
            return make_hall()
        if not self.made.exists():
            copy(migrated(), connection.settings_dict["NAME"])
            make_hall()
            copy(connection.settings_dict["NAME"], self.made)
        copy(self.made, connection.settings_dict["NAME"])
        return hall_of_now()


def empty() -> None:
    """Delete all rows but those that migrations make, and count keys from 1 again."""
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    statements = connection.ops.sql_flush(no_style(), sorted(tables - KEPT), reset_sequences=True)
    connection.ops.execute_sql_flush(statements)
    Head.objects.update(number=0, hash=BEGIN)


@contextmanager
def database_in_a_file(path: Path) -> Iterator[None]:
    """Let this process, in all its threads, use a database of SQLite in a file for a while."""
    kept, before = connections.settings["default"], connections["default"]
    connections.settings["default"] = kept | {"NAME": str(path)}
    connections["default"] = connections.create_connection("default")
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"], connections["default"] = kept, before
