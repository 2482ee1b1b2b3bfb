"""Which rows the chain watches: those of every model of wk, but for the few that are named here."""

from collections.abc import Mapping
from functools import cache

from django.apps import apps
from django.db.models import BinaryField, Field, Model

# Rows that are no act of anybody, by model, with the reason.
UNWATCHED: Mapping[str, str] = {
    "accounts.Press": "tells a second press of a button from the first",
    "chain.Head": "is the end of the chain",
    "chain.Link": "is the chain",
    "publication.PublicVersion": "counts the changes of what is public",
    "scoreforms.Draft": "is what somebody is typing; what is handed in is a version",
    "scoreforms.Presence": "tells who has a form open",
    "scoreforms.ScanPage": "is what a camera read; what is handed in is a version",
    "scoreforms.ScanPile": "is a file that waits to be read",
    "scoreforms.WritingExample": "leads to nobody, and to no moment",
}
# Columns that are left out, by model: they change by themselves.
LEFT_OUT: Mapping[str, frozenset[str]] = {"accounts.User": frozenset({"last_login", "second_used"})}
# Columns of which the chain has a hash: nobody is to read a password or a key in it. The bytes of
# pictures are too many.
SECRET: Mapping[str, frozenset[str]] = {
    "accounts.User": frozenset({"password", "second_secret", "recovery_codes"}),
    "phones.TableKey": frozenset({"key"}),
    "phones.PlayerKey": frozenset({"key"}),
    "tournament.Tournament": frozenset({"kiosk_key"}),
}


@cache
def watched() -> tuple[type[Model], ...]:
    """Return the models of which the chain notes each change, with those between two others."""
    return tuple(
        model
        for model in apps.get_models(include_auto_created=True)
        if model.__module__.startswith("wk.") and model._meta.label not in UNWATCHED
    )


@cache
def model_of_table(table: str) -> type[Model] | None:
    """Return the watched model of a table of the database, None if there is none any more."""
    return next((model for model in watched() if model._meta.db_table == table), None)


def columns(model: type[Model]) -> list[tuple[str, bool]]:
    """Return the columns of a model that the chain has, each with whether only as a hash."""
    label = model._meta.label
    left_out, secret = LEFT_OUT.get(label, frozenset()), SECRET.get(label, frozenset())
    return [
        (str(field.column), isinstance(field, BinaryField) or field.name in secret)
        for field in _fields(model)
        if field.name not in left_out
    ]


def _fields(model: type[Model]) -> list["Field[object, object]"]:
    return [field for field in model._meta.local_concrete_fields if not field.primary_key]
