"""Play of the cards: order of play, play of the dummy, and winner of a trick (B-10, B-11)."""

from collections.abc import Sequence

from scoring.cards import Card, trick_winner
from scoring.pairs import TABLE
from scoring.rubber.contracts import SUIT_OF, Contract


def turn_order(leader: int) -> tuple[int, ...]:
    """Return the seats in their order of play to a trick: clockwise from the leader (B-10).

    >>> turn_order(3)
    (3, 4, 1, 2)
    """
    return tuple((leader + step - 1) % TABLE + 1 for step in range(TABLE))


def player_of(contract: Contract, seat: int) -> int:
    """Return the seat that plays the cards of a seat: the declarer for the dummy, else itself."""
    return contract.declarer if seat == contract.dummy else seat


def winner(contract: Contract, leader: int, trick: Sequence[Card]) -> int:
    """Return the seat that wins a trick, and so leads to the next; it may be the dummy.

    The cards stand in order of play. The highest trump wins, else the highest card
    of the suit led (B-10).
    """
    return turn_order(leader)[trick_winner(trick, SUIT_OF.get(contract.strain))]
