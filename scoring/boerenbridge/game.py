"""Boerenbridge as a game: what its form is worth, under the rules of one of the family."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from random import Random
from typing import Any

from scoring.boerenbridge.cells import cells_of, document_of, penalties_written
from scoring.boerenbridge.charts import charts_of
from scoring.boerenbridge.deals import Deal, PlayedDeal, StoppedDeal
from scoring.boerenbridge.form import Reader, Reading
from scoring.boerenbridge.guide import guide_of
from scoring.boerenbridge.layout import form_layout
from scoring.boerenbridge.messages import MESSAGES
from scoring.boerenbridge.notices import deal_notices, total_notices
from scoring.boerenbridge.options import options_of, read_options
from scoring.boerenbridge.practice import play_round
from scoring.boerenbridge.rules import InfractionKind, Rules, dealer
from scoring.boerenbridge.settings import options_from_cells, options_to_cells, settings_of
from scoring.boerenbridge.slips import slips_of
from scoring.boerenbridge.variants import VARIANTS, Course, Variant
from scoring.game import Document, Options, Partners
from scoring.guide import Guide
from scoring.layout import Chart, Figure, Layout, Progress, RowProgress
from scoring.problems import Invalid, Problem, ProblemList
from scoring.result import SeatResult, results
from scoring.slip import Slip
from scoring.text import Text

# What claiming an infraction is called when the deal was noted before.
LATE: dict[InfractionKind, str] = {
    "wrong-cards": "WRONG_CARDS_AFTER_NOTED",
    "revoke": "REVOKE_AFTER_NOTED",
}


@dataclass(frozen=True, slots=True)
class Boerenbridge:
    """One game of the family under its options. Satisfies scoring.game.Game.

    `rules` are those of a round whose largest table has so many `players` (W-14); `course` is what
    its deals follow from.
    """

    variant: Variant
    rules: Rules
    course: Course
    players: int
    partners: Partners = "none"

    @property
    def key(self) -> str:
        """Its name in addresses and archives."""
        return self.variant.key

    @property
    def name(self) -> Text:
        """Its name for people."""
        return self.variant.name

    @property
    def champion(self) -> Text:
        """What the winner of a tournament is called."""
        return self.variant.champion

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """Numbers of players a table may have, the preferred one first (W-11, W-14)."""
        return tuple(size for size in self.variant.table_sizes if self.course.fits(size))

    @property
    def options(self) -> Options:
        """What is set differently from the defaults, and nothing else."""
        return options_of(self.variant, self.rules, self.course)

    @property
    def settings(self) -> Layout:
        """Return what an organiser may set: nothing where the rules are fixed."""
        return settings_of(self.variant)

    def options_from_cells(self, cells: Mapping[str, str]) -> Options:
        """Return the options that are written in the cells of `settings`."""
        return options_from_cells(self.variant, cells)

    def options_to_cells(self, options: object) -> dict[str, str]:
        """Return what stands in the cells of `settings` under options."""
        return options_to_cells(self.variant, options)

    @property
    def charts(self) -> tuple[Chart, ...]:
        """Return what the rules come to, for people."""
        return charts_of(self.rules, self.players)

    def for_tables(self, sizes: Collection[int]) -> "Boerenbridge":
        """Return the game as a round with tables of these sizes plays it: the deals are those for
        the largest (W-14, WK-6)."""
        players = max(sizes, default=self.players)
        return replace(self, players=players, rules=_rules_at(self.rules, self.course, players))

    def layout(self, seats: int, document: object = None) -> Layout:
        """Return the form of a table with so many seats: a row for each deal, with bid and tricks
        of each seat, and room for a ruling, a misdeal and penalties where they are known."""
        written = penalties_written(document, len(self.rules.deals)) if self.rules.misdeal else ()
        return form_layout(self.rules, seats, written)

    def from_cells(self, cells: Mapping[str, str], seats: int) -> Document:
        """Return the document of what is written in the cells, by path."""
        return document_of(self.rules, cells, seats)

    def to_cells(self, document: object) -> dict[str, str]:
        """Return what stands in the cells of a document, by path."""
        return cells_of(self.rules, document)

    def normal(self, document: object, seats: int) -> Document:
        """Return a valid document in the order of the archive format; raises Invalid."""
        reading = self._valid(document, seats)
        if reading.totals:
            return {"totals": list(reading.totals)}
        return {
            "first_dealer": reading.first_dealer,
            "deals": [deal.document() for deal in reading.deals if deal],
        }

    def score(self, document: object, seats: int) -> tuple[SeatResult, ...]:
        """Return the result of each seat; raises Invalid."""
        return results(self._totals(self._valid(document, seats), seats), self.rules.scale)

    def progress(self, document: object, seats: int) -> Progress:
        """Return what is known of a form that is being written."""
        reading = Reader(self.rules, seats).read(document)
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
        )

    def guide(self, seats: int, document: object = None) -> Guide:
        """Return what leads a table through its deals: the same for every document."""
        return guide_of(self.rules, seats)

    def slips(self, document: object, seats: int) -> tuple[Slip, ...]:
        """Return the usual mistakes that could have been made by hand, the likelier first."""
        return slips_of(self.rules, Reader(self.rules, seats).read(document).deals)

    def revision_problems(self, before: object, after: object, seats: int) -> tuple[Problem, ...]:
        """Return the deals that were noted and have an infraction claimed since (WK-22, A7, A9)."""
        problems = ProblemList(MESSAGES)
        old = Reader(self.rules, seats).read(before).deals
        new = Reader(self.rules, seats).read(after).deals
        for number, (was, now) in enumerate(zip(old, new, strict=True), 1):
            if was and isinstance(now, StoppedDeal) and _is_claimed_late(was, now):
                problems.add(LATE[now.kind], f"deals.{number - 1}", deal=number)
        return tuple(problems.found)

    def practice(self, seats: int, random: Random) -> Document:
        """Return the form of a round played out card by card."""
        return play_round(self.rules, seats, random)

    def _valid(self, document: object, seats: int) -> Reading:
        reading = Reader(self.rules, seats).read(document)
        if reading.problems.found:
            raise Invalid(reading.problems.found)
        return reading

    def _totals(self, reading: Reading, seats: int) -> tuple[int, ...]:
        """Return the points of each seat over the deals that are right."""
        if reading.totals:
            return reading.totals
        known = [deal.points(self.rules) for deal in reading.deals if deal]
        return tuple(sum(points[seat] for points in known) for seat in range(seats))


def make(key: str, options: Mapping[str, Any]) -> Boerenbridge:
    """Return a game of the family under its options, at tables of its preferred size.

    Raises Invalid with every problem of the options, each with the path of its cell in `settings`.
    """
    variant = VARIANTS[key]
    rules, course = read_options(variant, options)
    players = next(size for size in variant.table_sizes if course.fits(size))
    return Boerenbridge(variant, _rules_at(rules, course, players), course, players)


def _rules_at(rules: Rules, course: Course, players: int) -> Rules:
    return replace(rules, deals=course.deals(players))


def _is_claimed_late(was: Deal, now: StoppedDeal) -> bool:
    """Whether an infraction is claimed of a deal that had been noted without it.

    A stopped deal may still turn out to be of wrong cards: that is a correction of writing.
    """
    if isinstance(was, PlayedDeal):
        return True
    added = set(now.offenders) - set(was.offenders)
    return now.kind == "revoke" and (was.kind != "revoke" or bool(added))


def _running(points: tuple[int | None, ...]) -> list[int | None]:
    """Return the total after each deal of one seat, None from the first deal that is not known."""
    return list(
        accumulate(
            points,
            lambda total, new: None if total is None or new is None else total + new,
        )
    )
