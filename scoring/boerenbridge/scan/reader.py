"""The most probable form of a sheet: deals and columns tell each other what they know."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import prod

from scoring.boerenbridge.cells import document_of
from scoring.boerenbridge.rules import Rules, dealer
from scoring.boerenbridge.scan.agreement import agreement_of, contradicted_bids
from scoring.boerenbridge.scan.deal import DealBeliefs, DealSights, SeatSights
from scoring.paper_cells import dealer_path, mark_path, points_path, together_path
from scoring.running_totals import Columns, beliefs_of
from scoring.scan import Scan, ScannedCell, ScannedForm, Sight
from scoring.weights import scaled

CROSSED = "x"  # the text of a circle that is marked


def scanned_form(rules: Rules, scan: Scan, seats: int) -> ScannedForm:
    """Return the most probable form of a sheet, with the certainty of each cell."""
    deals = [_deal(rules, scan, index, seats) for index in range(len(rules.deals))]
    columns = Columns(scan, [f"deals.{index}" for index in range(len(deals))], seats)
    beliefs = beliefs_of(deals, columns, partial(agreement_of, deals))
    cells = [_first_dealer(scan, len(deals), seats)]
    agreement = agreement_of(deals, beliefs)
    for index, deal in enumerate(deals):
        is_close = [agreement.is_close(index, seat) for seat in range(seats)]
        cells += _cells_of_deal(f"deals.{index}", deal, beliefs[index], is_close)
    totals = columns.totals([each.points for each in beliefs])
    texts = {cell.path: cell.text for cell in cells}
    return ScannedForm(document_of(rules, texts, seats), (*cells, *totals), agreement.share)


def _deal(rules: Rules, scan: Scan, index: int, seats: int) -> DealSights:
    row = f"deals.{index}"
    sights = [
        SeatSights(
            scan.sight(f"{row}.bids.{seat}"),
            scan.sight(f"{row}.tricks.{seat}"),
            scan.sight(points_path(row, seat)),
        )
        for seat in range(seats)
    ]
    return DealSights(rules, rules.cards[index], sights, scan.sight(together_path(row)))


def _cells_of_deal(
    path: str, deal: DealSights, believed: DealBeliefs, is_close: Sequence[bool]
) -> Iterator[ScannedCell]:
    """Yield the cells of bids and tricks of a deal.

    Where the form is not close to what was seen, no cell of the seat is checked. Nor is a bid
    that the sum of the bids contradicts, however certain it is.
    """
    contradicted = contradicted_bids(deal, believed.best)
    for seat, outcome in enumerate(believed.best):
        bid, won = outcome.bid_text, outcome.tricks_text
        sights = deal.seats[seat]
        is_right = is_close[seat] and seat not in contradicted and not outcome.mark
        is_checked = is_right and _is_written(sights.bid, bid)
        sure = believed.share_of_bid(seat, bid)
        yield ScannedCell(f"{path}.bids.{seat}", bid, sure, is_checked)
        sure = believed.share_of_tricks(seat, won)
        is_checked = is_close[seat] and _is_written(sights.tricks, won)
        yield ScannedCell(f"{path}.tricks.{seat}", won, sure, is_checked)


def _is_written(sight: Sight, text: str) -> bool:
    """Return whether a text is there to be read, and was not only worked out."""
    return not text or not sight.is_empty


def _first_dealer(scan: Scan, deals: int, seats: int) -> ScannedCell:
    """Return the first dealer by the circles that are marked, and by the dealers of the rows.

    The circles alone tell him where the rows are not read: he is in doubt if another one is marked.
    """
    weights = {first: _fit_of_dealer(scan, first, deals, seats) for first in range(1, seats + 1)}
    shares: Mapping[int, float] = scaled(weights)
    best = max(shares, key=lambda first: shares[first])
    marked = {
        seat
        for seat in range(1, seats + 1)
        if scan.sight(mark_path("first_dealer", seat - 1)).texts.get(CROSSED, 0.0) > 0.5
    }
    return ScannedCell("first_dealer", str(best), shares[best], marked <= {best})


def _fit_of_dealer(scan: Scan, first: int, deals: int, seats: int) -> float:
    circles = prod(
        scan.sight(mark_path("first_dealer", seat - 1)).fit(CROSSED if seat == first else "")
        for seat in range(1, seats + 1)
    )
    rows = prod(
        scan.sight(dealer_path(f"deals.{index}")).fit(str(dealer(first, index + 1, seats)))
        for index in range(deals)
    )
    return circles * rows
