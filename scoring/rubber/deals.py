"""One deal of a form of rubber bridge: reading it from any JSON, and writing it."""

from collections.abc import Collection
from typing import Any

from scoring.cells import is_integer
from scoring.game import Document
from scoring.pairs import TABLE
from scoring.problems import ProblemList, count_fault
from scoring.rubber.contracts import (
    HIGHEST_LEVEL,
    STRAINS,
    TRICKS,
    Contract,
    Deal,
    Honours,
    PassedDeal,
    PlayedDeal,
    honours_scale,
    side_of,
)

CONTRACT_KEYS = ("declarer", "level", "strain", "doubled", "tricks", "honours")
HONOURS_POINTS = (100, 150)
# The fewest tricks that a pair with honours can win, by the points and whether there is a trump.
# Five trump honours win five tricks. Four of them win three, as only the missing honour may beat
# one. Of four aces at no trump the first to be played wins.
LEAST_TRICKS = {(100, True): 3, (150, True): 5, (150, False): 1}
FAR_SHORT = 6  # undertricks that suggest that only the tricks above the first six were written


def is_empty(raw: object) -> bool:
    """Return whether a row of a document has no content."""
    return raw is None or raw == {}


def shown(raw: object) -> str:
    """Return a wrong value as text that is short enough for a message."""
    if isinstance(raw, str):
        return raw[:20]
    # Lists, objects and huge numbers may be long: they become an ellipsis.
    is_short = isinstance(raw, bool | float) or (isinstance(raw, int) and abs(raw) < 10**9)
    return str(raw) if is_short else "…"


class DealReader:
    """A reader of the deals of a document; `problems` collects their problems.

    `honours`: whether honours count in this tournament (Δ1).
    """

    def __init__(self, problems: ProblemList, *, honours: bool) -> None:
        self.problems = problems
        self.honours = honours

    def read(self, raw: object, number: int) -> Deal | None:
        """Return deal `number` (from 1), None if it is empty or not right.

        An empty deal is not noted here: only the course of the rubber shows whether it is missing.
        """
        path = f"contracts.{number - 1}"
        if is_empty(raw):
            return None
        if not isinstance(raw, dict):
            self.problems.add("NOT_AN_OBJECT", path, deal=number)
            return None
        before = len(self.problems.found)
        self.check_keys(raw, {"passed", *CONTRACT_KEYS}, path, number)
        if self.yes(raw.get("passed"), f"{path}.passed", number):
            self._check_nothing_else(raw, path, number)
            deal: Deal = PassedDeal()
        else:
            deal = self._played(raw, path, number)
        return deal if len(self.problems.found) == before else None

    def check_keys(
        self, raw: dict[str, Any], known: Collection[str], path: str, deal: int = 0
    ) -> None:
        """Note the keys of an object that are not `known`."""
        for key in raw:
            if key not in known:
                self.problems.add("UNKNOWN_KEY", path, deal=deal, key=key[:40])

    def yes(self, raw: object, path: str, deal: int = 0) -> bool:
        """Return whether a box was crossed; note a value that is neither true nor false."""
        if raw is not None and not isinstance(raw, bool):
            self.problems.add("NOT_YES_OR_NO", path, deal=deal, value=shown(raw))
        return raw is True

    def _check_nothing_else(self, raw: dict[str, Any], path: str, number: int) -> None:
        for key in CONTRACT_KEYS:
            value = raw.get(key)
            if value is None or value == [] or (key == "doubled" and _is_in(value, (0,))):
                continue
            # Honours are written in two cells, so their problem stands at the row.
            at = path if key == "honours" else f"{path}.{key}"
            self.problems.add("PASSED_WITH_CONTRACT", at, deal=number)

    def _played(self, raw: dict[str, Any], path: str, number: int) -> PlayedDeal:
        """Return a deal that was played; its values are right only if no problem was noted."""
        contract = Contract(
            declarer=self._seat("DECLARER", raw.get("declarer"), f"{path}.declarer", number),
            level=self._level(raw.get("level"), f"{path}.level", number),
            strain=self._strain(raw.get("strain"), f"{path}.strain", number),
            doubled=self._doubled(raw.get("doubled"), f"{path}.doubled", number),
        )
        tricks = self._tricks(raw.get("tricks"), f"{path}.tricks", number)
        honours = self._honours(raw.get("honours"), contract.strain, path, number)
        return PlayedDeal(contract, tricks, honours)

    # Each of these returns the value as written, even a wrong one, and notes its problem.

    def _seat(self, code: str, raw: Any, path: str, number: int) -> Any:
        if raw is None:
            self.problems.add(f"{code}_MISSING", path, deal=number)
        elif not _is_in(raw, range(1, TABLE + 1)):
            self.problems.add(f"{code}_NOT_AT_TABLE", path, deal=number)
        return raw

    def _level(self, raw: Any, path: str, number: int) -> Any:
        if raw is None:
            self.problems.add("LEVEL_MISSING", path, deal=number)
        elif not _is_in(raw, range(1, HIGHEST_LEVEL + 1)):
            self.problems.add("LEVEL_INVALID", path, deal=number, value=shown(raw))
        return raw

    def _strain(self, raw: Any, path: str, number: int) -> Any:
        if raw is None:
            self.problems.add("STRAIN_MISSING", path, deal=number)
        elif raw not in STRAINS:
            self.problems.add("STRAIN_UNKNOWN", path, deal=number, value=shown(raw))
        return raw

    def _doubled(self, raw: Any, path: str, number: int) -> Any:
        if raw is None:
            return 0
        if not _is_in(raw, range(3)):
            self.problems.add("DOUBLED_UNKNOWN", path, deal=number, value=shown(raw))
        return raw

    def _tricks(self, raw: Any, path: str, number: int) -> Any:
        if fault := count_fault(raw, TRICKS):
            self.problems.add(f"TRICKS_{fault}", path, deal=number, value=shown(raw), cards=TRICKS)
        return raw

    def _honours(self, raw: Any, strain: object, path: str, number: int) -> Honours | None:
        """Return the honours of a deal, None if there are none or they are not right.

        One hand with honours leaves too few for another, so a deal has them once at most (Δ1).
        """
        if raw is None or raw == []:
            return None
        if not isinstance(raw, list):
            self.problems.add("NOT_A_LIST", path, deal=number)
        elif not self.honours:
            self.problems.add("HONOURS_NOT_PLAYED", path, deal=number)
        elif len(raw) > 1:
            self.problems.add("HONOURS_TWICE", path, deal=number)
        elif not isinstance(raw[0], dict):
            self.problems.add("NOT_AN_OBJECT", path, deal=number)
        else:
            self.check_keys(raw[0], {"seat", "points"}, path, number)
            at = f"{path}.honours"
            points = self._honours_points(raw[0].get("points"), strain, f"{at}.points", number)
            seat = self._seat("HONOURS_SEAT", raw[0].get("seat"), f"{at}.seat", number)
            return Honours(seat, points)
        return None

    def _honours_points(self, raw: Any, strain: object, path: str, number: int) -> Any:
        if raw is None:
            self.problems.add("HONOURS_POINTS_MISSING", path, deal=number)
        elif not _is_in(raw, HONOURS_POINTS):
            self.problems.add("HONOURS_POINTS_UNKNOWN", path, deal=number, value=shown(raw))
        elif raw not in honours_scale(strain).values():
            self.problems.add("HONOURS_OF_TRUMP_AT_NT", path, deal=number)
        return raw


