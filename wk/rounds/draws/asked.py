"""What was asked of a draw, as the log keeps it: with this anybody can make the draw again."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from wk.draw import DrawRequest, FixedSeat, Separation
from wk.tournament.models import Entry

# In the order of the log; the name says which constraint it was.
CONSTRAINTS: Mapping[str, type[Separation] | type[FixedSeat]] = {
    "separation": Separation,
    "fixed_seat": FixedSeat,
}


def asked_of(request: DrawRequest, entries: Mapping[int, Entry]) -> dict[str, Any]:
    """Return a request as plain JSON, with the keys of its players by start number.

    A start number may be corrected later; the key of an entry stays. `entries` are the players by
    start number.
    """
    asked: dict[str, Any] = {
        field.name: getattr(request, field.name)
        for field in fields(request)
        if field.name != "constraints"
    }
    asked["withdrawn"] = sorted(request.withdrawn)
    asked["earlier"] = [[list(table) for table in tables] for tables in request.earlier]
    asked["constraints"] = [_constraint(each) for each in request.constraints]
    asked["keys"] = {str(number): entry.pk for number, entry in entries.items()}
    return asked


def request_of(asked: Mapping[str, Any]) -> DrawRequest:
    """Return the request that `asked_of` made JSON of."""
    values = {field.name: asked[field.name] for field in fields(DrawRequest)}
    values["constraints"] = [_read(each) for each in asked["constraints"]]
    return DrawRequest(**values)


def request_text(asked: Mapping[str, Any]) -> str:
    """Return what `asked_of` made as one line of JSON, without the keys of players.

    Constraints would stand in it as they were asked.
    """
    named = {field.name: asked[field.name] for field in fields(DrawRequest)}
    return json.dumps(named, separators=(",", ":"))


def _constraint(constraint: Separation | FixedSeat) -> dict[str, Any]:
    (kind,) = (name for name, made in CONSTRAINTS.items() if isinstance(constraint, made))
    values = asdict(constraint)
    if isinstance(constraint, Separation):
        values["players"] = sorted(constraint.players)
    return {"kind": kind, **values}


def _read(values: Mapping[str, Any]) -> Separation | FixedSeat:
    rest: dict[str, Any] = {key: value for key, value in values.items() if key != "kind"}
    if isinstance(players := rest.get("players"), Sequence):
        rest["players"] = frozenset(players)
    return CONSTRAINTS[values["kind"]](**rest)
