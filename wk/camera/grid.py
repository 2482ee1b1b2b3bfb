"""How the paper of a sheet is bent, told by its printed lines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wk.camera.marks import View
from wk.camera.sampling import (
    Grey,
    Homography,
    Part,
    Points,
    drawn,
    inverse,
    paper_of,
    seen_at,
    shrunk,
    smaller,
)
from wk.printing.placed_cells import PlacedCells

AROUND = 8.0  # millimetres around the marks that are looked at
PART = 8.0  # millimetres: within so many a sheet is drawn as if it had no bends
BLOCK = PART / 2  # millimetres: within so many paper is about as bright
PIECE = 20.0  # millimetres: a printed line is looked for in pieces of about this length
STEP_OFF = 0.5  # a line so many millimetres from its place was not found
# Of the pieces of lines: fine ones are lost in a bad photo of a sheet. A sheet that has few may
# still be in its place, which its numbers tell.
LEAST_FOUND, CLEARLY_FOUND = 0.04, 0.8
# A line that is not there has its darkest place anywhere, so some of these are found as well.
BY_CHANCE = 0.33
CLEAREST, CLEAR_POINT = 12.0, 40.0  # how clearly a line is seen at most; a mark or a code

Move = Callable[[Points], Points]
"""What gives by how many millimetres points of a sheet are beside their places."""


@dataclass(frozen=True, slots=True)
class Flat:
    """A sheet as if it lay flat: `dots` pixels a millimetre, from AROUND beyond the first mark."""

    image: Grey
    dots: float

    def pixel(self, millimetres: float) -> float:
        """Return the pixel of a place."""
        return (millimetres + AROUND) * self.dots

    def pixels(self, millimetres: Sequence[float] | Points) -> NDArray[np.float64]:
        """Return the pixels of places."""
        return np.asarray((np.asarray(millimetres) + AROUND) * self.dots)


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """A sheet as if it lay flat, and the share of its lines that are in their places.

    Also by what its points are moved, one after the other.
    """

    flat: Flat
    share: float
    moves: list[Move]


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the lines.

    `dots` are the pixels a millimetre, `reach` how far a line may be off, `beside` with how many
    lines to each side and `along` with how many pieces each is weighed together, `degree` that of
    the curves that are laid through what is found, and `spread` how far from them what is found
    may be and still count, in millimetres. Of the rows one in `each` counts.
    """

    dots: float
    reach: float
    beside: int
    along: int
    degree: int
    spread: float
    each: int = 1


ALL = 99  # of the lines
# At first all lines are moved together, so that none is taken for its neighbour. Where rows are so
# low that all may be, only the thick lines count.
LOOKS = (
    Look(3.0, 6.5, ALL, 1, 3, 1.5),
    Look(3.0, 3.7, 2, 3, 2, 0.8),
    Look(3.0, 3.7, 2, 2, 4, 0.5),
    Look(4.0, 2.2, 1, 2, 6, 0.3),
    Look(4.0, 1.5, 1, 1, 6, 0.15),
)
LOW = 7.5  # millimetres: rows that are less high may all be taken for their neighbours
THICK = 5  # one in so many rows is below a thick line
NEAREST = 0.6  # of the distance of lines: one that is farther off is taken for its neighbour
LAST = Look(6.0, 1.5, 0, 2, 0, 0)


def flat_sheets(photo: Grey, view: View, placed: PlacedCells) -> list[FoundSheet]:
    """Return a sheet as if it lay flat, in each way in which it may lie; the likeliest first."""
    found = _found_by(LOOKS, photo, view, placed)
    if found.share >= CLEARLY_FOUND:
        return [found]
    # Where the marks are off by more than half a row, all lines together may be off by a row.
    ways = found, _found_by(LOOKS[1:], photo, view, placed)
    return sorted(ways, key=lambda each: each.share, reverse=True)


def _found_by(looks: Sequence[Look], photo: Grey, view: View, placed: PlacedCells) -> FoundSheet:
    """Return a sheet as some looks find it."""
    moves: list[Move] = []
    at = seen_at(inverse(view.homography), view.seen)
    sizes = _Sizes(photo, view.homography, placed)
    for look in looks:
        flat = flattened(*sizes.fine_enough(look.dots), placed, moves, look.dots)
        fixed = moved(view.points, moves)
        curves = []
        dark = _dark(flat)
        for axis, is_column in enumerate((True, False)):
            places, offs, clear = _lines_off(dark, flat, placed, is_column, look)
            # Beyond the grid the marks and the codes tell where the paper is.
            places = np.vstack([places, view.points])
            offs = np.concatenate([offs, (at - fixed)[:, axis]])
            clear = np.concatenate([clear, np.full(len(at), CLEAR_POINT)])
            curves.append(_fitted(places, offs, clear, look))
        moves.append(_move(curves, look.degree))
    flat = flattened(photo, view.homography, placed, moves, LAST.dots)
    dark = _dark(flat)
    columns, rows = (_lines_off(dark, flat, placed, is_column, LAST) for is_column in (True, False))
    printed = _printed(placed, rows[0])
    share = min(_share_found(*columns[1:]), _share_found(rows[1][printed], rows[2][printed]))
    return FoundSheet(flat, share, moves)


