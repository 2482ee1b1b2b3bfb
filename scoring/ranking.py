"""The overall ranking of a tournament."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm


@dataclass(frozen=True, slots=True)
class Tally:
    """The match points and points of one player over all rounds, with the start number."""

    number: int
    match_points: Fraction
    points: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A tally with its rank, from 1; `shared` if another tally has the same rank (A16)."""

    rank: int
    shared: bool
    tally: Tally


def rank(tallies: Iterable[Tally]) -> tuple[Ranked, ...]:
    """Return the tallies in rank order: match points, then points (WK-29).

    Players equal in both share a rank (1, 1, 3 …; A16) and stand in order of start number.
    """
    order = list(tallies)
    # Whole numbers compare as exactly as fractions, and ten times as fast.
    unit = lcm(*(tally.match_points.denominator for tally in order))
    scored = [((int(tally.match_points * unit), tally.points), tally) for tally in order]
    # The start number only makes the order of equal players definite; it decides no rank.
    scored.sort(key=lambda each: (-each[0][0], -each[0][1], each[1].number))
    ranked = []
    place = 0
    for index, (score, tally) in enumerate(scored):
        tied_above = index > 0 and score == scored[index - 1][0]
        tied_below = index + 1 < len(scored) and score == scored[index + 1][0]
        place = place if tied_above else index + 1
        ranked.append(Ranked(place, tied_above or tied_below, tally))
    return tuple(ranked)
