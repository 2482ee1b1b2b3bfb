"""Forms with only the totals of the seats, without deals: `{"totals": [88, 120, 64, -6, 102]}`."""

from collections.abc import Collection
from typing import Any

from scoring.cells import is_integer
from scoring.layout import Field
from scoring.problems import Place, ProblemList
from scoring.text import Text

MOST_TOTAL = 1_000_000  # no sheet of any game comes near it
TOTAL = Text("totaal", "total")


def totals_fields(seats: int) -> tuple[Field, ...]:
    """Return the cells of a form with only totals: one for each seat."""
    return tuple(
        Field(f"totals.{index}", "number", TOTAL, Place(seat=index + 1)) for index in range(seats)
    )


def read_totals(
    document: dict[str, Any],
    seats: int,
    problems: ProblemList,
    deal_keys: Collection[str] = ("first_dealer", "deals", "contracts", "unfinished"),
) -> tuple[int | None, ...]:
    """Return the total of each seat of a document with the key "totals".

    A total is None if it is missing, no whole number, or beyond MOST_TOTAL. The result is empty if
    "totals" has no list, or one longer than `seats`. Each of these is noted in `problems`. Other
    keys are noted too: TOTALS_WITH_DEALS for `deal_keys`, the keys of a form with deals, else
    UNKNOWN_KEY. The further rules about totals are checked by each game.
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
    """Return the total of a seat as a number.

    A total that is missing, no whole number, or beyond MOST_TOTAL is noted in `problems`; the
    result is then None.
    """
    if value is None:
        problems.add("TOTAL_MISSING", path, seat=seat)
    elif not is_integer(value) or abs(value) > MOST_TOTAL:
        problems.add("TOTAL_NOT_INTEGER", path, seat=seat, value=_shown(value))
    else:
        return int(value)
    return None


def _shown(value: object) -> str:
    """Return a wrong value as text that is short enough for a message."""
    # Python refuses to write out an integer of more than 4300 digits.
    is_huge = isinstance(value, int) and abs(value) >= 10**20
    return "…" if is_huge or isinstance(value, list | dict) else str(value)[:20]


def all_known(totals: tuple[int | None, ...]) -> tuple[int, ...]:
    """Return the numbers if every one is known, else an empty tuple."""
    known = tuple(total for total in totals if total is not None)
    return known if len(known) == len(totals) else ()
