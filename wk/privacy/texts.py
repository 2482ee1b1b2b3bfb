"""All texts that are stored beside the rows of persons, and names replaced in them."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.apps import apps
from django.db.models import CharField, JSONField, Model, TextField

from wk.core.row_locks import lock_rows
from wk.privacy.replacing import Replacement

BATCH = 200  # rows that are locked at a time

# Their names are changed by key, never by what they say; accounts are of officials, and the name of
# a tournament is no player's. What stands on an example is a number.
BY_KEY = frozenset({"tournament.Player", "tournament.Entry", "accounts.User"})
APART = frozenset(
    {"chain.Link", "chain.Head", "tournament.Tournament", "scoreforms.WritingExample"}
)
# What only officials read keeps the name of somebody who is shown by initials.
FOR_OFFICIALS = frozenset({"auditlog.AuditLogEntry", "chain.Event", "chain.Wiping"})


def models(*, with_log: bool) -> Iterator[type[Model]]:
    """Yield the models whose texts may hold a name; `with_log` those that officials read too."""
    left_out = BY_KEY | APART | (frozenset() if with_log else FOR_OFFICIALS)
    for model in apps.get_models(include_auto_created=True):
        if model.__module__.startswith("wk.") and model._meta.label not in left_out:
            yield model


def text_columns(model: type[Model]) -> Sequence[str]:
    """Return the columns of a model in which people may have typed a name."""
    return [
        field.attname
        for field in model._meta.local_concrete_fields
        if isinstance(field, CharField | TextField | JSONField) and not field.choices
    ]


def replace_everywhere(
    replacement: Replacement, *, with_log: bool, namesakes: Collection[int] = ()
) -> int:
    """Replace names in all texts; return the number of rows that changed.

    `namesakes`: keys of the entries of others with the same name; what the log says of these alone
    stays.
    """
    count = 0
    for model in models(with_log=with_log):
        columns = text_columns(model)
        found = _naming(model, columns, replacement, namesakes) if columns else []
        for at in range(0, len(found), BATCH):
            rows = model._base_manager.filter(pk__in=found[at : at + BATCH])
            # Locked before they are judged: somebody may have written another text since.
            for row in lock_rows(rows.only("pk", *columns)):
                values = {column: getattr(row, column) for column in columns}
                if changed := _changed(replacement, values):
                    model._base_manager.filter(pk=row.pk).update(**changed)
                    count += 1
    return count


def _naming(
    model: type[Model],
    columns: Sequence[str],
    replacement: Replacement,
    namesakes: Collection[int],
) -> list[Any]:
    """Return the keys of the rows that have a name to be replaced."""
    of = ["entry_id"] if any(f.attname == "entry_id" for f in model._meta.fields) else []
    return [
        row["pk"]
        for row in model._base_manager.values("pk", *columns, *of).iterator()
        if row.get("entry_id") not in namesakes
        and _changed(replacement, {column: row[column] for column in columns})
    ]


def _changed(replacement: Replacement, row: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a row that are others without the names."""
    found = {column: replacement.in_value(value) for column, value in row.items()}
    return {column: value for column, value in found.items() if value != row[column]}
