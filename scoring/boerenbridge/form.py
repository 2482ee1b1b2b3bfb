"""Reading a Boerenbridge form: from any JSON to deals that can be scored.

One pass checks everything and does not stop at the first problem, so that a clerk, an archive and a
page get all problems at once.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from scoring.boerenbridge.bounds import impossible_gap
from scoring.boerenbridge.deals import Deal, PlayedDeal, StoppedDeal
from scoring.boerenbridge.infractions import check_no_tricks, read_infraction
from scoring.boerenbridge.layout import marks
from scoring.boerenbridge.line import DealLine
from scoring.boerenbridge.messages import MESSAGES
from scoring.boerenbridge.penalties import read_misdeal, read_penalties
from scoring.boerenbridge.rules import Rules, dealer
from scoring.cells import is_integer
from scoring.problems import ProblemList, count_fault
from scoring.totals import all_known, read_totals

LONGEST_RULING = 500


@dataclass(frozen=True, slots=True)
class Reading:
    """A form as far as it could be read; it is valid only without problems.

    `deals` has one entry for each deal of a round, None for a deal that is missing or wrong.
    `first_dealer` is a seat from 1, 0 if it is not known. `totals` has the total of each seat of a
    form without deals, and is empty for any other form.
    """

    first_dealer: int
    deals: tuple[Deal | None, ...]
    totals: tuple[int, ...]
    problems: ProblemList = field(default_factory=lambda: ProblemList(MESSAGES))


class Reader:
    """A reader of one document of one table; `problems` collects its problems."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.problems = ProblemList(MESSAGES)

    def read(self, document: object) -> Reading:
        """Return the readable part of a document, with every problem. Raises nothing."""
        empty: tuple[None, ...] = (None,) * len(self.rules.deals)
        if not isinstance(document, dict):
            self.problems.add("NOT_AN_OBJECT")
            return Reading(0, empty, (), self.problems)
        if "totals" in document:
            return Reading(0, empty, self._totals(document), self.problems)
        for key in document:
            if key not in ("first_dealer", "deals"):
                # A misspelt key would otherwise lose its values in silence.
                self.problems.add("UNKNOWN_KEY", key=key[:40])
        first = self._first_dealer(document.get("first_dealer"))
        return Reading(first, self._deals(document.get("deals", []), first), (), self.problems)

    def _first_dealer(self, raw: object) -> int:
        if raw is None:
            self.problems.add("FIRST_DEALER_MISSING", "first_dealer")
        elif not (is_integer(raw) and 1 <= raw <= self.seats):
            self.problems.add("FIRST_DEALER_NOT_AT_TABLE", "first_dealer", seats=self.seats)
        else:
            return raw
        return 0

    def _deals(self, raw: object, first_dealer: int) -> tuple[Deal | None, ...]:
        most = len(self.rules.deals)
        if not isinstance(raw, list):
            self.problems.add("NOT_A_LIST", "deals")
            return (None,) * most
        deals, letters = [], marks(self.rules)
        for number, cards in enumerate(self.rules.cards, 1):
            # Rows that are not there are read as empty ones, so that each missing deal is reported.
            written = raw[number - 1] if number <= len(raw) else None
            dealer_seat = dealer(first_dealer, number, self.seats) if first_dealer else 0
            line = DealLine(number, cards, self.seats, self.problems, letters)
            deals.append(self._deal(written, dealer_seat, line))
        if len(raw) > most:
            self.problems.add("TOO_MANY_DEALS", "deals", deals=most, found=len(raw))
        return tuple(deals)

    def _deal(self, raw: object, dealer_seat: int, line: DealLine) -> Deal | None:
        """Return the deal of one line, None if it is not right.

        `dealer_seat` is the seat that deals, 0 while it is not known.
        """
        if raw is None or raw == {}:
            line.add("DEAL_MISSING")
            return None
        if not isinstance(raw, dict):
            line.add("NOT_AN_OBJECT")
            return None
        before = line.problems_so_far()
        # A deal is right if reading it adds no problem to those before.
        known = self._keys(line.cards)
        line.check_keys(raw, known)
        _check_derived(raw, dealer_seat, line)
        bids = all_known(_counts("BID", raw.get("bids"), line))
        ruling = _ruling(raw, bids, line) if "ruling" in known else ""
        deal: Deal
        if "infraction" in known and raw.get("infraction") is not None:
            kind, offenders = read_infraction(raw["infraction"], self.rules, line)
            check_no_tricks(raw.get("tricks"), line)
            deal = StoppedDeal(bids, kind, offenders, ruling)
        else:
            deal = self._played(raw, bids, ruling, dealer_seat, line)
        is_ready = line.problems_so_far() == before and deal.is_complete
        return deal if is_ready else None

    def _played(
        self,
        raw: dict[str, Any],
        bids: tuple[int, ...],
        ruling: str,
        dealer_seat: int,
        line: DealLine,
    ) -> PlayedDeal:
        """Return a deal played to its end; its values are right only if no problem was noted."""
        written = _counts("TRICKS", raw.get("tricks"), line)
        tricks = all_known(written)
        total = sum(count or 0 for count in written)
        # Too many tricks are wrong even if a cell is still empty; too few may be still to come.
        if total > line.cards or (tricks and total < line.cards):
            line.add("TRICKS_SUM_NOT_CARDS", total=total, cards=line.cards)
        if not self.rules.misdeal:
            return PlayedDeal(bids, tricks, ruling)
        misdeal = read_misdeal(raw.get("misdeal"), dealer_seat, line)
        return PlayedDeal(bids, tricks, ruling, misdeal, read_penalties(raw.get("penalties"), line))

    def _keys(self, cards: int) -> set[str]:
        """Return the keys that a deal of so many cards may have in a document."""
        keys = {"bids", "tricks"}
        if self.rules.infractions:
            keys |= {"infraction"}
        if self.rules.misdeal:
            keys |= {"misdeal", "penalties"}
        if self.rules.is_restricted(cards):
            keys |= {"ruling"}
        return keys

    def _totals(self, document: dict[str, Any]) -> tuple[int, ...]:
        """Return the totals of a form without deals, empty if one is not right.

        Without penalties by the scorer, totals must be even, and possible together (WK-19).
        """
        written = read_totals(document, self.seats, self.problems)
        totals = all_known(written)
        # If the scorer gives penalties, any total is possible (W-10).
        if self.rules.misdeal:
            return totals
        before = len(self.problems.found)
        for seat, value in enumerate(written, 1):
            if value is not None:
                self._check_total(value, seat)
        if len(self.problems.found) > before:
            return ()
        most = self.rules.most_together(self.seats)
        if sum(totals) > most:
            self.problems.add("TOTALS_IMPOSSIBLE", "totals", total=sum(totals), most=most)
        elif apart := impossible_gap(self.rules, totals):
            self.problems.add("TOTALS_TOO_FAR_APART", "totals", **asdict(apart))
        return totals

    def _check_total(self, value: int, seat: int) -> None:
        """Note a total of one seat that no round can give (WK-19, A25)."""
        if value > self.rules.most:
            suffix = "TOO_HIGH"
        elif value < self.rules.least:
            suffix = "TOO_LOW"
        elif value % 2:
            suffix = "ODD"
        else:
            return
        self.problems.add(
            f"TOTAL_{suffix}",
            f"totals.{seat - 1}",
            seat=seat,
            value=value,
            most=self.rules.most,
            least=self.rules.least,
        )


