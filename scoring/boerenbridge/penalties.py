"""Reading the misdeals and penalties that the scorer noted (W-8 to W-10, W-15)."""

from typing import Any

from scoring.boerenbridge.deals import Misdeal, Penalty
from scoring.boerenbridge.line import DealLine
from scoring.cells import is_integer

MOST_PENALTIES = 20  # in one deal
MOST_POINTS = 1000  # of one penalty, off or on
LONGEST_WHY = 500


def read_misdeal(raw: object, dealer: int, line: DealLine) -> Misdeal | None:
    """Return the misdeal of a deal, None if there is none or it is no object; note its problems.

    `dealer` is the seat that pays for a misdeal noticed before the deal (W-8). It is 0 while it is
    not known; the misdeal then has no guilty seat yet.
    """
    if raw is None or raw == {}:
        return None
    if not isinstance(raw, dict):
        line.add("NOT_AN_OBJECT", "misdeal.stage")
        return None
    line.check_keys(raw, ("stage", "seats"))
    stage, seats = raw.get("stage"), raw.get("seats")
    if stage == "during":
        return Misdeal("during", _guilty(seats, line))
    if stage is None:
        line.add("MISDEAL_STAGE_MISSING", "misdeal.stage")
    elif stage != "before":
        line.add("UNKNOWN_MISDEAL", "misdeal.stage", value=str(stage)[:40])
    elif seats is not None and seats != []:
        line.add("MISDEAL_SEATS_NOT_NEEDED", "misdeal.stage")
    return Misdeal("before", (dealer,) if dealer else ())


def _guilty(raw: object, line: DealLine) -> tuple[int, ...]:
    """Return the seats that pay for a misdeal noticed during the deal (W-9); note problems."""
    if raw is None or raw == []:
        line.add("MISDEAL_SEATS_MISSING", "misdeal.seats.0")
        return ()
    if not isinstance(raw, list):
        line.add("NOT_A_LIST", "misdeal.seats.0")
        return ()
    # With one value more than seats a repetition is sure; a hostile list may be long.
    raw = raw[: line.seats + 1]
    for index, seat in enumerate(raw):
        if not line.is_seat(seat):
            line.add("MISDEAL_SEAT_NOT_AT_TABLE", "misdeal.seats.0", value=str(seat)[:20])
        elif seat in raw[:index]:
            line.add("MISDEAL_SEAT_TWICE", f"misdeal.seats.{seat - 1}", seat=seat, value=seat)
    return tuple(sorted(seat for seat in raw if is_integer(seat)))


def read_penalties(raw: object, line: DealLine) -> tuple[Penalty, ...]:
    """Return the valid penalties of a deal; empty slots between them are skipped (W-10)."""
    if raw is None:
        return ()
    if not isinstance(raw, list):
        line.add("NOT_A_LIST")
        return ()
    if len(raw) > MOST_PENALTIES:
        line.add("TOO_MANY_PENALTIES", most=MOST_PENALTIES, found=len(raw))
        return ()
    read = [_penalty(each, f"penalties.{index}", line) for index, each in enumerate(raw)]
    return tuple(penalty for penalty in read if penalty)


def _penalty(raw: object, cells: str, line: DealLine) -> Penalty | None:
    if raw is None or raw == {}:
        return None
    if not isinstance(raw, dict):
        line.add("NOT_AN_OBJECT", f"{cells}.seat")
        return None
    before = line.problems_so_far()
    line.check_keys(raw, ("seat", "points", "why"))
    seat, points = raw.get("seat"), raw.get("points")
    if seat is None:
        line.add("PENALTY_SEAT_MISSING", f"{cells}.seat")
    elif not line.is_seat(seat):
        line.add("PENALTY_SEAT_NOT_AT_TABLE", f"{cells}.seat", value=str(seat)[:20])
    if points is None:
        line.add("PENALTY_POINTS_MISSING", f"{cells}.points")
    elif not _is_penalty(points):
        wrong = str(points)[:20]
        line.add("PENALTY_POINTS_INVALID", f"{cells}.points", value=wrong, most=MOST_POINTS)
    why = line.read_text(raw.get("why", ""), f"{cells}.why", LONGEST_WHY)
    return Penalty(seat, points, why) if line.problems_so_far() == before else None  # type: ignore[arg-type]


def _is_penalty(points: Any) -> bool:
    return is_integer(points) and points != 0 and abs(points) <= MOST_POINTS
