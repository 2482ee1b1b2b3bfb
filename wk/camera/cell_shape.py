"""The shape of what the network is shown of a cell: paper is 0 and ink is about 1."""

import numpy as np
from numpy.typing import NDArray

from wk.camera.cell_size import HIGH, WIDE

AROUND = 0.7  # millimetres around a cell that are on its image
WIDEST = 13.2  # millimetres: of a wider cell the part with the ink is shown
BEYOND = 0.4  # millimetres: what is farther from a cell is not shown, as it belongs to another
FINEST, COARSEST = 4.2, 2.4  # pixels a millimetre
PAPER, LEVELS = 210, 150  # as a byte: paper, and by how much ink is darker


def scale_of(width: float, height: float) -> float:
    """Return the pixels a millimetre at which a cell of so many millimetres is shown."""
    fits = min(HIGH / (height + 2 * AROUND), WIDE / (min(width, WIDEST) + 2 * AROUND))
    return float(min(FINEST, max(COARSEST, fits)))


def normalised(images: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return images (cells, height, width) with paper at 0 and the darkest ink near 1."""
    grey = images.astype(np.float32)
    size = HIGH * WIDE
    darker, brighter = int(0.01 * size), int(0.8 * size)
    ordered = np.partition(grey.reshape(len(grey), -1), (darker, brighter), axis=1)
    paper, dark = ordered[:, brighter, None, None], ordered[:, darker, None, None]
    return np.asarray(np.clip((paper - grey) / np.maximum(paper - dark, 40.0), -0.3, 1.3))


def as_bytes(images: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return images with a byte for each pixel, paper bright and ink dark.

    >>> as_bytes(np.array([0, 1, -0.3, 1.3], np.float32)).tolist()
    [210, 60, 255, 15]
    """
    return np.asarray(np.round(PAPER - images * LEVELS), np.uint8)


def of_bytes(images: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return images of which each pixel was a byte, with paper at 0 and ink about 1.

    >>> of_bytes(np.array([210, 60], np.uint8)).tolist()
    [0.0, 1.0]
    """
    return np.asarray((PAPER - images.astype(np.float32)) / LEVELS, np.float32)


def window(width: float, height: float) -> NDArray[np.float32]:
    """Return the share of each pixel (HIGH, WIDE) that is shown, by the millimetres of a cell."""
    scale = scale_of(width, height)
    sides = ((height, HIGH), (min(width, WIDEST), WIDE))
    down, across = (
        np.clip((side / 2 + BEYOND) * scale - np.abs(np.arange(size) + 0.5 - size / 2) + 0.5, 0, 1)
        for side, size in sides
    )
    return np.asarray(down[:, None] * across[None], np.float32)
