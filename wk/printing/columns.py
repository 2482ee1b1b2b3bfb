"""The columns of a score sheet, from left to right, with their widths."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from scoring.layout import Field, FigureColumn, Layout
from scoring.text import Text
from wk.printing.legends import before_brackets
from wk.printing.measures import (
    FIGURE,
    PAD,
    SHARE_OF_SUM,
    SUM,
    WELL_WRITTEN,
    WRITTEN,
    ColumnNeed,
    column_width,
    heading_width,
    shared_out,
)

# The columns before the first side, in millimetres.
NUMBER, LABEL, SUM_OF_ROW, DEALER = 4.9, 6.9, 6.4, 4.8
LABEL_LETTER = 3.0


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column that is filled in once for each deal, with its width in millimetres."""

    field: Field
    width: float


@dataclass(frozen=True, slots=True)
class SideColumn:
    """A column of a side, with its width in millimetres.

    `kind` is the CSS class of what stands in it; `has_boxes` is set if there is a box to cross in
    each row.
    """

    heading: Text
    width: float
    kind: Literal["written", "points", "sum"]
    has_boxes: bool = False


@dataclass(frozen=True)
class Columns:
    """The columns of a sheet with this layout on a page `page` millimetres wide.

    `has_pad`: whether each side has one column with a score pad. It has no slots, so that what is
    asked several times for a page is worked out once.
    """

    layout: Layout
    has_pad: bool
    page: float

    @cached_property
    def has_numbers(self) -> bool:
        """Return whether any row has a label other than its number."""
        return any(row.label != str(row.number) for row in self.layout.rows)

    @property
    def has_sum(self) -> bool:
        """Return whether the sum of a column over all sides is written beside each label."""
        return self.layout.paper.sum is not None

    @property
    def has_dealer(self) -> bool:
        """Return whether each row has a column for the dealer: the head then asks for the first."""
        return any(field.kind == "seat" for field in self.layout.head)

    @property
    def count_before(self) -> int:
        """Return the number of columns before the first side."""
        fields = self.row_fields
        return 1 + self.has_numbers + self.has_sum + self.has_dealer + len(fields)

    @cached_property
    def label(self) -> float:
        """Return the width of the column with the labels of the rows, in millimetres."""
        longest = max((len(row.label) for row in self.layout.rows), default=0)
        heading = heading_width(before_brackets(self.layout.row_heading))
        return round(max(LABEL, longest * LABEL_LETTER, heading - NUMBER * self.has_numbers), 2)

    @property
    def row_fields(self) -> tuple[Field, ...]:
        """Return the fields that are filled in once for each deal."""
        return self.layout.rows[0].cells if self.layout.rows else ()

    @cached_property
    def of_row(self) -> tuple[SheetColumn, ...]:
        """Return the columns filled in once for each deal; beside pads they share what is left."""
        fields = self.row_fields
        needs = [column_width(field) for field in fields]
        if self.has_pad:
            left = self.lines - self._first
            needs = [round(need * left / sum(needs), 2) for need in needs]
        return tuple(SheetColumn(field, need) for field, need in zip(fields, needs, strict=True))

    @property
    def lines(self) -> float:
        """Return the length of the line below each row, in millimetres; it ends before the pads."""
        return self.page - PAD * len(self.layout.sides) if self.has_pad else self.page

    @cached_property
    def side(self) -> float:
        """Return the width of a side, in millimetres."""
        sides = max(1, len(self.layout.sides))
        return PAD if self.has_pad else round((self.page - self.before) / sides, 2)

    @cached_property
    def before(self) -> float:
        """Return the width of all columns before the first side, in millimetres."""
        return round(self._first + sum(column.width for column in self.of_row), 2)

    @property
    def count_of_side(self) -> int:
        """Return the number of columns of a side: cells, computed numbers and sums, or the pad."""
        return len(self._needs) + self.has_pad

    @cached_property
    def of_side(self) -> tuple[SideColumn, ...]:
        """Return the columns of each side; a pad has none."""
        needs = self._needs
        fields = self.layout.rows[0].sides[0] if self.layout.rows and self.layout.sides else ()
        return tuple(
            SideColumn(
                need.heading,
                width,
                _kind(need, index >= len(self.layout.columns)),
                index < len(fields) and fields[index].kind == "yes",
            )
            for index, (need, width) in enumerate(
                zip(needs, shared_out(needs, self.side), strict=True)
            )
        )

    @property
    def figures(self) -> tuple[FigureColumn, ...]:
        """Return the columns of a side that are computed for each deal; a pad has none."""
        return () if self.has_pad else self.layout.figures

    @cached_property
    def _first(self) -> float:
        """Return the width of the columns for number, label, sum and dealer, in millimetres."""
        return (
            NUMBER * self.has_numbers
            + self.label
            + SUM_OF_ROW * self.has_sum
            + DEALER * self.has_dealer
        )

    @cached_property
    def _needs(self) -> tuple[ColumnNeed, ...]:
        """Return the needs of each column of a side."""
        needs = [ColumnNeed(label, WRITTEN, WELL_WRITTEN) for label in self.layout.columns]
        for figure in self.figures:
            needs.append(ColumnNeed(figure.label, FIGURE))
            if figure.sum:
                needs.append(ColumnNeed(figure.sum, SUM, share=SHARE_OF_SUM))
        short = self.layout.paper.headings
        if len(short) != len(needs):
            return tuple(needs)
        return tuple(
            ColumnNeed(heading, need.least, need.wish, need.share)
            for heading, need in zip(short, needs, strict=True)
        )


def _kind(need: ColumnNeed, is_computed: bool) -> Literal["written", "points", "sum"]:
    if not is_computed:
        return "written"
    return "sum" if need.share == SHARE_OF_SUM else "points"
