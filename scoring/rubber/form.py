"""Reading a form of rubber bridge: from any JSON to a rubber that can be scored.

One pass checks everything and does not stop at the first problem. Rules on the course of the rubber
are checked as far as its deals are known.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.pairs import TABLE, opposite
from scoring.problems import ProblemList
from scoring.rubber.contracts import Deal
from scoring.rubber.course import RubberScore, letter, score_rubber
from scoring.rubber.deals import DealReader, honours_notice, is_empty, tricks_notice
from scoring.rubber.messages import MESSAGES
from scoring.rubber.rules import RuleSet
from scoring.totals import all_known, read_totals

MOST_DEALS = 200  # no rubber comes near it
POINTS_STEP = 10  # every amount of B-2 to B-8 is a multiple of it
MOST_LIKELY = 3000  # hardly any rubber is won by more


@dataclass(frozen=True, slots=True)
class Reading:
    """A form as far as it could be read; it is valid only without problems.

    `deals` has None for a deal that is missing or wrong. `course` goes up to the first of those.
    `unfinished`: the form says that play stopped early (3.2b). `totals` has the total of each seat
    of a form without deals, and is empty for any other form. `notices` are values that are possible
    but unlikely.
    """

    deals: tuple[Deal | None, ...]
    course: RubberScore
    unfinished: bool = False
    totals: tuple[int, ...] = ()
    problems: ProblemList = field(default_factory=lambda: ProblemList(MESSAGES))
    notices: ProblemList = field(default_factory=lambda: ProblemList(MESSAGES))


def written_deals(document: object) -> list[Any]:
    """Return the rows of a document as written, without the empty ones at the end."""
    raw = document.get("contracts") if isinstance(document, dict) else None
    written = list(raw) if isinstance(raw, list) else []
    while written and is_empty(written[-1]):
        written.pop()
    return written


class Reader:
    """A reader of one document of one table; `problems` collects its problems."""

    def __init__(self, rules: RuleSet, *, honours: bool) -> None:
        self.rules = rules
        self.problems = ProblemList(MESSAGES)
        self.notices = ProblemList(MESSAGES)
        self.deal_reader = DealReader(self.problems, honours=honours)

    def read(self, document: object) -> Reading:
        """Return the readable part of a document, with every problem. Raises nothing."""
        nothing = score_rubber(self.rules, ())
        if not isinstance(document, dict):
            self.problems.add("NOT_AN_OBJECT")
            return Reading((), nothing, problems=self.problems)
        if "totals" in document:
            totals = self._totals(document)
            return Reading((), nothing, totals=totals, problems=self.problems, notices=self.notices)
        self.deal_reader.check_keys(document, {"contracts", "unfinished"}, "")
        deals = self._deals(document.get("contracts", []), written_deals(document))
        unfinished = self.deal_reader.yes(document.get("unfinished"), "unfinished")
        # Points depend on the deals before, so nothing after a deal that is not right can be
        # scored.
        known = [deal for deal in deals[: _first_unknown(deals)] if deal]
        course = score_rubber(self.rules, known, unfinished=unfinished)
        if deals:
            self._check_rows(course, written_deals(document)[: len(deals)])
            self._check_end(course, len(known) == len(deals), document.get("unfinished"))
        return Reading(deals, course, unfinished, (), self.problems, self.notices)

    def _deals(self, raw: object, written: Sequence[object]) -> tuple[Deal | None, ...]:
        if not isinstance(raw, list):
            self.problems.add("NOT_A_LIST", "contracts")
        elif not written:
            self.problems.add("DEAL_MISSING", "contracts.0", deal=1)
        elif len(written) > MOST_DEALS:
            found = len(written)
            self.problems.add("TOO_MANY_CONTRACTS", "contracts", deals=MOST_DEALS, found=found)
        deals = []
        for number, row in enumerate(written[:MOST_DEALS], 1):
            deals.append(self.deal_reader.read(row, number))
            honours_notice(self.notices, deals[-1], number)
            tricks_notice(self.notices, deals[-1], number)
        return tuple(deals)

    def _check_rows(self, course: RubberScore, written: Sequence[object]) -> None:
        """Note an empty row before a deal, and a deal after the end of the rubber (B-9)."""
        last = len(course.deals)
        for number, raw in enumerate(written, 1):
            is_over = course.winner is not None and number > last
            path = f"contracts.{number - 1}"
            if is_over and not is_empty(raw):
                self.problems.add("DEAL_AFTER_RUBBER", path, deal=number, last=letter(last))
            elif is_empty(raw) and not is_over:
                self.problems.add("DEAL_MISSING", path, deal=number)

    def _check_end(self, course: RubberScore, is_known: bool, unfinished: object) -> None:
        """Check that either the rubber was won or the form says that play stopped early (3.2b)."""
        if course.winner is not None and unfinished is True:
            self.problems.add("RUBBER_IS_FINISHED", "unfinished")
        elif course.winner is None and is_known and unfinished in (None, False):
            self.problems.add("SECOND_GAME_MISSING", "unfinished")

    def _totals(self, document: dict[str, Any]) -> tuple[int, ...]:
        """Return the totals of a form without deals, empty if one is not right.

        The total of a seat is that of its pair less that of the other pair (3.2b).
        """
        written = read_totals(document, TABLE, self.problems)
        before = len(self.problems.found)
        for seat, value in enumerate(written, 1):
            if value is not None:
                self._check_total(value, written[opposite(seat) - 1], seat)
        totals = all_known(written)
        # The sum is checked only if partners agree: else one slip would be reported twice.
        is_paired = totals[:2] == totals[2:]
        if totals and is_paired and totals[0] + totals[1]:
            one, other = totals[:2]
            self.problems.add("TOTALS_SUM_NOT_ZERO", "totals", one=one, other=other)
        return totals if len(self.problems.found) == before else ()

    def _check_total(self, value: int, of_partner: int | None, seat: int) -> None:
        """Check one total; the totals of partners are compared once, at the higher seat (3.2b)."""
        path, partner = f"totals.{seat - 1}", opposite(seat)
        if value % POINTS_STEP:
            self.problems.add("TOTAL_NOT_TENS", path, seat=seat, value=value)
        if partner < seat and of_partner not in (None, value):
            with_partner = {"partner": partner, "value": of_partner}
            self.problems.add("TOTALS_PARTNERS_DIFFER", path, seat=seat, **with_partner)
        if abs(value) > MOST_LIKELY:
            self.notices.add("UNLIKELY_TOTAL", path, seat=seat, value=value, most=MOST_LIKELY)


def _first_unknown(deals: Sequence[Deal | None]) -> int:
    return deals.index(None) if None in deals else len(deals)
