"""The auction of rubber bridge: the calls allowed, its end, and its contract."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from scoring.pairs import TABLE
from scoring.rubber.contracts import HIGHEST_LEVEL, STRAINS, Contract, Strain, side_of
from scoring.rubber.rules import Naming


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid: a number of tricks over six, and a strain."""

    level: int
    strain: Strain

    @property
    def height(self) -> tuple[int, int]:
        """The key for comparing bids: 1♣ is the lowest, 7NT the highest (B-1)."""
        return self.level, STRAINS.index(self.strain)


Call: TypeAlias = Bid | Literal["pass", "double", "redouble"]


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far; the dealer makes the first, and the turn goes clockwise."""

    dealer: int
    calls: tuple[Call, ...] = ()

    @property
    def turn(self) -> int:
        """The seat that calls next."""
        return self.seat_of(len(self.calls))

    def seat_of(self, index: int) -> int:
        """Return the seat that makes the call of this index, from 0, past or future."""
        return (self.dealer + index - 1) % TABLE + 1

    @property
    def last_bid(self) -> tuple[int, Bid] | None:
        """The index of the highest bid and that bid, None if there is none."""
        for index in reversed(range(len(self.calls))):
            call = self.calls[index]
            if isinstance(call, Bid):
                return index, call
        return None

    @property
    def doubled(self) -> int:
        """0, 1 (doubled) or 2 (redoubled) for the highest bid; a new bid undoes doubles (Δ11)."""
        since = self.calls[self.last_bid[0] :] if self.last_bid else ()
        return since.count("double") + since.count("redouble")

    @property
    def is_over(self) -> bool:
        """Whether three players passed in a row after a bid, or all four without one (Δ9)."""
        # Before any bid three passes leave a call to the fourth player.
        passes = 3 if self.last_bid else 4
        return len(self.calls) >= passes and set(self.calls[-passes:]) == {"pass"}

    @property
    def is_passed_out(self) -> bool:
        """Whether all four players passed, so that there is no contract (Δ9)."""
        return self.is_over and self.last_bid is None

    def after(self, call: Call) -> "Auction":
        """Return the auction with one more call; raises ValueError if the call is not allowed."""
        if not may_call(self, call):
            raise ValueError(f"not allowed here: {call}")
        return replace(self, calls=(*self.calls, call))


def may_call(auction: Auction, call: Call) -> bool:
    """Return whether the seat in turn may make a call (Δ11).

    A bid must be higher than the last one. A double is allowed on the other pair's last bid, if not
    doubled yet; a redouble on the own pair's last bid, if doubled once.
    """
    if auction.is_over:
        return False
    if call == "pass":
        return True
    last = auction.last_bid
    if isinstance(call, Bid):
        is_bid = 1 <= call.level <= HIGHEST_LEVEL and call.strain in STRAINS
        return is_bid and (last is None or call.height > last[1].height)
    if last is None:
        return False
    # The call, whether the last bid is that of the own pair, and the doubles so far (Δ11).
    is_own = side_of(auction.seat_of(last[0])) == side_of(auction.turn)
    return (call, is_own, auction.doubled) in {("double", False, 0), ("redouble", True, 1)}


def contract_of(auction: Auction, naming: Naming) -> Contract | None:
    """Return the contract of an auction, None if all players passed (Δ8, Δ9).

    Raises ValueError while the auction goes on.
    """
    if not auction.is_over:
        raise ValueError("the auction is not over")
    if auction.last_bid is None:
        return None
    index, bid = auction.last_bid
    declarer = auction.seat_of(index)
    # Rule set 001: the first of the pair to name the strain declares, not the last bidder (Δ8).
    if naming == "first-of-pair":
        side = side_of(declarer)
        named = (
            auction.seat_of(earlier)
            for earlier, call in enumerate(auction.calls)
            if isinstance(call, Bid) and call.strain == bid.strain
        )
        declarer = next(seat for seat in named if side_of(seat) == side)
    return Contract(declarer, bid.level, bid.strain, auction.doubled)
