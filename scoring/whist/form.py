"""Reading a form of kleurenwiezen: from any JSON to deals that can be scored.

One pass checks everything and does not stop at the first problem.
"""

from dataclasses import dataclass, field
from typing import Any

from scoring.problems import ProblemList
from scoring.totals import all_known, read_totals
from scoring.whist.contracts import SEATS
from scoring.whist.deals import DealReader, FormRow, is_passed
from scoring.whist.messages import MESSAGES
from scoring.whist.options import Rules

MOST_PASSED = 100  # passed deals of one round
PRINTED_EXTRA = 2  # rows on paper for deals that are passed


@dataclass(frozen=True, slots=True)
class Reading:
    """A form as far as it could be read; it is valid only without problems.

    `rows` has None for a deal that is missing or wrong. `totals` has the total of each seat of a
    form without deals, and is empty for any other form. `notices` are values that are possible but
    unlikely.
    """

    rows: tuple[FormRow, ...]
    totals: tuple[int, ...]
    problems: ProblemList = field(default_factory=lambda: ProblemList(MESSAGES))
    notices: ProblemList = field(default_factory=lambda: ProblemList(MESSAGES))


def most_rows(deals: int) -> int:
    """Return the most rows that are read: one more than is allowed, so that a problem is noted."""
    return deals + MOST_PASSED + 1


def written_deals(document: object, deals: int) -> list[Any]:
    """Return the rows of a document as written, without the empty ones at the end."""
    raw = document.get("deals") if isinstance(document, dict) else None
    if not isinstance(raw, list):
        return []
    end = len(raw)
    while end and raw[end - 1] in (None, {}):
        end -= 1
    return raw[: min(end, most_rows(deals))]


def row_count(document: object, deals: int) -> int:
    """Return the number of rows of a form: the deals that count, and each passed deal (K-2, K-h).

    Without a document it is the number of rows on paper.
    """
    if document is None:
        return deals + PRINTED_EXTRA
    written = written_deals(document, deals)
    needed = deals + sum(map(is_passed, written))
    return max(len(written), min(needed, most_rows(deals)))


class Reader:
    """A reader of one document of one table; `problems` collects its problems."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.problems = ProblemList(MESSAGES)
        self.notices = ProblemList(MESSAGES)
        self.deal_reader = DealReader(self.problems, self.notices)

    def read(self, document: object) -> Reading:
        """Return the readable part of a document, with every problem. Raises nothing."""
        rows: tuple[FormRow, ...] = (None,) * row_count(document, self.rules.deals)
        totals: tuple[int, ...] = ()
        if not isinstance(document, dict):
            self.problems.add("NOT_AN_OBJECT")
        elif "totals" in document:
            totals = self._totals(document)
        else:
            self.deal_reader.check_keys(document, ("deals",), "")
            rows = self._rows(document, len(rows))
        return Reading(rows, totals, self.problems, self.notices)

    def _rows(self, document: dict[str, Any], count: int) -> tuple[FormRow, ...]:
        raw = document.get("deals", [])
        if not isinstance(raw, list):
            self.problems.add("NOT_A_LIST", "deals")
            return (None,) * count
        written = written_deals(document, self.rules.deals)
        rows = tuple(
            self.deal_reader.read(written[index] if index < len(written) else None, index + 1)
            for index in range(count)
        )
        passed = sum(map(is_passed, written))
        counted = len(written) - passed
        if passed > MOST_PASSED:
            self.problems.add("TOO_MANY_PASSED", "deals", most=MOST_PASSED)
        if counted > self.rules.deals:
            self.problems.add("TOO_MANY_DEALS", "deals", deals=self.rules.deals, found=counted)
        return rows

    def _totals(self, document: dict[str, Any]) -> tuple[int, ...]:
        """Return the totals of a form without deals, empty if one is not right."""
        # No seat can have more than the best deal of the grid, each time.
        written = read_totals(document, SEATS, self.problems, ("deals",))
        least, most = (self.rules.deals * points for points in self.rules.grid.extremes)
        before = len(self.problems.found)
        for seat, total in enumerate(written, 1):
            if total is not None:
                self._check_total(total, seat, least, most)
        if len(self.problems.found) > before:
            return ()
        totals = all_known(written)
        if totals and self.rules.grid.is_zero_sum and sum(totals):
            self.problems.add("TOTALS_NOT_ZERO", "totals", total=sum(totals))
        return totals

    def _check_total(self, total: int, seat: int, least: int, most: int) -> None:
        if not least <= total <= most:
            code = "TOTAL_TOO_LOW" if total < least else "TOTAL_TOO_HIGH"
            self.problems.add(code, f"totals.{seat - 1}", seat=seat, least=least, most=most)
