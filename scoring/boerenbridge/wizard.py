"""Wizard: the winner of a trick with wizards and jokers, and the cards that may be played (W-24).

The source has no scoring for this variant, so it is no game here (2.2). Its tricks can be judged.
"""

from collections.abc import Sequence

from scoring import cards
from scoring.cards import DECK, AnyCard, Card, Special, Suit

WIZARD: Special = "W"
JOKER: Special = "J"
WizardCard = AnyCard

WIZARD_DECK: tuple[WizardCard, ...] = (*DECK, *[WIZARD] * 4, *[JOKER] * 4)


def trick_winner(trick: Sequence[WizardCard], trump: Suit | None) -> int:
    """Return the index of the card that wins; the cards stand in order of play, at least one.

    The first wizard wins, above every trump. A joker is worth nothing: it loses to any other card,
    and the first joker wins a trick of jokers only.
    """
    if WIZARD in trick:
        return list(trick).index(WIZARD)
    # Jokers are worth nothing, so only ordinary cards compete; their indices in the trick are kept.
    ordinary = [(index, card) for index, card in enumerate(trick) if isinstance(card, Card)]
    if not ordinary:
        return 0
    return ordinary[cards.trick_winner([card for _index, card in ordinary], trump)][0]


def suit_led(trick: Sequence[WizardCard]) -> Suit | None:
    """Return the suit to follow: that of the first card which is no joker.

    None after a wizard, among jokers only, or without any card.
    """
    first = next((card for card in trick if card != JOKER), None)
    return first.suit if isinstance(first, Card) else None


def playable(hand: Sequence[WizardCard], trick: Sequence[WizardCard]) -> tuple[WizardCard, ...]:
    """Return the cards of a hand that may be played on a trick.

    Wizards and jokers may always be played. Of the other cards only those of the suit to follow may
    be played, or all if the hand has none of that suit.
    """
    following = cards.playable([card for card in hand if isinstance(card, Card)], suit_led(trick))
    return tuple(card for card in hand if not isinstance(card, Card) or card in following)
