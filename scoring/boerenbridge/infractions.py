"""Reading the infraction that stopped a deal, and its offenders (WK-20, WK-21, A1, A4)."""

from scoring.boerenbridge.line import DealLine
from scoring.boerenbridge.rules import InfractionKind, Rules
from scoring.cells import is_integer


def read_infraction(
    raw: object, rules: Rules, line: DealLine
) -> tuple[InfractionKind, tuple[int, ...]]:
    """Return kind and offenders (seats from 1) of an infraction; note their problems.

    A list of infractions is refused: one deal cannot have several kinds (A4).
    """
    if isinstance(raw, list):
        line.add("MIXED_INFRACTIONS")
    elif not isinstance(raw, dict):
        line.add("NOT_AN_OBJECT")
    else:
        line.check_keys(raw, ("kind", "seats"))
        kind = raw.get("kind")
        if not (isinstance(kind, str) and kind in dict(rules.infractions)):
            line.add("UNKNOWN_INFRACTION", kind=str(kind)[:40])
        return kind, _offenders(raw.get("seats"), line)  # type: ignore[return-value]
    # Any kind will do: the problem noted above keeps the deal from being scored.
    return "revoke", ()


def _offenders(raw: object, line: DealLine) -> tuple[int, ...]:
    if raw is None or raw == []:
        line.add("OFFENDER_MISSING")
        return ()
    if not isinstance(raw, list):
        line.add("NOT_A_LIST")
        return ()
    # With one value more than seats a repetition is sure; a hostile list may be long.
    raw = raw[: line.seats + 1]
    for index, seat in enumerate(raw):
        if not line.is_seat(seat):
            line.add("OFFENDER_NOT_AT_TABLE", value=str(seat)[:20])
        elif seat in raw[:index]:
            line.add("OFFENDER_TWICE", seat=seat, value=seat)
    return tuple(sorted(seat for seat in raw if is_integer(seat)))


def check_no_tricks(raw: object, line: DealLine) -> None:
    """Note each number of tricks in a stopped deal, even a 0; only empty cells are right."""
    if raw is None:
        return
    if not isinstance(raw, list) or len(raw) > line.seats:
        line.add("TRICKS_WITH_INFRACTION")
        return
    for index, value in enumerate(raw):
        if value is not None:
            line.add("TRICKS_WITH_INFRACTION", f"tricks.{index}", seat=index + 1)
