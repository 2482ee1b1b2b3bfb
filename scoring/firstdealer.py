"""Drawing the first dealer of a round at a table (WK-7 to WK-10)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from scoring.cards import DECK, SPADES, Card
from scoring.text import Text

HIGHEST_DEALS = Text(
    "De hoogste kaart deelt eerst. Elke schoppen is hoger dan elke andere kaart.",
    "The highest card deals first. Every spade is higher than every other card.",
)
MOST_DRAWS = 100  # about one draw in thirty has to be done again


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """The outcome of the draw: the seat of the first dealer, from 1, and the number of draws."""

    seat: int
    draws: int


class NotDecided(ValueError):
    """The error that every draw had equal highest cards, which decide nothing (WK-9)."""


def highest_seats(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the seats, from 1, that hold the highest card.

    `cards` has one open card for each seat, in seat order. Every spade beats every other card
    (WK-8); without a spade two cards of one rank are equal.
    """
    # A spade compares as True, above False: so each spade is higher than any other card.
    heights = [(card.suit == SPADES, card.height) for card in cards]
    return tuple(seat for seat, height in enumerate(heights, 1) if height == max(heights))


def first_dealer(draws: Iterable[Sequence[Card]]) -> FirstDealer:
    """Return the first dealer, from successive draws of one open card for each seat.

    After equal highest cards every player gets a new card (WK-9, WK-10): the next draw decides.
    Raises NotDecided when the draws are used up, ValueError when one draw has a card twice.
    """
    for count, cards in enumerate(draws, 1):
        if len(set(cards)) != len(cards):
            raise ValueError("a card was drawn twice")
        seats = highest_seats(cards)
        if len(seats) == 1:
            return FirstDealer(seats[0], count)
    raise NotDecided


def deal_cards(seats: int, random: Random) -> tuple[tuple[Card, ...], ...]:
    """Return draws of one open card for each seat, until one decides (WK-7 to WK-10).

    Each draw is from a full pack. Only the last draw has a single highest card. Raises NotDecided
    after MOST_DRAWS draws without one.
    """
    draws: list[tuple[Card, ...]] = []
    while len(draws) < MOST_DRAWS:
        draws.append(tuple(random.sample(DECK, seats)))
        if len(highest_seats(draws[-1])) == 1:
            return tuple(draws)
    raise NotDecided
