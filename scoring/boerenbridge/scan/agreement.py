"""How much of what was seen in the deals of a sheet its most probable form has as well."""

from collections.abc import Iterator, Sequence

from scoring.agreement import Agreement, Seen, is_read
from scoring.boerenbridge.scan.deal import DealBeliefs, DealSights
from scoring.boerenbridge.scan.outcomes import Outcome


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
