"""Cards, their order, and who wins a trick."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Suit = Literal["S", "H", "D", "C"]

SPADES: Suit = "S"
SUITS: tuple[Suit, ...] = ("S", "H", "D", "C")
RANKS = "23456789TJQKA"  # low to high (WK-4); T, J, Q, K, A are 10, B, V, H, A on a Dutch card


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card: a rank of RANKS and a suit of SUITS. `Card.of("TS")` is the ten of spades."""

    rank: str
    suit: Suit

    @classmethod
    def of(cls, name: str) -> "Card":
        """Return the card of a two-letter name; raises ValueError for what is none."""
        for suit in SUITS:
            if len(name) == 2 and name[1] == suit and name[0] in RANKS:
                return cls(name[0], suit)
        raise ValueError(f"not a card: {name!r}")

    @property
    def height(self) -> int:
        """Height within the suit, 0 for the 2 to 12 for the ace."""
        return RANKS.index(self.rank)

    def __str__(self) -> str:
        return self.rank + self.suit


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)


def playable(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played: follow suit if you can (WK-16).

    `led` is None for who leads, who may play any card.
    """
    following = tuple(card for card in hand if card.suit == led)
    return following or tuple(hand)


def trick_winner(trick: Sequence[Card], trump: Suit | None) -> int:
    """Return the index of the card that wins: the highest trump, else the highest of the suit led.

    The cards stand in order of play; there is at least one.
    """
    led = trick[0].suit

    def strength(index: int) -> tuple[bool, bool, int]:
        card = trick[index]
        return card.suit == trump, card.suit == led, card.height

    return max(range(len(trick)), key=strength)
