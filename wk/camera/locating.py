"""Where a sheet lies in a photo, any way up."""

import numpy as np

from wk.camera.cannot_read import CannotRead, Why
from wk.camera.grid import LEAST_FOUND, Flat, flat_sheets
from wk.camera.marks import view_by_marks
from wk.camera.sampling import Grey, larger, smaller
from wk.camera.sheet_codes import SeenCode, with_other
from wk.printing.placed_cells import PlacedCells

FINEST = 9.0  # pixels a millimetre of a photo: more are not needed


def located(photo: Grey, codes: list[SeenCode], placed: PlacedCells) -> list[Flat]:
    """Return the sheet as if it lay flat, in each way in which it may lie; the likeliest first.

    `codes` are those of this sheet. Raises CannotRead.
    """
    codes = with_other(photo, codes, placed)
    known = np.concatenate([code.corners_on_paper(placed) for code in codes])
    seen = np.concatenate([code.corners for code in codes])
    dots = float(np.hypot(*(seen[1] - seen[0])) / np.hypot(*(known[1] - known[0])))
    times = max(1, round(dots / FINEST))
    photo, seen = smaller(photo, times), larger(seen, 1 / times)
    view = view_by_marks(photo, known, seen, np.array(placed.marks))
    if view is None:
        raise CannotRead(Why.NO_MARKS)
    found = [each for each in flat_sheets(photo, view, placed) if each.share >= LEAST_FOUND]
    if not found:
        raise CannotRead(Why.NO_GRID)
    return [each.flat for each in found]
