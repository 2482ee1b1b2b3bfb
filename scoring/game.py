"""The face that every game shows to the rest of wk."""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from scoring.layout import Layout, Progress
from scoring.problems import Problem
from scoring.result import SeatResult
from scoring.text import Text

Document = dict[str, Any]
"""The `form` object of the archive format: what was written on a form, as JSON."""


class Game(Protocol):
    """One game under its options. A document may hold anything until `normal` has passed it."""

    @property
    def key(self) -> str:
        """Its name in addresses and archives, such as "wk-boerenbridge"."""

    @property
    def name(self) -> Text:
        """Its name for people."""

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """Numbers of players a table may have, the preferred one first."""

    def layout(self, seats: int) -> Layout:
        """Return the form of a table with so many seats."""

    def from_cells(self, cells: Mapping[str, str]) -> Document:
        """Return the document of what is written in the cells, by path; the empty ones left out.

        What makes no sense is kept as it was written, so that it can be shown and refused.
        """

    def to_cells(self, document: object) -> dict[str, str]:
        """Return what stands in the cells of a document, by path: the way back of `from_cells`."""

    def normal(self, document: object, seats: int) -> Document:
        """Return a valid document with its keys in the order of the archive format.

        Raises Invalid with every problem, each with its code and place.
        """

    def score(self, document: object, seats: int) -> tuple[SeatResult, ...]:
        """Return the result of each seat. Raises Invalid with every problem."""

    def progress(self, document: object, seats: int) -> Progress:
        """Return what is known of a form that is being written. Raises nothing."""

    def revision_problems(self, before: object, after: object, seats: int) -> tuple[Problem, ...]:
        """Return what may not be changed any more in a valid form that was handed in."""

    def practice(self, seats: int, random: Random) -> Document:
        """Return the form of a round played out by simple players who follow the rules of play."""
