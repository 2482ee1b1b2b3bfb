"""A score form as a page shows it: layout, what is written, and what scoring makes of it, side by
side, for any game."""

from dataclasses import dataclass

from scoring.game import Game
from scoring.layout import Field, Layout, RowProgress
from scoring.layout import Row as LayoutRow
from scoring.problems import Problem
from scoring.result import SeatResult
from wk.tournament.models import Entry


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell with what is written in it; `is_wrong` does not hold for what is only missing."""

    field: Field
    value: str
    is_wrong: bool

    @property
    def id(self) -> str:
        """Its id on the page."""
        return f"cell-{self.field.path.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """The part of a row that belongs to one seat."""

    entry: Entry
    cells: tuple[Cell, ...]
    is_dealer: bool
    points: int | None
    running: int | None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal."""

    number: int
    label: str
    path: str
    seats: tuple[SheetSeat, ...]
    extra: tuple[Cell, ...]
    is_wrong: bool


@dataclass(frozen=True, slots=True)
class SheetTotal:
    """The foot of one seat's columns; `result` only when the form is complete and right."""

    entry: Entry
    points: int
    result: SeatResult | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole form. `wrong` lists what cannot be right, `missing` what has still to be written."""

    layout: Layout
    entries: tuple[Entry, ...]
    head: tuple[Cell, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[SheetTotal, ...]
    wrong: tuple[Problem, ...]
    missing: tuple[Problem, ...]
    totals_only: bool

    @property
    def is_complete(self) -> bool:
        """Whether it can be handed in."""
        return not (self.wrong or self.missing)

    @property
    def dealers(self) -> str:
        """The dealer's seat of each row, for the page's script; 0 where it is not known yet."""
        return " ".join(
            str(next((i for i, seat in enumerate(row.seats, 1) if seat.is_dealer), 0))
            for row in self.rows
        )

    @property
    def wrong_paths(self) -> str:
        """The cells and rows that are wrong, for the page's script."""
        return " ".join(problem.path for problem in self.wrong)


def sheet(game: Game, entries: tuple[Entry, ...], document: object) -> Sheet:
    """Return the form of a table, its players in seat order, with what a document says."""
    layout = game.layout(len(entries))
    progress = game.progress(document, len(entries))
    written = game.to_cells(document)
    wrong = tuple(p for p in progress.problems if not p.is_missing)
    wrong_paths = {problem.path for problem in wrong}

    def cell(field: Field) -> Cell:
        return Cell(field, written.get(field.path, ""), field.path in wrong_paths)

    def row(place: LayoutRow, known: RowProgress) -> SheetRow:
        seats = tuple(
            SheetSeat(
                entry,
                tuple(cell(field) for field in fields),
                known.dealer == seat,
                known.points[seat - 1],
                known.running[seat - 1],
            )
            for seat, (entry, fields) in enumerate(zip(entries, place.seats, strict=True), 1)
        )
        extra = tuple(cell(field) for field in place.extra)
        return SheetRow(
            place.number, place.label, place.path, seats, extra, place.path in wrong_paths
        )

    results = progress.result or (None,) * len(entries)
    return Sheet(
        layout=layout,
        entries=entries,
        head=tuple(cell(field) for field in layout.head),
        rows=tuple(row(*pair) for pair in zip(layout.rows, progress.rows, strict=True)),
        totals=tuple(
            SheetTotal(*each) for each in zip(entries, progress.totals, results, strict=True)
        ),
        wrong=wrong,
        missing=tuple(p for p in progress.problems if p.is_missing),
        totals_only=progress.totals_only,
    )
