"""The score sheets of a round, as a game declares its form: a page for each table."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from scoring.layout import Field, Kind, Layout
from scoring.text import Text
from wk.tournament.models import Entry, Round, Table

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


# How wide columns are: in millimetres where a cell is one of the whole row, and in shares of the
# block of its side elsewhere. A choice is as wide as its longest answer.
WIDTHS: dict[Kind, float] = {"number": 11, "numbers": 15, "seat": 14, "yes": 9, "text": 24}
CHOICE_LETTER, WIDEST_CHOICE = 1.6, 25.0
WRITTEN, FIGURE, SUM = 22.0, 24.5, 31.5
# A sheet with more columns than these is laid on its side.
MOST_UPRIGHT = 24
UPRIGHT, ON_ITS_SIDE = 190.0, 277.0  # what a page has between its margins, in millimetres
LETTERS_UPRIGHT, LETTERS_ON_ITS_SIDE = 120, 180  # of the words below the rows, on a line
NUMBER, DEALER, LABEL = 4.0, 8.0, 8.0  # the columns before the first side
LABEL_LETTER, HEADING_LETTER = 3.2, 1.35


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """The heading of one seat's columns; `size` is how large the name is set."""

    number: int
    entry: Entry
    size: str


@dataclass(frozen=True, slots=True)
class SheetSide:
    """A block of columns: the seats that share it, and their name if they are partners."""

    seats: tuple[SheetSeat, ...]
    name: Text | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column for what is written once a deal, and how many millimetres it takes."""

    field: Field
    width: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: what stands at its head and the form below it."""

    table: int
    title_size: str
    seats: tuple[SheetSeat, ...]
    layout: Layout

    @property
    def sides(self) -> tuple[SheetSide, ...]:
        """The blocks of columns, with the cells of the first row."""
        sides = self.layout.sides
        cells = self.layout.rows[0].sides if self.layout.rows else ((),) * len(sides)
        return tuple(
            SheetSide(tuple(self.seats[seat - 1] for seat in side.seats), side.name, fields)
            for side, fields in zip(sides, cells, strict=True)
        )

    @property
    def columns(self) -> int:
        """How many columns a side has: written, computed, and sums."""
        return len(self.layout.columns) + len(self.layout.figures) + self._sums

    @property
    def is_on_its_side(self) -> bool:
        """Whether the page is wider than it is high."""
        return len(self.row_columns) + self.columns * len(self.layout.sides) > MOST_UPRIGHT

    @property
    def has_dealer(self) -> bool:
        """Whether each row tells who deals: where the form asks who begins."""
        return bool(self.seat_choices)

    @property
    def has_numbers(self) -> bool:
        """Whether rows are numbered besides what they are called."""
        return any(row.label != str(row.number) for row in self.layout.rows)

    @property
    def head_columns(self) -> int:
        """How many columns stand before those of the first side."""
        return 1 + self.has_numbers + self.has_dealer + len(self.row_columns)

    @property
    def lines_below(self) -> int:
        """How many lines the words below the rows take, besides that of the marks."""
        letters = sum(
            len(field.label.nl)
            + len(field.help.nl if field.help else "")
            + sum(len(choice.text.nl) + 2 for choice in field.choices)
            for field in self.legends
        )
        page = LETTERS_ON_ITS_SIDE if self.is_on_its_side else LETTERS_UPRIGHT
        return len(self.layout.tail) * 2 + len(self.legends) + letters // page

    @property
    def side_width(self) -> float:
        """How wide the block of a side is, in millimetres."""
        page = ON_ITS_SIDE if self.is_on_its_side else UPRIGHT
        before = NUMBER * self.has_numbers + self.label_width + DEALER * self.has_dealer
        before += sum(column.width for column in self.row_columns)
        return round((page - before) / max(1, len(self.layout.sides)), 2)

    @property
    def label_width(self) -> float:
        """How wide the column is that says what a row is called, in millimetres."""
        longest = max((len(row.label) for row in self.layout.rows), default=0)
        heading = max(len(word) for word in self.layout.row_heading.nl.split(" "))
        room = heading * HEADING_LETTER - NUMBER * self.has_numbers
        return round(max(LABEL, longest * LABEL_LETTER, room), 2)

    @property
    def widths(self) -> dict[str, float]:
        """How wide a written column, a figure and a sum are, in millimetres."""
        written, figures = len(self.layout.columns), len(self.layout.figures)
        shares = WRITTEN * written + FIGURE * figures + SUM * self._sums
        unit = self.side_width / (shares or 1)
        each = {"written": WRITTEN, "figure": FIGURE, "sum": SUM}
        return {name: round(unit * share, 2) for name, share in each.items()}

    @property
    def seat_choices(self) -> tuple[Field, ...]:
        """What is answered at the head by marking a seat, such as who deals first."""
        return tuple(field for field in self.layout.head if field.kind == "seat")

    @property
    def head_lines(self) -> tuple[Field, ...]:
        """What is written at the head."""
        return tuple(field for field in self.layout.head if field.kind != "seat")

    @property
    def row_columns(self) -> tuple[SheetColumn, ...]:
        """The columns for what is written once a deal, as they are in its first row."""
        fields = self.layout.rows[0].cells if self.layout.rows else ()
        return tuple(SheetColumn(field, _width(field)) for field in fields)

    @property
    def legends(self) -> tuple[Field, ...]:
        """The columns whose answers are named below the rows: choices, or what needs a word."""
        fields = (column.field for column in self.row_columns)
        return tuple(field for field in fields if field.choices or field.help)

    @property
    def notes(self) -> tuple[Field, ...]:
        """What may be noted of a deal: it gets room below the rows."""
        return self.layout.rows[0].notes if self.layout.rows else ()

    @property
    def remark(self) -> Text | None:
        """What that room is for, if for one thing only."""
        return self.notes[0].label if len(self.notes) == 1 else None

    @property
    def _sums(self) -> int:
        return sum(figure.sum is not None for figure in self.layout.figures)


def sheets(tables: Iterable[Table], round: Round) -> list[Sheet]:
    """Return the sheets of tables of a round, whose seats and players were fetched with them."""
    title_size = text_size(round.tournament.name, TITLE_SIZES)
    found = []
    for table in tables:
        entries = [seat.entry for seat in table.seats.all()]
        seats = tuple(
            SheetSeat(number, entry, text_size(entry.name, NAME_SIZES))
            for number, entry in enumerate(entries, 1)
        )
        found.append(Sheet(table.number, title_size, seats, round.rules.layout(len(entries))))
    return found


def _width(field: Field) -> float:
    """Return how many millimetres a column needs for its heading and what is written in it."""
    heading = max(len(word) for word in field.label.nl.split(" ")) * HEADING_LETTER
    longest = max((len(choice.text.nl) for choice in field.choices), default=0) * CHOICE_LETTER
    written = WIDTHS.get(field.kind, min(longest, WIDEST_CHOICE))
    return round(max(heading, written), 2)


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
