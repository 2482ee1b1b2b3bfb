"""What stands in the cells of a sheet, each by itself."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from scoring.layout import YES, Layout
from scoring.paper_cells import mark_path
from scoring.scan import UNREADABLE, Scan, ScannedCell
from wk.camera.cell_images import cell_images, ink_shares
from wk.camera.grid import Flat
from wk.camera.network import PLACES, log_shares, places_of
from wk.printing.placed_cells import Box, PlacedCells

LEAST = 1e-6  # a text that is less likely is not told
POINTS, SUMS, OF_ROW = range(-99, 200), range(-499, 1000), range(100)
# A mark makes a circle darker than the others beside it; at this much more it is as likely as not.
DARKER, SOFT = 0.06, 0.012
KNOWN = 0.9  # a cell that is more certain than this tells how well a hand is read
TEMPERATURES = tuple(1.1**step for step in range(-4, 11))
USUAL = 0.3  # the spread of the logarithms of temperatures over hands
AROUND_CIRCLE = 0.6  # millimetres

Texts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeenCells:
    """What is seen on a sheet: the scores of the texts of each cell, and the marked circles.

    Scores are logarithms of shares, as far as it is known how sure the network may be of a hand
    that it has never seen.
    """

    texts: Mapping[str, Texts]
    scores: Mapping[str, NDArray[np.float32]]
    circles: Mapping[str, Mapping[str, float]]

    @property
    def sure(self) -> float:
        """Return how sure the network is of a cell on average, 0 if there is none."""
        best = [float(_shares(each)[each.argmax()]) for each in self.scores.values()]
        return sum(best) / max(1, len(best))

    def scan(self, temperature: float = 1.0) -> Scan:
        """Return the texts of the cells with their shares; more than 1 is less sure."""
        found = dict(self.circles)
        for path, scores in self.scores.items():
            shares, texts = _shares(scores / temperature), self.texts[path]
            found[path] = {texts[at]: float(shares[at]) for at in np.nonzero(shares > LEAST)[0]}
        return Scan(found)

    def temperature(self, cells: Iterable[ScannedCell]) -> float:
        """Return the temperature at which cells are the likeliest that are read by now.

        The sums of a sheet tell nearly all of them, so they tell how well the network reads the
        hand of this table.
        """
        known = [
            (self.scores[cell.path], self.texts[cell.path].index(cell.text))
            for cell in cells
            if cell.certainty > KNOWN and cell.text in self.texts.get(cell.path, ())
        ]
        return max(TEMPERATURES, key=lambda each: _fit(known, each))


def seen_cells(flat: Flat, placed: PlacedCells, layout: Layout) -> SeenCells:
    """Return what is seen in the cells of a sheet."""
    boxes = {cell.path: cell.box for cell in placed.cells}
    texts = possible_texts(layout, boxes)
    shares = log_shares(cell_images(flat, [boxes[path] for path in texts]))
    signs = np.arange(PLACES)
    scores = {
        path: share[signs, _places(possible)].sum(axis=1)
        for (path, possible), share in zip(texts.items(), shares, strict=True)
    }
    return SeenCells(texts, scores, dict(_circles(flat, boxes, layout)))


def _shares(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    weights = np.exp(scores - scores.max())
    return np.asarray(weights / weights.sum())


def _fit(known: Sequence[tuple[NDArray[np.float32], int]], temperature: float) -> float:
    """Return how likely texts are at a temperature, as a logarithm, and how likely that is."""
    fits = [log(max(float(_shares(scores / temperature)[at]), LEAST)) for scores, at in known]
    return sum(fits) - (log(temperature) / USUAL) ** 2 / 2


def possible_texts(layout: Layout, paths: Iterable[str]) -> dict[str, Texts]:
    """Return for each cell that is written with signs the texts that may stand in it."""
    letters = tuple(mark.letter for mark in layout.marks)
    fields = {field.path: field for field in layout.fields}
    found: dict[str, Texts] = {}
    for path in paths:
        field = fields.get(path)
        if field is not None:
            if field.kind == "number":
                found[path] = _numbers(range(field.most + 1)) + letters
        elif ".figures." in path:
            found[path] = _numbers(POINTS)
        elif ".sums." in path or path.startswith("written."):
            found[path] = _numbers(SUMS)
        elif path.endswith(".together"):
            found[path] = _numbers(OF_ROW)
    return found


@cache
def _numbers(numbers: range) -> Texts:
    return ("", UNREADABLE, *map(str, numbers))


@cache
def _places(texts: Texts) -> NDArray[np.int64]:
    return np.array([places_of(text) for text in texts])


def _circles(
    flat: Flat, boxes: Mapping[str, Box], layout: Layout
) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Yield for each circle beside a seat whether it is marked."""
    for field in layout.head:
        paths: Sequence[str] = [
            path for seat in range(len(boxes)) if (path := mark_path(field.path, seat)) in boxes
        ]
        if field.kind != "seat" or not paths:
            continue
        shares = ink_shares(flat, [boxes[path] for path in paths], AROUND_CIRCLE)
        for path, share in zip(paths, shares, strict=True):
            marked = 1 / (1 + exp(-(share - min(shares) - DARKER) / SOFT))
            yield path, {YES: marked, "": 1 - marked}
