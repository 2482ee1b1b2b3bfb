"""A stated model of the photo of a page: tilt, turn, bends, stains, blur, light, noise, JPEG.

`bin/bench camera` and the tests photograph filled in sheets by it. It is no real photo: glare,
folds, fingers and what stands behind thin paper are not in it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image, ImageFilter

from wk.camera.sampling import seen_at, view_of

WIDE, HIGH = 2200, 2900  # pixels of a photo that is held upright
FOCUS = 1.15 * HIGH  # the focal length, in pixels
GREY_DESK = (40, 150)
EVERY = 8  # of so many pixels one is worked out, and those between from it
BAND = 32  # rows of pixels that are worked out together: they fit into the caches of a processor


@dataclass(frozen=True, slots=True)
class Level:
    """How bad photos are: at most so many degrees of `tilt` and `turn`, millimetres of `bend`.

    `blur` is in pixels, `shadow` and `stain` are shares, `jpeg` are qualities, `noise` is of 255.
    `any_way_up`: whether it may lie on its side or upside down.
    """

    tilt: float
    turn: float
    bend: float
    blur: float
    shadow: float
    stain: float
    noise: float
    jpeg: tuple[int, int]
    any_way_up: bool = True


LEVELS = {
    "easy": Level(8, 5, 0.8, 0.6, 0.15, 0, 2.5, (80, 92), any_way_up=False),
    "normal": Level(16, 15, 2.5, 1.1, 0.35, 0.4, 4, (60, 85)),
    "hard": Level(26, 30, 5, 1.8, 0.6, 0.9, 7, (40, 65)),
}


def photograph(page, dots: float, level: Level, random, quarter: int | None = None):
    """Return a photo of a page (grey, `dots` pixels a millimetre), and where its points are.

    The latter gives pixels in the photo for millimetres from the corner of the paper. `quarter` is
    the number of quarter turns, by chance without it.
    """
    size = np.array(page.shape[::-1]) / dots
    if quarter is None:
        quarter = int(random.integers(4)) if level.any_way_up else 0
    wide, high = (HIGH, WIDE) if quarter % 2 else (WIDE, HIGH)
    view = _view(size, (wide, high), quarter, level, random)
    bend = _bend(size, level.bend, random)
    page = _stained(page.astype(np.float32), dots, random) if _happens(level, random) else page
    rows, columns = np.indices((-(-high // EVERY) + 1, -(-wide // EVERY) + 1)) * EVERY
    seen = np.column_stack([columns.ravel(), rows.ravel()]).astype(float)
    flat = seen_at(np.linalg.inv(view), seen)
    points = flat.copy()
    for _ in range(4):  # the bends, undone
        points = flat - bend(points)
    x, y = (between((points[:, axis] * dots).reshape(rows.shape), high, wide) for axis in (0, 1))
    photo = sampled(np.asarray(page, np.uint8), x, y)
    outside = (x < 0) | (y < 0) | (x >= page.shape[1] - 1) | (y >= page.shape[0] - 1)
    desk = random.integers(*GREY_DESK) + random.normal(0, 12, (high // 60 + 1, 1))
    np.copyto(photo, np.repeat(desk, 60, 0)[:high], "same_kind", where=outside)
    photo = _lit(photo, level, random)

    def where(millimetres):
        return seen_at(view, millimetres + bend(millimetres))

    return photo, where


def _happens(level: Level, random) -> bool:
    return bool(random.random() < level.stain)


def _view(size, photo, quarter: int, level: Level, random):
    """Return how the plane of the paper is seen, so that it fills most of the photo."""
    across, down = np.deg2rad(random.uniform(-level.tilt, level.tilt, 2))
    turn = np.deg2rad(quarter * 90 + random.uniform(-level.turn, level.turn))
    turned = np.array(
        [[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]]
    )
    tilted = np.array(
        [[1, 0, 0], [0, np.cos(across), -np.sin(across)], [0, np.sin(across), np.cos(across)]]
    ) @ np.array([[np.cos(down), 0, np.sin(down)], [0, 1, 0], [-np.sin(down), 0, np.cos(down)]])
    corners = np.array([[0, 0], [size[0], 0], size, [0, size[1]]])
    middle = np.column_stack([corners - size / 2, np.zeros(4)]) @ (tilted @ turned).T
    fill, away = random.uniform(0.80, 0.93), 500.0
    for _ in range(60):
        seen = middle[:, :2] / (middle[:, 2:] + away) * FOCUS
        away *= float((np.ptp(seen, axis=0) / photo).max()) / fill
    seen += np.array(photo) / 2 - (seen.max(axis=0) + seen.min(axis=0)) / 2
    return view_of(corners.astype(float), seen + random.normal(0, 8, 2))


def _bend(size, most: float, random) -> Callable:
    """Return by how many millimetres points of a bent paper are off."""
    across, down = random.uniform(-most, most, 2)
    slope, starts = random.uniform(-most, most) * 0.5, random.uniform(0, 2 * np.pi, 2)

    def bend(points):
        x, y = points[:, 0] / size[0], points[:, 1] / size[1]
        right = across * np.sin(2 * np.pi * y * 0.8 + starts[0]) * 0.6
        right += slope * np.sin(np.pi * x) * 0.3
        return np.column_stack([right, down * np.sin(2 * np.pi * x * 0.7 + starts[1]) * 0.6])

    return bend


def _stained(page, dots: float, random):
    """Return a page with the rings of cups on it."""
    rings = [
        (
            random.uniform(0.1, 0.9, 2) * page.shape[::-1],
            random.uniform(25, 42) * dots,
            random.uniform(0.15, 0.4),
        )
        for _ in range(random.integers(1, 3))
    ]
    high, wide = page.shape
    y, x, stained = np.arange(high)[:, None], np.arange(wide)[None], page.astype(float)
    for band in _bands(high):
        for middle, far, dark in rings:
            off = np.abs(np.hypot(x - middle[0], y[band] - middle[1]) - far)
            stained[band] *= 1 - dark * np.exp(-((off / dots / 1.5) ** 2))
    return stained


def _lit(photo, level: Level, random):
    """Return a photo as a lens, the light and a file make it."""
    blur = max(0.3, level.blur * random.uniform(0.6, 1.1))
    image = Image.fromarray(np.clip(photo, 0, 255).astype(np.uint8))
    photo = np.asarray(image.filter(ImageFilter.GaussianBlur(blur)), np.float32)
    high, wide = photo.shape
    y, x = np.arange(high)[:, None] / high - 0.5, np.arange(wide)[None] / wide - 0.5
    angle, other = random.uniform(0, 2 * np.pi, 2)
    shadow = random.random() < level.shadow * 1.3
    if shadow:
        off, share, sharp = (random.uniform(*of) for of in ((-0.25, 0.25), (0.4, 0.8), (15, 60)))
    lamp, lit = random.uniform(0.78, 0.98), np.empty(photo.shape, np.uint8)
    for band in _bands(high):
        light = 1 - level.shadow * 0.6 * (np.cos(angle) * x + np.sin(angle) * y[band] + 0.5)
        if shadow:
            edge = np.cos(other) * x + np.sin(other) * y[band] - off
            light *= 1 - level.shadow * share / (1 + np.exp(-edge * sharp))
        seen = photo[band] * lamp * light
        seen += random.normal(0, level.noise, seen.shape)
        lit[band] = np.clip(seen, 0, 255)
    file = BytesIO()
    image = Image.fromarray(lit)
    image.save(file, "JPEG", quality=int(random.integers(*level.jpeg)))
    return np.asarray(Image.open(file))


def sampled(photo, x, y):
    """Return the pixels of a photo at places between them; outside it is white."""
    found = np.empty(x.shape, np.float32)
    for band in _bands(len(x)):
        found[band] = _sampled(photo, x[band], y[band])
    return found


def _bands(high: int) -> list[slice]:
    return [slice(top, top + BAND) for top in range(0, high, BAND)]


def _sampled(photo, x, y):
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
    return found


def between(coarse, high: int, wide: int):
    """Return numbers for each pixel, from one for each `EVERY` pixels down and across."""
    down, across = _shares(high, coarse.shape[0]), _shares(wide, coarse.shape[1])
    return down @ coarse.astype(np.float32) @ across.T


def _shares(size: int, number: int):
    at = np.arange(size) / EVERY
    low = np.minimum(at.astype(int), number - 2)
    shares = np.zeros((size, number), np.float32)
    rows = np.arange(size)
    shares[rows, low] = 1 - (at - low)
    shares[rows, low + 1] = at - low
    return shares
