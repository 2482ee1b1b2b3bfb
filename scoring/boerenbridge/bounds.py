"""Which totals of a table are possible together, where nobody gives points as he likes."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.boerenbridge.rules import Rules


@dataclass(frozen=True, slots=True)
class Apart:
    """Totals that cannot be of one table: the sum of its `high` best and that of its `low` worst,
    and by how much they can differ at `most`."""

    high: int
    low: int
    best: int
    worst: int
    most: int


def too_far_apart(rules: Rules, totals: Sequence[int]) -> Apart | None:
    """Return the highest and lowest totals that are too far apart, None where all is possible.

    Every group of best totals is set against every group of worst ones. A deal that brings one
    group most may bring the other little: nobody falls below a penalty in a deal that was stopped,
    and in one that was played out all share its tricks.
    """
    seats, ordered = len(totals), sorted(totals, reverse=True)
    for high in range(1, seats):
        for low in range(1, seats - high + 1):
            best, worst = sum(ordered[:high]), sum(ordered[-low:])
            most = sum(most_apart(rules, cards, high, low) for cards in rules.cards)
            if best - worst > most:
                return Apart(high, low, best, worst, most)
    return None


def most_apart(rules: Rules, cards: int, high: int, low: int) -> int:
    """Return how many points more some seats can have together than some others in one deal.

    The numbers of both are at least 1. Stopped: the others commit the graver infraction while these
    had bid all the cards. Played out: these share the tricks of which the others bid every one.
    """
    made = rules.points(cards, cards)
    stopped = high * made - low * min(dict(rules.infractions).values())
    played = high * rules.base + rules.per_trick * cards + low * rules.per_miss * cards
    return max(stopped, played)
