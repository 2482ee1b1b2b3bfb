"""Whether players can be seated in free rounds so that everybody keeps to the cap."""

from collections.abc import Iterable

from scoring.possible.exact_search import SearchLimit
from scoring.possible.free_rounds import FreeRounds
from scoring.possible.one_free_round import fewest_over_in_a_round


def can_be_seated(caps: Iterable[int], free: FreeRounds) -> bool:
    """Return whether seats are found with which nobody passes one of these caps.

    In each round but the last the players who have the least to spare take the lowest places. The
    last round is looked at exactly, ties included. True is a proof; with several rounds False says
    nothing.

    >>> can_be_seated([8, 8, 8], FreeRounds(((2, 4, 6),), 2))
    True
    >>> can_be_seated([5, 6, 12], FreeRounds(((2, 4, 6),), 2))
    False
    """
    left = sorted(caps)
    for values in free.by_round[:-1]:
        left = sorted(cap - value for cap, value in zip(left, values, strict=False))
    if not (left and free.number):
        return min(left, default=0) >= 0
    top = free.tops[-1] if free.tops else None
    try:
        return fewest_over_in_a_round(left, free.tables, top, 0) == 0
    except SearchLimit:
        return False
