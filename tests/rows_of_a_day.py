"""All rows of tournaments, as they can be compared before and after an act."""

from django.apps import apps

APPS = ("tournament", "auditlog", "scoreforms", "phones", "hall")


def all_rows():
    """Return every row that is stored of tournaments, forms, phones and announcements."""
    return {
        model.__name__: list(model.objects.order_by("pk").values())
        for app in APPS
        for model in apps.get_app_config(app).get_models()
    }


# What comes back by undoing may have another key, and the log keeps that it was away.
NEW_KEYS = {"Player": ["id"], "Entry": ["player_id"], "Result": ["id"], "Draft": ["id"]}


def without_log_and_keys(rows):
    return {
        name: sorted(
            repr([value for field, value in row.items() if field not in NEW_KEYS.get(name, ())])
            for row in rows
        )
        for name, rows in rows.items()
        if name != "AuditLogEntry"
    }
