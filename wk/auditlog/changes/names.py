"""The names of rows that other rows refer to, for the page of all changes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from wk.chain.models import Link
from wk.chain.rows import Row, values_of
from wk.chain.watched import model_of_table
from wk.chain.words import reference, references, row_words

# What is read of a row of a round: the number of the round, of the table, and what else names it.
PLACES: Mapping[str, tuple[str, ...]] = {
    "tournament.Round": ("number",),
    "tournament.Table": ("round__number", "number"),
    "tournament.Seat": ("table__round__number", "table__number", "entry__number", "entry__name"),
    "scoreforms.ScoreForm": ("table__round__number", "table__number"),
    "scoreforms.Version": ("form__table__round__number", "form__table__number", "number"),
}


def names_of(rows: Iterable[Row]) -> dict[Row, str]:
    """Return the names of rows; one query for each of their models, and one for those deleted."""
    wanted_rows = set(rows)
    keys: dict[str, set[int]] = defaultdict(set)
    for row in wanted_rows:
        keys[row.table].add(row.key)
    found: dict[Row, str] = {}
    for table, wanted in keys.items():
        model: Any = model_of_table(table)
        if model is None:
            continue
        label, objects = model._meta.label, model._default_manager.filter(pk__in=wanted)
        if label in PLACES:
            for key, *parts in objects.values_list("pk", *PLACES[label]):
                found[Row(table, key)] = _place(label, *parts)
        else:
            found |= {Row(table, each.pk): str(each) for each in objects}
    return found | _deleted(wanted_rows - found.keys())


def _place(label: str, round: int, table: int = 0, *more: Any) -> str:
    """Return the name of a row of a round: "round 1, table 2, version 3", "7 Bo, round 1"."""
    values = {"round": round, "table": table}
    if label == "tournament.Round":
        return _("round %(round)s") % values
    place = _("round %(round)s, table %(table)s") % values
    if label == "tournament.Seat":
        return f"{more[0]} {more[1]}, {place}"
    if label == "scoreforms.Version":
        return _("%(place)s, version %(number)s") % {"place": place, "number": more[0]}
    return place


def _deleted(rows: Collection[Row]) -> dict[Row, str]:
    """Return the names that deleted rows had, by their last link, and by the names of the rows to
    which that refers."""
    if not rows:
        return {}
    last = Link.objects.filter(
        after="",
        table_name__in={row.table for row in rows},
        row_key__in={row.key for row in rows},
    )
    found = {Row(each.table_name, each.row_key): each.before for each in last}
    told = {row: found[row] for row in rows if row in found}
    names = names_of(other for row, text in told.items() for other in references(row, text))
    return {row: _name_then(row, text, names) for row, text in told.items()}


def _name_then(row: Row, text: str, names: Mapping[Row, str]) -> str:
    """Return the name of a deleted row in the same words as while it was there."""
    model, values = model_of_table(row.table), values_of(text)

    def named(column: str) -> str:
        other = reference(row, column, values.get(column))
        return names.get(other, "") if other else ""

    parts = {
        "tournament.Round": [_("round %(round)s") % {"round": values.get("number")}],
        "tournament.Table": [
            named("round_id"),
            _("table %(number)s") % {"number": values.get("number")},
        ],
        "tournament.Seat": [named("entry_id"), named("table_id")],
        "tournament.Entry": [f"{values.get('number')} {values.get('name')}"],
        "scoreforms.ScoreForm": [named("table_id")],
        "scoreforms.Version": [
            named("form_id"),
            _("version %(number)s") % {"number": values.get("number")},
        ],
    }.get(model._meta.label if model else "", [])
    return ", ".join(filter(None, parts)) or row_words(row, text, names)
