"""The score sheets of a round, as a game declares its form: a page for each table."""

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
    Need,
    column_width,
    heading_width,
    text_size,
)
from wk.tournament.models import Entry, Round, Table

NUMBER, DEALER, LABEL = 4.0, 8.0, 8.0  # the columns before the first side
LABEL_LETTER = 3.2
# A sheet with more columns than these lies on its side, unless it has more rows than columns.
MOST_UPRIGHT = 20
UPRIGHT, ON_ITS_SIDE = 190.0, 277.0  # what a page has between its margins, in millimetres
LETTERS_UPRIGHT, LETTERS_ON_ITS_SIDE = 118, 172  # of the words below the rows, on a line
MOST_ROOMY = 28  # with more rows than these, everything else on the page is set smaller


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
    """One page: what stands at its head and the form below it.

    `has_pad`: the sides keep a score pad, one column each with a line between what counts above
    and below it, instead of figures for each deal. `foot` are rows above that of the points. `code`
    is the picture, as <svg>, that opens the form on the table's phone.
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
        """How many digits the table's number has: beside a code it is set as large as it fits."""
        return len(str(self.table))

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
    def figures(self) -> tuple[FigureColumn, ...]:
        """The columns of a side that are computed for each deal: a pad takes their place."""
        return () if self.has_pad else self.layout.figures

    @property
    def columns(self) -> int:
        """How many columns a side has: written, computed and sums, or its pad."""
        return len(self._needs) + self.has_pad

    @property
    def form(self) -> str:
        """How the page is arranged: the classes of print.css."""
        arranged = {
            "on-its-side": self.is_on_its_side,
            "dense": self.is_dense,
            "noted": len(self.notes) > 1 and not self.layout.marks,
        }
        return " ".join(["sheet", *(name for name, holds in arranged.items() if holds)])

    @property
    def is_on_its_side(self) -> bool:
        """Whether the page is wider than it is high."""
        columns = len(self._row_fields) + self.columns * len(self.layout.sides)
        return columns > MOST_UPRIGHT and columns > len(self.layout.rows)

    @property
    def is_dense(self) -> bool:
        """Whether there are so many rows that the rest of the page makes room for them."""
        return not self.is_on_its_side and len(self.layout.rows) > MOST_ROOMY

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
        return 1 + self.has_numbers + self.has_dealer + len(self._row_fields)

    @property
    def row_heading(self) -> Text:
        """What rows are called by, without what stands in brackets behind it."""
        return before_brackets(self.layout.row_heading)

    @property
    def lines_below(self) -> int:
        """How many lines the words below the rows take, besides that of the marks."""
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
        """How wide the block of a side is, in millimetres."""
        sides = max(1, len(self.layout.sides))
        return PAD if self.has_pad else round((self._page - self._before) / sides, 2)

    @property
    def lines_width(self) -> float:
        """How far the line below each row runs, in millimetres: not across a pad."""
        return self._page - PAD * len(self.layout.sides) if self.has_pad else self._page

    @property
    def label_width(self) -> float:
        """How wide the column is that says what a row is called, in millimetres."""
        longest = max((len(row.label) for row in self.layout.rows), default=0)
        room = heading_width(self.row_heading) - NUMBER * self.has_numbers
        return round(max(LABEL, longest * LABEL_LETTER, room), 2)

    @property
    def widths(self) -> tuple[float, ...]:
        """How wide the columns of each side are, in millimetres."""
        if self.has_pad:
            return (PAD,)
        needed = sum(need.width for need in self._needs)
        left = self.side_width - needed
        if left < 0:
            return tuple(round(need.width * self.side_width / needed, 2) for need in self._needs)
        unit = left / (sum(need.share for need in self._needs) or 1)
        return tuple(round(need.width + unit * need.share, 2) for need in self._needs)

    @property
    def heading_size(self) -> float:
        """How large the headings of those columns are set, in points: all of them fit."""
        columns = zip(self._needs, self.widths, strict=False)
        return round(min((need.heading_size(room) for need, room in columns), default=0), 2)

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
        """The columns for what is written once a deal, as they are in its first row.

        Beside a pad they share what it leaves of the page.
        """
        fields = self._row_fields
        needs = [column_width(field) for field in fields]
        if self.has_pad:
            left = self.lines_width - self._first
            needs = [round(need * left / sum(needs), 2) for need in needs]
        return tuple(SheetColumn(field, need) for field, need in zip(fields, needs, strict=True))

    @property
    def legends(self) -> tuple[Legend, ...]:
        """What is said below the rows."""
        return legends(self.layout.row_heading, self._row_fields)

    @property
    def notes(self) -> tuple[Field, ...]:
        """What may be noted of a deal: it gets room below the rows."""
        return self.layout.rows[0].notes if self.layout.rows else ()

    @property
    def remark(self) -> Field | None:
        """What that room is for, if for one thing only."""
        return self.notes[0] if len(self.notes) == 1 else None

    @property
    def _row_fields(self) -> tuple[Field, ...]:
        return self.layout.rows[0].cells if self.layout.rows else ()

    @property
    def _page(self) -> float:
        return ON_ITS_SIDE if self.is_on_its_side else UPRIGHT

    @property
    def _first(self) -> float:
        """How wide the columns are before those that are written once a deal."""
        return NUMBER * self.has_numbers + self.label_width + DEALER * self.has_dealer

    @property
    def _before(self) -> float:
        return self._first + sum(column.width for column in self.row_columns)

    @property
    def _needs(self) -> tuple[Need, ...]:
        """What each column of a side needs; a pad has none."""
        needs = [Need(label, WRITTEN) for label in self.layout.columns]
        for figure in self.figures:
            needs.append(Need(figure.label, FIGURE))
            if figure.sum:
                needs.append(Need(figure.sum, SUM, SHARE_OF_SUM))
        return tuple(needs)


def sheets(
    tables: Iterable[Table], round: Round, codes: Mapping[int, str] | None = None
) -> list[Sheet]:
    """Return the sheets of tables of a round, whose seats and players were fetched with them.

    `codes` are the pictures for their phones, as <svg>, by the id of the table.
    """
    title_size = text_size(round.tournament.name, TITLE_SIZES)
    blank: dict[int, Progress] = {}
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
    """Return the sheet of a table; `blank` is what its game makes of an empty form, `code` the
    picture for its phone."""
    has_pad = blank.pad is not None and not layout.columns
    foot = tuple(row.label for row in blank.foot)
    return Sheet(table, title_size, seats, layout, has_pad, foot, code)
