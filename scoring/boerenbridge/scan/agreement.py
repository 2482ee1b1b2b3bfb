"""How much of what was seen in the deals of a sheet its most probable form has as well."""

from collections.abc import Iterator, Sequence

from scoring.agreement import Agreement, Seen, is_read
from scoring.boerenbridge.scan.deal import DealBeliefs, DealSights
from scoring.boerenbridge.scan.outcomes import Outcome

# So certain by its cell alone a sum of bids contradicts all bids of its row, or one of them whose
# own cell has what the sum asks for, at least so likely. Of sums less clear too many are misread.
READABLE, READABLE_WITH_BID, LIKELY_BID = 0.99, 0.3, 0.1


def agreement_of(deals: Sequence[DealSights], beliefs: Sequence[DealBeliefs]) -> Agreement:
    """Return what was seen of deals beside the likeliest row of each."""
    pairs = zip(deals, beliefs, strict=True)
    return Agreement([[*_of_seats(deal, each.best)] for deal, each in pairs])


def _of_seats(deal: DealSights, row: Sequence[Outcome]) -> Iterator[Seen]:
    """Yield for each seat whether its cells agree; none does where tricks do not add up."""
    tricks = [outcome.tricks for outcome in row]
    is_right = None in tricks or sum(filter(None, tricks)) == deal.cards
    for sights, outcome in zip(deal.seats, row, strict=True):
        pairs = (
            (sights.bid, outcome.bid_text),
            (sights.tricks, outcome.tricks_text),
            (sights.points, str(outcome.right_points)),
        )
        yield [is_right and sight.best == text for sight, text in pairs if is_read(sight)]


def contradicted_bids(deal: DealSights, row: Sequence[Outcome]) -> frozenset[int]:
    """Return the seats, from 0, whose bids are not to be trusted as the sum of the bids is another.

    If the sum is clear they are all. If it is less clear they are those in whose cells the bid may
    stand that gives it: both tell the same. A cell that is read as a mark tells no sum.
    """
    together, bids = deal.together, [outcome.bid or 0 for outcome in row]
    is_sum = is_read(together) and together.best.isdecimal()
    if not is_sum or together.best == str(sum(bids)):
        return frozenset()
    certain = together.texts[together.best]
    if certain >= READABLE:
        return frozenset(range(len(bids)))
    more = int(together.best) - sum(bids)
    return frozenset(
        seat
        for seat, (sights, bid) in enumerate(zip(deal.seats, bids, strict=True))
        if certain >= READABLE_WITH_BID and sights.bid.texts.get(str(bid + more), 0.0) >= LIKELY_BID
    )
