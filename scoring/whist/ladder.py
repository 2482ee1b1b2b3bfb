"""Bids and their order, troel, and the first lead (K-1, K-2, K-g)."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import Card, Suit
from scoring.whist.contracts import BY_KEY, SEATS, Contract, height

SUITS_UPWARD: tuple[Suit, ...] = ("S", "C", "D", "H")  # spades lowest, hearts highest (K-2)
TROEL = BY_KEY["troel"]


@dataclass(frozen=True, slots=True)
class Bid:
    """A contract and its trump suit, None if there is none, as in a misère."""

    contract: Contract
    suit: Suit | None = None

    @property
    def is_possible(self) -> bool:
        """Whether the contract can be bid with this trump; troel is announced, never bid (K-1)."""
        return self.contract != TROEL and (
            self.contract.trump == "free" or (self.suit is not None) == self._has_trump
        )

    @property
    def _has_trump(self) -> bool:
        return self.contract.trump == "trump"

    @property
    def rank(self) -> tuple[int, int]:
        """The height of the contract, then that of the suit (K-g); no trump is highest."""
        # Without trump, as in a misère or a soloslim, a bid is above the same one in any suit.
        suits = len(SUITS_UPWARD)
        return height(self.contract), SUITS_UPWARD.index(self.suit) if self.suit else suits


def may_bid(previous: Sequence[Bid], bid: Bid, *, is_first_round: bool) -> bool:
    """Return whether a bid may follow the previous ones (K-2, K-g).

    It must be higher than all of them, or the same misère or piccolo as the highest of them, which
    several may play. Abondance and soloslim can only be bid in the first round of bidding.
    """
    if not bid.is_possible or (bid.contract.is_first_round and not is_first_round):
        return False
    highest = max(previous, key=lambda each: each.rank, default=None)
    if highest is None or bid.rank > highest.rank:
        return True
    return bid.contract.is_exact and bid.contract == highest.contract


def troel(hands: Sequence[Sequence[Card]]) -> tuple[int, int] | None:
    """Return the seat with exactly three aces and the seat with the fourth, None without troel.

    Seats count from 1 (K-1). Four aces in one hand are no troel.
    """
    aces = [sum(card.rank == "A" for card in hand) for hand in hands]
    return (aces.index(3) + 1, aces.index(1) + 1) if 3 in aces else None


def first_to_lead(contract: Contract, declarers: Sequence[int], dealer: int) -> int:
    """Return the seat that leads to the first trick.

    It is the declarer of an abondance or soloslim. In a troel it is the seat with the fourth ace,
    the last of `declarers`. In any other contract it is the seat left of the dealer (K-1, K-5).
    """
    return declarers[-1] if contract.leads else dealer % SEATS + 1
