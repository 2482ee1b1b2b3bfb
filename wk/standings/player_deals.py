"""The deals of one player on a form, to compare with the paper."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.game import Game
from scoring.layout import Mark, Row, Side
from scoring.text import Text

MOST_MARKED = 2  # deals that are marked as best or worst; more would say nothing


@dataclass(frozen=True, slots=True)
class PlayerDeal:
    """One row of a form, as far as it is the player's: its label, what was written in the columns,
    the points, and the total so far (None: not known). `paths` name the cells of the columns.
    `mark` is the letter with which somebody at the table stopped the deal, "" for none."""

    label: str
    written: tuple[str, ...]
    points: int | None
    total: int | None
    paths: tuple[str, ...] = field(default=(), compare=False)
    mark: str = ""

    @property
    def cells(self) -> tuple[tuple[str, str], ...]:
        """Return the path and the text of each column."""
        return tuple(zip(self.paths, self.written, strict=True))


@dataclass(frozen=True, slots=True)
class PlayerDeals:
    """The deals of one player in one round, with the headings of the columns."""

    heading: Text
    columns: tuple[Text, ...]
    rows: tuple[PlayerDeal, ...]
    known_marks: tuple[Mark, ...] = ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Return the marks that stopped a deal of these, for the words below them."""
        found = {row.mark for row in self.rows}
        return tuple(mark for mark in self.known_marks if mark.letter in found)

    @property
    def best(self) -> int | None:
        """Return the most points of one deal, None if many deals gave as many."""
        return self._rare(max)

    @property
    def worst(self) -> int | None:
        """Return the fewest points of one deal, None if many deals gave as few."""
        return self._rare(min)

    def _rare(self, choose: Callable[[Sequence[int]], int]) -> int | None:
        points = [row.points for row in self.rows if row.points is not None]
        found = choose(points) if len(set(points)) > 1 else None
        return found if found is not None and points.count(found) <= MOST_MARKED else None


def player_deals(rules: Game, document: Any, seats: int, seat: int) -> PlayerDeals | None:
    """Return the deals of a seat, from 1, on a form; None if the form shows none for each seat.

    That is so on a form with totals only, and in a game that scores a deal in several columns.
    """
    layout, progress = rules.layout(seats, document), rules.progress(document, seats)
    index = _side_of(layout.sides, seat)
    if index is None or progress.totals_only or len(layout.figures) != 1:
        return None
    cells = rules.to_cells(document)
    letters = {mark.letter for mark in layout.marks}
    rows = []
    for row, known in zip(layout.rows, progress.rows, strict=False):
        figure = known.figures[index][0]
        paths = tuple(each.path for each in row.sides[index])
        written = tuple(cells.get(path, "") for path in paths)
        if figure.value is not None or any(written):
            mark = _mark_in(row, cells, letters)
            rows.append(PlayerDeal(row.label, written, figure.value, figure.sum, paths, mark))
    if not rows:
        return None
    return PlayerDeals(layout.row_heading, layout.columns, tuple(rows), layout.marks)


def _mark_in(row: Row, cells: Mapping[str, str], letters: Collection[str]) -> str:
    """Return the mark that anybody at the table got in a row, "" for none."""
    written = (cells.get(each.path, "") for side in row.sides for each in side)
    return next((text for text in written if text in letters), "")


def _side_of(sides: tuple[Side, ...], seat: int) -> int | None:
    return next((index for index, side in enumerate(sides) if seat in side.seats), None)
