"""What stands in the cells of a sheet, each by itself."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import exp

import numpy as np
from numpy.typing import NDArray

from scoring.layout import YES, Layout
from scoring.paper_cells import mark_path
from scoring.scan import UNREADABLE, Scan
from wk.camera.cell_images import cell_images, ink_shares
from wk.camera.grid import Flat
from wk.camera.network import PLACES, log_shares, places_of
from wk.printing.placed_cells import Box, PlacedCells

LEAST = 1e-6  # a text that is less likely is not told
POINTS, SUMS, OF_ROW = range(-99, 200), range(-499, 1000), range(100)
# A mark makes a circle darker than the others beside it; at this much more it is as likely as not.
DARKER, SOFT = 0.06, 0.012
AROUND_CIRCLE = 0.6  # millimetres

Texts = tuple[str, ...]


def seen_cells(flat: Flat, placed: PlacedCells, layout: Layout) -> tuple[Scan, float]:
    """Return what is seen on a sheet, and how sure the network is of a cell on average."""
    boxes = {cell.path: cell.box for cell in placed.cells}
    found = dict(_circles(flat, boxes, layout))
    texts = possible_texts(layout, boxes)
    if not texts:
        return Scan(found), 0.0
    shares = log_shares(cell_images(flat, [boxes[path] for path in texts]))
    sure = 0.0
    for (path, possible), share in zip(texts.items(), shares, strict=True):
        found[path] = _likely(share, possible)
        sure += max(found[path].values())
    return Scan(found), sure / len(texts)


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


def _likely(share: NDArray[np.float32], texts: Texts) -> Mapping[str, float]:
    """Return the likely texts of a cell, by the shares of signs at each place."""
    scores = share[np.arange(PLACES), _places(texts)].sum(axis=1)
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    return {texts[at]: float(weights[at]) for at in np.nonzero(weights > LEAST)[0]}


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
