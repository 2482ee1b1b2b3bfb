"""The results of a table: points, places and match points."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

# WK-24: match points of the places at a table; a table of 4 uses the first four.
WK_SCALE = (5, 4, 3, 2, 1)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat in one round.

    `place` is the rank at the table, from 1, shared on a tie. `match_points` are exact halves.
    """

    points: int
    place: int
    match_points: Fraction


def results(points: Sequence[int], scale: Sequence[int] = WK_SCALE) -> tuple[SeatResult, ...]:
    """Return the result of each seat from the points of each seat (WK-24, WK-25, A15).

    `scale` has the match points of the places, best first, in equal steps; places below the scale
    continue the steps. Tied seats share the match points of their places equally, which gives exact
    halves.

    >>> [str(r.match_points) for r in results([88, 120, 88, -6, 102])]
    ['5/2', '5', '5/2', '1', '4']
    """
    # Equal steps allow this formula: the best place, less a step for each better player and half a
    # step for each equal one (WK-25), is the average over the shared places (A15).
    step = scale[0] - scale[1] if len(scale) > 1 else 0
    outcome = []
    for own in points:
        better = sum(other > own for other in points)
        equal = sum(other == own for other in points) - 1
        shared = scale[0] - step * (better + Fraction(equal, 2))
        outcome.append(SeatResult(own, better + 1, shared))
    return tuple(outcome)
