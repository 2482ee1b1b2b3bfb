"""Deals, dealer, bids and points: the rules themselves, with nothing of the form."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.cards import SPADES, Suit

InfractionKind = Literal["wrong-cards", "revoke"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of one way to play: what differs between the games of the family.

    `cards`: cards of each player in each deal. `base` and `per_trick`: points of a bid that was
    made. `per_miss`: points for each trick too many or too few. `penalties`: points of the offender
    for each kind of infraction.
    """

    cards: tuple[int, ...]
    trump: Suit
    base: int
    per_trick: int
    per_miss: int
    penalties: tuple[tuple[InfractionKind, int], ...]

    @property
    def deals(self) -> int:
        """How many deals a round has."""
        return len(self.cards)

    def points(self, bid: int, tricks: int) -> int:
        """Return the points of a bid after a played deal (WK-17, WK-18).

        >>> WK.points(bid=3, tricks=3), WK.points(bid=3, tricks=5)
        (16, -4)
        """
        if bid == tricks:
            return self.base + self.per_trick * tricks
        return -self.per_miss * abs(bid - tricks)

    def played_points(self, bids: Sequence[int], tricks: Sequence[int]) -> tuple[int, ...]:
        """Return the points of each seat of a deal that was played to its end."""
        return tuple(self.points(bid, won) for bid, won in zip(bids, tricks, strict=True))

    def stopped_points(
        self, bids: Sequence[int], kind: InfractionKind, offenders: Collection[int]
    ) -> tuple[int, ...]:
        """Return the points of each seat of a deal stopped by an infraction (WK-20, WK-21, A1, A2).

        `offenders` are seats from 1: each gets the penalty, the others score as if they had made
        their bid.
        """
        return tuple(
            dict(self.penalties)[kind] if seat in offenders else self.points(bid, bid)
            for seat, bid in enumerate(bids, 1)
        )

    @property
    def most(self) -> int:
        """The most points that one player can have in a round (WK-19)."""
        return sum(self.points(cards, cards) for cards in self.cards)

    @property
    def least(self) -> int:
        """The fewest points that one player can have in a round (A25: they may be negative)."""
        worst = min(dict(self.penalties).values())
        return sum(min(worst, self.points(0, cards)) for cards in self.cards)

    def most_together(self, seats: int) -> int:
        """Return the most points that a table can have together in a round.

        In every deal somebody misses or offends (WK-19). A table loses least by a deal that stops
        for the mildest infraction of one player, while the others had bid all the cards; where the
        deal is played out, all of them share the tricks of one.
        """
        mildest = max(dict(self.penalties).values())
        return sum((seats - 1) * self.points(cards, cards) + mildest for cards in self.cards)


# WK-1, WK-2, WK-17, WK-18, WK-20, WK-21. A table of 4 plays the same deals (WK-6).
WK = Rules(
    cards=(*range(10, 0, -1), *range(2, 11)),
    trump=SPADES,
    base=10,
    per_trick=2,
    per_miss=2,
    penalties=(("wrong-cards", -4), ("revoke", -10)),
)


def dealer(first_dealer: int, deal: int, seats: int) -> int:
    """Return the dealer's seat in a deal, all from 1: the deal passes to the left (WK-11)."""
    return (first_dealer + deal - 2) % seats + 1


def bidding_order(dealer: int, seats: int) -> tuple[int, ...]:
    """Return the seats in the order of bidding: left of the dealer first, dealer last (WK-12)."""
    return tuple((dealer + step - 1) % seats + 1 for step in range(1, seats + 1))


def forbidden_bid(cards: int, others: Sequence[int]) -> int | None:
    """Return the bid that the dealer may not make after the others, None if free (WK-14).

    >>> forbidden_bid(10, [3, 2, 2, 2])
    1
    """
    rest = cards - sum(others)
    return rest if rest >= 0 else None
