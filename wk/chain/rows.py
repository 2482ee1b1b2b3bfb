"""The rows of the database as the chain has them, and as they are."""

import json
from typing import Any, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper

from wk.chain.models import Link
from wk.chain.triggers import row_text
from wk.chain.watched import watched


class Row(NamedTuple):
    """A row of the database: its table, and its key there."""

    table: str
    key: int


def values_of(text: str) -> dict[str, Any]:
    """Return the columns of a row from its text in the chain.

    There are none for no row, nor for a text that somebody wrote past the program and that is no
    row: `verify` tells of it, so reading it must not fail.
    """
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


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
    before, now = values_of(known), values_of(present)
    both = before.keys() & now.keys()
    return bool(both) and all(before[column] == now[column] for column in both)
