"""The printed score sheets of a round, a page for each table, from the layout of the game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from scoring.layout import Field, Layout, Progress
from scoring.text import Text
from wk.printing.codes import sheet_code
from wk.printing.columns import Columns, SheetColumn, SideColumn
from wk.printing.heights import (
    ABOVE_PAD,
    AROUND_NAME,
    CHART_ROW,
    CHOICE,
    DENSE,
    NAME,
    NAME_OF_PARTNER,
    ON_ITS_SIDE,
    PLACE,
    REMARK,
    TAIL,
    UPRIGHT,
    Heights,
    Page,
)
from wk.printing.legends import Legend, before_brackets, legends, marks, remarks
from wk.printing.measures import (
    LINE,
    NAME_CLASSES,
    NAME_SIZES,
    TITLE_SIZES,
    lines_of,
    millimetres,
    text_size,
)
from wk.tournament.models import Entry, Round, Table
from wk.tournament.sheet_codes import BOTTOM, TOP

# A sheet with more columns than this is printed in landscape format, unless it has more rows than
# columns.
MOST_UPRIGHT = 20
MOST_ROWS_ROOMY = 28  # with more rows than this, everything else on the page is printed smaller
BESIDE_NAME = 2.6  # millimetres between a name and the lines beside it
BETWEEN_REMARKS = 5.0
CHART_BLOCKS = 3  # a chart is printed in so many blocks beside each other


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """The heading of the columns of one seat; `size` is the CSS class for the size of the name."""

    number: int
    entry: Entry
    size: str

    def name_height(self, room: float) -> float:
        """Return the height of number and name in `room` millimetres."""
        size = NAME_CLASSES[self.size]
        lines = lines_of(f"{self.entry.number} {self.entry.name}", room, size)
        return lines * size * LINE


@dataclass(frozen=True, slots=True)
class SheetSide:
    """A side: a block of columns. `seats` share it; `name` is set if they are partners."""

    seats: tuple[SheetSeat, ...]
    name: Text | None

    @property
    def name_height(self) -> float:
        """Return the height that each name has at least, so that all heads are even."""
        return NAME if len(self.seats) == 1 else NAME_OF_PARTNER


@dataclass(frozen=True)  # without slots, so that what is asked several times is worked out once
class Sheet:
    """One page: its head, and the form below it.

    - `table`: the number of the table, None on a blank sheet; `title_size`: the CSS class for the
      size of the title.
    - `layout`: the layout of the form by its game.
    - `has_pad`: whether each side keeps a score pad, with points above and below a line, instead of
      computed columns for each deal.
    - `foot`: the labels of the rows between the deals and the row of the points.
    - `code`: the QR code at the top, as <svg>; `opens_phone`: whether it opens the form on the
      phone of the table. `code_below`: the QR code at the bottom. "" for none.
    """

    table: int | None
    title_size: str
    seats: tuple[SheetSeat, ...]
    layout: Layout
    has_pad: bool = False
    foot: tuple[Text, ...] = ()
    code: str = ""
    opens_phone: bool = False
    code_below: str = ""

    @property
    def digits(self) -> int:
        """Return the number of digits of the table's number, for its size beside a code."""
        return len(str(self.table or 0))

    @property
    def has_room_for_logo(self) -> bool:
        """Return whether a logo fits beside the title, above the lines to write on."""
        return self.title_size == "large" and not self.head_lines and self.page is UPRIGHT

    @cached_property
    def sides(self) -> tuple[SheetSide, ...]:
        """Return the sides with their seats."""
        return tuple(
            SheetSide(tuple(self.seats[seat - 1] for seat in side.seats), side.name)
            for side in self.layout.sides
        )

    @cached_property
    def columns(self) -> Columns:
        """Return the columns with their widths."""
        return Columns(self.layout, self.has_pad, self.page.width)

    @property
    def side_columns(self) -> tuple[SideColumn, ...]:
        """Return the columns of each side; a pad has none."""
        return self.columns.of_side

    @property
    def row_columns(self) -> tuple[SheetColumn, ...]:
        """Return the columns filled in once for each deal."""
        return self.columns.of_row

    @property
    def form(self) -> str:
        """Return the CSS classes (print.css) for the arrangement of the page."""
        return f"sheet {self.page.name}".rstrip()

    @cached_property
    def page(self) -> Page:
        """Return the kind of page."""
        columns = Columns(self.layout, self.has_pad, UPRIGHT.width)
        rows = len(self.layout.rows)
        across = len(columns.row_fields) + columns.count_of_side * len(self.layout.sides)
        if across > MOST_UPRIGHT and across > rows:
            return ON_ITS_SIDE
        return DENSE if rows > MOST_ROWS_ROOMY else UPRIGHT

    @cached_property
    def heights(self) -> Heights:
        """Return the heights of the parts of the page."""
        return Heights(
            self.page,
            len(self.head_lines),
            len(self.seat_choices),
            self._names,
            len(self.layout.rows),
            len(self.foot) + 2,
            self._below,
        )

    @property
    def row_heading(self) -> Text:
        """Return the heading of the rows, without the part in brackets."""
        return before_brackets(self.layout.row_heading)

    @property
    def seat_choices(self) -> tuple[Field, ...]:
        """Return the fields at the head that are filled in by marking a seat."""
        return tuple(field for field in self.layout.head if field.kind == "seat")

    @property
    def head_lines(self) -> tuple[Field, ...]:
        """Return the other fields at the head, in which something is written."""
        return tuple(field for field in self.layout.head if field.kind != "seat")

    @cached_property
    def marks(self) -> tuple[Legend, ...]:
        """Return the letters that may stand in place of a number."""
        return marks(self.layout)

    @cached_property
    def remarks(self) -> tuple[Legend, ...]:
        """Return what a scorer has to know."""
        return remarks(self.layout)

    @cached_property
    def legends(self) -> tuple[Legend, ...]:
        """Return the legends of the columns that are filled in once for each deal."""
        return legends(self.layout)

    @property
    def chart_rows(self) -> tuple[tuple[tuple[Text, ...], ...], ...]:
        """Return the rows of the chart, each with its cells in blocks; the headings come first."""
        chart = self.layout.paper.chart
        if chart is None:
            return ()
        deep = ceil(len(chart.rows) / CHART_BLOCKS)
        empty = (Text("", ""),) * len(chart.headings)
        cells = [*chart.rows, *[empty] * (deep * CHART_BLOCKS - len(chart.rows))]
        return ((chart.headings,) * CHART_BLOCKS, *(tuple(cells[n::deep]) for n in range(deep)))

    @property
    def notes(self) -> tuple[Field, ...]:
        """Return the notes of a deal: the page has room for them below the rows."""
        return self.layout.rows[0].notes if self.layout.rows else ()

    @property
    def remark(self) -> Field | None:
        """Return the only note of a deal, None if it has none or several."""
        return self.notes[0] if len(self.notes) == 1 else None

    @property
    def _names(self) -> float:
        """Return the height of the heads of the sides, enough for the longest names."""
        room = self.columns.side - BESIDE_NAME
        around = PLACE + CHOICE * len(self.seat_choices) + AROUND_NAME
        # The head above a pad has the room of the headings too.
        needed = [
            sum(around + max(side.name_height, seat.name_height(room)) for seat in side.seats)
            - ABOVE_PAD * self.has_pad
            for side in self.sides
        ]
        return round(max(needed, default=around), 2)

    @property
    def _below(self) -> float:
        """Return the height of what stands between the totals and the boxes to sign in."""
        lines = max(self._lines_of_remarks(language) for language in ("nl", "en"))
        return round(
            TAIL * len(self.layout.tail)
            + CHART_ROW * len(self.chart_rows)
            + REMARK * (lines + len(self.legends)),
            2,
        )

    def _lines_of_remarks(self, language: str) -> int:
        """Return the number of lines of marks and remarks; each stays in one piece if it can."""
        pieces = [f"{each.label.to(language)} {each.words.to(language)}" for each in self.remarks]
        pieces.append(" ".join(each.words.to(language) for each in self.marks) + IN_PLACE)
        pieces.append(CROSS_OUT)
        lines, taken = 1, 0.0
        for piece in pieces:
            needed = millimetres(piece) + BETWEEN_REMARKS
            if taken and taken + needed > self.page.width:
                lines, taken = lines + 1, 0.0
            lines += int((taken + needed) // self.page.width)
            taken = (taken + needed) % self.page.width
        return lines


# As long as the words of templates/printing/_sheet.html, in either language.
IN_PLACE = "In plaats van een getal:   "
CROSS_OUT = "Fout? doorstrepen, niet overschrijven"


def sheets(
    tables: Iterable[Table], round: Round, codes: Mapping[int, str] | None = None
) -> list[Sheet]:
    """Return the sheets of tables of a round, fetched with their seats and players.

    `codes` holds the QR codes for the phones, as <svg>, by the key of the table. A table without
    one gets a code that tells a camera which sheet it is, as all have at the bottom.
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
        phone = codes.get(table.pk, "") if codes else ""
        layout = round.rules.layout(count)
        code = phone or sheet_code(round, table.number, TOP)
        below = sheet_code(round, table.number, BOTTOM)
        found.append(
            sheet(table.number, title_size, seats, layout, blank[count], code, bool(phone), below)
        )
    return found


def sheet(
    table: int | None,
    title_size: str,
    seats: tuple[SheetSeat, ...],
    layout: Layout,
    blank: Progress,
    code: str = "",
    opens_phone: bool = False,
    code_below: str = "",
) -> Sheet:
    """Return the sheet of a table.

    `blank` is the progress of an empty form by the game; the rest is as in Sheet.
    """
    has_pad = blank.pad is not None and not layout.columns
    foot = tuple(row.label for row in blank.foot)
    return Sheet(table, title_size, seats, layout, has_pad, foot, code, opens_phone, code_below)
