"""All that is stored, as it can be compared with what is stored in another database."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import ForeignKey, Model

# Rows that a press itself leaves, or a login, and the counter of all changes.
LEFT_OUT = {
    *("Press", "Session", "Presence", "AccessAttempt", "PublicVersion"),
    *("Link", "Head", "Event"),  # the chain of what is compared here
    *("ContentType", "Permission"),
}
# Values that are drawn by lot or count time, and facts of the log that hold keys of rows.
UNEQUAL = {
    "password",
    "last_login",
    "second_secret",
    "second_used",
    "recovery_codes",
    "digest",  # of links with salts
    "seed",
    "key",
    "kiosk_key",
    "payload",
    "revision",
    "content",
    "messages",
    "players",
}


def stored(*, is_random: bool = False) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of every table, by the name of its model, in the order of their keys.

    A row is named by its rank among those of its table, and a moment is only told to be there.
    With `is_random` rows of seats are left out, and their number is kept.
    """
    rows = all_rows()
    ranks = {
        model: {row[model._meta.pk.attname]: rank for rank, row in enumerate(own)}
        for model, own in rows.items()
    }
    found = {}
    for model, own in rows.items():
        if is_random and model.__name__ == "Seat":
            found[model.__name__] = [{"count": len(own)}]
        else:
            found[model.__name__] = [_row(model, row, ranks) for row in own]
    return found


def all_rows() -> dict[type[Model], list[dict[str, Any]]]:
    """Return every row of every model in the order of their keys, as it is."""
    models = [model for model in apps.get_models() if model.__name__ not in LEFT_OUT]
    return {
        model: list(model._default_manager.order_by("pk").values()) if has_rows else []
        for model, has_rows in which_have_rows(models).items()
    }


def which_have_rows(models: Iterable[type[Model]]) -> dict[type[Model], bool]:
    """Return each model with whether a row of it is stored; one query, as most have none here."""
    tables = {model: model._meta.db_table for model in models}
    asked = [f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables.values()]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        filled = {name for (name,) in cursor.fetchall()}
    return {model: name in filled for model, name in tables.items()}


def _row(
    model: type[Model], row: dict[str, Any], ranks: dict[type[Model], dict[Any, int]]
) -> dict[str, Any]:
    values = {}
    for each in model._meta.concrete_fields:
        value = row[each.attname]
        if each.primary_key or each.name in UNEQUAL:
            continue
        if isinstance(each, ForeignKey):
            value = ranks.get(each.related_model, {}).get(value) if value is not None else None
        elif isinstance(value, dt.datetime):
            value = "a moment"
        values[each.name] = value
    return values
