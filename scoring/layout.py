"""The layout of a score form, as a game declares it.

The entry page, the printed sheet and the page of a table's phone are drawn from the layout, so they
need no code for any game. The settings of a game are declared in the same way.
"""

from dataclasses import dataclass
from typing import Any, Literal

from scoring.problems import WHOLE_FORM, Place, Problem
from scoring.result import SeatResult
from scoring.text import Text

Kind = Literal["number", "numbers", "seat", "choice", "yes", "text"]

# The most characters that may be written in a cell of each kind.
LONGEST: dict[Kind, int] = {
    "number": 8,
    "numbers": 40,
    "seat": 4,
    "choice": 40,
    "yes": 4,
    "text": 500,
}
YES = "x"  # the text of a crossed box
NO_WORDS = Text("", "")


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible value of a cell: the value as stored, and its text for people."""

    value: str
    text: Text


@dataclass(frozen=True, slots=True)
class Field:
    """One cell to be filled in.

    `path` names the cell in the form, counting from 0 ("deals.6.bids.2"); `place` names it for
    people. By `kind`: a `number` is a few digits or one of the layout's marks, `numbers` are
    several with spaces between, a `seat` is the number of a seat, a `choice` is one of the
    `choices`, a `yes` is a box to cross, a `text` is a sentence. `most` is the largest number that
    can be right. A `reserved` cell is for the director. `help` describes the expected content where
    the label is not enough.
    """

    path: str
    kind: Kind
    label: Text
    place: Place = WHOLE_FORM
    most: int = 0
    choices: tuple[Choice, ...] = ()
    reserved: bool = False
    help: Text | None = None

    @property
    def longest(self) -> int:
        """The most characters that may be written in the cell."""
        return LONGEST[self.kind]


@dataclass(frozen=True, slots=True)
class Side:
    """The seats that share a block of columns: one seat, or partners, as a pair with a `name`."""

    seats: tuple[int, ...]
    name: Text | None = None


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """A computed column in each side's block: its heading, and the heading of the running total
    beside it, None if there is none."""

    label: Text
    sum: Text | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """Cells, by path, and a total to compare with the sum of their numbers when none is empty."""

    paths: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a form: a deal, or a group of settings.

    `number` counts from 1. `label` stands before the row, such as the cards of the deal; a row of
    settings has a `name` instead. `said` is the label in words, for where no heading explains it.
    `cells` are those of the whole row, `sides` has those of each side, and `notes` are cells that
    are seldom written, hidden below the row until needed. The cells of `sums` must add up to their
    total. The cells of `barred` may not: those are the bids of a restricted deal (WK-14, W-5). On
    paper a row that `is_double_ruled` ends with a double rule.
    """

    number: int
    path: str
    label: str
    sides: tuple[tuple[Field, ...], ...] = ()
    cells: tuple[Field, ...] = ()
    notes: tuple[Field, ...] = ()
    name: Text | None = None
    sums: tuple[Sum, ...] = ()
    barred: tuple[Sum, ...] = ()
    is_double_ruled: bool = False
    said: Text = NO_WORDS

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every cell of the row, in the order of writing."""
        return (*self.cells, *(field for side in self.sides for field in side), *self.notes)


@dataclass(frozen=True, slots=True)
class Mark:
    """A letter that may be written in place of a number, its meaning, and the points it gives."""

    letter: str
    meaning: Text
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """A table for people: numbers that follow from the rules of a tournament."""

    title: Text
    headings: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, slots=True)
class SumColumn:
    """A column on paper for the sum of the cells of one of the layout's `columns` over all sides.

    `column` is the index of that column. `help` says what must hold of the sum. The table writes
    the sum for itself; nobody types it.
    """

    label: Text
    column: int = 0
    help: Text | None = None


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers that a table may work out on paper, for a camera that reads them.

    `points` are those of a side in one deal, or an amount on a pad; `sums` are those of several
    deals. A camera tells four signs at most: of a number of four digits not whether it is negative,
    so that both are as likely in its cell, and the deals tell.
    """

    points: range = range(-99, 200)
    sums: range = range(-499, 1000)


