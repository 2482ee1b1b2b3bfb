"""The names of rows that other rows refer to, for the page of all changes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from wk.chain.models import Link
from wk.chain.rows import Row
from wk.chain.watched import model_of_table
from wk.chain.words import references, row_words

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
        if label in TO_ROUND:
            columns = [f"{TO_ROUND[label]}number", f"{TO_TABLE.get(label, '')}number"]
            for key, round, table_number in objects.values_list("pk", *columns):
                found[Row(table, key)] = _place(label, round, table_number)
        else:
            found |= {Row(table, each.pk): str(each) for each in objects}
    return found | _deleted(wanted_rows - found.keys())


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
    return {row: row_words(row, text, names) for row, text in told.items()}


def _place(label: str, round: int, table: int) -> str:
    if label == "tournament.Round":
        return _("round %(round)d") % {"round": round}
    return _("round %(round)d, table %(table)d") % {"round": round, "table": table}
