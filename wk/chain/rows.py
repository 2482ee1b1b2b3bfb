"""The rows of the database as the chain has them, and as they are."""

import json
from typing import NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper

from wk.chain.models import Link
from wk.chain.triggers import row_text
from wk.chain.watched import watched


class Row(NamedTuple):
    """A row of the database: its table, and its key there."""

    table: str
    key: int


def known_rows(connection: BaseDatabaseWrapper) -> dict[Row, str]:
    """Return the last text of each row in the chain, "" for a row that was deleted; one query."""
    links = Link.objects.using(connection.alias).order_by("number")
    rows = links.values_list("table_name", "row_key", "after")
    return {Row(table, key): after for table, key, after in rows.iterator()}


def present_rows(connection: BaseDatabaseWrapper) -> dict[Row, str]:
    """Return each row as it is now, in the words of the chain; one query a table."""
    found: dict[Row, str] = {}
    with connection.cursor() as cursor:
        for model in watched():
            table = model._meta.db_table
            text = row_text(model, "t", connection.vendor)
            # As text: psycopg would make values of it.
            ask = f"SELECT t.id, CAST({text} AS text) FROM {table} t ORDER BY t.id"  # noqa: S608
            cursor.execute(ask)
            found |= {Row(table, key): row for key, row in cursor.fetchall()}
    return found


def fits(known: str, present: str) -> bool:
    """Return whether a row is as the chain has it.

    After an upgrade a row may have more columns, or fewer: only those of both are compared.
    """
    if known == present:
        return True
    if not known or not present:
        return False
    before, now = json.loads(known), json.loads(present)
    return all(now[column] == value for column, value in before.items() if column in now)
