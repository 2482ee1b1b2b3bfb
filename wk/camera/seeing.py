"""What stands in the cells of a sheet, each by itself."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from scoring.layout import YES, Field, Layout
from scoring.paper_cells import mark_path, pad_line_path, pad_path
from scoring.scan import UNREADABLE, Scan, ScannedCell
from wk.camera.cell_images import cell_images, ink_shares
from wk.camera.grid import Flat
from wk.camera.ink import around_ink, pad_lines
from wk.camera.network import NO_SIGN, PLACES, log_shares, places_of
from wk.printing.placed_cells import BOX, Box, PlacedCells

LEAST = 1e-6  # a text that is less likely is not told
OF_ROW = range(100)
# A mark makes a circle darker than the others beside it; at this much more it is as likely as not.
DARKER, SOFT = 0.06, 0.012
KNOWN = 0.9  # a cell that is more certain than this tells how well a hand is read
TEMPERATURES = tuple(1.1**step for step in range(-4, 11))
USUAL = 0.3  # the spread of the logarithms of temperatures over hands
AROUND_CIRCLE = 0.6  # millimetres
# Millimetres of the inside of a box to cross, and how far its middle is from that of its cell.
INSIDE, BESIDE_MIDDLE, ABOVE_MIDDLE = 2.8, 0.27, 0.2
# Of so many boxes around one a share is empty: by so much more ink one is as likely crossed as not.
BOXES_NEAR, EMPTY, DARKER_BOX, SOFT_BOX = 20, 0.3, 0.08, 0.012
AMOUNT = re.compile(r"pad\.\d+\.\d+\.\d+")  # the paths of amounts on a pad

Texts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeenCells:
    """What is seen on a sheet: the scores of the texts of each cell, and its `marks`.

    Scores are logarithms of shares, as far as it is known how sure the network may be of a hand
    that it has never seen. Marks are circles, boxes, and cells of which only is told whether
    anything stands there.
    """

    texts: Mapping[str, Texts]
    scores: Mapping[str, NDArray[np.float32]]
    marks: Mapping[str, Mapping[str, float]]

    @property
    def sure(self) -> float:
        """Return how sure the network is of a cell on average, 0 if there is none."""
        best = [float(_shares(each)[each.argmax()]) for each in self.scores.values()]
        return sum(best) / max(1, len(best))

    def scan(self, temperature: float = 1.0) -> Scan:
        """Return the texts of the cells with their shares; more than 1 is less sure."""
        found = dict(self.marks)
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
    boxes |= _lines_of_pads(flat, boxes, layout)
    texts = possible_texts(layout, boxes)
    shown = shown_boxes(flat, {path: boxes[path] for path in texts}, layout)
    words = [path for path in words_in(layout) if path in boxes]
    shown |= {path: boxes[path] for path in words}
    shares = log_shares(cell_images(flat, [*shown.values()]))
    signs = np.arange(PLACES)
    scores = {
        path: share[signs, _places(possible)].sum(axis=1)
        for (path, possible), share in zip(texts.items(), shares, strict=False)
    }
    marks = dict(_circles(flat, boxes, layout)) | dict(_crosses(flat, boxes, layout))
    for path, share in zip(words, shares[len(texts) :], strict=True):
        empty = float(np.exp(share[:, NO_SIGN].sum()))
        marks[path] = {"": empty, UNREADABLE: 1 - empty}
    return SeenCells(texts, scores, marks)


def shown_boxes(flat: Flat, boxes: Mapping[str, Box], layout: Layout) -> dict[str, Box]:
    """Return the parts of cells with numbers that the network is shown, in the same order.

    Of a wide cell in a row it is the part in which something is written.
    """
    of_rows = {field.path for row in layout.rows for field in row.cells}
    return {path: around_ink(flat, box) if path in of_rows else box for path, box in boxes.items()}


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
    numbers = layout.paper.numbers
    found: dict[str, Texts] = {}
    for path in paths:
        field = fields.get(path)
        if field is not None:
            if texts := _texts_of(field):
                found[path] = texts + letters * (field.kind == "number")
        elif ".figures." in path or AMOUNT.fullmatch(path):
            found[path] = _numbers(numbers.points)
        elif ".sums." in path or path.startswith(("written.", "foot.")):
            found[path] = _numbers(numbers.sums)
        elif path.endswith(".together"):
            found[path] = _numbers(OF_ROW)
    return found


def _texts_of(field: Field) -> Texts:
    """Return the texts of a cell in which a number is written, none of any other."""
    if field.kind in ("number", "numbers"):
        return _numbers(range(field.most + 1))
    if field.kind == "seat":
        return _numbers(range(1, field.most + 1))
    words = [choice.text.nl for choice in field.choices]
    return ("", UNREADABLE, *words) if words and all(map(str.isdecimal, words)) else ()


def words_in(layout: Layout) -> list[str]:
    """Return the cells in which words or signs are written that the network does not know."""
    return [
        field.path for field in layout.fields if field.kind == "choice" and not _texts_of(field)
    ]


def _lines_of_pads(flat: Flat, boxes: Mapping[str, Box], layout: Layout) -> dict[str, Box]:
    """Return the places of what is written on score pads, by the paths of their lines."""
    return {
        pad_line_path(part, side, number): line
        for part, side in product(range(len(layout.figures)), range(len(layout.sides)))
        if (pad := boxes.get(pad_path(part, side)))
        for number, line in enumerate(pad_lines(flat, pad, is_above=part == 0))
    }


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


def _crosses(
    flat: Flat, boxes: Mapping[str, Box], layout: Layout
) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Yield for each box to cross whether it is crossed, by what is darker than others around."""
    paths = [field.path for field in layout.fields if field.kind == "yes" and field.path in boxes]
    if not paths:
        return
    middles = np.array([_middle(boxes[path]) for path in paths])
    inside = [Box(x - INSIDE / 2, y - INSIDE / 2, INSIDE, INSIDE) for x, y in middles]
    shares = np.array(ink_shares(flat, inside, 0))
    for path, middle, share in zip(paths, middles, shares, strict=True):
        near = np.argsort(np.hypot(*(middles - middle).T))[:BOXES_NEAR]
        empty = np.quantile(shares[near], EMPTY)
        crossed = float(1 / (1 + np.exp(-(share - empty - DARKER_BOX) / SOFT_BOX)))
        yield path, {YES: crossed, "": 1 - crossed}


def _middle(box: Box) -> tuple[float, float]:
    """Return the middle of the square that is printed in a cell to be crossed."""
    x, y = box.left + box.width / 2, box.top + box.height / 2
    return (x, y) if box.width <= BOX else (x + BESIDE_MIDDLE, y - ABOVE_MIDDLE)
