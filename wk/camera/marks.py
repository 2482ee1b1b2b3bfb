"""The black marks at the corners of a sheet in a photo."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wk.camera.sampling import (
    Grey,
    Homography,
    Points,
    inverse,
    larger,
    seen_at,
    shrunk,
    smaller,
    view_of,
)
from wk.printing.placed_cells import MARK

NEAR, FARTHER = 3.0, 0.14  # millimetres in which a mark is looked for, and more by the distance
LEAST_CONTRAST = 0.2  # of a mark beside the paper around it
LEAST_MARKS = 3
WEIGHT = 4.0  # of a mark against a corner of a code
DOTS = 4.5  # pixels a millimetre at which marks are looked for
# Other squares than a mark may look like one: so many are tried for each, and so many guesses
# of the whole are followed.
TRIED, GUESSES = 3, 4
# What a mark that is not found, or is pale, costs a guess; a millimetre that points are off is 1.
MISSING, PALE = 8.0, 8.0


@dataclass(frozen=True, slots=True)
class View:
    """How a sheet is seen, and the points by which that is known, on paper and in the photo.

    `marks` is the number of marks among them. `misfit` tells by how many millimetres the points are
    off, about, and `fines` is what the marks have cost that are pale or missing.
    """

    homography: Homography
    points: Points
    seen: Points
    marks: int = 0
    misfit: float = 0.0
    fines: float = 0.0

    @property
    def cost(self) -> float:
        """Return how badly all of it fits."""
        return self.misfit + self.fines

    def with_mark(self, mark: Points, seen: Points, contrast: float, codes: int) -> "View":
        """Return the view by one mark more, of which the contrast is told."""
        points, at = np.vstack([self.points, mark]), np.vstack([self.seen, seen])
        weights = np.where(np.arange(len(points)) < codes, 1.0, WEIGHT)
        homography = view_of(points, at, weights)
        off = np.hypot(*(seen_at(inverse(homography), at) - points).T)
        misfit = float(np.sqrt((off**2).mean()))
        fines = self.fines + PALE * (1 - contrast)
        return View(homography, points, at, self.marks + 1, misfit, fines)


def view_by_marks(photo: Grey, known: Points, seen: Points, marks: Points) -> View | None:
    """Return how a sheet is seen, by the corners of its codes and by its marks.

    None if too few marks are found. Nearer marks come first, as each makes the next guess better.
    """
    dots = float(np.hypot(*(seen[1] - seen[0])) / np.hypot(*(known[1] - known[0])))
    times = max(1, round(dots / DOTS))
    small, at = smaller(photo, times), larger(seen, 1 / times)
    guesses = [View(view_of(known, at), known, at)]
    nearest = np.array([np.hypot(*(known - mark).T).min() for mark in marks])
    for index in np.argsort(nearest):
        mark = marks[index]
        more = [guess for view in guesses for guess in _guesses(small, view, mark, len(known))]
        guesses = sorted(more, key=lambda view: view.cost)[:GUESSES]
    best = guesses[0]
    if best.marks < LEAST_MARKS:
        return None
    back = inverse(shrunk(times))
    return replace(best, homography=back @ best.homography, seen=larger(best.seen, times))


def _guesses(photo: Grey, view: View, mark: Points, codes: int) -> Iterator[View]:
    """Yield views with a mark at each place where it may be, and without it."""
    reach = NEAR + FARTHER * float(np.hypot(*(view.points - mark).T).min())
    for seen, contrast in _squares(photo, view.homography, mark, reach):
        yield view.with_mark(mark, seen, contrast, codes)
    yield replace(view, fines=view.fines + MISSING)


def _squares(
    photo: Grey, view: Homography, mark: Points, reach: float
) -> Iterator[tuple[Points, float]]:
    """Yield the middles of the darkest squares within `reach` millimetres, and their contrast."""
    around = seen_at(view, mark + np.array([[0, 0], [1, 0], [0, 1]]))
    scale = float(np.sqrt(abs(np.linalg.det(around[1:] - around[0]))))
    side = MARK * scale
    if not 4 < side < 100:
        return
    out = reach * scale + 2 * side
    low = np.maximum(0, np.floor(around[0] - out)).astype(int)
    high = np.minimum(np.array(photo.shape[::-1]), np.ceil(around[0] + out).astype(int))
    if (high - low < 3 * side).any():
        return
    part = photo[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    contrast, paper, edge = _contrasts(part, side)
    down, across = np.indices(contrast.shape, np.float32) + edge
    away = np.hypot(across - (around[0] - low)[0], down - (around[0] - low)[1])
    contrast[away > reach * scale] = 0
    for _ in range(TRIED):
        row, column = np.unravel_index(int(np.argmax(contrast)), contrast.shape)
        best = float(contrast[row, column])
        if best < LEAST_CONTRAST:
            return
        x, y = edge + int(column), edge + int(row)
        yield low + _middle(part, x, y, side, float(paper[row, column])), min(1.0, best)
        near = round(side)
        contrast[max(0, row - near) : row + near, max(0, column - near) : column + near] = 0


def _contrasts(
    part: NDArray[np.float32], side: float
) -> tuple[NDArray[np.float32], NDArray[np.float32], int]:
    """Return how much darker a square is than what is around it, for each place of its middle.

    Also how bright it is around, and the pixels at the edge that are left out.
    """
    sums = np.pad(part, ((1, 0), (1, 0))).cumsum(axis=0, dtype=np.float64).cumsum(axis=1)
    inner, ring, edge = max(1, round(side * 0.36)), round(side * 0.62), max(3, round(side * 0.95))
    high, wide = part.shape

    def total(left: int, top: int, right: int, bottom: int) -> NDArray[np.float64]:
        above, below = (sums[edge + row : high - edge + row] for row in (top, bottom))
        before, after = (slice(edge + column, wide - edge + column) for column in (left, right))
        return np.asarray(below[:, after] - above[:, after] - below[:, before] + above[:, before])

    whole, middle = total(-edge, -edge, edge, edge), total(-ring, -ring, ring, ring)
    paper = np.maximum((whole - middle) / ((2 * edge) ** 2 - (2 * ring) ** 2), 1)
    # A mark is black in all its quarters, unlike the signs of a text.
    starts = [(left, top) for left in (-inner, 0) for top in (-inner, 0)]
    quarters = [total(left, top, left + inner, top + inner) for left, top in starts]
    contrast = 1 - np.max(quarters, axis=0) / inner**2 / paper
    return contrast.astype(np.float32), paper.astype(np.float32), edge


def _middle(part: NDArray[np.float32], x: int, y: int, side: float, paper: float) -> Points:
    """Return the middle of the dark pixels about a mark."""
    half = round(side * 0.85)
    top, left = max(0, y - half), max(0, x - half)
    mark = part[top : y + half + 1, left : x + half + 1]
    dark = np.clip(paper * 0.6 - mark, 0, None)
    rows, columns = np.indices(mark.shape)
    whole = float(dark.sum())
    if whole <= 0:
        return np.array([x, y], float)
    return np.array([left + (columns * dark).sum() / whole, top + (rows * dark).sum() / whole])
