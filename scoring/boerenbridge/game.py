"""Boerenbridge as a game: form, points and settings of one game of the family."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from random import Random
from typing import Any

from scoring.boerenbridge.arbiter import BoerenbridgeArbiter
from scoring.boerenbridge.cells import cells_of, document_of, penalties_written
from scoring.boerenbridge.charts import charts_of
from scoring.boerenbridge.deals import Deal, PlayedDeal, StoppedDeal
from scoring.boerenbridge.figures import figures_of, success_charts_of
from scoring.boerenbridge.form import Reader, Reading
from scoring.boerenbridge.guide import guide_of
from scoring.boerenbridge.layout import form_layout
from scoring.boerenbridge.messages import MESSAGES
from scoring.boerenbridge.notices import deal_notices, total_notices
from scoring.boerenbridge.options import options_of, read_options
from scoring.boerenbridge.practice import play_round
from scoring.boerenbridge.rules import InfractionKind, Rules, dealer
from scoring.boerenbridge.scan import scanned_form
from scoring.boerenbridge.settings import options_from_cells, options_to_cells, settings_of
from scoring.boerenbridge.slips import slips_of
from scoring.boerenbridge.variants import VARIANTS, DealSequence, Variant
from scoring.figures import PlayFigures, SuccessChart
from scoring.game import Document, Options, Partners
from scoring.guide import Guide
from scoring.layout import Chart, Figure, Layout, Progress, RowProgress
from scoring.problems import Invalid, Problem, ProblemList
from scoring.result import RoundRange, SeatResult, results, round_range
from scoring.scan import Scan, ScannedForm
from scoring.slip import Slip
from scoring.text import Text

# The problem code for an infraction claimed after its deal was noted, by kind.
LATE: dict[InfractionKind, str] = {
    "wrong-cards": "WRONG_CARDS_AFTER_NOTED",
    "revoke": "REVOKE_AFTER_NOTED",
}


@dataclass(frozen=True, slots=True)
class Boerenbridge:
    """One game of the family under its options. Satisfies scoring.game.Game.

    `players` is the number of players at the largest table of a round. `rules` have the deals of
    such a round (W-14); `sequence` gives the deals for tables of any size.
    """

    variant: Variant
    rules: Rules
    sequence: DealSequence
    players: int
    partners: Partners = "none"

    @property
    def key(self) -> str:
        """The key of the game in addresses and archives."""
        return self.variant.key

    @property
    def name(self) -> Text:
        """The name of the game for people."""
        return self.variant.name

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """Numbers of players a table may have, the preferred one first (W-11, W-14)."""
        # The deals of an organiser may have too many cards for the larger tables (W-14).
        return tuple(size for size in self.variant.table_sizes if self.sequence.fits(size))

    @property
    def options(self) -> Options:
        """The options that differ from the defaults, and no others."""
        return options_of(self.variant, self.rules, self.sequence)

    @property
    def settings(self) -> Layout:
        """The page of settings for an organiser, empty if the rules are fixed."""
        return settings_of(self.variant)

    def options_from_cells(self, cells: Mapping[str, str]) -> Options:
        """Return the options written in the cells of `settings`, a mapping of path to text."""
        return options_from_cells(self.variant, cells)

    def options_to_cells(self, options: object) -> dict[str, str]:
        """Return the text of the cells of `settings` under these options, by path."""
        return options_to_cells(self.variant, options)

    @property
    def charts(self) -> tuple[Chart, ...]:
        """Tables of the rules for people."""
        return charts_of(self.rules, self.players)

    @property
    def arbiter(self) -> BoerenbridgeArbiter:
        """The arbiter of its tricks."""
        return BoerenbridgeArbiter(self.table_sizes, self.rules.trump)

    def for_tables(self, sizes: Collection[int]) -> "Boerenbridge":
        """Return the game as it is played in a round with tables of these sizes.

        The deals are those for the largest table (W-14, WK-6).
        """
        players = max(sizes, default=self.players)
        return replace(self, players=players, rules=_rules_at(self.rules, self.sequence, players))

    def layout(self, seats: int, document: object = None) -> Layout:
        """Return the form of a table with so many seats.

        It has a row for each deal, with bid and tricks of each seat, and cells for a ruling, a
        misdeal and penalties if the rules have them.
        """
        written = penalties_written(document, len(self.rules.deals)) if self.rules.misdeal else ()
        return form_layout(self.rules, seats, written)

    def from_cells(self, cells: Mapping[str, str], seats: int) -> Document:
        """Return the document of the cells, a mapping of path to text."""
        return document_of(self.rules, cells, seats)

    def to_cells(self, document: object) -> dict[str, str]:
        """Return the text of the cells of a document, by path."""
        return cells_of(self.rules, document)

    def normal(self, document: object, seats: int) -> Document:
        """Return a valid document with its keys in the archive's order; raises Invalid."""
        return _normal(self._valid(document, seats))

    def score(self, document: object, seats: int) -> tuple[SeatResult, ...]:
        """Return the result of each seat; raises Invalid."""
        return results(self._totals(self._valid(document, seats), seats), self.rules.scale)

    def round_range(self, seats: int) -> RoundRange:
        """Return the match points of the places, and the limits of a player's points (WK-19)."""
        # Where the scorer gives penalties, any total is possible (W-10).
        if self.rules.misdeal:
            return round_range(seats, scale=self.rules.scale)
        return round_range(seats, self.rules.least, self.rules.most, self.rules.scale)

    def progress(self, document: object, seats: int) -> Progress:
        """Return rows, totals, problems and notices of a form that may be incomplete."""
        reading = Reader(self.rules, seats).read(document)
        # The points of each seat in each deal; then, by seat, the running totals.
        by_deal = [deal.points(self.rules) if deal else (None,) * seats for deal in reading.deals]
        columns = zip(*(_running(column) for column in zip(*by_deal, strict=True)), strict=True)
        rows = tuple(
            RowProgress(
                number,
                dealer(reading.first_dealer, number, seats) if reading.first_dealer else 0,
                tuple((Figure(*pair),) for pair in zip(points, running, strict=True)),
                deal.remark(self.rules) if deal else None,
                is_incident=deal is not None and deal.is_incident,
            )
            for number, (deal, points, running) in enumerate(
                zip(reading.deals, by_deal, columns, strict=True), 1
            )
        )
        totals = self._totals(reading, seats)
        problems = tuple(reading.problems.found)
        result = () if problems else results(totals, self.rules.scale)
        # A form with wrong totals is one of totals too, so the document is asked, not the reading.
        totals_only = isinstance(document, dict) and "totals" in document
        notices = (
            *deal_notices(reading.deals, seats),
            *total_notices(self.rules, () if problems else reading.totals, seats),
        )
        return Progress(
            rows,
            totals,
            problems,
            result,
            totals_only,
            notices=notices,
            done=sum(deal is not None for deal in reading.deals),
            deals=len(self.rules.deals),
            normal=None if problems else _normal(reading),
        )

    def guide(self, seats: int, document: object = None) -> Guide:
        """Return the guide of a table; it does not depend on the document."""
        return guide_of(self.rules, seats)

    def slips(self, document: object, seats: int) -> tuple[Slip, ...]:
        """Return the usual mistakes of a scorer in the known deals, the likelier kinds first."""
        return slips_of(self.rules, Reader(self.rules, seats).read(document).deals)

    def revision_problems(self, before: object, after: object, seats: int) -> tuple[Problem, ...]:
        """Return a problem for each infraction claimed after its deal was noted (WK-22, A7, A9).

        Other changes of a noted deal are corrections of a writing error, which are allowed.
        """
        problems = ProblemList(MESSAGES)
        # Both forms have a row for each deal of the round, so the rows correspond by number.
        old = Reader(self.rules, seats).read(before).deals
        new = Reader(self.rules, seats).read(after).deals
        for number, (was, now) in enumerate(zip(old, new, strict=True), 1):
            if was and isinstance(now, StoppedDeal) and _is_claimed_late(was, now):
                problems.add(LATE[now.kind], f"deals.{number - 1}", deal=number)
        return tuple(problems.found)

    def figures(self, forms: Sequence[tuple[object, int]]) -> PlayFigures:
        """Return the best deals, the bids made and the boldest table of forms."""
        read = [Reader(self.rules, seats).read(document).deals for document, seats in forms]
        return figures_of(self.rules, read)

    def success_charts(
        self, forms: Sequence[tuple[object, int, int | None]]
    ) -> tuple[SuccessChart, ...]:
        """Return how often bids were made, by number of cards."""
        read = [(Reader(self.rules, n).read(document).deals, seat) for document, n, seat in forms]
        return success_charts_of(self.rules, read)

    def scanned(self, scan: Scan, seats: int) -> ScannedForm:
        """Return the most probable form of a sheet, by all that its cells tell of each other."""
        return scanned_form(self.rules, scan, seats)

    def practice(self, seats: int, random: Random) -> Document:
        """Return the form of a round played out card by card."""
        return play_round(self.rules, seats, random)

    def _valid(self, document: object, seats: int) -> Reading:
        reading = Reader(self.rules, seats).read(document)
        if reading.problems.found:
            raise Invalid(reading.problems.found)
        return reading

    def _totals(self, reading: Reading, seats: int) -> tuple[int, ...]:
        """Return the total of each seat: as written, or else over the deals that are right."""
        if reading.totals:
            return reading.totals
        known = [deal.points(self.rules) for deal in reading.deals if deal]
        return tuple(sum(points[seat] for points in known) for seat in range(seats))


