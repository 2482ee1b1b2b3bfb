"""Texts as a person writes them in a cell, and ink on paper."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.scan import UNREADABLE
from wk.camera.training.hands import Hand
from wk.camera.training.strokes import Points, Stroke, along, curved

Image = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Style:
    """How one person writes: sizes in millimetres, `dark` the ink of his pen from 0 to 1."""

    height: float
    pen: float
    gap: float
    slant: float
    width: float
    dark: float


def style_of(random: Generator, cell_height: float) -> Style:
    """Return the style of another person, in cells of a height in millimetres."""
    height = float(np.clip(random.normal(0.6, 0.1) * cell_height, 2.4, 6.4))
    return Style(
        height=height,
        pen=float(random.uniform(0.28, max(0.35, min(0.7, height / 7)))),
        gap=float(random.uniform(-0.05, 0.6)),
        slant=float(random.normal(0.08, 0.14)),
        width=float(np.clip(random.normal(1, 0.12), 0.7, 1.3)),
        dark=float(random.uniform(0.5, 1)),
    )


def written(text: str, hand: Hand, style: Style, room: float, random: Generator) -> Points:
    """Return the ink of a text in millimetres around its middle, in a cell of `room`.

    UNREADABLE is a number that was crossed out.
    """
    if text == UNREADABLE:
        number = written(str(random.integers(0, 12)), hand, style, room, random)
        return np.vstack([number, _crossing(number, random)])
    parts, at = [], 0.0
    for sign in text:
        points = hand.sign(sign, random)
        high = style.height * float(1 + random.normal(0, 0.06))
        points = points * high * [style.width, 1]
        slant = style.slant + float(random.normal(0, 0.04))
        points[:, 0] += slant * (high / 2 - points[:, 1])
        points -= [points[:, 0].min(), (points[:, 1].min() + points[:, 1].max()) / 2]
        points[:, 0] += at
        points[:, 1] += random.normal(0, 0.05) * high
        if sign == "-":
            points[:, 1] += random.normal(0, 0.08) * high
        at = float(points[:, 0].max()) + style.gap + style.pen
        parts.append(points)
    ink = np.vstack(parts)
    wide = float(np.ptp(ink[:, 0]))
    if wide > room:
        ink[:, 0] *= room / wide
    ink[:, 0] -= (ink[:, 0].min() + ink[:, 0].max()) / 2
    return ink


def _crossing(number: Points, random: Generator) -> Points:
    """Return the strokes that cross out a number."""
    low, high = number.min(axis=0) - 0.6, number.max(axis=0) + 0.6
    kind = random.integers(3)
    if kind == 0:
        paths = [
            np.array([[low[0], rows[0]], [high[0], rows[1]]])
            for rows in random.uniform(
                low[1] * 0.5 + high[1] * 0.1,
                high[1] * 0.5 + low[1] * 0.1,
                (random.integers(1, 4), 2),
            )
        ]
    elif kind == 1:
        paths = [np.array([low, high]), np.array([[high[0], low[1]], [low[0], high[1]]])]
    else:
        across = np.linspace(low[0], high[0], int(random.integers(5, 9)))
        down = np.where(np.arange(len(across)) % 2, low[1] * 0.7, high[1] * 0.7)
        paths = [curved(np.stack([across, down + random.normal(0, 0.3, len(across))], axis=1))]
    # Strokes are dense where a sign is one high, so they are made of signs five millimetres high.
    return np.vstack([along(Stroke(path / 5, False)) * 5 for path in paths])


def put_ink(canvas: NDArray[np.bool_], points: Points, pen: int) -> None:
    """Put ink on a canvas, along points in its pixels, by a pen of so many pixels."""
    across, down = points.astype(int).T
    high, wide = canvas.shape
    inside = (across >= 0) & (down >= 0) & (across < wide) & (down < high)
    if not inside.any():
        return
    across, down = across[inside], down[inside]
    left, top = max(0, across.min() - pen), max(0, down.min() - pen)
    part = canvas[top : down.max() + pen + 1, left : across.max() + pen + 1]
    line = np.zeros_like(part)
    line[down - top, across - left] = True
    for axis in (0, 1):
        thick = line.copy()
        for step in range(1, pen):
            by = step // 2 if step % 2 == 0 else -(step + 1) // 2
            thick |= np.roll(line, by, axis)
        line = thick
    part |= line
