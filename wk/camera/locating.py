"""Where a sheet lies in a photo, any way up."""

import numpy as np

from wk.camera.cannot_read import CannotRead, Why
from wk.camera.grid import CLEARLY_FOUND, LEAST_FOUND, Flat, FoundSheet, flat_sheets
from wk.camera.marks import view_by_marks
from wk.camera.sampling import Grey, larger, smaller
from wk.camera.sheet_codes import SeenCode, ways_to_take, with_other
from wk.printing.placed_cells import PlacedCells

FINEST = 9.0  # pixels a millimetre of a photo: more are not needed


def located(photo: Grey, codes: list[SeenCode], placed: PlacedCells) -> list[Flat]:
    """Return the sheet as if it lay flat, in each way in which it may lie; the likeliest first.

    `codes` are those of this sheet, and any of phones in the photo. Raises CannotRead.
    """
    found: list[FoundSheet] = []
    for taken, not_taken in ways_to_take(codes):
        found += _found_by(photo, with_other(photo, taken, placed, not_taken), placed)
        if any(each.share >= CLEARLY_FOUND for each in found):
            break
    if not found:
        raise CannotRead(Why.NO_MARKS)
    found = sorted(found, key=lambda each: each.share, reverse=True)
    found = [each for each in found if each.share >= LEAST_FOUND]
    if not found:
        raise CannotRead(Why.NO_GRID)
    return [each.flat for each in found]


def _found_by(photo: Grey, codes: list[SeenCode], placed: PlacedCells) -> list[FoundSheet]:
    """Return the sheet in each way in which it may lie by its codes; none without its marks."""
    known = np.concatenate([code.corners_on_paper(placed) for code in codes])
    seen = np.concatenate([code.corners for code in codes])
    dots = float(np.hypot(*(seen[1] - seen[0])) / np.hypot(*(known[1] - known[0])))
    times = max(1, round(dots / FINEST))
    photo, seen = smaller(photo, times), larger(seen, 1 / times)
    view = view_by_marks(photo, known, seen, np.array(placed.marks))
    return flat_sheets(photo, view, placed) if view else []
