"""The cards of simulated players, in games in which a player wants some tricks and no others."""

from collections.abc import Sequence

from scoring.cards import HEIGHTS, Card, Suit, beats, playable, trick_winner, winning_cards


def choose_card(
    hand: Sequence[Card], trick: Sequence[Card], trump: Suit | None, *, wants: bool
) -> Card:
    """Return the card to play; `wants` says whether the player wants to win the trick.

    With `wants`, the weakest card that wins the trick; without, the strongest that loses it.

    >>> hand = [Card.of("TH"), Card.of("3H"), Card.of("AS")]
    >>> [str(choose_card(hand, [Card.of("9H")], "S", wants=wants)) for wants in (True, False)]
    ['TH', '3H']
    """
    allowed = playable(hand, trick[0].suit if trick else None)
    if len(allowed) == 1:
        return allowed[0]

    def strength(card: Card) -> tuple[bool, int, str]:
        return card.suit == trump, HEIGHTS[card.rank], card.suit

    if not trick:
        return max(allowed, key=strength) if wants else min(allowed, key=strength)
    if wants:
        return min(winning_cards(allowed, trick, trump) or allowed, key=strength)
    best = trick[trick_winner(trick, trump)]
    losing = [card for card in allowed if not beats(card, best, trump)]
    return max(losing or allowed, key=strength)
