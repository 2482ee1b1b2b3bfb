"""What a score form looks like, as a game declares it.

Entry page, printed sheet and table page are drawn from this, and need to know no game.
"""

from dataclasses import dataclass
from typing import Literal

from scoring.problems import WHOLE_FORM, Place, Problem
from scoring.result import SeatResult
from scoring.text import Text


@dataclass(frozen=True, slots=True)
class Field:
    """One cell that somebody writes in.

    `path` names it in the form's document ("deals.6.bids.2": from 0), `place` says where it stands
    to people. A `number` is a few digits
    or one of the layout's marks, a `seat` the number of a seat, a `text` a sentence. `most` is the
    largest number that can be right. What is `reserved` is for the director to write.
    """

    path: str
    kind: Literal["number", "seat", "text"]
    label: Text
    place: Place = WHOLE_FORM
    most: int = 0
    reserved: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One deal: its number from 1, its path, what stands before it (its cards), the cells of each
    seat and those of the whole row."""

    number: int
    path: str
    label: str
    seats: tuple[tuple[Field, ...], ...]
    extra: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A letter written in place of a number."""

    letter: str
    meaning: Text


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole form: `head` stands above the rows, `columns` are the headings within each seat,
    `row_heading` the one of the rows' labels, `marks` the letters that may stand for numbers."""

    head: tuple[Field, ...]
    row_heading: Text
    columns: tuple[Text, ...]
    rows: tuple[Row, ...]
    marks: tuple[Mark, ...] = ()

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every cell, in the order of writing."""
        rows = (
            field
            for row in self.rows
            for field in (*(cell for seat in row.seats for cell in seat), *row.extra)
        )
        return (*self.head, *rows)


@dataclass(frozen=True, slots=True)
class RowProgress:
    """What is known of one deal: the dealer's seat (0: not known yet), and for each seat the points
    of the deal and the total so far (None: not known yet)."""

    number: int
    dealer: int
    points: tuple[int | None, ...]
    running: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """What scoring makes of a form so far.

    `totals`: points of each seat over the deals known. `result`: empty until nothing is missing
    or wrong. `totals_only`: no deals were taken from the paper, only totals.
    """

    rows: tuple[RowProgress, ...]
    totals: tuple[int, ...]
    problems: tuple[Problem, ...]
    result: tuple[SeatResult, ...]
    totals_only: bool = False
