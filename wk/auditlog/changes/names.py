"""The names of rows that other rows refer to, for the page of all changes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from wk.chain.rows import Row
from wk.chain.watched import model_of_table

# How a row of a round is found from its columns: the way to its round and to its table.
TO_ROUND: Mapping[str, str] = {
    "tournament.Round": "",
    "tournament.Table": "round__",
    "tournament.Seat": "table__round__",
    "scoreforms.ScoreForm": "table__round__",
    "scoreforms.Version": "form__table__round__",
}
TO_TABLE: Mapping[str, str] = {
    "tournament.Table": "",
    "tournament.Seat": "table__",
    "scoreforms.ScoreForm": "table__",
    "scoreforms.Version": "form__table__",
}


def names_of(rows: Iterable[Row]) -> dict[Row, str]:
    """Return the names of rows that are still there; one query for each of their models."""
    keys: dict[str, set[int]] = defaultdict(set)
    for row in rows:
        keys[row.table].add(row.key)
    found: dict[Row, str] = {}
    for table, wanted in keys.items():
        model: Any = model_of_table(table)
        if model is None:
            continue
        label, objects = model._meta.label, model._default_manager.filter(pk__in=wanted)
        if label in TO_ROUND:
            columns = [f"{TO_ROUND[label]}number", f"{TO_TABLE.get(label, '')}number"]
            for key, round, table_number in objects.values_list("pk", *columns):
                found[Row(table, key)] = _place(label, round, table_number)
        else:
            found |= {Row(table, each.pk): str(each) for each in objects}
    return found


def _place(label: str, round: int, table: int) -> str:
    if label == "tournament.Round":
        return _("round %(round)d") % {"round": round}
    return _("round %(round)d, table %(table)d") % {"round": round, "table": table}
