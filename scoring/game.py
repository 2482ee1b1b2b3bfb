"""The face that every game shows to the rest of wk."""

from collections.abc import Collection, Mapping
from random import Random
from typing import Any, Literal, Protocol

from scoring.guide import Guide
from scoring.layout import Chart, Layout, Progress
from scoring.problems import Problem
from scoring.result import SeatResult
from scoring.slip import Slip
from scoring.text import Text

Document = dict[str, Any]
"""The `form` object of the archive format: what was written on a form, as JSON."""

Options = dict[str, Any]
"""The `options` object of the archive format: what is set differently from the defaults."""

Partners = Literal["none", "fixed", "rotating"]
"""Whether seats 1 and 3, and 2 and 4, play together: never, in pairs that stay, or anew a round."""


class Game(Protocol):
    """One game under its options. A document may hold anything until `normal` has passed it."""

    @property
    def key(self) -> str:
        """Its name in addresses and archives, such as "wk-boerenbridge"."""

    @property
    def name(self) -> Text:
        """Its name for people."""

    @property
    def champion(self) -> Text:
        """What the winner of a tournament is called, such as "wereldkampioen"."""

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """Numbers of players a table may have, the preferred one first."""

    @property
    def partners(self) -> Partners:
        """Who plays together."""

    @property
    def options(self) -> Options:
        """What is set differently from the defaults, and nothing else."""

    @property
    def settings(self) -> Layout:
        """Return what an organiser may set: cells in its head, or in rows of a table."""

    def options_from_cells(self, cells: Mapping[str, str]) -> Options:
        """Return the options that are written in the cells of `settings`, by path.

        What makes no sense is kept as it was written: the registry refuses it, at its cell.
        """

    def options_to_cells(self, options: object) -> dict[str, str]:
        """Return what stands in the cells of `settings` under options, defaults filled in."""

    @property
    def charts(self) -> tuple[Chart, ...]:
        """Return what the rules come to, for people: the deals of a round, what is worth what."""

    def for_tables(self, sizes: Collection[int]) -> "Game":
        """Return the game as a round with tables of these sizes plays it (W-14)."""

    def layout(self, seats: int, document: object = None) -> Layout:
        """Return the form of a table with so many seats.

        Where a form has as many rows as were needed, those of the document and some empty ones;
        without a document, as many as fit a sheet of paper.
        """

    def from_cells(self, cells: Mapping[str, str], seats: int) -> Document:
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

    def guide(self, seats: int, document: object = None) -> Guide:
        """Return what leads a table through its deals where no server can be asked.

        Of a document, what is known of it so far. Raises nothing.
        """

    def slips(self, document: object, seats: int) -> tuple[Slip, ...]:
        """Return the usual mistakes that could have been made by hand with the deals of a form
        that are known, the likelier kinds first. Raises nothing."""

    def revision_problems(self, before: object, after: object, seats: int) -> tuple[Problem, ...]:
        """Return what may not be changed any more in a valid form that was handed in."""

    def practice(self, seats: int, random: Random) -> Document:
        """Return the form of a round played out by simple players who follow the rules of play."""
