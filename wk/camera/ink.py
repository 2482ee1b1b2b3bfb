"""Where something is written, in a wide cell or on a score pad, which has no lines."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from wk.camera.grid import Flat
from wk.printing.placed_cells import Box

INSIDE = 1.0  # millimetres from the edges of a pad in which nothing is looked for
LABEL = (13.0, 5.2)  # millimetres across and down, in the corner where its name is printed
STROKE = 1.6  # millimetres: what is wider is no stroke of a pen
INK = 0.28  # of the brightness of the paper: what is darker by so much is ink
LEAST_INK = 0.35  # millimetres of ink across, in a row of pixels of a number
LEAST_HIGH, USUAL_HIGH = 1.6, 5.6  # millimetres of a number; a line that is drawn is less high
OFF = 1.3  # millimetres by which two numbers that touch may be higher or lower than usual
JOINED_DOWN, JOINED_ACROSS = 0.5, 4.5  # millimetres of white within a number
AROUND = 0.7  # millimetres around the ink of a number
LEAST_WIDE = 7.5  # millimetres of a cell that is seen as closely as the network has learnt it
LEAST_DOWN = 0.35  # millimetres of ink down, in a column of pixels of a number


def pad_lines(flat: Flat, box: Box, *, is_above: bool) -> list[Box]:
    """Return the places of what is written on a part of a pad, from the line of the pad outward."""
    left, top = box.left + INSIDE, box.top + INSIDE
    ink = _ink(flat, left, top, box.left + box.width - INSIDE, box.top + box.height - INSIDE)
    across, down = (round((size - INSIDE) * flat.dots) for size in LABEL)
    ink[-down if is_above else 0 : None if is_above else down, :across] = False
    wide = np.asarray(ink.sum(axis=1), np.float64)
    is_written = wide >= LEAST_INK * flat.dots
    found = [
        Box(
            left + columns[0] / flat.dots - AROUND,
            top + rows[0] / flat.dots - AROUND,
            (columns[1] - columns[0]) / flat.dots + 2 * AROUND,
            (rows[1] - rows[0]) / flat.dots + 2 * AROUND,
        )
        for run in _runs(is_written, JOINED_DOWN * flat.dots)
        for rows in _split(wide, run, flat.dots)
        for columns in _runs(_columns(ink, rows, flat.dots), JOINED_ACROSS * flat.dots)
        if _is_number(ink, rows, columns, flat.dots)
    ]
    return found[::-1] if is_above else found


def around_ink(flat: Flat, box: Box) -> Box:
    """Return the part of a wide cell in which something is written, or the cell if it is empty."""
    left = box.left + INSIDE
    right, bottom = box.left + box.width - INSIDE, box.top + box.height - INSIDE
    ink = _ink(flat, left, box.top + INSIDE, right, bottom)
    places = np.nonzero(ink.sum(axis=0) >= LEAST_DOWN * flat.dots)[0]
    if not len(places):
        return box
    first, last = (left + float(place) / flat.dots for place in (places[0], places[-1]))
    wide = max(LEAST_WIDE, last - first + 2 * AROUND)
    if wide >= box.width:
        return box
    return Box((first + last - wide) / 2, box.top, wide, box.height)


def _ink(flat: Flat, left: float, top: float, right: float, bottom: float) -> NDArray[np.bool_]:
    """Return where ink is in a part of a sheet: what is dark and narrow, as no stain or shadow."""
    x, y = round(flat.pixel(left)), round(flat.pixel(top))
    part = flat.image[y : round(flat.pixel(bottom)), x : round(flat.pixel(right))]
    size = round(STROKE * flat.dots) // 2 * 2 + 1
    grey = Image.fromarray(part).filter(ImageFilter.MedianFilter(3))
    paper = grey.filter(ImageFilter.MaxFilter(size)).filter(ImageFilter.MinFilter(size))
    return np.asarray(np.asarray(grey) < np.asarray(paper, np.float32) * (1 - INK))


def _runs(is_there: NDArray[np.bool_], joined: float) -> Iterator[tuple[int, int]]:
    """Yield the first and the end of each run, across gaps of at most `joined`."""
    places = np.nonzero(is_there)[0]
    if not len(places):
        return
    breaks = np.nonzero(np.diff(places) > joined + 1)[0]
    starts, ends = places[np.r_[0, breaks + 1]], places[np.r_[breaks, len(places) - 1]]
    yield from zip(starts.tolist(), (ends + 1).tolist(), strict=True)


def _split(
    wide: NDArray[np.float64], rows: tuple[int, int], dots: float
) -> Iterator[tuple[int, int]]:
    """Yield the rows of each number in a run of rows that has as many as fit: they touch.

    `wide` is the ink in each row of pixels: there it is least.
    """
    start, end = rows
    count = max(1, round((end - start) / dots / USUAL_HIGH))
    smooth = np.convolve(wide, np.ones(3) / 3, mode="same")
    reach, before = round(OFF * dots), start
    for number in range(1, count):
        middle = start + round((end - start) * number / count)
        at = middle - reach + int(smooth[middle - reach : middle + reach + 1].argmin())
        yield before, at
        before = at
    yield before, end


def _columns(ink: NDArray[np.bool_], rows: tuple[int, int], dots: float) -> NDArray[np.bool_]:
    """Return in which columns a number has ink, in some rows."""
    return np.asarray(ink[rows[0] : rows[1]].sum(axis=0) >= LEAST_DOWN * dots)


def _is_number(
    ink: NDArray[np.bool_], rows: tuple[int, int], columns: tuple[int, int], dots: float
) -> bool:
    """Return whether the ink in some rows and columns is as high as a number."""
    part = ink[rows[0] : rows[1], columns[0] : columns[1]]
    high = float(np.ptp(np.nonzero(part.any(axis=1))[0])) / dots
    return high >= LEAST_HIGH
