"""Pixels of a photo at any place, and points seen at an angle."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Grey = NDArray[np.uint8]
"""A photo (height, width), from 0 for black to 255."""
Points = NDArray[np.float64]
"""Points, a row of x and y each, to the right and downwards."""
Homography = NDArray[np.float64]
"""How points of a plane are seen at an angle: 3 by 3 numbers."""

Part = tuple[tuple[int, int, int, int], tuple[float, ...]]
"""A part of an image, and the corners of what is drawn there, as `drawn` takes them."""

WHITE = 255
HALF = 2


def seen_at(view: Homography, points: Points) -> Points:
    """Return where points are seen."""
    seen = np.column_stack([points, np.ones(len(points))]) @ view.T
    return np.asarray(seen[:, :2] / seen[:, 2:])


def view_of(points: Points, seen: Points, weights: NDArray[np.float64] | None = None) -> Homography:
    """Return how points are seen, by four of them at least and where each is seen."""
    weights = np.ones(len(points)) if weights is None else np.sqrt(weights)
    from_points, to_seen = _evened(points), _evened(seen)
    source, target = seen_at(from_points, points), seen_at(to_seen, seen)
    rows = []
    for (x, y), (u, v), weight in zip(source, target, weights, strict=True):
        rows.append(np.array([x, y, 1, 0, 0, 0, -u * x, -u * y, -u]) * weight)
        rows.append(np.array([0, 0, 0, x, y, 1, -v * x, -v * y, -v]) * weight)
    _left, _sizes, right = np.linalg.svd(np.array(rows))
    view = np.linalg.inv(to_seen) @ right[-1].reshape(3, 3) @ from_points
    return np.asarray(view / view[2, 2])


def _evened(points: Points) -> Homography:
    """Return the view in which points lie around 0, about 1 away."""
    middle = points.mean(axis=0)
    scale = 1 / max(1e-9, float(np.hypot(*(points - middle).T).mean()))
    return np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1]])


def inverse(view: Homography) -> Homography:
    """Return the view that leads from where points are seen to the points."""
    return np.asarray(np.linalg.inv(view))


def drawn(photo: Grey, size: tuple[int, int], parts: Sequence[Part]) -> Grey:
    """Return an image, `size` wide and high, whose parts are drawn from a photo.

    Each part has its left, upper, right and lower edge in the image, and the corners of what is
    drawn there in the photo: x and y of the upper left, lower left, lower right and upper right
    one. A pixel reaches from its number to the next. Outside the photo it is white.
    """
    image = Image.fromarray(photo).transform(
        size, Image.Transform.MESH, parts, Image.Resampling.BILINEAR, fillcolor=WHITE
    )
    return np.asarray(image)


def smaller(photo: Grey, times: int) -> Grey:
    """Return a photo so many times smaller."""
    return photo if times == 1 else np.asarray(Image.fromarray(photo).reduce(times))


def larger(points: Points, times: float) -> Points:
    """Return where points of a photo are in the one that is so many times larger."""
    return (points + 0.5) * times - 0.5


def shrunk(times: int) -> Homography:
    """Return the view that leads from a photo to one that is so many times smaller."""
    off = 0.5 / times - 0.5
    return np.array([[1 / times, 0, off], [0, 1 / times, off], [0, 0, 1]])


def paper_of(photo: Grey, block: int) -> NDArray[np.float32]:
    """Return how bright the paper is around each pixel, in blocks of so many pixels.

    That is an even number, and both sides of the photo are multiples of it.
    """
    high, wide = photo.shape
    half = block // HALF
    blocks = smaller(photo, HALF).reshape(high // block, half, wide // block, half)
    blocks = blocks.astype(np.float32)
    # Ink makes a block darker; the brighter pixels are those of the paper.
    bright = blocks >= blocks.mean(axis=(1, 3), keepdims=True)
    light = (blocks * bright).sum(axis=(1, 3)) / bright.sum(axis=(1, 3))
    image = Image.fromarray(light.astype(np.float32))
    return np.asarray(image.resize((wide, high), Image.Resampling.BILINEAR))