def make(key: str, options: Mapping[str, Any]) -> Boerenbridge:
    """Return a game of the family under its options, at tables of its preferred size.

    Raises Invalid with every problem of the options, each with the path of its cell in `settings`.
    """
    variant = VARIANTS[key]
    rules, sequence = read_options(variant, options)
    # One size always fits: deals too large for the smallest table have been refused.
    players = next(size for size in variant.table_sizes if sequence.fits(size))
    return Boerenbridge(variant, _rules_at(rules, sequence, players), sequence, players)


def _rules_at(rules: Rules, sequence: DealSequence, players: int) -> Rules:
    return replace(rules, deals=sequence.deals(players))


def _is_claimed_late(was: Deal, now: StoppedDeal) -> bool:
    """Return whether an infraction is claimed of a deal that had been noted without it.

    A stopped deal may still be changed to wrong cards: that corrects an error of writing (A9).
    """
    if isinstance(was, PlayedDeal):
        return True
    added = set(now.offenders) - set(was.offenders)
    return now.kind == "revoke" and (was.kind != "revoke" or bool(added))


def _normal(reading: Reading) -> Document:
    """Return the document of a valid reading, with its keys in the archive's order."""
    if reading.totals:
        return {"totals": list(reading.totals)}
    return {
        "first_dealer": reading.first_dealer,
        "deals": [deal.document() for deal in reading.deals if deal],
    }


def _running(points: tuple[int | None, ...]) -> list[int | None]:
    """Return the running totals of one seat, None from the first deal that is not known."""
    return list(
        accumulate(
            points,
            lambda total, new: None if total is None or new is None else total + new,
        )
    )