@dataclass(frozen=True, slots=True)
class Paper:
    """What only the printed sheet has.

    `headings`: shorter headings of the columns and figures of a side, from left to right; without
    them those of the layout are printed. `sum`: a column beside the labels of the rows. `scoring`:
    how a deal is scored, in one line. `chart`: points to look up, printed below the rows; its first
    heading is the label of the cell whose answers it lists. `numbers`: those that a table may work
    out.
    """

    headings: tuple[Text, ...] = ()
    sum: SumColumn | None = None
    scoring: Text | None = None
    chart: Chart | None = None
    numbers: Numbers = Numbers()


def numbers_between(points: tuple[int, int], sums: tuple[int, int]) -> Numbers:
    """Return the usual numbers, with these fewest and most points and sums as well.

    >>> numbers_between((-300, 120), (0, 12_000))
    Numbers(points=range(-300, 200), sums=range(-499, 10000))
    """
    usual = Numbers()
    return Numbers(_with(usual.points, *points), _with(usual.sums, *sums))


def _with(usual: range, least: int, most: int) -> range:
    return range(max(-999, min(usual.start, least)), min(10_000, max(usual.stop, most + 1)))


NO_PAPER = Paper()


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole form, or a whole page of settings.

    `head` stands above the rows, `tail` below them. A row has, from left to right: its label under
    `row_heading`, its cells (each under its own label), and for each of the `sides` a block of
    `columns` to fill in and computed `figures`. `marks` are letters that may stand for numbers.
    `paper` is what the printed sheet has besides.
    """

    head: tuple[Field, ...] = ()
    row_heading: Text = NO_WORDS
    sides: tuple[Side, ...] = ()
    columns: tuple[Text, ...] = ()
    figures: tuple[FigureColumn, ...] = ()
    rows: tuple[Row, ...] = ()
    tail: tuple[Field, ...] = ()
    marks: tuple[Mark, ...] = ()
    paper: Paper = NO_PAPER

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every cell, in the order of writing."""
        return (*self.head, *(field for row in self.rows for field in row.fields), *self.tail)

    @property
    def reserved(self) -> frozenset[str]:
        """The paths of the cells that are for the director."""
        return frozenset(field.path for field in self.fields if field.reserved)


@dataclass(frozen=True, slots=True)
class Figure:
    """A computed number and its running total; None if it is unknown or not shown."""

    value: int | None = None
    sum: int | None = None


@dataclass(frozen=True, slots=True)
class RowProgress:
    """The computed facts of one row of the layout.

    `dealer`: the seat that deals, 0 while it is not known. `figures`: for each side, one Figure for
    each of the layout's `figures`. `remark`: words for people. `is_underlined`: whether a line is
    drawn below the row. `is_incident`: whether a referee or the scorer had to act: the deal was
    stopped, ruled on, dealt wrongly, or penalised.
    """

    number: int
    dealer: int
    figures: tuple[tuple[Figure, ...], ...]
    remark: Text | None = None
    is_underlined: bool = False
    is_incident: bool = False


@dataclass(frozen=True, slots=True)
class FootRow:
    """A row between the deals and the totals: a number for each side (None: empty)."""

    label: Text
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PadLine:
    """One amount in a side's column of a pad: its points and the label of its deal."""

    points: int
    label: str


@dataclass(frozen=True, slots=True)
class Pad:
    """A score pad with one column for each of two sides, for games that are scored on one.

    A block is a sequence of lines, from top to bottom; a line has one cell for each side (None:
    empty). `above` is the block above the line, `below` has one block for each game. `totals` has
    the total of each side.
    """

    sides: tuple[Text, Text]
    above: tuple[tuple[PadLine | None, PadLine | None], ...]
    below: tuple[tuple[tuple[PadLine | None, PadLine | None], ...], ...]
    totals: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Progress:
    """The computed facts of a form that may be incomplete.

    `rows`: one for each row of the layout of this document. `totals`: points of each seat over the
    deals known. `result`: empty until nothing is missing or wrong. `totals_only`: no deals were
    taken from the paper, only totals. `notices`: values that are possible but unlikely; they do not
    make the form invalid. `done`: the number of deals known; `deals`: those of a whole round, 0
    if that number is not known beforehand. `normal`: the document as `Game.normal` returns it, None
    until nothing is missing or wrong.
    """

    rows: tuple[RowProgress, ...]
    totals: tuple[int, ...]
    problems: tuple[Problem, ...]
    result: tuple[SeatResult, ...]
    totals_only: bool = False
    foot: tuple[FootRow, ...] = ()
    pad: Pad | None = None
    notices: tuple[Problem, ...] = ()
    done: int = 0
    deals: int = 0
    normal: dict[str, Any] | None = None
