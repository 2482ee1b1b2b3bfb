"""What an official looks at on a page that was read: the cells in doubt, then the totals."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.problems import Problem
from wk.scoreforms.cells import Cell
from wk.scoreforms.models import ScanPage
from wk.scoreforms.sheet import Sheet, SheetHeading


@dataclass(frozen=True, slots=True)
class Look:
    """A cell to look at: with its text now, and whether somebody has looked already.

    `has_image` tells whether the photo has a piece for it. `by_rule`: it was read clearly, but a
    rule says that something in its deal is not right as it is now.
    """

    cell: Cell
    has_image: bool
    by_rule: bool
    is_seen: bool


@dataclass(frozen=True, slots=True)
class TotalLook:
    """The total of a side on the paper, beside the one that the deals give."""

    heading: SheetHeading
    has_image: bool
    is_doubtful: bool

    @property
    def given(self) -> str:
        """Return the total that the deals give, as it is written on paper."""
        return str(self.heading.total.points)

    @property
    def is_other(self) -> bool:
        """Return whether the paper has another total than the deals give."""
        written = self.heading.on_paper.value
        return bool(written) and written != self.given


def read_texts(page: ScanPage) -> dict[str, str]:
    """Return the texts that were read, by path; those of the totals on the paper too."""
    return {cell["path"]: cell["text"] for cell in page.cells}


def looks_of(
    page: ScanPage, shown: Sheet, seen: frozenset[str], sent: Iterable[str] = ()
) -> tuple[Look, ...]:
    """Return the cells to look at, in the order of the form.

    They are those in doubt, those of deals that cannot be right, and those that a page `sent`.
    """
    doubtful = {cell["path"] for cell in page.cells if cell["doubt"]}
    images = {cell["path"] for cell in page.cells if cell["box"]}
    wrong = _paths_of(shown)
    wanted = doubtful | wrong | {*sent}
    return tuple(
        Look(
            cell,
            cell.field.path in images,
            cell.field.path in wrong - doubtful,
            cell.field.path in seen,
        )
        for cell in every_cell(shown)
        if cell.field.path in wanted
    )


def totals_of(page: ScanPage, shown: Sheet) -> tuple[TotalLook, ...]:
    """Return the totals to look at, one for each side."""
    images = {cell["path"] for cell in page.cells if cell["box"]}
    doubtful = {cell["path"] for cell in page.cells if cell["doubt"]}
    paths = ((side, side.on_paper.field.path) for side in shown.sides)
    return tuple(TotalLook(side, path in images, path in doubtful) for side, path in paths)


def every_cell(shown: Sheet) -> tuple[Cell, ...]:
    """Return all cells of a form in the order of writing, without the totals on the paper."""
    rows = [cell for row in shown.rows for cell in row.every_cell]
    return (*shown.head, *rows, *shown.tail)


def _paths_of(shown: Sheet) -> set[str]:
    """Return the paths of the cells in which something cannot be right, or is missing."""
    found: set[str] = set()
    cells = {cell.field.path for cell in every_cell(shown)}
    for problem in (*shown.wrong, *shown.missing):
        found |= _cells_of(problem, shown, cells)
    return found


def _cells_of(problem: Problem, shown: Sheet, cells: set[str]) -> set[str]:
    if problem.path in cells:
        return {problem.path}
    row = next((row for row in shown.rows if row.path == problem.path), None)
    if row is None:
        return set()
    # A note is no cell of the grid: what is wrong is in the cells that the camera reads.
    return {cell.field.path for side in row.sides for cell in side.cells}
