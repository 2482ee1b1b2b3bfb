"""The guide of a Boerenbridge round: dealer, order of writing and points of each deal."""

from functools import lru_cache

from scoring.boerenbridge.layout import form_layout, marks
from scoring.boerenbridge.rules import Rules, bidding_order, dealer
from scoring.guide import Guide, GuideRow

EMPTY = "-"  # an empty cell, as scoring.guide.Guide writes it


@lru_cache(maxsize=256)
def guide_of(rules: Rules, seats: int) -> Guide:
    """Return the guide of a table with so many seats.

    The deal passes to the left (WK-11). Bids are written as they are made, left of the dealer first
    (WK-12, WK-13), and then tricks in the same order.
    """
    layout = form_layout(rules, seats)
    rows = tuple(_row(row.path, row.label, row.number, seats) for row in layout.rows)
    return Guide(layout.head[0].path, rows, _worth(rules))


def _row(path: str, label: str, deal: int, seats: int) -> GuideRow:
    dealers = tuple(dealer(first, deal, seats) for first in range(1, seats + 1))
    orders = tuple(
        tuple(
            f"{path}.{column}.{seat - 1}"
            for column in ("bids", "tricks")
            for seat in bidding_order(dealer_seat, seats)
        )
        for dealer_seat in dealers
    )
    return GuideRow(path, label, dealers, orders)


def _worth(rules: Rules) -> dict[str, int]:
    """Return the points of a seat by the text of its cells, bid and tricks (WK-17 to WK-21).

    In a stopped deal an offender has a mark in place of tricks and gets the penalty; every other
    seat has an empty cell and scores as if it had made its bid.
    """
    counts = range(max(rules.cards, default=0) + 1)
    worth = {f"{bid} {tricks}": rules.points(bid, tricks) for bid in counts for tricks in counts}
    # Only a game with infractions has stopped deals, and so points for an empty cell.
    penalties = dict(rules.infractions)
    for bid in counts if penalties else ():
        worth[f"{bid} {EMPTY}"] = rules.points(bid, bid)
        worth |= {f"{bid} {mark}": penalties[kind] for mark, kind in marks(rules).items()}
    return worth