class _Sizes:
    """A photo in several sizes: fine lines stand out of the noise in a small one."""

    def __init__(self, photo: Grey, view: Homography, placed: PlacedCells) -> None:
        middle = np.mean(placed.marks, axis=0)
        seen = seen_at(view, middle + np.array([[0, 0], [1, 0], [0, 1]]))
        self._dots = float(np.sqrt(abs(np.linalg.det(seen[1:] - seen[0]))))
        self._photo, self._view = photo, view
        self._made: dict[int, Grey] = {}

    def fine_enough(self, dots: float) -> tuple[Grey, Homography]:
        """Return the smallest photo with so many pixels a millimetre, and how the sheet is seen."""
        times = max(1, int(self._dots / dots))
        if times not in self._made:
            self._made[times] = smaller(self._photo, times)
        return self._made[times], shrunk(times) @ self._view


def flattened(
    photo: Grey, view: Homography, placed: PlacedCells, moves: Sequence[Move], dots: float
) -> Flat:
    """Return a sheet without its angle and what is known of its bends."""
    across, down = placed.marks[2]
    side = round(PART * dots)
    wide, high = (-(-(each + 2 * AROUND) * dots // side) for each in (across, down))
    rows, columns = np.indices((int(high) + 1, int(wide) + 1)) * side
    pixels = np.column_stack([columns.ravel(), rows.ravel()]).astype(np.float64) - 0.5
    seen = seen_at(view, moved(pixels / dots - AROUND, moves)) + 0.5
    corners = seen.reshape(*rows.shape, 2)
    quads = np.concatenate(
        [corners[:-1, :-1], corners[1:, :-1], corners[1:, 1:], corners[:-1, 1:]], axis=2
    )
    parts: list[Part] = [
        ((column * side, row * side, (column + 1) * side, (row + 1) * side), tuple(quad))
        for row, line in enumerate(quads.tolist())
        for column, quad in enumerate(line)
    ]
    return Flat(drawn(photo, (int(wide) * side, int(high) * side), parts), dots)


def moved(points: Points, moves: Sequence[Move]) -> Points:
    """Return where points of a bent sheet are, as if its marks alone told it."""
    for move in moves:
        points = points + move(points)
    return points


def _dark(flat: Flat) -> NDArray[np.float32]:
    """Return how much darker than the paper around it each pixel is, from 0 to 1."""
    paper = paper_of(flat.image, round(BLOCK * flat.dots))
    return np.asarray(np.clip(1 - flat.image / np.maximum(paper, 1), 0, 1))


def _lines_off(
    dark: NDArray[np.float32], flat: Flat, placed: PlacedCells, is_column: bool, look: Look
) -> tuple[Points, NDArray[np.float64], NDArray[np.float64]]:
    """Return for the pieces of all lines where they are, how far off, and how clearly."""
    lines, others = (placed.columns, placed.rows) if is_column else (placed.rows, placed.columns)
    pieces = np.linspace(others[0], others[-1], round((others[-1] - others[0]) / PIECE) + 1)
    middles = (pieces[1:] + pieces[:-1]) / 2
    places = np.stack(np.meshgrid(lines, middles, indexing="ij"), axis=-1).reshape(-1, 2)
    if not is_column:
        dark, places, look = dark.T, places[:, ::-1], _not_beyond(lines, look)
    reach = round(look.reach * look.dots)
    profiles = _profiles(dark, np.rint(flat.pixels(lines)), np.rint(flat.pixels(pieces)), reach)
    if not is_column:
        profiles = _of_rows(profiles, _printed(placed, places), look)
    profiles = _together(_together(profiles, look.beside, 0), look.along, 1)
    best = np.argmax(profiles[..., 1:-1], axis=2) + 1
    before, top, after = (
        np.take_along_axis(profiles, best[..., None] + step, 2)[..., 0] for step in (-1, 0, 1)
    )
    bend = np.minimum(before - 2 * top + after, -1e-9)
    offs = (best + np.clip((before - after) / 2 / bend, -0.5, 0.5) - reach) / look.dots
    middle = np.median(profiles, axis=2)
    noise = np.median(np.abs(profiles - middle[..., None]), axis=2)
    clear = np.clip((top - middle) / (noise + 0.004), 0, CLEAREST)
    exact = flat.pixels(lines) - np.rint(flat.pixels(lines))
    offs -= exact[:, None] / look.dots
    return places, offs.ravel(), clear.ravel()


def _not_beyond(rows: Sequence[float], look: Look) -> Look:
    """Return a look that takes no row for its neighbour; at first the thick lines see to that."""
    if look.beside == ALL:
        return look if np.diff(rows).min() >= LOW else replace(look, each=THICK)
    return replace(look, reach=min(look.reach, np.diff(rows).min() * NEAREST))


def _of_rows(
    profiles: NDArray[np.float64], printed: NDArray[np.bool_], look: Look
) -> NDArray[np.float64]:
    """Return the profiles of rows without those that are not printed, or of the thick lines."""
    seen = np.where(printed.reshape(profiles.shape[:2])[..., None], profiles, 0)
    if look.each == 1:
        return seen
    return np.broadcast_to(seen[:: look.each].mean(axis=0), profiles.shape)


def _printed(placed: PlacedCells, places: Points) -> NDArray[np.bool_]:
    """Return at which places of rows their lines are printed: in score pads only two of them."""
    ends = np.isin(places[:, 1], (placed.rows[0], placed.rows[-1]))
    return np.asarray(ends | (places[:, 0] <= placed.columns[placed.last_column]))


def _profiles(
    dark: NDArray[np.float32],
    lines: NDArray[np.float64],
    pieces: NDArray[np.float64],
    reach: int,
) -> NDArray[np.float64]:
    """Return how dark it is beside the pieces of lines, without the ink that crosses them.

    `lines` and `pieces` are the pixels of the lines, and of the ends of their pieces.
    """
    long = int(np.diff(pieces).min())
    along = (pieces[:-1, None] + np.arange(long)).astype(int)
    across = (lines[:, None] + np.arange(-reach, reach + 1)).astype(int)
    across = np.clip(across, 0, dark.shape[1] - 1)  # a wide sheet reaches beyond what is drawn
    bands = dark[along[None, :, None, :], across[:, None, :, None]]
    low, high = long // 10, long // 2
    between = np.partition(bands, (low, high), axis=3)[..., low:high]
    return np.asarray(between.mean(axis=3), np.float64)


def _together(profiles: NDArray[np.float64], number: int, axis: int) -> NDArray[np.float64]:
    """Return the means of profiles with so many before and after them."""
    size = profiles.shape[axis]
    sums = np.concatenate(
        [np.zeros_like(profiles.take([0], axis)), profiles.cumsum(axis=axis)], axis
    )
    low = np.maximum(np.arange(size) - number, 0)
    high = np.minimum(np.arange(size) + number + 1, size)
    counts = (high - low).reshape([-1 if each == axis else 1 for each in range(3)])
    return np.asarray((sums.take(high, axis) - sums.take(low, axis)) / counts)


def _terms(points: Points, degree: int) -> NDArray[np.float64]:
    x, y = points[:, 0] / 100 - 1, points[:, 1] / 100 - 1
    pairs = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]
    return np.stack([x**i * y**j for i, j in pairs], axis=1)


def _fitted(
    places: Points, offs: NDArray[np.float64], clear: NDArray[np.float64], look: Look
) -> NDArray[np.float64]:
    """Return the curve through what most lines tell: those far from it count for little."""
    terms = _terms(places, look.degree)
    little = np.eye(terms.shape[1]) * 0.02
    weights, spread = clear.copy(), 1.5
    curve: NDArray[np.float64] = np.zeros(terms.shape[1])
    for _ in range(8):
        weighed = terms * weights[:, None]
        curve = np.asarray(np.linalg.solve(terms.T @ weighed + little, weighed.T @ offs))
        far = np.abs(terms @ curve - offs)
        weights = clear / (1 + (far / spread) ** 2)
        spread = max(look.spread, spread * 0.7)
    return curve


def _move(curves: Sequence[NDArray[np.float64]], degree: int) -> Move:
    def move(points: Points) -> Points:
        terms = _terms(points, degree)
        return np.stack([terms @ curve for curve in curves], axis=1)

    return move


def _share_found(offs: NDArray[np.float64], clear: NDArray[np.float64]) -> float:
    """Return the share of the pieces of lines that are where they should be, without chance."""
    near = float(((np.abs(offs) < STEP_OFF) & (clear > 1.5)).mean())
    return max(0.0, (near - BY_CHANCE) / (1 - BY_CHANCE))
