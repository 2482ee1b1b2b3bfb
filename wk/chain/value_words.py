"""Values of columns in plain words, by the type of their field: yes and no, times, lists.

The text of a row has what the database has: SQLite stores yes as 1, a time as text in UTC, and a
list as JSON. A reader gets what the pages say.
"""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from django.db.models import (
    BinaryField,
    BooleanField,
    DateField,
    DateTimeField,
    DecimalField,
    Field,
    JSONField,
    Model,
)
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from wk.chain.watched import SECRET

# Columns that say nothing to a reader: tokens, and codes that a sentence of the log tells in words.
UNTOLD: Mapping[str, frozenset[str]] = {
    "chain.Wiping": frozenset({"digest"}),
    "hall.CeremonyStep": frozenset({"ranking"}),
    "hall.WallHold": frozenset({"scenes"}),
    "phones.TableCall": frozenset({"press"}),
    "scoreforms.Objection": frozenset({"path"}),
}
LONGEST = 60  # characters of one value
NOBODY_YET, EVERYBODY = 32_767, 0  # in place of a rank: no name is shown yet, or all are


def value_words(
    model: type[Model] | None, column: str, value: Any, at: datetime | None = None
) -> str | None:
    """Return a value in plain words, "" for none; None if no words tell it.

    A time is told without its day if that is the day of `at`. `model` is None for a row of which
    wk has no model any more.
    """
    if model is None:
        return _plain(value)
    label = model._meta.label
    if column in SECRET.get(label, ()) or column in UNTOLD.get(label, ()):
        return None
    if told := TOLD.get((label, column)):
        return told(value)
    field = field_of(model, column)
    return _plain(value) if field is None else _of_field(field, value, at)


def field_of(model: type[Model], column: str) -> "Field[Any, Any] | None":
    """Return the field of a column, None if the model has none."""
    return next((field for field in model._meta.concrete_fields if field.column == column), None)


def _of_field(field: "Field[Any, Any]", value: Any, at: datetime | None) -> str | None:
    if isinstance(field, BinaryField | JSONField):
        return None
    if value is None or value == "":
        return ""
    if isinstance(value, bool) or (isinstance(field, BooleanField) and value in (0, 1)):
        return _("yes") if value else _("no")
    if field.flatchoices:
        return str(dict(field.flatchoices).get(value, value))
    if isinstance(field, DateField):  # a DateTimeField is one too
        return _time(field, str(value), at)
    if isinstance(field, DecimalField):
        return _number(value, field.decimal_places)
    return _plain(value)


def _time(field: "DateField[Any, Any]", text: str, at: datetime | None) -> str:
    try:
        if not isinstance(field, DateTimeField):
            return date_format(date.fromisoformat(text), "j F Y")
        found = datetime.fromisoformat(text)
        moment = localtime(found if found.tzinfo else found.replace(tzinfo=UTC))
        is_that_day = at is not None and moment.date() == localtime(at).date()
    except (ValueError, OverflowError):  # somebody wrote it past wk
        return text
    return date_format(moment, "H:i:s" if is_that_day else "j F Y H:i:s")


def _number(value: Any, places: int) -> str:
    try:
        return str(number_format(Decimal(str(value)), places))
    except InvalidOperation:
        return str(value)


def _plain(value: Any) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return short_text(value)


def short_text(value: Any) -> str:
    """Return a value as text, of LONGEST characters at most."""
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _programme(value: Any) -> str | None:
    """Return the programme of a day: "doors open 09:00, round 1 10:00"; None if it is none."""
    try:
        points = json.loads(value) if isinstance(value, str) else value
        points = sorted(points, key=lambda each: each["at"])
        return ", ".join(f"{_point(each)} {each['at']}" for each in points)
    except (ValueError, TypeError, KeyError):
        return None


def _point(point: Mapping[str, Any]) -> str:
    if point["kind"] == "round":
        return _("round %(number)s") % {"number": point["round"]}
    names = {"doors": _("doors open"), "prizes": _("prizes")}
    return str(point.get("text") or names.get(point["kind"], ""))


def _rank(value: Any) -> str:
    if value in (NOBODY_YET, EVERYBODY):
        return _("beginning") if value else _("end")
    return _plain(value)


def _last_round(value: Any) -> str:
    return _("before round 1") if value == 0 else _plain(value)


def _match_points(value: Any) -> str:
    if not isinstance(value, int):
        return _plain(value)
    return str(number_format(Decimal(value) / 2, value % 2))


# What is told in a way of its own, by model and column. The models stand in rooms below this one.
TOLD: Mapping[tuple[str, str], Callable[[Any], str | None]] = {
    ("hall.CeremonyStep", "place"): _rank,
    ("scoreforms.Result", "half_points"): _match_points,
    ("tournament.Entry", "withdrawn_after"): _last_round,
    ("tournament.Tournament", "programme"): _programme,
}