def _check_derived(raw: dict[str, Any], dealer_seat: int, line: DealLine) -> None:
    """Check the cards and the dealer of a deal, if they are given (WK-2, WK-11).

    Both follow from the form, so wk does not write them; a file of another program may.
    """
    if "cards" in raw and raw["cards"] != line.cards:
        line.add("CARDS_NOT_IN_SEQUENCE", cards=line.cards)
    if "dealer" in raw and dealer_seat and raw["dealer"] != dealer_seat:
        line.add("DEALER_NOT_IN_ROTATION", dealer=dealer_seat)


def _counts(code: str, raw: object, line: DealLine) -> tuple[int | None, ...]:
    """Return the bids or tricks of a deal, one for each seat, None for a wrong or missing one.

    `code` is "BID" or "TRICKS". The result is empty for anything but a list, and for a list longer
    than the number of seats.
    """
    cells = {"BID": "bids", "TRICKS": "tricks"}[code]
    if raw is None:
        raw = []
    if not isinstance(raw, list):
        line.add("NOT_A_LIST")
        return ()
    if len(raw) > line.seats:
        line.add(f"{cells.upper()}_NOT_AS_SEATED", found=len(raw), seats=line.seats)
        return ()
    # Nearly all are right: thousands of forms are read for the records over the years.
    if len(raw) == line.seats and not any(count_fault(value, line.cards) for value in raw):
        return tuple(raw)
    written = [*raw, *[None] * (line.seats - len(raw))]
    return tuple(
        None if _count_problem(code, value, f"{cells}.{index}", index + 1, line) else value
        for index, value in enumerate(written)
    )


def _count_problem(code: str, value: object, cell: str, seat: int, line: DealLine) -> bool:
    """Note the problem of one bid or one number of tricks; return whether there is one."""
    fault = count_fault(value, line.cards)
    if code == "BID" and isinstance(value, str) and value.upper() in line.marks:
        fault = "IS_MARK"
    if fault:
        line.add(f"{code}_{fault}", cell, seat=seat, value=str(value)[:20], cards=line.cards)
    return bool(fault)


def _ruling(raw: dict[str, Any], bids: Sequence[int], line: DealLine) -> str:
    """Return the director's ruling, "" if there is none or it is not right.

    Only a ruling lets a forbidden total of bids stand (A10).
    """
    before = line.problems_so_far()
    ruling = line.read_text(raw.get("ruling", ""), "ruling", LONGEST_RULING)
    # `bids` is empty while one of them is unknown: then nothing is forbidden yet (WK-14).
    forbidden = bool(bids) and sum(bids) == line.cards
    if line.problems_so_far() > before:
        return ""
    if forbidden and not ruling:
        # Noted at the cell of the ruling: only a ruling lets the bids stand.
        line.add("BID_SUM_EQUALS_CARDS", "ruling", cards=line.cards)
    elif bids and "ruling" in raw and not forbidden:
        line.add("RULING_NOT_NEEDED", "ruling")
    return ruling
