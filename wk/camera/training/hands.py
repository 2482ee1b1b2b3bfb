"""Hands that write signs: our own strokes, and those of people in data that is free to use."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from wk.camera.training.strokes import Points, Stroke, along, bent, sign

Images = NDArray[np.uint8]
NARROW, NARROW_ONE = 0.62, 0.35  # how wide digits are that were stretched to be as wide as high
FINER = 2  # an image is made so many times finer before it is made thin


class Hand(Protocol):
    """What writes signs."""

    def sign(self, text: str, random: Generator) -> Points:
        """Return the points on the ink of a sign, one high."""


def one_high(points: Points) -> Points:
    """Return points moved and scaled so that they are one high and begin at 0, 0."""
    low, high = points.min(axis=0), points.max(axis=0)
    return np.asarray((points - low) / max(float(high[1] - low[1]), 1e-3))


class StrokeHand:
    """A hand that writes every sign by our own strokes."""

    def sign(self, text: str, random: Generator) -> Points:
        """Return the points on the ink of a sign, one high."""
        points = sign(text, random)
        if text == "-":
            points = points - points.min(axis=0)
            return np.asarray(points * random.uniform(0.7, 1.1))
        points = one_high(points)
        points[:, 0] *= float(random.uniform(0.75, 1.25))
        return points


class TraceHand:
    """A hand that writes the digits of data, and the other signs by our own strokes."""

    def __init__(self, digits: Mapping[str, Sequence[Points]]) -> None:
        self._digits = digits
        self._strokes = StrokeHand()

    def sign(self, text: str, random: Generator) -> Points:
        """Return the points on the ink of a sign, one high."""
        traces = self._digits.get(text)
        if not traces:
            return self._strokes.sign(text, random)
        points = traces[int(random.integers(len(traces)))]
        return one_high(bent(points, random))


class MixedHand:
    """A hand that writes by one of several hands, each with its share."""

    def __init__(self, hands: Sequence[Hand], shares: Sequence[float]) -> None:
        self._hands, self._shares = hands, np.cumsum(shares) / sum(shares)

    def sign(self, text: str, random: Generator) -> Points:
        """Return the points on the ink of a sign, one high."""
        return self._hands[int(np.searchsorted(self._shares, random.random()))].sign(text, random)


def pen_traces(rows: NDArray[np.float64]) -> dict[str, list[Points]]:
    """Return the digits of rows of eight points each (0 to 100, upwards) and the digit.

    The points of a digit are stretched to be as wide as high, which is undone.
    """
    found: dict[str, list[Points]] = {str(digit): [] for digit in range(10)}
    for row in rows:
        points = row[:16].reshape(8, 2) / 100
        points[:, 1] = 1 - points[:, 1]
        points[:, 0] *= NARROW_ONE if row[16] == 1 else NARROW
        found[str(int(row[16]))].append(along(Stroke(points, True)))
    return found


def image_traces(images: Images, labels: NDArray[np.uint8], least: int) -> dict[str, list[Points]]:
    """Return the digits of images (number, height, width) as points on the middle of their ink.

    What is darker than `least`, of 255, is ink.
    """
    found: dict[str, list[Points]] = {str(digit): [] for digit in range(10)}
    for start in range(0, len(images), 2000):
        thin = thinned(finer(images[start : start + 2000]) > least)
        for each, label in zip(thin, labels[start : start + 2000], strict=True):
            down, across = np.nonzero(each)
            if len(down) > 3:
                points = np.stack([across, down], axis=1).astype(float)
                found[str(int(label))].append(between(one_high(points)))
    return found


def between(points: Points) -> Points:
    """Return points on a grid with those between neighbours, so that no pen leaves a gap."""
    step = 1.5 * np.min(np.abs(np.diff(np.unique(points[:, 1])))) if len(points) > 1 else 0.0
    apart = points[:, None] - points[None]
    near = (np.abs(apart) <= step).all(axis=2)
    first, second = np.nonzero(np.triu(near, 1))
    return np.vstack([points, (points[first] + points[second]) / 2])


def finer(images: Images | NDArray[np.float64], times: int = FINER) -> NDArray[np.float64]:
    """Return images so many times finer, by lines between their pixels."""
    made = images.astype(float)
    for axis in (1, 2):
        size = images.shape[axis]
        at = (np.arange(size * times) + 0.5) / times - 0.5
        low = np.clip(np.floor(at).astype(int), 0, size - 1)
        high = np.clip(low + 1, 0, size - 1)
        share = np.clip(at - low, 0, 1).reshape([-1 if each == axis else 1 for each in range(3)])
        made = np.take(made, low, axis) * (1 - share) + np.take(made, high, axis) * share
    return made


def thinned(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return images of ink thinned to lines of one pixel (Zhang and Suen)."""
    now = np.pad(ink, ((0, 0), (1, 1), (1, 1)))
    while True:
        before = now.copy()
        for second in (False, True):
            now &= ~_to_remove(now, second)
        if np.array_equal(before, now):
            return now[:, 1:-1, 1:-1]


def _to_remove(now: NDArray[np.bool_], second: bool) -> NDArray[np.bool_]:
    """Return the pixels at the edge that may go without breaking a line."""
    around = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
    near = [np.roll(now, (-down, -right), (1, 2)) for down, right in around]
    number = np.sum(near, axis=0, dtype=np.int8)
    turns = np.zeros(now.shape, np.int8)
    for this, following in zip(near, [*near[1:], near[0]], strict=True):
        turns += ~this & following
    up, right, down, left = near[0], near[2], near[4], near[6]
    if second:
        free = ~(up & right & left) & ~(up & down & left)
    else:
        free = ~(up & right & down) & ~(right & down & left)
    return np.asarray(now & (number >= 2) & (number <= 6) & (turns == 1) & free)
