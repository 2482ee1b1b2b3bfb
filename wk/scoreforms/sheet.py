"""A score form as a page shows it, for any game: its layout with values, problems and figures."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress

from scoring.game import Game
from scoring.layout import Field, FootRow, Layout, Pad, Progress, RowProgress, Side
from scoring.layout import Row as LayoutRow
from scoring.problems import Place, Problem
from scoring.result import SeatResult
from scoring.text import Text
from scoring.totals import totals_fields
from wk.scoreforms.cells import Cell, SheetRow, SheetSide, options_of
from wk.tournament.models import Entry
from wk.tournament.name_search import distinct_names

ON_PAPER = Text("totaal op papier", "total on paper")


@dataclass(frozen=True, slots=True)
class SheetTotal:
    """The total of one seat; `result` is None until the form is complete and right."""

    entry: Entry
    points: int
    result: SeatResult | None


@dataclass(frozen=True, slots=True)
class SheetHeading:
    """The head and foot of the columns of one side: its players and their common total.

    `on_paper` is the cell for the total on the paper.
    """

    side: Side
    entries: tuple[Entry, ...]
    total: SheetTotal
    on_paper: Cell

    @property
    def is_north(self) -> bool:
        """Return whether the side is the seat called NORTH."""
        return self.side.seats == (1,)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole form. `columns` are the fields written once a deal, as in the first row.

    `has_end`: rows end with a column for remarks and for the button of the notes. A form has none
    if all its cells belong to a side and only the director writes notes. `wrong` are the problems
    of impossible values, `missing` those of empty cells, `notices` those of unlikely values. With
    the token `sure` an official confirms the unlikely values; it is "" if nothing is unlikely.
    """

    layout: Layout
    entries: tuple[Entry, ...]
    head: tuple[Cell, ...]
    columns: tuple[Field, ...]
    rows: tuple[SheetRow, ...]
    tail: tuple[Cell, ...]
    sides: tuple[SheetHeading, ...]
    totals: tuple[SheetTotal, ...]
    foot: tuple[FootRow, ...]
    pad: Pad | None
    wrong: tuple[Problem, ...]
    missing: tuple[Problem, ...]
    notices: tuple[Problem, ...]
    totals_only: bool
    has_end: bool
    total_cells: tuple[Cell, ...]
    sure: str = ""

    @property
    def shared_places(self) -> frozenset[int]:
        """Return the places at the table that several sides share."""
        results = (side.total.result for side in self.sides)
        counts = Counter(result.place for result in results if result)
        return frozenset(place for place, count in counts.items() if count > 1)

    @property
    def missing_deals(self) -> int:
        """Return the number of deals that are not complete."""
        return len({problem.place.deal for problem in self.missing if problem.place.deal})

    @property
    def next_missing(self) -> Text:
        """Return what is missing first, such as "bod van Nel Peeters, spelletje 7"."""
        first = self.missing[0]
        if cell := self._cells_of_sides.get(first.path):
            label, name, deal = cell.field.label, cell.player_name, Place(first.place.deal).text
            return Text(f"{label.nl} van {name}, {deal.nl}", f"{label.en} of {name}, {deal.en}")
        place = first.place.text
        if not place.en:
            return first.text
        return Text(f"{place.nl}: {first.text.nl}", f"{place.en}: {first.text.en}")

    @property
    def _cells_of_sides(self) -> dict[str, Cell]:
        """Return the cells of the players in the rows, by path."""
        sides = (side for row in self.rows for side in row.sides)
        return {cell.field.path: cell for side in sides for cell in side.cells}

    @property
    def has_begun(self) -> bool:
        """Return whether any figure has been computed so far."""
        figures = (pair[0] for row in self.rows for side in row.sides for pair in side.computed)
        return self.totals_only or any(figure.value is not None for figure in figures)

    @property
    def span(self) -> int:
        """Return the number of columns of a side."""
        return len(self.layout.columns) + len(self.layout.figures)

    @property
    def has_numbers(self) -> bool:
        """Return whether any deal has a label other than its number."""
        return any(row.label != str(row.number) for row in self.layout.rows)

    @property
    def helps(self) -> tuple[Field, ...]:
        """Return the columns that have a help text."""
        return tuple(field for field in self.columns if field.help)

    @property
    def has_sums(self) -> bool:
        """Return whether the page can fill in a cell by itself: the last one of a known sum."""
        return any(row.sums for row in self.rows)

    @property
    def has_tens(self) -> bool:
        """Return whether a 10 can be right in a cell of the rows."""
        cells = (cell for row in self.rows for cell in row.every_cell)
        return any(cell.field.kind == "number" and cell.field.most >= 10 for cell in cells)

    @property
    def has_dealer(self) -> bool:
        """Return whether the form shows the dealer."""
        return any(row.dealer for row in self.rows) or any(
            field.kind == "seat" for field in self.layout.head
        )

    def for_reading(self) -> "Sheet":
        """Return the form without its empty rows and columns."""
        rows = [row for row in self.rows if row.is_written]
        used = [any(row.cells[index].value for row in rows) for index in range(len(self.columns))]
        return replace(
            self,
            columns=tuple(compress(self.columns, used)),
            rows=tuple(replace(row, cells=tuple(compress(row.cells, used))) for row in rows),
            has_end=any(row.remark for row in rows),
        )

    @property
    def dealers(self) -> str:
        """Return the dealer's seat of each row, for the page's script; 0 if it is not known yet."""
        return " ".join(str(row.dealer) for row in self.rows)

    @property
    def underlined(self) -> str:
        """Return the paths of the underlined rows, for the page's script."""
        return " ".join(row.path for row in self.rows if row.is_underlined)

    @property
    def row_tokens(self) -> str:
        """Return the tokens of what is computed in each row, for the page to send back."""
        return " ".join(row.computed_token for row in self.rows)

    @property
    def wrong_paths(self) -> str:
        """Return the paths of the cells and rows that are wrong, for the page's script."""
        return " ".join(problem.path for problem in self.wrong)

    @property
    def is_right(self) -> bool:
        """Return whether the form could be handed in: nothing is wrong or missing."""
        return not (self.wrong or self.missing)

    @property
    def doubtful_paths(self) -> str:
        """Return the paths of the cells and rows with unlikely values, for the page's script."""
        return " ".join(problem.path for problem in self.notices)


