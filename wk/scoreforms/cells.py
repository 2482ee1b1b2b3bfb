"""Cells and rows of a score form as a page shows them."""

from dataclasses import dataclass, replace
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scoring.layout import NO_WORDS, Field, Figure, FigureColumn, Side, Sum
from scoring.problems import Place
from scoring.text import Text
from wk.core.formatting import words
from wk.core.version_token import version_token
from wk.tournament.models import Entry
from wk.tournament.name_search import namesakes

SUITS = "♣♦♥♠"
RED_SUITS = "♦♥"
TOKEN_LENGTH = 8  # hex digits: a page compares each token only with the one before of the same row


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer in a cell with choices."""

    value: str
    text: Text
    is_chosen: bool


def options_of(field: Field, value: str, entries: tuple[Entry, ...]) -> tuple[Option, ...]:
    """Return the possible answers of a cell, and its value even if that is none of them."""
    if field.kind == "choice":
        answers = {choice.value: choice.text for choice in field.choices}
    elif field.kind == "seat":
        alike = namesakes(entry.name for entry in entries)
        answers = {
            str(seat): _seat_answer(seat, entry, with_number=entry.name in alike)
            for seat, entry in enumerate(entries, 1)
        }
    else:
        return ()
    # A wrong value is offered too: without it the page would show, and send, another one.
    offered = {"": Text("", "")} | answers
    offered.setdefault(value, Text(value, value))
    return tuple(Option(key, text, key == value) for key, text in offered.items())


def _seat_answer(seat: int, entry: Entry, *, with_number: bool) -> Text:
    """Return a seat as an answer: its number, the name of its player, and the start number."""
    if not with_number:
        return Text(f"{seat} {entry.name}", f"{seat} {entry.name}")
    return Text(
        f"{seat} {entry.name}, nr. {entry.number}", f"{seat} {entry.name}, no. {entry.number}"
    )


def _in_seat(name: Text, seat: str) -> Text:
    """Return the name of a player with the seat: "Bea Vos (plaats 1)"."""
    return Text(f"{name.nl} (plaats {seat})", f"{name.en} (seat {seat})")


def _as_html(attributes: dict[str, object]) -> SafeString:
    """Return attributes as HTML, in the order of their names, as Django's `flatatt` does.

    That takes several times as long, and a form has two hundred cells.
    """
    pairs = sorted(attributes.items())
    return SafeString("".join(f' {name}="{escape(str(value))}"' for name, value in pairs))


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell with its value. `is_wrong` is false for a value that is only missing.

    `options`: the possible answers, or seats, of a cell with choices. `entry`: the player of the
    column, None for a cell of the whole form. `player_name`: the name of that player, with the
    start number if another player at the table has the same name.
    """

    field: Field
    value: str
    is_wrong: bool
    options: tuple[Option, ...] = ()
    entry: Entry | None = None
    player_name: str = ""

    @property
    def id(self) -> str:
        """Return the id of the cell on the page."""
        return f"cell-{self.field.path.replace('.', '-')}"

    @property
    def accessible_name(self) -> Text:
        """Return the name of the cell for a screen reader: "Anna, spelletje 7, bod"."""
        deal = Place(self.field.place.deal).text
        label = self.field.label
        return Text(
            ", ".join(part for part in (self.player_name, deal.nl, label.nl) if part),
            ", ".join(part for part in (self.player_name, deal.en, label.en) if part),
        )

    @property
    def is_line(self) -> bool:
        """Return whether the cell is a line to write in, and not a list or a box to tick."""
        return self.field.kind not in {"seat", "choice", "yes"}

    @property
    def attributes(self) -> SafeString:
        """Return the HTML attributes of a cell that stands beside its label."""
        return _as_html(self._attributes())

    @property
    def attributes_as_digit(self) -> SafeString:
        """Return the HTML attributes of a seat that is written as its number, beside its label."""
        line = {"value": self.value, "maxlength": self.field.longest, "autocomplete": "off"}
        about = {"data-most": self.field.most, "inputmode": "numeric", "type": "text"}
        told = {"aria-describedby": f"{self.id}-name"}
        return _as_html(self._attributes() | line | about | told)

    @property
    def seat_names(self) -> tuple[tuple[str, Text], ...]:
        """Return the number of each seat and the name of its player, for a cell with a seat."""
        seats = {str(seat) for seat in range(1, self.field.most + 1)}
        return tuple(
            (
                each.value,
                Text(each.text.nl[len(each.value) + 1 :], each.text.en[len(each.value) + 1 :]),
            )
            for each in self.options
            if each.value in seats
        )

    @property
    def seat_name(self) -> Text:
        """Return the name of the player in the seat that is written, without words if nobody is."""
        return dict(self.seat_names).get(self.value, NO_WORDS)

    @property
    def attributes_in_row(self) -> SafeString:
        """Return the HTML attributes of a cell in a row, which is labelled by its name alone."""
        found = self._attributes() | {"aria-label": words(self.accessible_name)}
        if self.field.kind == "number" and self.field.most:
            found |= {"data-most": self.field.most, "inputmode": "numeric"}
        return _as_html(found)

    def _attributes(self) -> dict[str, object]:
        found: dict[str, object] = {"id": self.id, "name": self.field.path}
        if self.is_line:
            longest = self.field.longest
            found |= {"value": self.value, "maxlength": longest, "autocomplete": "off"}
        if self.field.kind == "text":
            found["class"] = "sentence"
            if self.field.reserved:
                found["placeholder"] = gettext("Why does this deal stand?")
        if self.is_wrong:
            found["aria-invalid"] = "true"
        return found

    @property
    def shown(self) -> Text:
        """Return the value of the cell in words."""
        if self.field.kind == "yes":
            return Text("×", "×") if self.value else Text("", "")
        chosen = (option for option in self.named_options if option.is_chosen and self.value)
        return next((option.text for option in chosen), Text(self.value, self.value))

    @property
    def named_options(self) -> tuple[Option, ...]:
        """Return the possible answers for reading: "Bea Vos (seat 1)" is not taken for number 1."""
        if self.field.kind != "seat":
            return self.options
        names = dict(self.seat_names)
        return tuple(
            replace(option, text=_in_seat(names[option.value], option.value))
            if option.value in names
            else option
            for option in self.options
        )

    @property
    def suit(self) -> str:
        """Return the suit sign with which the words begin, "" without one."""
        first = self.shown.nl[:1]
        return first if first and first in SUITS else ""

    @property
    def is_red(self) -> bool:
        """Return whether the suit sign is red."""
        return bool(self.suit) and self.suit in RED_SUITS

    @property
    def after_suit(self) -> Text:
        """Return the words without the suit sign, for a screen reader."""
        return Text(self.shown.nl[1:].strip(), self.shown.en[1:].strip())


