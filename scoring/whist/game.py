"""Kleurenwiezen as a game: its form, its options and its points."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.figures import PlayFigures, SuccessChart
from scoring.game import Document, Game, Options, Partners
from scoring.guide import Guide
from scoring.layout import Chart, Figure, Layout, Progress, RowProgress
from scoring.problems import Invalid, Problem
from scoring.result import RoundRange, SeatResult, results, round_range
from scoring.scan import Scan, ScannedForm
from scoring.slip import Slip
from scoring.text import Text
from scoring.whist import settings, sheet
from scoring.whist.arbiter import WhistArbiter
from scoring.whist.contracts import SEATS
from scoring.whist.deals import PASSED, Deal, FormRow, deal_document
from scoring.whist.form import Reader, Reading, row_count
from scoring.whist.guide import dealers, guide_of
from scoring.whist.options import Rules, read_options
from scoring.whist.practice import play_round
from scoring.whist.scan import scanned_form
from scoring.whist.slips import slips_of

KEY = "kleurenwiezen"
NAME = Text("Kleurenwiezen", "Kleurenwiezen (colour whist)")


def make(key: str, options: Mapping[str, Any]) -> Game:
    """Return kleurenwiezen under `options`, a mapping of name to value.

    Raises Invalid with every problem of the options, and KeyError for another game's key.
    """
    if key != KEY:
        raise KeyError(key)
    return Whist(read_options(options))


@dataclass(frozen=True, slots=True)
class Whist:
    """Kleurenwiezen under its rules. Satisfies scoring.game.Game."""

    rules: Rules
    key: str = KEY
    name: Text = NAME
    table_sizes: tuple[int, ...] = (SEATS,)
    partners: Partners = "none"

    @property
    def options(self) -> Options:
        """The options that differ from the defaults."""
        return self.rules.options

    @property
    def settings(self) -> Layout:
        """The page of settings for an organiser: the number of deals, and the points grid."""
        return settings.settings_layout()

    def options_from_cells(self, cells: Mapping[str, str]) -> Options:
        """Return the options written in the cells of `settings`, a mapping of path to text."""
        return settings.options_from_cells(cells, self.rules.grid)

    def options_to_cells(self, options: object) -> dict[str, str]:
        """Return the text of the cells of `settings` under these options, by path."""
        return settings.options_to_cells(options)

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The points grid, as a table for people."""
        return (settings.grid_chart(self.rules.grid),)

    @property
    def arbiter(self) -> WhistArbiter:
        """The arbiter of its tricks."""
        return WhistArbiter()

    def for_tables(self, sizes: Collection[int]) -> Game:
        """Return the game itself: every table has four players (K-1)."""
        return self

    def layout(self, seats: int, document: object = None) -> Layout:
        """Return the form: a row for each deal, with contract, tricks and declarers."""
        return sheet.layout(row_count(document, self.rules.deals), self.rules.grid)

    def from_cells(self, cells: Mapping[str, str], seats: int) -> Document:
        """Return the document of the cells, a mapping of path to text."""
        return sheet.from_cells(cells, self.rules.deals)

    def to_cells(self, document: object) -> dict[str, str]:
        """Return the text of the cells of a document, by path."""
        return sheet.to_cells(document, self.rules.deals)

    def normal(self, document: object, seats: int) -> Document:
        """Return a valid document with its keys in the archive's order; raises Invalid."""
        return _normal(self._valid(document, seats))

    def score(self, document: object, seats: int) -> tuple[SeatResult, ...]:
        """Return the result of each seat; raises Invalid (K-h)."""
        reading = self._valid(document, seats)
        return results(reading.totals or _totals(self._points(reading)))

    def round_range(self, seats: int) -> RoundRange:
        """Return the match points of the places, and the limits of a player's points (K-h)."""
        least, most = (self.rules.deals * points for points in self.rules.grid.extremes)
        return round_range(seats, least, most)

    def progress(self, document: object, seats: int) -> Progress:
        """Return rows, totals, problems and notices of a form that may be incomplete."""
        reading = self._read(document, seats)
        points = self._points(reading)
        totals = reading.totals or _totals(points)
        problems = tuple(reading.problems.found)
        return Progress(
            rows=_rows(reading.rows, points),
            totals=totals,
            problems=problems,
            result=() if problems else results(totals),
            totals_only=isinstance(document, dict) and "totals" in document,
            notices=tuple(reading.notices.found),
            done=sum(isinstance(entry, Deal) for entry in reading.rows),
            deals=self.rules.deals,
            normal=None if problems else _normal(reading),
        )

    def guide(self, seats: int, document: object = None) -> Guide:
        """Return the guide of a table: the dealers, as far as they are known."""
        rows = self.layout(seats, document).rows
        return guide_of(rows, self._read(document, seats).rows[: len(rows)])

    def slips(self, document: object, seats: int) -> tuple[Slip, ...]:
        """Return the usual mistakes of a scorer in the known deals, the likelier kinds first."""
        return slips_of(self.rules.grid, self._read(document, seats).rows)

    def revision_problems(self, before: object, after: object, seats: int) -> tuple[Problem, ...]:
        """Return no problems: the source forbids no change."""
        return ()

    def figures(self, forms: Sequence[tuple[object, int]]) -> PlayFigures:
        """Return no figures but those of every game."""
        return PlayFigures()

    def success_charts(
        self, forms: Sequence[tuple[object, int, int | None]]
    ) -> tuple[SuccessChart, ...]:
        """Return no charts."""
        return ()

    def scanned(self, scan: Scan, seats: int) -> ScannedForm:
        """Return the most probable form of a sheet, by all that its cells tell of each other."""
        return scanned_form(self.rules, scan)

    def practice(self, seats: int, random: Random) -> Document:
        """Return the form of a round played out card by card."""
        return play_round(self.rules.deals, random)

    def _read(self, document: object, seats: int) -> Reading:
        return Reader(self.rules).read(document)

    def _valid(self, document: object, seats: int) -> Reading:
        reading = self._read(document, seats)
        if reading.problems.found:
            raise Invalid(reading.problems.found)
        return reading

    def _points(self, reading: Reading) -> list[tuple[int, ...] | None]:
        """Return the points of each seat in each row, None for a row without points."""
        return [
            self.rules.grid.points(entry.contract, entry.declarers, entry.tricks)
            if isinstance(entry, Deal)
            else None
            for entry in reading.rows
        ]


