"""What a table's form is worth: points, places and match points."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

# WK-24: match points of the places at a table; a table of 4 uses the first four.
FIRST_PLACE = 5


@dataclass(frozen=True, slots=True)
class SeatResult:
    """Result of one seat in one round: points, place at the table (1 is best, shared on a tie) and
    match points in exact halves."""

    points: int
    place: int
    match_points: Fraction


def results(points: Sequence[int]) -> tuple[SeatResult, ...]:
    """Return the result of each seat from the points of each seat (WK-24, WK-25, A15).

    The match points of occupied places are shared equally: 5 − better − equal/2.

    >>> [str(r.match_points) for r in results([88, 120, 88, -6, 102])]
    ['5/2', '5', '5/2', '1', '4']
    """
    outcome = []
    for own in points:
        better = sum(other > own for other in points)
        equal = sum(other == own for other in points) - 1
        outcome.append(SeatResult(own, better + 1, FIRST_PLACE - better - Fraction(equal, 2)))
    return tuple(outcome)
