"""The score sheets of a round, as a game declares its form: a page for each table."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.game import Game
from scoring.layout import Field, Layout
from wk.tournament.models import Entry, Table

# How a name is set, by its characters and those of its longest word: the first size whose two limits
# hold it. Two lines of a table of 5, or three, or more: 80 characters still fit.
NAME_SIZES = (("large", 22, 11), ("medium", 40, 15), ("small", 80, 80))


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """The heading of one seat's columns; `size` is how large the name is set."""

    number: int
    entry: Entry
    size: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: what stands at its head and the form below it."""

    table: int
    seats: tuple[SheetSeat, ...]
    layout: Layout

    @property
    def columns(self) -> int:
        """How many columns a seat has: those of the form, points of the deal and points so far."""
        return len(self.layout.columns) + 2

    @property
    def seat_choices(self) -> tuple[Field, ...]:
        """What is answered at the head by marking a seat, such as who deals first."""
        return tuple(field for field in self.layout.head if field.kind == "seat")

    @property
    def head_lines(self) -> tuple[Field, ...]:
        """What is written at the head."""
        return tuple(field for field in self.layout.head if field.kind != "seat")

    @property
    def row_columns(self) -> tuple[Field, ...]:
        """The columns for what is written once a deal, as they are in its first row."""
        return tuple(field for field in self._extra if field.kind != "text")

    @property
    def remarks(self) -> tuple[Field, ...]:
        """What may need a sentence: it gets room below the rows."""
        return tuple(field for field in self._extra if field.kind == "text")

    @property
    def _extra(self) -> tuple[Field, ...]:
        return self.layout.rows[0].extra if self.layout.rows else ()


def sheets(tables: Iterable[Table], rules: Game) -> list[Sheet]:
    """Return the sheets of tables, whose seats and players were fetched with them."""
    found = []
    for table in tables:
        entries = [seat.entry for seat in table.seats.all()]
        seats = tuple(
            SheetSeat(number, entry, name_size(entry.name))
            for number, entry in enumerate(entries, 1)
        )
        found.append(Sheet(table.number, seats, rules.layout(len(entries))))
    return found


def name_size(name: str) -> str:
    """Return how large a name is set in the heading of its columns."""
    longest = max(len(word) for word in re.split(r"[ -]", name))
    return next(size for size, most, word in NAME_SIZES if len(name) <= most and longest <= word)
