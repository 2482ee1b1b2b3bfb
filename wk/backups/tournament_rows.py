"""All rows of one tournament: those of every table that lead to it, as they are in a database."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import BinaryField, ForeignKey, Func, Model, TextField

from wk.accounts.models import User
from wk.tournament.models import Player, Tournament

Values = Mapping[str, Any]
"""The columns of one row by the names of their attributes; of bytes the digest."""
# Who has a form open is no part of what it holds.
ASIDE = frozenset({"scoreforms.Presence"})
SHARED: tuple[type[Model], ...] = (Player, User)  # rows of which several tournaments have use


class Digest(Func):
    """The SHA-256 of a column of bytes, computed by the database."""

    function = "wk_digest"  # `wk.sqlite` has it
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Return the SQL for PostgreSQL."""
        template = "encode(sha256(%(expressions)s), 'hex')"
        return self.as_sql(compiler, connection, template=template, **context)


@dataclass(frozen=True, slots=True)
class TournamentRows:
    """The rows of a tournament by model and key, and its persons by key.

    The models are in the order in which their rows can be made.
    """

    rows: Mapping[type[Model], Mapping[int, Values]]
    persons: Mapping[int, Values] = field(default_factory=dict)

    def of(self, model: type[Model]) -> Mapping[int, Values]:
        """Return the rows of a model by key."""
        return self.rows.get(model, {})


@cache
def owned_models() -> tuple[type[Model], ...]:
    """Return the models whose rows lead to a tournament, each after those that it leads by."""
    found: list[type[Model]] = [Tournament]
    waiting = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model.__module__.startswith("wk.") and model not in (*SHARED, Tournament)
    ]
    while ready := [model for model in waiting if _owners(model, found)]:
        # One that refers to another of those that are ready comes after it.
        first = next(model for model in ready if not _refers_to(model, [*ready, *waiting]))
        found.append(first)
        waiting.remove(first)
    return tuple(found)


def _owners(model: type[Model], found: Iterable[type[Model]]) -> list["ForeignKey[Any, Any]"]:
    """Return the references of a model by which its rows belong to a tournament."""
    known = {*found}
    return [
        each
        for each in model._meta.local_concrete_fields
        if isinstance(each, ForeignKey) and each.related_model in known and not each.null
    ]


def _refers_to(model: type[Model], others: Iterable[type[Model]]) -> bool:
    """Return whether a row of a model cannot be made before a row of another of these models."""
    wanted = {*others} - {model}
    fields = model._meta.local_concrete_fields
    return any(
        isinstance(each, ForeignKey) and not each.null and each.related_model in wanted
        for each in fields
    )


def rows_of(slug: str) -> TournamentRows:
    """Return the rows of a tournament in the database of this thread; one query a table."""
    found: dict[type[Model], Mapping[int, Values]] = {}
    for model in owned_models():
        if model._meta.label in ASIDE:
            continue
        objects = model._base_manager.order_by("pk")
        if model is Tournament:
            objects = objects.filter(slug=slug)
        else:
            # A row belongs to the tournament by each of its owners.
            owner = _owners(model, found)[0]
            owners = found[owner.related_model]
            objects = objects.filter(**{f"{owner.attname}__in": list(owners)})
        rows = objects.values("pk", *columns(model), **digests(model))
        found[model] = {row["pk"]: row for row in rows}
    keys = {row["player_id"] for row in found[apps.get_model("tournament.Entry")].values()}
    persons = Player.objects.filter(pk__in=keys).order_by("pk").values("pk", *columns(Player))
    return TournamentRows(found, {row["pk"]: row for row in persons})


def columns(model: type[Model]) -> list[str]:
    """Return the columns of a model but for its key and for bytes."""
    fields = model._meta.local_concrete_fields
    return [
        each.attname
        for each in fields
        if not each.primary_key and not isinstance(each, BinaryField)
    ]


def digests(model: type[Model]) -> dict[str, Digest]:
    """Return the digests of the columns of a model that hold bytes, such as a photo."""
    fields = model._meta.local_concrete_fields
    return {
        f"digest_of_{each.attname}": Digest(each.attname)
        for each in fields
        if isinstance(each, BinaryField)
    }


def whole_rows(model: type[Model], keys: Iterable[int]) -> list[Model]:
    """Return rows of a model with all their columns, by key."""
    return list(model._base_manager.filter(pk__in=list(keys)).order_by("pk"))