def _normal(reading: Reading) -> Document:
    """Return the document of a valid reading, with its keys in the archive's order."""
    if reading.totals:
        return {"totals": list(reading.totals)}
    return {"deals": [deal_document(entry) for entry in reading.rows]}


def _totals(rows: Sequence[tuple[int, ...] | None]) -> tuple[int, ...]:
    """Return the points of each seat over the deals that are right."""
    return tuple(sum(points[seat] for points in rows if points) for seat in range(SEATS))


def _rows(
    entries: Sequence[FormRow], points: Sequence[tuple[int, ...] | None]
) -> tuple[RowProgress, ...]:
    """Return points and running totals of each row.

    Running totals end at the first row that is not known. A row with a referee (K-2) is an
    incident.
    """
    rows = []
    totals: list[int] | None = [0] * SEATS
    known = zip(entries, points, dealers(entries), strict=True)
    for number, (entry, won, dealer) in enumerate(known, 1):
        if entry is None:
            totals = None
        elif won and totals:
            totals = [total + new for total, new in zip(totals, won, strict=True)]
        figures = tuple(
            (Figure(won[seat] if won else None, totals[seat] if won and totals else None),)
            for seat in range(SEATS)
        )
        remark = sheet.ALL_PASSED.text if entry is PASSED else None
        is_incident = isinstance(entry, Deal) and bool(entry.referee)
        rows.append(RowProgress(number, dealer, figures, remark, is_incident=is_incident))
    return tuple(rows)
