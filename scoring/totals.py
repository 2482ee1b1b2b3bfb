"""Forms of which only the totals were taken: `{"totals": [88, 120, 64, -6, 102]}`."""

from collections.abc import Collection
from typing import Any

from scoring.cells import is_integer
from scoring.problems import ProblemList

MOST_TOTAL = 1_000_000  # no sheet of any game comes near it


def read_totals(
    document: dict[str, Any],
    seats: int,
    problems: ProblemList,
    deal_keys: Collection[str] = ("first_dealer", "deals", "contracts", "unfinished"),
) -> tuple[int, ...]:
    """Return the totals of a document that has them, a whole number for each seat.

    Empty where one is missing or none, noted in `problems`, as is anything beside the totals:
    TOTALS_WITH_DEALS for what forms with deals have, else UNKNOWN_KEY. What a game knows of its
    totals besides, it checks itself.
    """
    if any(key in deal_keys for key in document):
        problems.add("TOTALS_WITH_DEALS")
    for key in document:
        if key != "totals" and key not in deal_keys:
            problems.add("UNKNOWN_KEY", key=key[:40])
    raw = document["totals"]
    if not isinstance(raw, list):
        problems.add("NOT_A_LIST", "totals")
        return ()
    if len(raw) > seats:
        problems.add("TOTALS_NOT_AS_SEATED", "totals", found=len(raw), seats=seats)
        return ()
    before = len(problems.found)
    for index, value in enumerate([*raw, *[None] * (seats - len(raw))]):
        at = f"totals.{index}"
        if value is None:
            problems.add("TOTAL_MISSING", at, seat=index + 1)
        elif not is_integer(value) or abs(value) > MOST_TOTAL:
            problems.add("TOTAL_NOT_INTEGER", at, seat=index + 1, value=str(value)[:20])
    return () if len(problems.found) > before else tuple(raw)
