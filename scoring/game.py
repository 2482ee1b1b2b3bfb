"""The interface between every game and the rest of wk."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, Literal, Protocol

from scoring.arbiter import Arbiter
from scoring.figures import PlayFigures, SuccessChart
from scoring.guide import Guide
from scoring.layout import Chart, Layout, Progress
from scoring.problems import Problem
from scoring.result import RoundRange, SeatResult
from scoring.scan import Scan, ScannedForm
from scoring.slip import Slip
from scoring.text import Text

Document = dict[str, Any]
"""The `form` object of the archive format: what was written on a form, as a JSON object."""

Options = dict[str, Any]
"""The `options` object of the archive format: the settings that differ from the defaults."""

Partners = Literal["none", "fixed", "rotating"]
"""Whether seats 1 and 3, and seats 2 and 4, are partners: never, in fixed pairs, or in new pairs
each round."""


class Game(Protocol):
    """One game under its options. A document may hold any JSON until `normal` has accepted it."""

    @property
    def key(self) -> str:
        """The key of the game in addresses and archives, such as "wk-boerenbridge"."""

    @property
    def name(self) -> Text:
        """The name of the game for people."""

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """Numbers of players a table may have, the preferred one first."""

    @property
    def partners(self) -> Partners:
        """Whether opposite seats are partners, and whether a pair stays together for all rounds."""

    @property
    def options(self) -> Options:
        """The options that differ from the defaults, and no others."""

    @property
    def settings(self) -> Layout:
        """The page of settings for an organiser: cells in its head, or in rows of a table."""

    def options_from_cells(self, cells: Mapping[str, str]) -> Options:
        """Return the options written in the cells of `settings`; `cells` maps path to text.

        A value that makes no sense is kept as written: the registry refuses it, with the path of
        its cell.
        """

    def options_to_cells(self, options: object) -> dict[str, str]:
        """Return the text of the cells of `settings` by path, with defaults filled in."""

    @property
    def charts(self) -> tuple[Chart, ...]:
        """Tables of the rules for people: the deals of a round, the points of a result."""

    @property
    def arbiter(self) -> Arbiter:
        """The arbiter of tricks: its questions, the winner, and the cards that were not allowed."""

    def for_tables(self, sizes: Collection[int]) -> "Game":
        """Return the game as it is played in a round with tables of these sizes (W-14)."""

    def layout(self, seats: int, document: object = None) -> Layout:
        """Return the form of a table with so many seats.

        If the number of rows depends on the play, the form has the rows of the document and some
        empty ones; without a document it has as many as fit a sheet of paper.
        """

    def from_cells(self, cells: Mapping[str, str], seats: int) -> Document:
        """Return the document of the cells, a mapping of path to text; empty cells are left out.

        Text that makes no sense is kept as written, so that it can be shown and refused.
        """

    def to_cells(self, document: object) -> dict[str, str]:
        """Return the text of the cells of a document, by path: the inverse of `from_cells`."""

    def normal(self, document: object, seats: int) -> Document:
        """Return a valid document with its keys in the order of the archive format.

        Raises Invalid with every problem, each with its code and place.
        """

    def score(self, document: object, seats: int) -> tuple[SeatResult, ...]:
        """Return the result of each seat, in seat order. Raises Invalid with every problem."""

    def round_range(self, seats: int) -> RoundRange:
        """Return the match points of the places at a table, and the limits of a player's points."""

    def progress(self, document: object, seats: int) -> Progress:
        """Return rows, totals and problems of a form that may be incomplete. Raises nothing."""

    def guide(self, seats: int, document: object = None) -> Guide:
        """Return the guide of a table: the rules as data, for use without a server.

        With a document, the guide includes the facts that are known of it so far. Raises nothing.
        """

    def slips(self, document: object, seats: int) -> tuple[Slip, ...]:
        """Return the usual mistakes of a scorer that are possible in the known deals of a form.

        The likelier kinds come first. Raises nothing.
        """

    def revision_problems(self, before: object, after: object, seats: int) -> tuple[Problem, ...]:
        """Return a problem for each change that is no longer allowed.

        `before` is the valid form as it was handed in, `after` the form as changed.
        """

    def figures(self, forms: Sequence[tuple[object, int]]) -> PlayFigures:
        """Return what is worth telling about the play of forms, each a document and its seats.

        A holder of a record names a form by its index. Raises nothing.
        """

    def success_charts(
        self, forms: Sequence[tuple[object, int, int | None]]
    ) -> tuple[SuccessChart, ...]:
        """Return the charts of `figures` alone, of everybody or of one player.

        Each form is a document, its seats, and the seat that counts, from 0, or None for all of
        them. Raises nothing.
        """

    def scanned(self, scan: Scan, seats: int) -> ScannedForm:
        """Return the most probable form of a sheet, by what a camera saw of its cells.

        It is a draft for a person to look at, with the certainty of each cell. Raises nothing.
        """

    def practice(self, seats: int, random: Random) -> Document:
        """Return the form of a round played out by simulated players, by the rules of play."""
