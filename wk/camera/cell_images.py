"""The images of the cells of a sheet."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from wk.camera.cell_shape import WIDEST, normalised, scale_of, window
from wk.camera.cell_size import HIGH, WIDE
from wk.camera.grid import Flat
from wk.camera.sampling import Part, drawn
from wk.printing.placed_cells import Box

SOFTER = 0.6  # pixels by which a sheet is blurred before it is made smaller
INSIDE = 1.0  # millimetres: closer to its edge a wide cell is not searched for ink


def cell_images(flat: Flat, boxes: Sequence[Box]) -> NDArray[np.float32]:
    """Return the images of cells of a sheet (cells, HIGH, WIDE)."""
    soft = Image.fromarray(flat.image).filter(ImageFilter.GaussianBlur(SOFTER))
    parts: list[Part] = []
    for number, box in enumerate(boxes):
        dots = flat.dots / scale_of(box.width, box.height)
        x, y = _middle(flat, box) + 0.5, flat.pixel(box.top + box.height / 2) + 0.5
        across, down = WIDE / 2 * dots, HIGH / 2 * dots
        left, top, right, bottom = x - across, y - down, x + across, y + down
        place = (0, number * HIGH, WIDE, (number + 1) * HIGH)
        parts.append((place, (left, top, left, bottom, right, bottom, right, top)))
    images = drawn(np.asarray(soft), (WIDE, len(boxes) * HIGH), parts)
    shown = [window(box.width, box.height) for box in boxes]
    shape = (len(boxes), HIGH, WIDE)
    return normalised(images.reshape(shape)) * np.array(shown, np.float32).reshape(shape)


def _middle(flat: Flat, box: Box) -> float:
    """Return the pixel across that is the middle of a cell, or of the ink in a wide one."""
    middle = flat.pixel(box.left + box.width / 2)
    if box.width <= WIDEST:
        return middle
    left, right = flat.pixel(box.left + INSIDE), flat.pixel(box.left + box.width - INSIDE)
    top, bottom = flat.pixel(box.top + INSIDE), flat.pixel(box.top + box.height - INSIDE)
    part = flat.image[int(top) : int(bottom), int(left) : int(right)].astype(np.float32)
    ink = np.clip(np.median(part) * 0.8 - part, 0, None).sum(axis=0)
    if not ink.any():
        return middle
    gone = np.cumsum(ink) / ink.sum()
    low, high = np.searchsorted(gone, (0.03, 0.97))
    half = WIDEST / 2 * flat.dots
    return float(np.clip(left + (low + high) / 2, left + half, right - half))


def ink_shares(flat: Flat, boxes: Sequence[Box], beyond: float) -> list[float]:
    """Return the mean darkness of parts of a sheet and `beyond` millimetres around, 0 to 1."""
    shares = []
    for box in boxes:
        left, right = flat.pixel(box.left - beyond), flat.pixel(box.left + box.width + beyond)
        top, bottom = flat.pixel(box.top - beyond), flat.pixel(box.top + box.height + beyond)
        part = flat.image[round(top) : round(bottom), round(left) : round(right)]
        paper = np.percentile(part, 85)
        shares.append(float(np.clip(1 - part / max(paper, 1), 0, 1).mean()))
    return shares
