"""Forms of which only the totals were taken: `{"totals": [88, 120, 64, -6, 102]}`."""

from collections.abc import Collection
from typing import Any

from scoring.cells import is_integer
from scoring.layout import Field
from scoring.problems import Place, ProblemList
from scoring.text import Text

MOST_TOTAL = 1_000_000  # no sheet of any game comes near it
TOTAL = Text("totaal", "total")


def totals_fields(seats: int) -> tuple[Field, ...]:
    """Return the cells of a form of which only the totals are taken: one for each seat."""
    return tuple(
        Field(f"totals.{index}", "number", TOTAL, Place(seat=index + 1)) for index in range(seats)
    )


def read_totals(
    document: dict[str, Any],
    seats: int,
    problems: ProblemList,
    deal_keys: Collection[str] = ("first_dealer", "deals", "contracts", "unfinished"),
) -> tuple[int | None, ...]:
    """Return the totals of a document that has them, for each seat; None where one is missing or
    no whole number, noted in `problems`, and empty where there is no list of them for these seats.

    Anything beside the totals is noted too: TOTALS_WITH_DEALS for what forms with deals have, else
    UNKNOWN_KEY. What a game knows of its totals besides, it checks itself.
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
    written = enumerate([*raw, *[None] * (seats - len(raw))], 1)
    return tuple(read_total(value, f"totals.{seat - 1}", seat, problems) for seat, value in written)


def read_total(value: Any, path: str, seat: int, problems: ProblemList) -> int | None:
    """Return the total of a seat, None where it is missing or no whole number, which is noted."""
    if value is None:
        problems.add("TOTAL_MISSING", path, seat=seat)
    elif not is_integer(value) or abs(value) > MOST_TOTAL:
        problems.add("TOTAL_NOT_INTEGER", path, seat=seat, value=_shown(value))
    else:
        return int(value)
    return None


def _shown(value: object) -> str:
    """Return what was written in place of a number, short enough for a message."""
    is_huge = isinstance(value, int) and abs(value) >= 10**20
    return "…" if is_huge or isinstance(value, list | dict) else str(value)[:20]


def all_known(totals: tuple[int | None, ...]) -> tuple[int, ...]:
    """Return the totals when each is known, or nothing."""
    known = tuple(total for total in totals if total is not None)
    return known if len(known) == len(totals) else ()
