"""Examples of writing that tournaments kept, from the files in which they were taken along."""

from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from scoring.scan import UNREADABLE
from wk.camera.cell_shape import of_bytes
from wk.camera.cell_size import HIGH, WIDE
from wk.camera.examples.packing import unpacked
from wk.camera.network import PLACES, SIGNS, places_of

FILES = "examples*.zip"
EACH = 5  # one of so many examples is held back: it tells whether the others were worth learning


@dataclass(frozen=True, slots=True)
class Examples:
    """Images of cells (number, HIGH, WIDE), and the numbers of the signs at their places."""

    images: NDArray[np.float32]
    places: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.places)

    @property
    def held_back(self) -> "Examples":
        """Return those that are not learnt from. What is in a file is in no order."""
        return Examples(self.images[::EACH], self.places[::EACH])

    @property
    def to_learn(self) -> "Examples":
        """Return all others."""
        is_learnt = np.arange(len(self)) % EACH != 0
        return Examples(self.images[is_learnt], self.places[is_learnt])


def examples_in(folder: Path) -> Examples:
    """Return the examples in all files of a folder, none if it has no such file.

    What the network has no sign for is left out. Raises ValueError for a file that is none.
    """
    found: list[tuple[bytes, str]] = []
    for path in sorted(folder.glob(FILES)):
        try:
            found += unpacked(path.read_bytes())
        except (BadZipFile, KeyError, OSError, ValueError) as error:
            raise ValueError(f"{path}: {error}") from error
    known = [(image, text) for image, text in found if _is_known(text)]
    images = np.frombuffer(b"".join(image for image, _text in known), np.uint8)
    places = np.array([places_of(text) for _image, text in known], np.int32)
    return Examples(of_bytes(images.reshape(-1, HIGH, WIDE)), places.reshape(-1, PLACES))


def _is_known(text: str) -> bool:
    return 0 < len(text) <= PLACES and {*text} <= {*SIGNS} - {UNREADABLE}