@dataclass(frozen=True, slots=True)
class SheetSide:
    """The cells and computed figures of one side in a row."""

    side: Side
    cells: tuple[Cell, ...]
    computed: tuple[tuple[Figure, FigureColumn], ...]
    is_dealer: bool


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal on the page; its fields are those of scoring.layout.Row and RowProgress."""

    number: int
    label: str
    path: str
    cells: tuple[Cell, ...]
    sides: tuple[SheetSide, ...]
    notes: tuple[Cell, ...]
    sums: tuple[Sum, ...]
    dealer: int
    remark: Text | None
    is_underlined: bool
    is_wrong: bool

    @property
    def every_cell(self) -> tuple[Cell, ...]:
        """Return the cells of the row in the order of writing."""
        return (*self.cells, *(cell for side in self.sides for cell in side.cells), *self.notes)

    @property
    def computed_token(self) -> str:
        """Return a token that changes with what is computed in the row: figures and remark."""
        figures = [figure for side in self.sides for figure, _column in side.computed]
        return version_token(figures, self.remark)[:TOKEN_LENGTH]

    @property
    def sums_as_text(self) -> str:
        """Return each sum of the row for the script: its total, then the paths of its cells."""
        return ";".join(f"{each.total} {' '.join(each.paths)}" for each in self.sums)

    @property
    def is_written(self) -> bool:
        """Return whether any cell of the row has a value."""
        return any(cell.value for cell in self.every_cell)

    @property
    def is_open(self) -> bool:
        """Return whether the notes are shown unfolded, as one of them has a value or a problem."""
        return any(cell.value or cell.is_wrong for cell in self.notes)

    @property
    def takes_notes(self) -> bool:
        """Return whether every clerk may write a note here, not only the director."""
        return any(not cell.field.reserved for cell in self.notes)
