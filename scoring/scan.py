"""What a camera saw of a written form, and the form that it most probably is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

UNREADABLE = "?"  # the text of a cell in which something stands that cannot be told

# Shares of the cells in which the table wrote nothing, crossed out what it wrote, or wrote anything
# but what it meant. They are small: a cell that says so counts for little against its neighbours.
FORGOTTEN, CROSSED_OUT, ANYTHING = 0.003, 0.005, 0.00001
NO_INK = 0.001  # share of cells of which a camera cannot tell whether anything stands there
# A text that a camera does not name shares what is left with so many others.
OTHERS = 200


class Sight:
    """What a camera saw in one cell: texts, each with its probability.

    The probabilities are those of a reader to whom all texts are as likely beforehand. They may add
    up to less than 1: other texts share the rest. None is a cell that was not seen.
    """

    __slots__ = ("_fits", "_rest", "texts")

    def __init__(self, texts: Mapping[str, float] | None) -> None:
        self.texts: Mapping[str, float] = texts or {}
        if texts is None:
            self._rest, self._fits = 1.0, {}
            return
        told = texts.get("", 0.0) * FORGOTTEN + texts.get(UNREADABLE, 0.0) * CROSSED_OUT
        base = told + ANYTHING
        self._rest = base + max(0.0, 1 - sum(texts.values())) / OTHERS
        self._fits = {text: base + share for text, share in texts.items()}

    def fit(self, text: str) -> float:
        """Return how likely the sight is if the table meant this text.

        >>> sight = Sight({"3": 0.9, "8": 0.1})
        >>> round(sight.fit("3"), 3), round(sight.fit("8"), 3), round(sight.fit("5"), 3)
        (0.9, 0.1, 0.0)
        """
        return self._fits.get(text, self._rest)

    def fit_of_ink(self, is_there: bool) -> float:
        """Return how likely the sight is if anything is written, or if nothing is.

        >>> Sight({"": 0.9}).fit_of_ink(True), Sight({UNREADABLE: 1.0}).fit_of_ink(False)
        (0.1, 0.001)
        """
        if not self.texts:
            return 1.0
        empty = self.texts.get("", 0.0)
        return max(NO_INK, round(1 - empty, 9) if is_there else empty)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing stands in the cell, or it is not seen."""
        return not self.texts or self.texts.get("", 0.0) > 0.5

    @property
    def best(self) -> str:
        """Return the likeliest text, "" of a cell that was not seen."""
        return max(self.texts, key=lambda text: self.texts[text], default="")


@dataclass(frozen=True, slots=True)
class Scan:
    """What a camera saw of a sheet: the texts of each cell, by the cell's path.

    A path is one of the layout, or one of `scoring.paper_cells`. A cell that was not seen is left
    out.
    """

    cells: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def sight(self, path: str) -> Sight:
        """Return what was seen in a cell."""
        return Sight(self.cells.get(path))


@dataclass(frozen=True, slots=True)
class ScannedCell:
    """The likeliest text of a cell, "" for an empty one, and the probability that it is right.

    `is_checked`: whether anything else on the sheet tells the same. A cell that is not checked is
    to be looked at, however clearly it is written.
    """

    path: str
    text: str
    certainty: float
    is_checked: bool = True

    def is_in_doubt(self, sure: float) -> bool:
        """Return whether a person must look at the cell, where `sure` is certain enough."""
        return not self.is_checked or self.certainty < sure


@dataclass(frozen=True, slots=True)
class ScannedForm:
    """The most probable form of a sheet: its document, and the cells that it was made of.

    The document is as it was written, and may have problems. `agreement` is the share of what was
    read in the cells, each by itself, that the form has as well: where it is low, something else
    was read than the cells of a sheet. It is 1 where no cell tells of another.
    """

    document: dict[str, Any]
    cells: tuple[ScannedCell, ...]
    agreement: float = 1.0

    def in_doubt(self, sure: float) -> tuple[ScannedCell, ...]:
        """Return the cells that a person must look at, where `sure` is certain enough."""
        return tuple(cell for cell in self.cells if cell.is_in_doubt(sure))
