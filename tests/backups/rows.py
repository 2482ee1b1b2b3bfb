"""All rows of a database, to compare."""

from django.apps import apps

# What a restore itself moves: the public version, and the log that tells of it.
MOVED = ("publication.PublicVersion", "auditlog.AuditLogEntry", "chain.Head", "chain.Link")


def all_rows(*, without=()):
    """Return the rows of every table by the label of its model."""
    return {
        model._meta.label: [_plain(row) for row in model._default_manager.order_by("pk").values()]
        for model in apps.get_models(include_auto_created=True)
        if model._meta.label not in without
    }


def _plain(row):
    return {k: bytes(v) if isinstance(v, memoryview) else v for k, v in row.items()}
