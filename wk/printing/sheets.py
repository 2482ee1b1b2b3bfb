"""The printed score sheets of a round, a page for each table, from the layout of the game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil

from scoring.layout import Field, FigureColumn, Layout, Progress
from scoring.text import Text
from wk.printing.legends import Legend, before_brackets, legends
from wk.printing.measures import (
    FIGURE,
    NAME_SIZES,
    PAD,
    SHARE_OF_SUM,
    SUM,
    TITLE_SIZES,
    WRITTEN,
    ColumnNeed,
    column_width,
    heading_width,
    text_size,
)
from wk.tournament.models import Entry, Round, Table

NUMBER, DEALER, LABEL = 4.0, 8.0, 8.0  # the columns before the first side
LABEL_LETTER = 3.2
# A sheet with more columns than this is printed in landscape format, unless it has more rows than
# columns.
MOST_UPRIGHT = 20
UPRIGHT, ON_ITS_SIDE = 190.0, 277.0  # width between the margins, in millimetres
LETTERS_UPRIGHT, LETTERS_ON_ITS_SIDE = 118, 172  # letters on a line of the words below the rows
MOST_ROWS_ROOMY = 28  # with more rows than this, everything else on the page is printed smaller


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """The heading of the columns of one seat; `size` is the CSS class for the size of the name."""

    number: int
    entry: Entry
    size: str


@dataclass(frozen=True, slots=True)
class SheetSide:
    """A side: a block of columns. `seats` share it; `name` is set if they are partners."""

    seats: tuple[SheetSeat, ...]
    name: Text | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column that is filled in once for each deal, with its width in millimetres."""

    field: Field
    width: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: its head, and the form below it.

    - `table`: the number of the table; `title_size`: the CSS class for the size of the title.
    - `layout`: the layout of the form by its game.
    - `has_pad`: whether each side keeps a score pad, with points above and below a line, instead of
      computed columns for each deal.
    - `foot`: the labels of the rows between the deals and the row of the points.
    - `code`: the QR code, as <svg>, that opens the form on the phone of the table; "" for none.
    """

    table: int
    title_size: str
    seats: tuple[SheetSeat, ...]
    layout: Layout
    has_pad: bool = False
    foot: tuple[Text, ...] = ()
    code: str = ""

    @property
    def digits(self) -> int:
        """Return the number of digits of the table's number, for its size beside a code."""
        return len(str(self.table))

    @property
    def sides(self) -> tuple[SheetSide, ...]:
        """Return the sides, with the cells of the first row."""
        sides = self.layout.sides
        cells = self.layout.rows[0].sides if self.layout.rows else ((),) * len(sides)
        return tuple(
            SheetSide(tuple(self.seats[seat - 1] for seat in side.seats), side.name, fields)
            for side, fields in zip(sides, cells, strict=True)
        )

    @property
    def figures(self) -> tuple[FigureColumn, ...]:
        """Return the columns of a side that are computed for each deal; a pad has none."""
        return () if self.has_pad else self.layout.figures

    @property
    def columns(self) -> int:
        """Return the number of columns of a side: cells, computed numbers and sums, or the pad."""
        return len(self._needs) + self.has_pad

    @property
    def form(self) -> str:
        """Return the CSS classes (print.css) for the arrangement of the page."""
        layout_class = {
            "on-its-side": self.is_on_its_side,
            "dense": self.is_dense,
            "noted": len(self.notes) > 1 and not self.layout.marks,
        }
        return " ".join(["sheet", *(name for name, holds in layout_class.items() if holds)])

    @property
    def is_on_its_side(self) -> bool:
        """Return whether the page is in landscape format."""
        columns = len(self._row_fields) + self.columns * len(self.layout.sides)
        return columns > MOST_UPRIGHT and columns > len(self.layout.rows)

    @property
    def is_dense(self) -> bool:
        """Return whether the page has so many rows that the rest of it is printed smaller."""
        return not self.is_on_its_side and len(self.layout.rows) > MOST_ROWS_ROOMY

    @property
    def has_dealer(self) -> bool:
        """Return whether each row has a column for the dealer: the head then asks for the first."""
        return bool(self.seat_choices)

    @property
    def has_numbers(self) -> bool:
        """Return whether any row has a label other than its number."""
        return any(row.label != str(row.number) for row in self.layout.rows)

    @property
    def head_columns(self) -> int:
        """Return the number of columns before the first side."""
        return 1 + self.has_numbers + self.has_dealer + len(self._row_fields)

    @property
    def row_heading(self) -> Text:
        """Return the heading of the rows, without the part in brackets."""
        return before_brackets(self.layout.row_heading)

    @property
    def lines_below(self) -> int:
        """Return the estimated number of lines below the rows, without the line of the marks."""
        page = LETTERS_ON_ITS_SIDE if self.is_on_its_side else LETTERS_UPRIGHT
        return len(self.layout.tail) * 2 + sum(
            max(
                ceil((len(legend.label.to(language)) + len(legend.words.to(language)) + 2) / page)
                for language in ("nl", "en")
            )
            for legend in self.legends
        )

    @property
    def side_width(self) -> float:
        """Return the width of a side, in millimetres."""
        sides = max(1, len(self.layout.sides))
        return PAD if self.has_pad else round((self._page - self._before) / sides, 2)

    @property
    def lines_width(self) -> float:
        """Return the length of the line below each row, in millimetres; it ends before the pads."""
        return self._page - PAD * len(self.layout.sides) if self.has_pad else self._page

    @property
    def label_width(self) -> float:
        """Return the width of the column with the labels of the rows, in millimetres."""
        longest = max((len(row.label) for row in self.layout.rows), default=0)
        room = heading_width(self.row_heading) - NUMBER * self.has_numbers
        return round(max(LABEL, longest * LABEL_LETTER, room), 2)

    @property
    def widths(self) -> tuple[float, ...]:
        """Return the widths of the columns of each side, in millimetres."""
        if self.has_pad:
            return (PAD,)
        needed = sum(need.width for need in self._needs)
        left = self.side_width - needed
        if left < 0:  # too little room: all columns get narrower in proportion
            return tuple(round(need.width * self.side_width / needed, 2) for need in self._needs)
        unit = left / (sum(need.share for need in self._needs) or 1)
        return tuple(round(need.width + unit * need.share, 2) for need in self._needs)

    @property
    def heading_size(self) -> float:
        """Return the largest size, in points, at which all headings of a side fit."""
        columns = zip(self._needs, self.widths, strict=False)
        return round(min((need.heading_size(room) for need, room in columns), default=0), 2)

    @property
    def seat_choices(self) -> tuple[Field, ...]:
        """Return the fields at the head that are filled in by marking a seat."""
        return tuple(field for field in self.layout.head if field.kind == "seat")

    @property
    def head_lines(self) -> tuple[Field, ...]:
        """Return the other fields at the head, in which something is written."""
        return tuple(field for field in self.layout.head if field.kind != "seat")

    @property
    def row_columns(self) -> tuple[SheetColumn, ...]:
        """Return the columns filled in once for each deal; beside pads they share what is left."""
        fields = self._row_fields
        needs = [column_width(field) for field in fields]
        if self.has_pad:
            left = self.lines_width - self._first
            needs = [round(need * left / sum(needs), 2) for need in needs]
        return tuple(SheetColumn(field, need) for field, need in zip(fields, needs, strict=True))

    @property
    def legends(self) -> tuple[Legend, ...]:
        """Return the legends below the rows."""
        return legends(self.layout.row_heading, self._row_fields)

    @property
    def notes(self) -> tuple[Field, ...]:
        """Return the notes of a deal: the page has room for them below the rows."""
        return self.layout.rows[0].notes if self.layout.rows else ()

    @property
    def remark(self) -> Field | None:
        """Return the only note of a deal, None if it has none or several."""
        return self.notes[0] if len(self.notes) == 1 else None

    @property
    def _row_fields(self) -> tuple[Field, ...]:
        return self.layout.rows[0].cells if self.layout.rows else ()

    @property
    def _page(self) -> float:
        return ON_ITS_SIDE if self.is_on_its_side else UPRIGHT

    @property
    def _first(self) -> float:
        """Return the width in millimetres of the columns for number, label and dealer."""
        return NUMBER * self.has_numbers + self.label_width + DEALER * self.has_dealer

    @property
    def _before(self) -> float:
        """Return the width in millimetres of all columns before the first side."""
        return self._first + sum(column.width for column in self.row_columns)

    @property
    def _needs(self) -> tuple[ColumnNeed, ...]:
        """Return the needs of each column of a side; a pad has none."""
        needs = [ColumnNeed(label, WRITTEN) for label in self.layout.columns]
        for figure in self.figures:
            needs.append(ColumnNeed(figure.label, FIGURE))
            if figure.sum:
                needs.append(ColumnNeed(figure.sum, SUM, SHARE_OF_SUM))
        return tuple(needs)


