"""The form of a sheet by all its cells, as sure of them as the hand of its table allows."""

from collections.abc import Sequence

from scoring.game import Game
from scoring.layout import Layout
from scoring.scan import ScannedForm
from wk.camera.cannot_read import CannotRead, Why
from wk.camera.grid import Flat
from wk.camera.seeing import SeenCells, seen_cells
from wk.printing.placed_cells import PlacedCells

LEAST_SURE = 0.45  # of a cell on average: what is less clear is not read at all
SAME = 1.03  # a temperature so close to 1 changes nothing that is worth weighing again
# Of what is read in the cells so much must be in the form as well. Of hard photos it is 0.73 to
# 0.94, and 0.26 to 0.64 where a sheet is read beside its lines.
LEAST_AGREEMENT = 0.7


def form_on(
    flats: Sequence[Flat], placed: PlacedCells, layout: Layout, rules: Game, seats: int
) -> tuple[Flat, SeenCells, ScannedForm]:
    """Return a sheet as it lies flat, what is seen on it, and its most probable form.

    `flats` are the ways in which it may lie, of which the first that gives a form is taken: a sheet
    that is read beside its lines gives numbers that no form has. Raises CannotRead.
    """
    refused = CannotRead(Why.NO_GRID)
    for flat in flats:
        seen = seen_cells(flat, placed, layout)
        try:
            return flat, seen, weighed(seen, rules, seats)
        except CannotRead as why:
            refused = why
    raise refused


def weighed(seen: SeenCells, rules: Game, seats: int) -> ScannedForm:
    """Return the most probable form of a sheet.

    It is weighed twice: what the sums tell of the cells also tells how often the network is wrong
    about this hand, and so how sure it may be of the cells that no sum tells. Raises CannotRead.
    """
    if seen.sure < LEAST_SURE:
        raise CannotRead(Why.BLURRED)
    form = _fitting(rules.scanned(seen.scan(), seats))
    temperature = seen.temperature(form.cells)
    if 1 / SAME < temperature < SAME:
        return form
    return _fitting(rules.scanned(seen.scan(temperature), seats))


def _fitting(form: ScannedForm) -> ScannedForm:
    """Return a form that has what was read. Raises CannotRead."""
    if form.agreement < LEAST_AGREEMENT:
        raise CannotRead(Why.NO_FORM)
    return form