def deal_document(deal: Deal) -> Document:
    """Return a deal in the archive format."""
    if isinstance(deal, PassedDeal):
        return {"passed": True}
    contract = deal.contract
    document: Document = {
        "declarer": contract.declarer,
        "level": contract.level,
        "strain": contract.strain,
        "doubled": contract.doubled,
        "tricks": deal.tricks,
    }
    if deal.honours:
        document["honours"] = [{"seat": deal.honours.seat, "points": deal.honours.points}]
    return document


def honours_notice(notices: ProblemList, deal: Deal | None, number: int) -> None:
    """Note honours of a pair that won fewer tricks than the honours alone must win.

    Either the seat or the tricks are wrong. It is a notice and no problem, as a ruling on a revoke
    may move tricks to the other pair (B-12).
    """
    if not isinstance(deal, PlayedDeal) or deal.honours is None:
        return
    is_declaring = side_of(deal.honours.seat) == deal.contract.side
    tricks = deal.tricks if is_declaring else TRICKS - deal.tricks
    least = LEAST_TRICKS[deal.honours.points, deal.contract.strain != "NT"]
    if tricks < least:
        path = f"contracts.{number - 1}.honours.seat"
        notices.add("HONOURS_TRICKS_FEW", path, deal=number, tricks=tricks, least=least)


def tricks_notice(notices: ProblemList, deal: Deal | None, number: int) -> None:
    """Note tricks far below the bid: a scorer may have left out the first six (B-1)."""
    if not isinstance(deal, PlayedDeal):
        return
    short = deal.contract.needed - deal.tricks
    if short >= FAR_SHORT:
        path = f"contracts.{number - 1}.tricks"
        notices.add("UNLIKELY_DOWN", path, deal=number, tricks=deal.tricks, short=short)


def _is_in(value: object, allowed: Collection[int]) -> bool:
    """Return whether a JSON value is one of these whole numbers: true and 1.0 are not."""
    return is_integer(value) and value in allowed
