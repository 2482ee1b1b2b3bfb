"""Notices of possible but unlikely values on a Boerenbridge form, to compare with the paper."""

from collections.abc import Sequence

from scoring.boerenbridge.deals import Deal, PlayedDeal
from scoring.boerenbridge.messages import MESSAGES
from scoring.boerenbridge.rules import Rules
from scoring.problems import Problem, ProblemList

FEWEST_DEALS = 12  # in a shorter round even these totals are likely enough


def deal_notices(deals: Sequence[Deal | None], seats: int) -> tuple[Problem, ...]:
    """Return a notice for each seat that made its bid in every deal of a whole round.

    A likelier cause is that the bids were copied into the tricks.
    """
    notices = ProblemList(MESSAGES)
    if len(deals) < FEWEST_DEALS or None in deals:
        return ()
    # The notice stands at the last deal, which completed the round.
    last = len(deals) - 1
    for seat in range(1, seats + 1):
        if all(deal and _is_made(deal, seat) for deal in deals):
            path = f"deals.{last}.tricks.{seat - 1}"
            notices.add("UNLIKELY_ALL_MADE", path, seat=seat, deals=len(deals))
    return tuple(notices.found)


def _is_made(deal: Deal, seat: int) -> bool:
    if isinstance(deal, PlayedDeal):
        return deal.bids[seat - 1] == deal.tricks[seat - 1]
    return seat not in deal.offenders


def total_notices(rules: Rules, totals: Sequence[int], seats: int) -> tuple[Problem, ...]:
    """Return a notice for each unlikely total, and one for all totals together.

    A total is unlikely above that of every bid made with a fair share of the tricks, or below that
    of every bid missed by one trick. All totals together are unlikely above the most of a table
    when every deal is played out. `totals` is empty if they are not known.
    """
    notices = ProblemList(MESSAGES)
    deals = len(rules.deals)
    if deals < FEWEST_DEALS or not totals:
        return ()
    # -(-a // b) is a / b rounded up: the fair share of the tricks of the round.
    high = deals * rules.base + rules.per_trick * -(-sum(rules.cards) // seats)
    low = -deals * rules.per_miss
    for index, total in enumerate(totals):
        at = f"totals.{index}"
        if total > high:
            notices.add("UNLIKELY_TOTAL_HIGH", at, seat=index + 1, value=total, high=high)
        elif total < low:
            notices.add("UNLIKELY_TOTAL_LOW", at, seat=index + 1, value=total, low=low)
    most = rules.most_played_together(seats)
    if sum(totals) > most:
        notices.add("UNLIKELY_TOTALS_TOGETHER", "totals", total=sum(totals), most=most)
    return tuple(notices.found)
