"""The overall ranking of a tournament."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


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
    # The start number only makes the order of equal players definite; it decides no rank.
    order = sorted(tallies, key=lambda t: (-t.match_points, -t.points, t.number))
    scores = [(t.match_points, t.points) for t in order]
    ranked = []
    place = 0
    for index, (tally, score) in enumerate(zip(order, scores, strict=True)):
        tied_above = index > 0 and score == scores[index - 1]
        tied_below = index + 1 < len(scores) and score == scores[index + 1]
        place = place if tied_above else index + 1
        ranked.append(Ranked(place, tied_above or tied_below, tally))
    return tuple(ranked)
