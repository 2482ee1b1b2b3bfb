"""The cells to learn from: made ones, and those of tournaments."""

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from wk.camera.cell_shape import as_bytes, of_bytes

Drawn = tuple[NDArray[np.float32], Any]
"""Images of cells, and the numbers of the signs that stand at their places."""


class Source(Protocol):
    """What cells are drawn from."""

    def draw(self, number: int, random: Generator) -> Drawn:
        """Return some cells, moved and lit a little."""


@dataclass
class Pool:
    """Cells of which the newest replace the oldest."""

    most: int
    images: list[NDArray[np.uint8]] = field(default_factory=list)
    places: list[NDArray[np.int32]] = field(default_factory=list)

    def add(self, images: NDArray[np.float32], places: NDArray[np.int32]) -> None:
        """Take more cells."""
        self.images.append(as_bytes(images))
        self.places.append(places)
        while sum(map(len, self.places)) > self.most:
            self.images.pop(0)
            self.places.pop(0)

    def draw(self, number: int, random: Generator) -> Drawn:
        """Return some cells, moved and lit a little."""
        sizes = np.cumsum([0, *map(len, self.places)])
        chosen = random.integers(0, sizes[-1], number)
        parts = np.searchsorted(sizes, chosen, "right") - 1
        images = np.stack(
            [self.images[part][at - sizes[part]] for part, at in zip(parts, chosen, strict=True)]
        )
        places = np.stack(
            [self.places[part][at - sizes[part]] for part, at in zip(parts, chosen, strict=True)]
        )
        lit = of_bytes(images) * random.uniform(0.8, 1.15, (number, 1, 1))
        down, across = random.integers(-1, 2, 2)
        moved = np.roll(lit, (down, across), (1, 2))
        return (moved + random.normal(0, 0.02, moved.shape)).astype(np.float32), places


@dataclass(frozen=True, slots=True)
class Mixture:
    """Cells of two sources: `share` of each draw comes from the second."""

    first: Source
    second: Source
    share: float

    def draw(self, number: int, random: Generator) -> Drawn:
        """Return some cells, moved and lit a little."""
        of_second = round(number * self.share)
        images, places = zip(
            self.first.draw(number - of_second, random),
            self.second.draw(of_second, random),
            strict=True,
        )
        return np.concatenate(images), np.concatenate(places)