def sheets(
    tables: Iterable[Table], round: Round, codes: Mapping[int, str] | None = None
) -> list[Sheet]:
    """Return the sheets of tables of a round, fetched with their seats and players.

    `codes` holds the QR codes for the phones, as <svg>, by the key of the table.
    """
    title_size = text_size(round.tournament.name, TITLE_SIZES)
    blank: dict[int, Progress] = {}  # by number of players: tables of one size have the same form
    found = []
    for table in tables:
        entries = [seat.entry for seat in table.seats.all()]
        count = len(entries)
        seats = tuple(
            SheetSeat(number, entry, text_size(entry.name, NAME_SIZES))
            for number, entry in enumerate(entries, 1)
        )
        if count not in blank:
            blank[count] = round.rules.progress({}, count)
        code = codes.get(table.pk, "") if codes else ""
        layout = round.rules.layout(count)
        found.append(sheet(table.number, title_size, seats, layout, blank[count], code))
    return found


def sheet(
    table: int,
    title_size: str,
    seats: tuple[SheetSeat, ...],
    layout: Layout,
    blank: Progress,
    code: str = "",
) -> Sheet:
    """Return the sheet of a table.

    `blank` is the progress of an empty form by the game, `code` the QR code for the phone.
    """
    has_pad = blank.pad is not None and not layout.columns
    foot = tuple(row.label for row in blank.foot)
    return Sheet(table, title_size, seats, layout, has_pad, foot, code)
