"""Reading a Boerenbridge form: from whatever was written to deals that can be scored.

Everything is checked in one pass that never stops at the first problem, so that a clerk, an
archive and a page get all of them at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.boerenbridge.messages import MESSAGES
from scoring.boerenbridge.rules import InfractionKind, Rules, dealer
from scoring.problems import ProblemList

LONGEST_RULING = 500


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal played to its end: bids and tricks of each seat, and the director's ruling if the
    total of bids was forbidden."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    ruling: str = ""

    def points(self, rules: Rules) -> tuple[int, ...]:
        """Return the points of each seat."""
        return rules.played_points(self.bids, self.tricks)


@dataclass(frozen=True, slots=True)
class StoppedDeal:
    """A deal stopped by an infraction of one or more seats, counted from 1 (A1, A4, A22)."""

    bids: tuple[int, ...]
    kind: InfractionKind
    offenders: tuple[int, ...]
    ruling: str = ""

    def points(self, rules: Rules) -> tuple[int, ...]:
        """Return the points of each seat."""
        return rules.stopped_points(self.bids, self.kind, self.offenders)


Deal = PlayedDeal | StoppedDeal


@dataclass(frozen=True, slots=True)
class Reading:
    """A form as far as it could be read: `deals` has None where a deal is not (yet) right;
    `first_dealer` is 0 and `totals` empty where there is none. Valid only without problems."""

    first_dealer: int
    deals: tuple[Deal | None, ...]
    totals: tuple[int, ...]
    problems: ProblemList = field(default_factory=lambda: ProblemList(MESSAGES))


def is_integer(value: object) -> bool:
    """Whether JSON holds a whole number: true and 2.0 are none."""
    return isinstance(value, int) and not isinstance(value, bool)


class Reader:
    """Reads one document of one table; the problems gather in `problems`."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.problems = ProblemList(MESSAGES)

    def read(self, document: object) -> Reading:
        """Return what could be read of a document, with every problem."""
        empty: tuple[None, ...] = (None,) * self.rules.deals
        if not isinstance(document, dict):
            self.problems.add("NOT_AN_OBJECT")
            return Reading(0, empty, (), self.problems)
        if "totals" in document:
            if "first_dealer" in document or "deals" in document:
                self.problems.add("TOTALS_WITH_DEALS")
            self._check_keys(document, {"totals", "first_dealer", "deals"}, "")
            return Reading(0, empty, self._totals(document["totals"]), self.problems)
        self._check_keys(document, {"first_dealer", "deals"}, "")
        first = self._first_dealer(document.get("first_dealer"))
        return Reading(first, self._deals(document.get("deals", []), first), (), self.problems)

    def _check_keys(self, raw: dict[str, Any], known: set[str], path: str, deal: int = 0) -> None:
        for key in raw:
            if key not in known:
                self.problems.add("UNKNOWN_KEY", path, deal=deal, key=key[:40])

    def _first_dealer(self, raw: object) -> int:
        if raw is None:
            self.problems.add("FIRST_DEALER_MISSING", "first_dealer")
        elif not (isinstance(raw, int) and is_integer(raw) and 1 <= raw <= self.seats):
            self.problems.add("FIRST_DEALER_NOT_AT_TABLE", "first_dealer", seats=self.seats)
        else:
            return raw
        return 0

    def _deals(self, raw: object, first_dealer: int) -> tuple[Deal | None, ...]:
        if not isinstance(raw, list):
            self.problems.add("NOT_A_LIST", "deals")
            return (None,) * self.rules.deals
        deals = []
        for number, cards in enumerate(self.rules.cards, 1):
            written = raw[number - 1] if number <= len(raw) else None
            deals.append(self._deal(written, number, cards, first_dealer))
        if len(raw) > self.rules.deals:
            self.problems.add("TOO_MANY_DEALS", "deals", deals=self.rules.deals, found=len(raw))
        return tuple(deals)

    def _deal(self, raw: object, number: int, cards: int, first_dealer: int) -> Deal | None:
        path = f"deals.{number - 1}"
        if raw is None or raw == {}:
            self.problems.add("DEAL_MISSING", path, deal=number)
            return None
        if not isinstance(raw, dict):
            self.problems.add("NOT_AN_OBJECT", path, deal=number)
            return None
        before = len(self.problems.found)
        self._check_keys(raw, {"bids", "tricks", "infraction", "ruling"}, path, number)
        self._check_derived(raw, number, cards, first_dealer)
        bids = self._counts("BID", raw.get("bids"), path, number, cards)
        ruling = self._ruling(raw, bids, path, number, cards)
        infraction = raw.get("infraction")
        deal: Deal
        if infraction is None:
            tricks = self._counts("TRICKS", raw.get("tricks"), path, number, cards)
            if tricks and sum(tricks) != cards:
                self.problems.add(
                    "TRICKS_SUM_NOT_CARDS", path, deal=number, total=sum(tricks), cards=cards
                )
            deal = PlayedDeal(bids, tricks, ruling)
        else:
            kind, offenders = self._infraction(infraction, path, number)
            self._check_no_tricks(raw.get("tricks"), path, number)
            deal = StoppedDeal(bids, kind, offenders, ruling)
        return deal if len(self.problems.found) == before else None

    def _check_derived(
        self, raw: dict[str, Any], number: int, cards: int, first_dealer: int
    ) -> None:
        """Cards and dealer of a deal follow from the form and are not written; a file of another
        program that does so, and wrongly, is told what they should be (WK-2, WK-11)."""
        path = f"deals.{number - 1}"
        if "cards" in raw and raw["cards"] != cards:
            self.problems.add("CARDS_NOT_IN_SEQUENCE", path, deal=number, cards=cards)
        if "dealer" in raw and first_dealer:
            right = dealer(first_dealer, number, self.seats)
            if raw["dealer"] != right:
                self.problems.add("DEALER_NOT_IN_ROTATION", path, deal=number, dealer=right)

    def _counts(
        self, code: str, raw: object, path: str, number: int, cards: int
    ) -> tuple[int, ...]:
        """Read the bids or tricks of a deal, one a seat; empty unless every one is right."""
        cells = {"BID": "bids", "TRICKS": "tricks"}[code]
        if raw is None:
            raw = []
        if not isinstance(raw, list):
            self.problems.add("NOT_A_LIST", path, deal=number)
            return ()
        if len(raw) > self.seats:
            many = f"{cells.upper()}_NOT_AS_SEATED"
            self.problems.add(many, path, deal=number, found=len(raw), seats=self.seats)
            return ()
        written = [*raw, *[None] * (self.seats - len(raw))]
        wrong = [
            self._count_problem(code, value, f"{path}.{cells}.{index}", number, index + 1, cards)
            for index, value in enumerate(written)
        ]
        return () if any(wrong) else tuple(written)

    def _count_problem(
        self, code: str, value: object, path: str, number: int, seat: int, cards: int
    ) -> bool:
        """Note what is wrong with one bid or one number of tricks, and say whether anything is."""
        if value is None:
            suffix = "MISSING"
        elif not (isinstance(value, int) and is_integer(value)):
            suffix = "NOT_INTEGER"
        elif value < 0:
            suffix = "NEGATIVE"
        elif value > cards:
            suffix = "GT_CARDS"
        else:
            return False
        self.problems.add(
            f"{code}_{suffix}", path, deal=number, seat=seat, value=str(value)[:20], cards=cards
        )
        return True

    def _ruling(
        self, raw: dict[str, Any], bids: Sequence[int], path: str, number: int, cards: int
    ) -> str:
        """Read the director's ruling, the only thing that lets a forbidden total stand (A10)."""
        ruling = raw.get("ruling", "")
        forbidden = bool(bids) and sum(bids) == cards
        if not isinstance(ruling, str):
            self.problems.add("NOT_A_TEXT", f"{path}.ruling", deal=number)
        elif len(ruling) > LONGEST_RULING:
            self.problems.add(
                "TEXT_TOO_LONG", f"{path}.ruling", deal=number, longest=LONGEST_RULING
            )
        elif forbidden and not ruling.strip():
            # The cell of the ruling: it is the only way out.
            self.problems.add("BID_SUM_EQUALS_CARDS", f"{path}.ruling", deal=number, cards=cards)
        elif bids and "ruling" in raw and not forbidden:
            self.problems.add("RULING_NOT_NEEDED", f"{path}.ruling", deal=number)
        else:
            return ruling.strip()
        return ""

    def _infraction(
        self, raw: object, path: str, number: int
    ) -> tuple[InfractionKind, tuple[int, ...]]:
        """Read kind and offenders; a list of infractions is what one deal cannot have (A4)."""
        if isinstance(raw, list):
            self.problems.add("MIXED_INFRACTIONS", path, deal=number)
        elif not isinstance(raw, dict):
            self.problems.add("NOT_AN_OBJECT", path, deal=number)
        else:
            self._check_keys(raw, {"kind", "seats"}, path, number)
            kind = raw.get("kind")
            if not (isinstance(kind, str) and kind in dict(self.rules.penalties)):
                self.problems.add("UNKNOWN_INFRACTION", path, deal=number, kind=str(kind)[:40])
            return kind, self._offenders(raw.get("seats"), path, number)  # type: ignore[return-value]
        return "revoke", ()

    def _offenders(self, raw: object, path: str, number: int) -> tuple[int, ...]:
        if raw is None or raw == []:
            self.problems.add("OFFENDER_MISSING", path, deal=number)
            return ()
        if not isinstance(raw, list):
            self.problems.add("NOT_A_LIST", path, deal=number)
            return ()
        for index, seat in enumerate(raw):
            if not (is_integer(seat) and 1 <= seat <= self.seats):
                self.problems.add("OFFENDER_NOT_AT_TABLE", path, deal=number, value=str(seat)[:20])
            elif seat in raw[:index]:
                self.problems.add("OFFENDER_TWICE", path, deal=number, seat=seat, value=seat)
        return tuple(sorted(seat for seat in raw if is_integer(seat)))

    def _check_no_tricks(self, raw: object, path: str, number: int) -> None:
        """A stopped deal has no tricks, not even one 0; empty cells are none."""
        if raw is None:
            return
        if not isinstance(raw, list) or len(raw) > self.seats:
            self.problems.add("TRICKS_WITH_INFRACTION", path, deal=number)
            return
        for index, value in enumerate(raw):
            if value is not None:
                self.problems.add(
                    "TRICKS_WITH_INFRACTION", f"{path}.tricks.{index}", deal=number, seat=index + 1
                )

    def _totals(self, raw: object) -> tuple[int, ...]:
        """Read the totals of a paper whose deals were not taken: even, and possible together."""
        if not isinstance(raw, list):
            self.problems.add("NOT_A_LIST", "totals")
            return ()
        if len(raw) > self.seats:
            self.problems.add("TOTALS_NOT_AS_SEATED", "totals", found=len(raw), seats=self.seats)
            return ()
        written = [*raw, *[None] * (self.seats - len(raw))]
        wrong = [self._total_problem(value, seat) for seat, value in enumerate(written, 1)]
        if any(wrong):
            return ()
        most = self.rules.most_together(self.seats)
        if sum(written) > most:
            self.problems.add("TOTALS_IMPOSSIBLE", "totals", total=sum(written), most=most)
        return tuple(written)

    def _total_problem(self, value: object, seat: int) -> bool:
        if value is None:
            suffix = "MISSING"
        elif not (isinstance(value, int) and is_integer(value)):
            suffix = "NOT_INTEGER"
        elif value > self.rules.most:
            suffix = "TOO_HIGH"
        elif value < self.rules.least:
            suffix = "TOO_LOW"
        elif value % 2:
            suffix = "ODD"
        else:
            return False
        self.problems.add(
            f"TOTAL_{suffix}",
            f"totals.{seat - 1}",
            seat=seat,
            value=str(value)[:20],
            most=self.rules.most,
            least=self.rules.least,
        )
        return True
