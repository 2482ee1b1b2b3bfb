"""The score sheets of a round, as a game declares its form: a page for each table."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from scoring.layout import Field, Layout
from wk.tournament.models import Entry, Table, Tournament

WIDE = frozenset("MWmw@%—")

# How a name or title is set: the first size whose limits hold all of it and its longest word, in
# widths of a small letter. Whatever its letters are, 80 or 100 of them fit where they belong.
Sizes = tuple[tuple[str, float, float], ...]
NAME_SIZES: Sizes = (
    ("large", 13.3, 13),  # on one line, behind a number of three digits
    ("medium", 40, 15.5),
    ("small", 66, 20),
    ("smaller", 100, 24),
    ("smallest", inf, inf),
)
TITLE_SIZES: Sizes = (("large", 32, 32), ("medium", 80, 43), ("small", inf, inf))


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
    title_size: str
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


def sheets(tables: Iterable[Table], tournament: Tournament) -> list[Sheet]:
    """Return the sheets of tables, whose seats and players were fetched with them."""
    rules = tournament.rules
    title_size = text_size(tournament.name, TITLE_SIZES)
    found = []
    for table in tables:
        entries = [seat.entry for seat in table.seats.all()]
        seats = tuple(
            SheetSeat(number, entry, text_size(entry.name, NAME_SIZES))
            for number, entry in enumerate(entries, 1)
        )
        found.append(Sheet(table.number, title_size, seats, rules.layout(len(entries))))
    return found


def text_size(text: str, sizes: Sizes) -> str:
    """Return how large a text is set."""
    longest = max(width(word) for word in re.split(r"[ -]", text))
    return next(size for size, most, word in sizes if width(text) <= most and longest <= word)


def width(text: str) -> float:
    """Return about how wide a text is, in small letters.

    >>> width("Anna"), width("WIM")
    (4.3, 4.7)
    """
    return sum(1.7 if letter in WIDE else 1.3 if letter.isupper() else 1 for letter in text)
