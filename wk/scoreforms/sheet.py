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
    def has_begun(self) -> bool:
        """Whether anything counts so far."""
        known = (seat.points for row in self.rows for seat in row.seats)
        return self.totals_only or any(points is not None for points in known)

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


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell in which two forms differ."""

    field: Field
    mine: str
    theirs: str


def differences(game: Game, seats: int, mine: object, theirs: object) -> tuple[Difference, ...]:
    """Return the cells in which two documents of one table differ, in the order of writing."""
    ours, others = game.to_cells(mine), game.to_cells(theirs)
    return tuple(
        Difference(field, ours.get(field.path, ""), others.get(field.path, ""))
        for field in game.layout(seats).fields
        if ours.get(field.path, "") != others.get(field.path, "")
    )


def sheet(
    game: Game,
    entries: tuple[Entry, ...],
    document: object,
    unreadable: tuple[Problem, ...] = (),
) -> Sheet:
    """Return the form of a table, its players in seat order, with what a document says.

    `unreadable` are problems of cells that did not even reach the document.
    """
    layout = game.layout(len(entries))
    progress = game.progress(document, len(entries))
    wrong = unreadable + tuple(p for p in progress.problems if not p.is_missing)
    builder = _Builder(entries, game.to_cells(document), {problem.path for problem in wrong})
    results = progress.result or (None,) * len(entries)
    return Sheet(
        layout=layout,
        entries=entries,
        head=builder.cells(layout.head),
        rows=tuple(builder.row(*pair) for pair in zip(layout.rows, progress.rows, strict=True)),
        totals=tuple(
            SheetTotal(*each) for each in zip(entries, progress.totals, results, strict=True)
        ),
        wrong=wrong,
        missing=tuple(p for p in progress.problems if p.is_missing),
        totals_only=progress.totals_only,
    )


@dataclass(frozen=True, slots=True)
class _Builder:
    """Puts what is written and what is wrong into cells and rows."""

    entries: tuple[Entry, ...]
    written: dict[str, str]
    wrong_paths: set[str]

    def cells(self, fields: tuple[Field, ...]) -> tuple[Cell, ...]:
        return tuple(
            Cell(field, self.written.get(field.path, ""), field.path in self.wrong_paths)
            for field in fields
        )

    def row(self, place: LayoutRow, known: RowProgress) -> SheetRow:
        seats = tuple(
            SheetSeat(
                entry,
                self.cells(fields),
                known.dealer == seat,
                known.points[seat - 1],
                known.running[seat - 1],
            )
            for seat, (entry, fields) in enumerate(zip(self.entries, place.seats, strict=True), 1)
        )
        is_wrong = any(f"{path}.".startswith(f"{place.path}.") for path in self.wrong_paths)
        extra = self.cells(place.extra)
        return SheetRow(place.number, place.label, place.path, seats, extra, is_wrong)
