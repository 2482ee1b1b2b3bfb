"""The rules of deals, dealer, bids and points, apart from any form."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.cards import DECK, SPADES, Suit
from scoring.result import WK_SCALE

InfractionKind = Literal["wrong-cards", "revoke"]
Restriction = Literal["always", "above-3", "never"]
Stage = Literal["before", "during"]

# The dealer bids freely in deals of at most so many cards (WK-14, A24; W-5; Luciferen).
FREE_UP_TO: dict[Restriction, int] = {"always": 0, "above-3": 3, "never": len(DECK)}


@dataclass(frozen=True, slots=True)
class DealRule:
    """One deal of a round: the cards of each player, and whether it has a trump and is blind.

    In a blind deal each player sees all cards but the own ones (W-4).
    """

    cards: int
    trump: bool = True
    blind: bool = False


@dataclass(frozen=True, slots=True)
class MisdealRule:
    """The points that a misdeal costs each guilty seat, by when it was noticed (W-8, W-9).

    Before the deal is played only the dealer is guilty. During the deal every seat that had a part
    in the misdeal is guilty.
    """

    before: int = 1
    during: int = 5

    def cost(self, stage: Stage) -> int:
        """Return the points that each guilty seat loses, as a positive number."""
        return {"before": self.before, "during": self.during}[stage]


@dataclass(frozen=True, slots=True)
class Rules:
    """The parameters in which the games of the family differ.

    `deals`: the deals of a round. `trump`: the suit that is always trump, None if a card is
    turned up (W-2). `base` and `per_trick`: points of a bid that was made. `per_miss`: points lost
    for each trick too many or too few. `restriction`: in which deals the total of all bids may not
    equal the cards. `infractions`: points of an offender for each kind that stops a deal.
    `misdeal`: the cost of misdeals, None in a game without penalties by the scorer (W-15).
    `scale`: match points of the places at a table, best first (W-7, WK-24).
    """

    deals: tuple[DealRule, ...]
    trump: Suit | None = None
    base: int = 10
    per_trick: int = 2
    per_miss: int = 2
    restriction: Restriction = "above-3"
    infractions: tuple[tuple[InfractionKind, int], ...] = ()
    misdeal: MisdealRule | None = MisdealRule()
    scale: tuple[int, ...] = WK_SCALE

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of each player in each deal."""
        return tuple(deal.cards for deal in self.deals)

    def is_restricted(self, cards: int) -> bool:
        """Return whether the bids of a deal may not add up to its cards (WK-14, W-5)."""
        return cards > FREE_UP_TO[self.restriction]

    def points(self, bid: int, tricks: int) -> int:
        """Return the points for a bid in a deal played to its end (WK-17, WK-18, W-6).

        >>> WK.points(bid=3, tricks=3), WK.points(bid=3, tricks=5)
        (16, -4)
        """
        if bid == tricks:
            return self.base + self.per_trick * tricks
        return -self.per_miss * abs(bid - tricks)

    def played_points(self, bids: Sequence[int], tricks: Sequence[int]) -> tuple[int, ...]:
        """Return the points of each seat in a deal played to its end, without penalties."""
        return tuple(self.points(bid, won) for bid, won in zip(bids, tricks, strict=True))

    def stopped_points(
        self, bids: Sequence[int], kind: InfractionKind, offenders: Collection[int]
    ) -> tuple[int, ...]:
        """Return the points of each seat in a deal stopped by an infraction (WK-20, WK-21, A1, A2).

        `offenders` are seats from 1: each gets the penalty. The other seats score as if they had
        made their bids.
        """
        return tuple(
            dict(self.infractions)[kind] if seat in offenders else self.points(bid, bid)
            for seat, bid in enumerate(bids, 1)
        )

    @property
    def most(self) -> int:
        """The most points that one player can have in a round without penalties (WK-19)."""
        return sum(self.points(cards, cards) for cards in self.cards)

    @property
    def least(self) -> int:
        """The fewest points that one player can have in a round; they are negative (A25)."""
        # A deal lost by a missed bid can cost less than the penalty of a stopped one: 1 card, for
        # one.
        worst = min(dict(self.infractions).values())
        return sum(min(worst, self.points(0, cards)) for cards in self.cards)

    def most_together(self, seats: int) -> int:
        """Return the most points that a table can have together in a round.

        In every deal at least one seat misses its bid or offends (WK-19). The table gets most from
        a deal that stops for the mildest infraction of one seat while every other seat had bid all
        the cards. In a deal played out all seats share its tricks.
        """
        mildest = max(dict(self.infractions).values())
        return sum((seats - 1) * self.points(cards, cards) + mildest for cards in self.cards)

    def most_played_together(self, seats: int) -> int:
        """Return the most points that a table can have together when every deal is played out.

        Penalties by the scorer are left out. In a restricted deal not all bids can be made: at best
        one seat misses its bid by a trick (WK-19).
        """
        return sum(
            self.base * (seats - 1)
            + self.per_trick * cards
            + (-self.per_miss if self.is_restricted(cards) else self.base)
            for cards in self.cards
        )


# WK-1, WK-2, WK-17, WK-18, WK-20, WK-21. A table of 4 plays the same deals (WK-6).
WK = Rules(
    deals=tuple(DealRule(cards) for cards in (*range(10, 0, -1), *range(2, 11))),
    trump=SPADES,
    restriction="always",
    infractions=(("wrong-cards", -4), ("revoke", -10)),
    misdeal=None,
)


def dealer(first_dealer: int, deal: int, seats: int) -> int:
    """Return the seat that deals a deal, both from 1: the deal passes to the left (WK-11).

    `first_dealer` is the seat that deals the first one.
    """
    # Less 1 for the deal and 1 for the seat, which both count from 1.
    return (first_dealer + deal - 2) % seats + 1


def bidding_order(dealer: int, seats: int) -> tuple[int, ...]:
    """Return the seats in the order of bidding: left of the dealer first, dealer last (WK-12)."""
    return tuple((dealer + step - 1) % seats + 1 for step in range(1, seats + 1))


def forbidden_bid(cards: int, others: Sequence[int]) -> int | None:
    """Return the bid that the dealer may not make after the others, None if every bid is allowed.

    `others` are all other bids of the deal (WK-14). The deal must be one in which the dealer is
    restricted: see `Rules.is_restricted`.

    >>> forbidden_bid(10, [3, 2, 2, 2])
    1
    """
    # A negative rest cannot be bid: after bids of more than the cards the dealer is free (WK-14).
    rest = cards - sum(others)
    return rest if rest >= 0 else None
