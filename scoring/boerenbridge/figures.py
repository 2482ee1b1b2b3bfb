"""The figures of a day of Boerenbridge: the best deals, the bids made, the boldest table."""

from collections.abc import Iterable, Iterator, Sequence

from scoring.boerenbridge.deals import Deal, PlayedDeal
from scoring.boerenbridge.rules import Rules
from scoring.figures import POINTS, Holder, PlayFigures, SuccessChart, SuccessRate, record_of
from scoring.text import Text

HIGHEST_DEAL = Text("Hoogste spelletje", "Highest deal")
MOST_MADE = Text("Meeste biedingen gehaald in een ronde", "Most bids made in a round")
BOLDEST = Text("Dapperste tafel", "Boldest table")
MADE = Text("gehaald", "made")
TOO_MANY = Text("slagen te veel geboden", "tricks bid too many")
BIDS = Text("Zo vaak wordt een bod gehaald", "How often bids are made")
CARDS = Text("Kaarten", "Cards")

NumberedDeal = tuple[int, int, Deal]  # the number from 1, the cards of each player, the deal


def figures_of(rules: Rules, forms: Sequence[Sequence[Deal | None]]) -> PlayFigures:
    """Return the figures of forms, each given as its deals, None for one that is not known."""
    known = [tuple(_known(rules, deals)) for deals in forms]
    records = (
        *record_of(HIGHEST_DEAL, POINTS, _points(rules, known)),
        *record_of(MOST_MADE, MADE, ((n, who) for n, who in _bids_made(known) if n)),
        *record_of(BOLDEST, TOO_MANY, ((n, who) for n, who in _overbids(known) if n > 0)),
    )
    return PlayFigures(records, success_charts_of(rules, [(deals, None) for deals in forms]))


def success_charts_of(
    rules: Rules, forms: Sequence[tuple[Sequence[Deal | None], int | None]]
) -> tuple[SuccessChart, ...]:
    """Return how often bids were made, as one chart, or none without a known bid.

    Each form is given as its deals, with the seat that counts, from 0, or None for all seats.
    """
    rates = _rates([(list(_known(rules, deals)), seat) for deals, seat in forms])
    return (SuccessChart(BIDS, CARDS, rates),) if rates else ()


def _known(rules: Rules, deals: Sequence[Deal | None]) -> Iterator[NumberedDeal]:
    for number, (deal, cards) in enumerate(zip(deals, rules.cards, strict=True), 1):
        if deal:
            yield number, cards, deal


def _points(rules: Rules, forms: Sequence[Sequence[NumberedDeal]]) -> Iterator[tuple[int, Holder]]:
    """Yield the points of each seat in each deal that may be the most of all."""
    most: int | None = None
    for form, deals in enumerate(forms):
        for number, _cards, deal in deals:
            of_seats = deal.points(rules)
            # Few are: there are a thousand for each round.
            if most is None or max(of_seats) >= most:
                most = max(of_seats)
                for seat, points in enumerate(of_seats):
                    if points == most:
                        yield points, Holder(form, seat, number)


def _bids_made(forms: Sequence[Sequence[NumberedDeal]]) -> Iterator[tuple[int, Holder]]:
    """Yield how many bids each seat of each form made."""
    for form, deals in enumerate(forms):
        outcomes = [_outcomes(deal) for _number, _cards, deal in deals]
        for seat, column in enumerate(zip(*(each for each in outcomes if each), strict=True)):
            yield sum(column), Holder(form, seat)


def _overbids(forms: Sequence[Sequence[NumberedDeal]]) -> Iterator[tuple[int, Holder]]:
    """Yield how many tricks each table bid in all its deals above those that there were."""
    for form, deals in enumerate(forms):
        yield sum(sum(deal.bids) - cards for _number, cards, deal in deals), Holder(form)


def _rates(
    forms: Iterable[tuple[Sequence[NumberedDeal], int | None]],
) -> tuple[SuccessRate, ...]:
    """Return how often the bids of these seats, None for all, were made, by number of cards."""
    outcomes: dict[int, list[bool]] = {}
    for deals, seat in forms:
        for _number, cards, deal in deals:
            made = _outcomes(deal)
            counted = made if seat is None else made[seat : seat + 1]
            outcomes.setdefault(cards, []).extend(counted)
    return tuple(
        SuccessRate(str(cards), sum(made), len(made))
        for cards, made in sorted(outcomes.items())
        if made
    )


def _outcomes(deal: Deal) -> tuple[bool, ...]:
    """Return whether each seat made its bid; empty for a deal that was stopped."""
    if not isinstance(deal, PlayedDeal):
        return ()
    return tuple(bid == won for bid, won in zip(deal.bids, deal.tricks, strict=True))
