"""The cells that a player may point at, what may be said of them, and how they are told."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.game import Document, Game
from scoring.layout import Field, Layout, Row
from scoring.problems import WHOLE_FORM
from scoring.text import Text
from scoring.totals import totals_fields
from wk.core.refusals import ActionRefused
from wk.scoreforms.cells import Cell, options_of
from wk.scoreforms.objections.models import MOST_VALUE
from wk.tournament.models import Entry

INTEGER = re.compile(r"[+-]?[0-9]{1,8}", re.ASCII)
INTEGERS = re.compile(r"[0-9]{1,3}(?: +[0-9]{1,3})*", re.ASCII)


@dataclass(frozen=True, slots=True)
class OwnRow:
    """A deal with the cells of it that a player may point at; `name` is "" for the whole form."""

    name: Text
    fields: tuple[Field, ...]


def own_rows(rules: Game, content: Document, seats: int, seat: int) -> tuple[OwnRow, ...]:
    """Return the cells of a form that the player of a seat, from 1, may point at.

    These are the cells of his own side, and those of a whole deal, which are everybody's: never
    those of another side, of the director, or for a sentence. Rows in which nothing is written are
    left out. A form of totals only has one cell for him.
    """
    layout = rules.layout(seats, content)
    if rules.progress(content, seats).totals_only:
        return (OwnRow(WHOLE_FORM.text, (totals_fields(seats)[seat - 1],)),)
    cells = rules.to_cells(content)
    own = [index for index, side in enumerate(layout.sides) if seat in side.seats]
    rows = (OwnRow(_name(row), _own_fields(row, own)) for row in layout.rows if _has(row, cells))
    ends = OwnRow(WHOLE_FORM.text, tuple(filter(_may_be_pointed_at, (*layout.head, *layout.tail))))
    return tuple(row for row in (*rows, ends) if row.fields)


def is_cell_of_others(rules: Game, content: Document, seats: int, seat: int, path: str) -> bool:
    """Return whether a cell belongs to other seats than this one, and not to the whole table."""
    layout = rules.layout(seats, content)
    others = {field.path for field in totals_fields(seats) if field.place.seat != seat}
    for index, side in enumerate(layout.sides):
        if seat not in side.seats:
            others |= {field.path for row in layout.rows for field in row.sides[index]}
    return path in others


def _has(row: Row, cells: dict[str, str]) -> bool:
    return any(cells.get(field.path) for field in row.fields)


def _name(row: Row) -> Text:
    from_place = next((field.place.deal for field in row.fields if field.place.deal), 0)
    name = row.name or Text(f"spelletje {from_place}", f"deal {from_place}")
    if row.said.nl:
        return Text(f"{name.nl} ({row.said.nl})", f"{name.en} ({row.said.en})")
    if row.label in ("", str(from_place)):  # some games label a deal by its number
        return name
    return Text(f"{name.nl} ({row.label})", f"{name.en} ({row.label})")


def _own_fields(row: Row, own: Sequence[int]) -> tuple[Field, ...]:
    of_sides = (field for index in own for field in row.sides[index])
    return tuple(filter(_may_be_pointed_at, (*row.cells, *of_sides)))


def _may_be_pointed_at(field: Field) -> bool:
    return not field.reserved and field.kind != "text"


def field_at(rows: Sequence[OwnRow], path: str) -> Field:
    """Return the cell of this path; raises ActionRefused if it is none of the player's own."""
    fields = (field for row in rows for field in row.fields)
    found = next((field for field in fields if field.path == path), None)
    if found is None:
        raise ActionRefused(_("This is no cell of your own form."))
    return found


def normal_value(rules: Game, layout: Layout, field: Field, text: str, seats: int) -> str:
    """Return a value for a cell as a form would have it; raises ActionRefused if none can be so."""
    text = text.strip()
    if len(text) > MOST_VALUE or not _fits(layout, field, text, seats):
        raise ActionRefused(_("That cannot stand in this cell."))
    return rules.to_cells(rules.from_cells({field.path: text}, seats)).get(field.path, text)


def _fits(layout: Layout, field: Field, text: str, seats: int) -> bool:
    if field.kind == "yes":
        return True
    if field.kind == "choice":
        return text in {"", *(choice.value for choice in field.choices)}
    if field.kind == "seat":
        return text in map(str, range(1, seats + 1))
    if field.kind == "numbers":
        return INTEGERS.fullmatch(text) is not None
    if text.upper() in {mark.letter for mark in layout.marks}:
        return True
    is_integer = INTEGER.fullmatch(text) is not None
    return is_integer and (not field.most or 0 <= int(text) <= field.most)


def cell_of(
    rules: Game, content: Document, entries: tuple[Entry, ...], path: str, value: str
) -> Cell:
    """Return a cell of a form with a value, to tell of it in words.

    A form may have fewer rows by now than when something was said about it: such a cell is told by
    its path alone.
    """
    fields = (*rules.layout(len(entries), content).fields, *totals_fields(len(entries)))
    unknown = Field(path, "text", Text(path, path))
    field = next((field for field in fields if field.path == path), unknown)
    return Cell(field, value, False, options_of(field, value, entries))
