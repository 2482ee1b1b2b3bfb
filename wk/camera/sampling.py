"""Pixels of a photo at any place, and points seen at an angle."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Grey = NDArray[np.uint8]
"""A photo (height, width), from 0 for black to 255."""
Points = NDArray[np.float64]
"""Points, a row of x and y each, to the right and downwards."""
Homography = NDArray[np.float64]
"""How points of a plane are seen at an angle: 3 by 3 numbers."""

EVERY = 8  # of so many pixels one is worked out, and those between from it


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


def sampled(photo: Grey, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the pixels of a photo at places between them; outside it is white."""
    high, wide = photo.shape
    left, top = np.floor(x).astype(np.int32), np.floor(y).astype(np.int32)
    outside = (left < 0) | (top < 0) | (left >= wide - 1) | (top >= high - 1)
    across, down = x - left, y - top
    np.clip(left, 0, wide - 2, out=left)
    np.clip(top, 0, high - 2, out=top)
    flat, at = photo.reshape(-1), top * wide + left
    above = flat[at] * (1 - across) + flat[at + 1] * across
    at += wide
    below = flat[at] * (1 - across) + flat[at + 1] * across
    found = above + (below - above) * down
    found[outside] = 255
    return np.asarray(found, np.float32)


def between(coarse: NDArray[np.float64], high: int, wide: int) -> NDArray[np.float32]:
    """Return numbers for each pixel, from one for each `EVERY` pixels down and across."""
    down, across = _shares(high, coarse.shape[0]), _shares(wide, coarse.shape[1])
    return np.asarray(down @ coarse.astype(np.float32) @ across.T)


def _shares(size: int, number: int) -> NDArray[np.float32]:
    at = np.arange(size) / EVERY
    low = np.minimum(at.astype(int), number - 2)
    shares = np.zeros((size, number), np.float32)
    rows = np.arange(size)
    shares[rows, low] = 1 - (at - low)
    shares[rows, low + 1] = at - low
    return shares


def smaller(photo: Grey, times: int) -> Grey:
    """Return a photo so many times smaller."""
    return photo if times == 1 else np.asarray(Image.fromarray(photo).reduce(times))


def paper_of(photo: NDArray[np.float32], block: int) -> NDArray[np.float32]:
    """Return how bright the paper is around each pixel, in blocks of so many pixels."""
    high, wide = photo.shape
    down, across = -(-high // block), -(-wide // block)
    padded = np.pad(photo, ((0, down * block - high), (0, across * block - wide)), "edge")
    blocks = padded.reshape(down, block, across, block)
    # Ink makes a block darker; the brighter pixels are those of the paper.
    bright = blocks >= blocks.mean(axis=(1, 3), keepdims=True)
    light = (blocks * bright).sum(axis=(1, 3)) / np.maximum(bright.sum(axis=(1, 3)), 1)
    image = Image.fromarray(light.astype(np.float32)).resize(
        (across * block, down * block), Image.Resampling.BILINEAR
    )
    return np.asarray(image)[:high, :wide]
