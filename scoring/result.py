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


@dataclass(frozen=True, slots=True)
class RoundRange:
    """What a round can give a player at a table of some size.

    `match_points` are those of the places when nobody is equal, best first. `least` and `most` are
    points, None without a limit.
    """

    match_points: tuple[Fraction, ...]
    least: int | None = None
    most: int | None = None


def round_range(
    seats: int,
    least: int | None = None,
    most: int | None = None,
    scale: Sequence[int] = WK_SCALE,
) -> RoundRange:
    """Return the range of a round at a table with so many seats; `scale` is that of `results`.

    >>> [str(points) for points in round_range(4).match_points]
    ['5', '4', '3', '2']
    """
    places = results(range(seats, 0, -1), scale)
    return RoundRange(tuple(result.match_points for result in places), least, most)


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
