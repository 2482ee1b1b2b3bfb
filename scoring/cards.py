"""Playing cards: their order, the cards that may be played, and the card that wins a trick."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.text import Text

Suit = Literal["S", "H", "D", "C"]

SPADES: Suit = "S"
SUITS: tuple[Suit, ...] = ("S", "H", "D", "C")
RANKS = "23456789TJQKA"  # low to high (WK-4); T, J, Q, K, A are 10, B, V, H, A on a Dutch card
# The height of a rank within its suit: 0 for the 2, 12 for the ace.
HEIGHTS = {rank: height for height, rank in enumerate(RANKS)}
SIGNS: dict[Suit, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_WORDS: dict[Suit, Text] = {
    "S": Text("schoppen", "spades"),
    "H": Text("harten", "hearts"),
    "D": Text("ruiten", "diamonds"),
    "C": Text("klaveren", "clubs"),
}
# The print on cards, for ranks that a Dutch or English pack prints otherwise than RANKS.
PRINTED: dict[str, Text] = {
    "T": Text("10", "10"),
    "J": Text("B", "J"),
    "Q": Text("V", "Q"),
    "K": Text("H", "K"),
}
# The ranks in words, for ranks that are no number.
RANK_WORDS: dict[str, Text] = {
    "T": Text("10", "10"),
    "J": Text("boer", "jack"),
    "Q": Text("vrouw", "queen"),
    "K": Text("heer", "king"),
    "A": Text("aas", "ace"),
}


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card: a rank of RANKS and a suit of SUITS. `Card.of("TS")` is the ten of spades."""

    rank: str
    suit: Suit

    @classmethod
    def of(cls, name: str) -> "Card":
        """Return the card of a two-letter name; raises ValueError if the name is no card."""
        for suit in SUITS:
            if len(name) == 2 and name[1] == suit and name[0] in RANKS:
                return cls(name[0], suit)
        raise ValueError(f"not a card: {name!r}")

    @property
    def height(self) -> int:
        """Height within the suit, from 0 for the 2 to 12 for the ace (WK-4)."""
        return HEIGHTS[self.rank]

    @property
    def text(self) -> Text:
        """The card as people read it: "♥ H" in Dutch, "♥ K" in English (WK-4)."""
        sign, rank = SIGNS[self.suit], self.printed
        return Text(f"{sign} {rank.nl}", f"{sign} {rank.en}")

    @property
    def printed(self) -> Text:
        """The rank as it is printed on a card: "H" in Dutch, "K" in English."""
        return PRINTED.get(self.rank, Text(self.rank, self.rank))

    @property
    def name(self) -> Text:
        """The card in words: "schoppen heer", "king of spades"."""
        rank = RANK_WORDS.get(self.rank, Text(self.rank, self.rank))
        suit = SUIT_WORDS[self.suit]
        return Text(f"{suit.nl} {rank.nl}", f"{rank.en} of {suit.en}")

    def __str__(self) -> str:
        return self.rank + self.suit


# Codes of one letter, which no ordinary card has.
Special = Literal["W", "J"]
"""The wizard and the joker of one variant (W-24): cards without suit and rank."""

AnyCard = Card | Special

DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)


def playable(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played: those of the suit led, else all (WK-16).

    `led` is the suit led, None for the lead itself, which may be any card.
    """
    following = tuple(card for card in hand if card.suit == led)
    return following or tuple(hand)


def trick_winner(trick: Sequence[Card], trump: Suit | None) -> int:
    """Return the index of the winning card: the highest trump, else the highest of the suit led.

    `trump` is None in a deal without trump (WK-30, W-17, B-10, K-5). The cards stand in order of
    play; there is at least one.
    """
    best = 0
    # The lead is the best card at first, so any later card that beats it follows suit or is trump.
    for index, card in enumerate(trick):
        if beats(card, trick[best], trump):
            best = index
    return best


def winning_cards(allowed: Sequence[Card], trick: Sequence[Card], trump: Suit | None) -> list[Card]:
    """Return those of the allowed cards that would win the trick if it ended with them.

    Any card wins a trick in which no card lies.
    """
    if not trick:
        return list(allowed)
    best = trick[trick_winner(trick, trump)]
    return [card for card in allowed if beats(card, best, trump)]


def beats(card: Card, best: Card, trump: Suit | None) -> bool:
    """Return whether a card beats the best card before it.

    The best card is a trump or of the suit led, so a card of a third suit never beats it.
    """
    if card.suit == best.suit:
        return HEIGHTS[card.rank] > HEIGHTS[best.rank]
    return card.suit == trump
