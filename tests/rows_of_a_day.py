"""All rows of tournaments, as they can be compared before and after an act."""

from django.apps import apps
from django.db import connection

APPS = ("tournament", "auditlog", "scoreforms", "phones", "hall")


def all_rows():
    """Return every row that is stored of tournaments, forms, phones and announcements.

    They are read past Django, which takes five times as long to make each of these queries anew.
    """
    models = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    with connection.cursor() as cursor:
        return {model.__name__: rows_of(cursor, model._meta) for model in models}


def rows_of(cursor, table):
    """Return the rows of a table in the order of their keys, each by the names of its columns."""
    cursor.execute(f"SELECT * FROM {table.db_table} ORDER BY {table.pk.column}")
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


# What comes back by undoing may have another key, and the log keeps that it was away.
NEW_KEYS = {
    "Player": ["id"],
    "Entry": ["player_id"],
    "Seat": ["id"],
    "Result": ["id"],
    "Draft": ["id"],
}


def without_log_and_keys(rows):
    return {
        name: sorted(
            repr([value for field, value in row.items() if field not in NEW_KEYS.get(name, ())])
            for row in rows
        )
        for name, rows in rows.items()
        if name != "AuditLogEntry"
    }
