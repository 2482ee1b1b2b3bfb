"""The shape of what the network is shown of a cell: paper is 0 and ink is about 1."""

import numpy as np
from numpy.typing import NDArray

HIGH, WIDE = 28, 40  # pixels of the image of a cell
AROUND = 0.7  # millimetres around a cell that are on its image
WIDEST = 13.2  # millimetres: of a wider cell the part with the ink is shown
FINEST, COARSEST = 4.2, 2.4  # pixels a millimetre


def scale_of(width: float, height: float) -> float:
    """Return the pixels a millimetre at which a cell of so many millimetres is shown."""
    fits = min(HIGH / (height + 2 * AROUND), WIDE / (min(width, WIDEST) + 2 * AROUND))
    return float(min(FINEST, max(COARSEST, fits)))


def normalised(images: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return images (cells, height, width) with paper at 0 and the darkest ink near 1."""
    grey = images.astype(np.float32)
    ordered = np.sort(grey.reshape(len(grey), -1), axis=1)
    size = ordered.shape[1]
    paper = ordered[:, int(0.8 * size)][:, None, None]
    dark = ordered[:, int(0.01 * size)][:, None, None]
    return np.asarray(np.clip((paper - grey) / np.maximum(paper - dark, 40.0), -0.3, 1.3))