def sheet(
    game: Game,
    entries: tuple[Entry, ...],
    document: object,
    unreadable: tuple[Problem, ...] = (),
    on_paper: Sequence[int | None] = (),
) -> Sheet:
    """Return the form of a table with the content of a document; `entries` are in seat order.

    `unreadable` are problems of cells that could not be put into the document; `on_paper` are the
    totals on the paper beside the deals, one for each seat.
    """
    layout = game.layout(len(entries), document)
    progress, cells = game.progress(document, len(entries)), game.to_cells(document)
    missing = tuple(problem for problem in progress.problems if problem.is_missing)
    wrong = unreadable + tuple(p for p in progress.problems if not p.is_missing)
    builder = _Builder(entries, distinct_names(entries), cells, {problem.path for problem in wrong})
    totals, rows = _totals(entries, progress), builder.rows(layout, progress)
    # All rows have the same columns, so the first one gives the headings.
    columns = layout.rows[0].cells if layout.rows else ()
    return Sheet(
        layout=layout,
        entries=entries,
        head=builder.cells(layout.head),
        columns=columns,
        rows=rows,
        tail=builder.cells(layout.tail),
        sides=tuple(builder.heading(side, totals, on_paper) for side in layout.sides),
        totals=totals,
        foot=progress.foot,
        pad=progress.pad,
        wrong=wrong,
        missing=missing,
        notices=progress.notices,
        totals_only=progress.totals_only,
        has_end=bool(columns) or any(row.takes_notes for row in rows),
        total_cells=builder.cells(totals_fields(len(entries))),
    )


def _totals(entries: tuple[Entry, ...], progress: Progress) -> tuple[SheetTotal, ...]:
    results = progress.result or (None,) * len(entries)
    return tuple(SheetTotal(*each) for each in zip(entries, progress.totals, results, strict=True))


@dataclass(frozen=True, slots=True)
class _Builder:
    """Builder of cells and rows from values and problems."""

    entries: tuple[Entry, ...]
    player_names: tuple[str, ...]
    values: dict[str, str]
    wrong_paths: set[str]

    def cells(self, fields: tuple[Field, ...]) -> tuple[Cell, ...]:
        return tuple(self.cell(field) for field in fields)

    def cell(self, field: Field) -> Cell:
        value = self.values.get(field.path, "")
        seat = field.place.seat
        return Cell(
            field,
            value,
            field.path in self.wrong_paths,
            options_of(field, value, self.entries),
            *self.player(seat),
        )

    def player(self, seat: int) -> tuple[Entry | None, str]:
        """Return the entry in a seat and its name on the page; None and "" for seat 0."""
        if not 1 <= seat <= len(self.entries):
            return None, ""
        return self.entries[seat - 1], self.player_names[seat - 1]

    def heading(
        self, side: Side, totals: tuple[SheetTotal, ...], on_paper: Sequence[int | None]
    ) -> SheetHeading:
        """Return the heading of a side; partners have the same total."""
        own, seat = [totals[seat - 1] for seat in side.seats], side.seats[0]
        path = f"written.{seat - 1}"
        total = on_paper[seat - 1] if seat <= len(on_paper) else None
        cell = Cell(
            Field(path, "number", ON_PAPER, Place(seat=seat)),
            "" if total is None else str(total),
            path in self.wrong_paths,
            (),
            *self.player(seat),
        )
        return SheetHeading(side, tuple(total.entry for total in own), own[0], cell)

    def rows(self, layout: Layout, progress: Progress) -> tuple[SheetRow, ...]:
        both = zip(layout.rows, progress.rows, strict=True)
        return tuple(self.row(layout, place, known) for place, known in both)

    def row(self, layout: Layout, place: LayoutRow, known: RowProgress) -> SheetRow:
        sides = tuple(
            SheetSide(
                side,
                self.cells(fields),
                tuple(zip(figures, layout.figures, strict=True)),
                known.dealer in side.seats,
            )
            for side, fields, figures in zip(layout.sides, place.sides, known.figures, strict=True)
        )
        return SheetRow(
            place.number,
            place.label,
            place.path,
            self.cells(place.cells),
            sides,
            self.cells(place.notes),
            place.sums,
            known.dealer,
            known.remark,
            known.is_underlined,
            # The dot keeps deals.1 from matching a problem of deals.10.
            any(f"{path}.".startswith(f"{place.path}.") for path in self.wrong_paths),
        )
