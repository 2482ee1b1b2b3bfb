"""One deal of a form of kleurenwiezen: reading it from any JSON, and writing it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scoring.cells import is_integer
from scoring.game import Document
from scoring.layout import LONGEST
from scoring.problems import ProblemList, count_fault
from scoring.whist.contracts import BY_KEY, CARDS, SEATS, Contract, needs_referee
from scoring.whist.notices import tricks_notice

KEYS = ("contract", "declarers", "tricks", "referee")


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that counts.

    `declarers` are seats from 1, low to high. `tricks` has one number for all declarers together,
    or, with several declarers of a misère or piccolo, one for each.
    """

    contract: Contract
    declarers: tuple[int, ...]
    tricks: tuple[int, ...]
    referee: str = ""


@dataclass(frozen=True, slots=True)
class PassedDeal:
    """A deal in which all passed: it does not count, and the same dealer deals again (K-2)."""


PASSED = PassedDeal()
FormRow = Deal | PassedDeal | None


def is_passed(raw: object) -> bool:
    """Return whether a row is a passed deal: its key `passed` is neither missing nor false."""
    passed = raw.get("passed") if isinstance(raw, dict) else None
    return passed is not None and passed is not False


class DealReader:
    """A reader of the rows of a document.

    `problems` collects their problems, `notices` the values that are possible but unlikely.
    """

    def __init__(self, problems: ProblemList, notices: ProblemList) -> None:
        self.problems = problems
        self.notices = notices

    def read(self, raw: object, number: int) -> FormRow:
        """Return row `number` (from 1), None if it is empty or not right.

        Both are noted in `problems`: a round has a fixed number of deals (K-h).
        """
        path = f"deals.{number - 1}"
        if raw is None or raw == {}:
            self.problems.add("DEAL_MISSING", path, deal=number)
            return None
        if not isinstance(raw, dict):
            self.problems.add("NOT_AN_OBJECT", path, deal=number)
            return None
        before = len(self.problems.found)
        self.check_keys(raw, (*KEYS, "passed"), path, number)
        if is_passed(raw):
            self._check_passed(raw, path, number)
            return PASSED if len(self.problems.found) == before else None
        contract = self._contract(raw.get("contract"), path, number)
        declarers = self._declarers(raw.get("declarers"), contract, path, number)
        tricks = self._tricks(raw.get("tricks"), contract, len(declarers), path, number)
        referee = self._referee(raw.get("referee"), contract, path, number)
        if contract is None or len(self.problems.found) > before:
            return None
        if len(tricks) > 1:
            # Declarers are sorted by seat below, so the tricks of each must be sorted along.
            pairs = sorted(zip(declarers, tricks, strict=True))
            tricks = tuple(won for _seat, won in pairs)
        tricks_notice(self.notices, contract, tricks, number)
        return Deal(contract, tuple(sorted(declarers)), tricks, referee)

    def check_keys(
        self, raw: dict[str, Any], known: Iterable[str], path: str, deal: int = 0
    ) -> None:
        """Note the keys of an object that are not `known`, so that no spelling mistake is lost."""
        for key in raw:
            if key not in known:
                self.problems.add("UNKNOWN_KEY", path, deal=deal, key=str(key)[:40])

    def _check_passed(self, raw: dict[str, Any], path: str, number: int) -> None:
        if raw["passed"] is not True:
            self.problems.add("PASSED_INVALID", f"{path}.contract", deal=number)
        if any(raw.get(key) not in (None, [], "") for key in KEYS):
            self.problems.add("PASSED_WITH_MORE", path, deal=number)

    def _contract(self, raw: object, path: str, number: int) -> Contract | None:
        if raw is None:
            self.problems.add("CONTRACT_MISSING", f"{path}.contract", deal=number)
        elif not (isinstance(raw, str) and raw in BY_KEY):
            self.problems.add(
                "UNKNOWN_CONTRACT", f"{path}.contract", deal=number, value=str(raw)[:40]
            )
        else:
            return BY_KEY[raw]
        return None

    def _declarers(
        self, raw: object, contract: Contract | None, path: str, number: int
    ) -> tuple[int, ...]:
        """Return the seats of the declarers that are right; the contract sets their number."""
        if raw is None:
            raw = []
        if not isinstance(raw, list):
            self.problems.add("NOT_A_LIST", path, deal=number)
            return ()
        right: list[int] = []
        # With one value more than seats a repetition is sure; a hostile list may be long.
        for value in raw[: SEATS + 1]:
            if not (is_integer(value) and 1 <= value <= SEATS):
                self.problems.add(
                    "DECLARERS_NOT_AT_TABLE", path, deal=number, value=str(value)[:20]
                )
            elif value in right:
                self.problems.add(
                    "DECLARER_TWICE",
                    f"{path}.declarers.{value - 1}",
                    deal=number,
                    seat=value,
                    value=value,
                )
            else:
                right.append(value)
        if contract:
            self._check_declarer_count(contract, len(raw), path, number)
        return tuple(right)

    def _check_declarer_count(self, contract: Contract, found: int, path: str, number: int) -> None:
        least, most = contract.declarers[0], contract.declarers[-1]
        if found < least:
            self.problems.add("DECLARERS_MISSING", path, deal=number, wanted=least)
        elif found > most:
            self.problems.add("TOO_MANY_DECLARERS", path, deal=number, wanted=most, found=found)

    def _tricks(
        self, raw: object, contract: Contract | None, declarers: int, path: str, number: int
    ) -> tuple[int, ...]:
        """Return the tricks, empty if they are not right.

        They are one number, or one for each of several declarers of a misère or piccolo.
        """
        path = f"{path}.tricks"
        values = raw if isinstance(raw, list) else [] if raw is None else [raw]
        cards = contract.tricks if contract else CARDS
        before = len(self.problems.found)
        for value in values[:SEATS]:
            self._check_trick_count(value, cards, path, number)
        # Each declarer of a misère or piccolo plays alone, so each has a number of tricks (K-b).
        wanted = max(declarers, 1) if contract and contract.is_exact else 1
        if len(values) < wanted and None not in values:
            self.problems.add("TRICKS_MISSING", path, deal=number)
        elif len(values) > (wanted if contract else SEATS):
            self.problems.add(
                "TRICKS_TOO_MANY", path, deal=number, wanted=wanted, found=len(values)
            )
        if len(self.problems.found) > before:
            return ()
        self._check_sum(values, contract, path, number)
        return tuple(values)

    def _check_sum(
        self, values: list[Any], contract: Contract | None, path: str, number: int
    ) -> None:
        """Check that the tricks together are possible.

        Play may have stopped before the last trick (K-d), so there may be too few. But if all
        four seats play a misère or piccolo, at least one must win too many.
        """
        total, cards = sum(values), contract.tricks if contract else CARDS
        if total > cards:
            self.problems.add("TRICKS_SUM_GT_CARDS", path, deal=number, total=total, cards=cards)
        elif contract and len(values) == SEATS and all(map(contract.is_made, values)):
            self.problems.add("TRICKS_SUM_NOT_CARDS", path, deal=number, total=total, cards=cards)

    def _check_trick_count(self, value: object, cards: int, path: str, number: int) -> None:
        if fault := count_fault(value, cards):
            self.problems.add(
                f"TRICKS_{fault}", path, deal=number, value=str(value)[:20], cards=cards
            )

    def _referee(self, raw: object, contract: Contract | None, path: str, number: int) -> str:
        """Return the referee that approved a contract above troel (K-2), "" if there is none.

        A missing or needless referee is a notice, which does not make the form invalid.
        """
        path = f"{path}.referee"
        if raw is None:
            raw = ""
        if not isinstance(raw, str):
            self.problems.add("NOT_A_TEXT", path, deal=number)
            return ""
        if len(raw) > LONGEST["text"]:
            self.problems.add("TEXT_TOO_LONG", path, deal=number, longest=LONGEST["text"])
        referee = raw.strip()
        if contract and needs_referee(contract) and not referee:
            self.notices.add("REFEREE_NOT_NOTED", path, deal=number)
        elif contract and not needs_referee(contract) and referee:
            self.notices.add("REFEREE_NOT_NEEDED", path, deal=number)
        return referee


def deal_document(entry: FormRow) -> Document:
    """Return a row in the archive format, with its keys in order; anything but a Deal is passed."""
    if not isinstance(entry, Deal):
        return {"passed": True}
    tricks = list(entry.tricks)
    deal: Document = {
        "contract": entry.contract.key,
        "declarers": list(entry.declarers),
        "tricks": tricks if len(tricks) > 1 else tricks[0],
    }
    if entry.referee:
        deal["referee"] = entry.referee
    return deal
