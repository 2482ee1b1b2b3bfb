"""What a score form looks like, as a game declares it.

Entry page, printed sheet and table page are drawn from this, and need to know no game. What an
organiser may set about a game is declared in the same way.
"""

from dataclasses import dataclass
from typing import Literal

from scoring.problems import WHOLE_FORM, Place, Problem
from scoring.result import SeatResult
from scoring.text import Text

Kind = Literal["number", "numbers", "seat", "choice", "yes", "text"]

# How many characters may be written in a cell of each kind.
LONGEST: dict[Kind, int] = {
    "number": 8,
    "numbers": 40,
    "seat": 4,
    "choice": 40,
    "yes": 4,
    "text": 500,
}
YES = "x"  # what stands in a cell that was crossed
NO_WORDS = Text("", "")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers to a question: what is stored, and what people read."""

    value: str
    text: Text


@dataclass(frozen=True, slots=True)
class Field:
    """One cell that somebody writes in.

    `path` names it in the form ("deals.6.bids.2": from 0), `place` says where it stands to people.
    A `number` is a few digits or one of the layout's marks, `numbers` are several with spaces
    between, a `seat` is the number of a seat, a `choice` one of the `choices`, a `yes` a box to
    cross, a `text` a sentence. `most` is the largest number that can be right. What is `reserved`
    is for the director to write. `help` says what is expected, where the label does not.
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
        """How many characters may be written in it."""
        return LONGEST[self.kind]


@dataclass(frozen=True, slots=True)
class Side:
    """Who shares a block of columns: one seat, or the seats of partners under a name."""

    seats: tuple[int, ...]
    name: Text | None = None


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """A column in each side's block that is computed: its heading, and that of the sum so far
    which stands beside it, if there is one."""

    label: Text
    sum: Text | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """Cells, by their paths, and what they add up to when each of them holds a number."""

    paths: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Row:
    """One deal: its number from 1, its path, what stands before it (its cards), the `cells` of the
    whole row, the cells of each side, and the `notes`: what is seldom written, put away below it.

    `sums` tell which of its cells add up, `barred` which may not: the bids of a deal under
    restriction (WK-14, W-5). A row of settings is called by its `name` instead.
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

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every cell of the row, in the order of writing."""
        return (*self.cells, *(field for side in self.sides for field in side), *self.notes)


@dataclass(frozen=True, slots=True)
class Mark:
    """A letter written in place of a number."""

    letter: str
    meaning: Text


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole form.

    `head` stands above the rows, `tail` below them. A row has, from left to right: its label under
    `row_heading`, its cells (each under its own label), and for each of the `sides` a block with
    `columns` written in and `figures` computed. `marks` are letters that may stand for numbers.
    """

    head: tuple[Field, ...] = ()
    row_heading: Text = NO_WORDS
    sides: tuple[Side, ...] = ()
    columns: tuple[Text, ...] = ()
    figures: tuple[FigureColumn, ...] = ()
    rows: tuple[Row, ...] = ()
    tail: tuple[Field, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every cell, in the order of writing."""
        return (*self.head, *(field for row in self.rows for field in row.fields), *self.tail)

    @property
    def reserved(self) -> frozenset[str]:
        """The paths of the cells that are for the director to write."""
        return frozenset(field.path for field in self.fields if field.reserved)


@dataclass(frozen=True, slots=True)
class Figure:
    """A computed number and the sum so far (None: not known yet, or nothing there)."""

    value: int | None = None
    sum: int | None = None


@dataclass(frozen=True, slots=True)
class RowProgress:
    """What is known of one deal: the dealer's seat (0: not known), the figures of each side under
    the layout's `figures`, a remark for people, whether a line is drawn below it, and whether a
    referee or the scorer had to come in: it was stopped, ruled on, dealt wrongly, or penalised."""

    number: int
    dealer: int
    figures: tuple[tuple[Figure, ...], ...]
    remark: Text | None = None
    is_underlined: bool = False
    is_incident: bool = False


@dataclass(frozen=True, slots=True)
class FootRow:
    """A row between the deals and the totals: a number for each side (None: nothing there)."""

    label: Text
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PadLine:
    """What one side's column of a pad has on one line: points and the label of their deal."""

    points: int
    label: str


@dataclass(frozen=True, slots=True)
class Pad:
    """A score pad of two columns as card players keep it, for games that are kept so.

    Each block is a list of lines of two cells (None: empty), read downwards: `above` ends at the
    line, `below` has one block for each game. `totals` are those of both sides.
    """

    sides: tuple[Text, Text]
    above: tuple[tuple[PadLine | None, PadLine | None], ...]
    below: tuple[tuple[tuple[PadLine | None, PadLine | None], ...], ...]
    totals: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Progress:
    """What scoring makes of a form so far.

    `rows`: one for each row of the layout of this document. `totals`: points of each seat over the
    deals known. `result`: empty until nothing is missing or wrong. `totals_only`: no deals were
    taken from the paper, only totals. `notices`: what deserves a look but stops nobody. `done`: how
    many deals are known, of the `deals` of a whole round; `deals` is 0 where nobody can tell.
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


@dataclass(frozen=True, slots=True)
class Chart:
    """A table for people to read: what the rules of a tournament come to."""

    title: Text
    headings: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
