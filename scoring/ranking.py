"""The overall ranking of a tournament."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player has gathered over the rounds, by start number."""

    number: int
    match_points: Fraction
    points: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A tally with its rank; equal ranks are `shared`."""

    rank: int
    shared: bool
    tally: Tally


def rank(tallies: Iterable[Tally]) -> tuple[Ranked, ...]:
    """Return the tallies in rank order: match points, then points (WK-29).

    Who is equal in both shares the rank (1, 1, 3 …; A16), in order of start number.
    """
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
