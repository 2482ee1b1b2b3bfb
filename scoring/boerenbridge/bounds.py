"""The totals that are possible together at one table, in games without penalties by the scorer."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.boerenbridge.rules import Rules


@dataclass(frozen=True, slots=True)
class TotalsGap:
    """Totals that are too far apart for one table.

    `best` is the sum of the `high` highest totals, `worst` the sum of the `low` lowest; `most` is
    the largest possible difference between these sums.
    """

    high: int
    low: int
    best: int
    worst: int
    most: int


def impossible_gap(rules: Rules, totals: Sequence[int]) -> TotalsGap | None:
    """Return the highest and lowest totals that are too far apart, None if all are possible.

    Every number of highest totals is compared with every number of lowest totals. The difference
    that one deal can make has a limit: in a stopped deal no seat gets less than a penalty, and in a
    deal played out all seats share its tricks.
    """
    seats, ordered = len(totals), sorted(totals, reverse=True)
    for high in range(1, seats):
        for low in range(1, seats - high + 1):
            best, worst = sum(ordered[:high]), sum(ordered[-low:])
            most = sum(largest_gap(rules, cards, high, low) for cards in rules.cards)
            if best - worst > most:
                return TotalsGap(high, low, best, worst, most)
    return None


def largest_gap(rules: Rules, cards: int, high: int, low: int) -> int:
    """Return the most points by which `high` seats together can lead `low` others in one deal.

    Both numbers are at least 1. `cards` is the number of cards of each player. In a stopped deal
    the low seats commit the graver infraction, and each high seat had bid all the cards. In a deal
    played out the high seats share the tricks, and each low seat had bid all of them.
    """
    made = rules.points(cards, cards)
    stopped = high * made - low * min(dict(rules.infractions).values())
    played = high * rules.base + rules.per_trick * cards + low * rules.per_miss * cards
    return max(stopped, played)
