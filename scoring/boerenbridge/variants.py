"""The games of the family: each is a set of parameters, and nothing else (rules.md 2.2)."""

from dataclasses import dataclass

from scoring.boerenbridge.rules import WK, DealRule, Rules
from scoring.cards import DECK
from scoring.text import Text

CARDS_TO_DEAL = len(DECK) - 1  # W-3: one card is left over, to be turned up
# W-11, by preference: as many tables of five as possible, then of four. Larger tables and tables of
# three come only if the players cannot be seated otherwise.
SIZES = (5, 4, 6, 3, 7, 8)


@dataclass(frozen=True, slots=True)
class DealSequence:
    """The sequence of deals of a round.

    The deals go from 1 card, held blind (W-4), up to the most and down to 1 again. The most is
    `most` cards, or fewer if the pack has not so many for each player (W-3). With `has_no_trump`
    the most is played twice more, first without trump. With `has_closing` the round ends with one
    more deal of 1 card, blind again. Deals in `own` replace all these, at any table.
    """

    most: int = len(DECK)
    has_no_trump: bool = False
    has_closing: bool = False
    own: tuple[DealRule, ...] = ()

    def deals(self, players: int) -> tuple[DealRule, ...]:
        """Return the deals of a round at a table with so many players (W-1, W-14).

        >>> [deal.cards for deal in DealSequence().deals(players=8)]
        [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
        """
        if self.own:
            return self.own
        # Deals of at least one card: an impossible table still gets a round, which `fits` refuses.
        most = max(1, min(self.most, CARDS_TO_DEAL // max(1, players)))
        up = [DealRule(cards, blind=cards == 1) for cards in range(1, most + 1)]
        extra = [DealRule(most, trump=False), DealRule(most)] if self.has_no_trump else []
        # The deal of 1 card on the way down is not blind (W-4).
        down = [DealRule(cards) for cards in range(most - 1, 0, -1)]
        closing = [DealRule(1, blind=True)] if self.has_closing else []
        return (*up, *extra, *down, *closing)

    def fits(self, players: int) -> bool:
        """Return whether the pack has cards enough for a table with so many players (W-14)."""
        return players * max(deal.cards for deal in self.deals(players)) <= CARDS_TO_DEAL


@dataclass(frozen=True, slots=True)
class Variant:
    """One game of the family with its defaults.

    `rules` are those of a table of the preferred size, the first of `table_sizes`. `has_settings`:
    whether an organiser may change the rules.
    """

    key: str
    name: Text
    sequence: DealSequence
    rules: Rules
    table_sizes: tuple[int, ...] = SIZES
    has_settings: bool = True


# Parameters left out are those of Chinees poepen, the base game (2.1). In Zaanse boerenbridge and
# Luciferen all bids are made at once, so nobody bids last and no total is forbidden (2.2).
_TO_THE_MOST = DealSequence()  # as far as the pack allows (W-3)
_WITH_EXTRA_DEALS = DealSequence(has_no_trump=True, has_closing=True)
_UP_TO_6 = DealSequence(most=6, has_no_trump=True)
_UP_TO_8 = DealSequence(most=8, has_no_trump=True, has_closing=True)

VARIANTS: dict[str, Variant] = {
    variant.key: variant
    for variant in (
        Variant(
            "wk-boerenbridge",
            Text("WK Boerenbridge", "World championship Boerenbridge"),
            DealSequence(own=WK.deals),
            WK,
            table_sizes=(5, 4),  # WK-5, A13
            has_settings=False,
        ),
        Variant(
            "chinees-poepen",
            Text("Chinees poepen", "Chinees poepen"),
            _TO_THE_MOST,
            Rules(_TO_THE_MOST.deals(SIZES[0])),
        ),
        Variant(
            "boerenbridge",
            Text("Boerenbridge", "Boerenbridge"),
            _WITH_EXTRA_DEALS,
            Rules(_WITH_EXTRA_DEALS.deals(SIZES[0]), per_trick=3, per_miss=3),
        ),
        Variant(
            "zaanse-boerenbridge",
            Text("Zaanse boerenbridge", "Zaanse boerenbridge"),
            _WITH_EXTRA_DEALS,
            Rules(_WITH_EXTRA_DEALS.deals(SIZES[0]), per_trick=5, per_miss=5, restriction="never"),
        ),
        Variant(
            "bollen",
            Text("Bollen", "Bollen"),
            _UP_TO_6,
            Rules(_UP_TO_6.deals(SIZES[0])),
        ),
        Variant(
            "luciferen",
            Text("Luciferen", "Luciferen"),
            _UP_TO_8,
            Rules(_UP_TO_8.deals(SIZES[0]), per_trick=3, per_miss=3, restriction="never"),
        ),
    )
}
