"""The auction of kleurenwiezen, call by call (K-2).

A player that stays with a proposed suit at a later turn passes: there is no other call for it. Only
the highest suit can be joined, and every player that could have joined it has called by then.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scoring.cards import Card
from scoring.whist.contracts import BY_KEY, SEATS
from scoring.whist.ladder import TROEL, Bid, may_bid

Word = Literal["pass", "wait", "join", "bid"]
SAMEN_8 = BY_KEY["samen-8"]  # the bid of a proposed suit, until another player joins


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a player: a bid, or a word without a bid.

    Only the first player to call may `wait`, and may then only join or pass. To `join` is to play
    together with the proposer, in the suit proposed last.
    """

    word: Word
    bid: Bid | None = None


PASS, WAIT, JOIN = Call("pass"), Call("wait"), Call("join")


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction so far.

    `first` is the seat that calls first. `troel` has the seat with three aces and the seat with
    the fourth, and is empty if no troel was announced. `calls` are pairs of seat and call.
    """

    first: int
    troel: tuple[int, ...] = ()
    calls: tuple[tuple[int, Call], ...] = ()

    @property
    def bids(self) -> tuple[Bid, ...]:
        """Every bid so far, in the order of calling; an announced troel is the first."""
        # A troel is announced before the first call, so every bid must be higher.
        announced = (Bid(TROEL),) if self.troel else ()
        return (*announced, *(call.bid for _seat, call in self.calls if call.bid))

    @property
    def out(self) -> frozenset[int]:
        """The seats that passed, and so have left the auction."""
        return frozenset(seat for seat, call in self.calls if call == PASS)

    @property
    def pairs(self) -> dict[int, int]:
        """The joined seat, by the seat of the proposer; a pair ends when the joined seat passes."""
        found: dict[int, int] = {}
        proposer = 0
        for seat, call in self.calls:
            if call.word == "join":
                found[proposer] = seat
            elif call.word == "bid":
                proposer = seat
            elif call.word == "pass":
                found = {owner: other for owner, other in found.items() if other != seat}
        return found

    @property
    def proposal(self) -> tuple[int, Bid] | None:
        """The seat and the bid of a proposed suit that can be joined, None if there is none.

        The suit must be the highest bid, not joined yet, and its proposer must not have passed.
        """
        # A proposal is open while it is the last bid or joining: any later one ends it.
        made = [(seat, call) for seat, call in self.calls if call.word in ("bid", "join")]
        if not made or made[-1][1].bid is None or made[-1][1].bid.contract != SAMEN_8:
            return None
        seat, call = made[-1]
        passed = any(each == seat and other.word == "pass" for each, other in self.calls)
        return None if passed or call.bid is None else (seat, call.bid)

    @property
    def outcome(self) -> tuple[Bid, tuple[int, ...]] | None:
        """The highest bid that can be played and its declarers, None if all passed.

        Declarers are seats, low to high; in a troel the seat with the fourth ace comes last. Where
        all passed, the same dealer deals again.
        """
        result: tuple[Bid, tuple[int, ...]] | None = None
        if self.troel:
            result = Bid(TROEL), self.troel
        pairs: dict[int, tuple[int, ...]] = {}  # by the seat that joined
        proposer, proposed = 0, Bid(SAMEN_8)  # none yet; nobody can join before a proposal
        for seat, call in self.calls:
            if call.word == "join":
                pairs[seat] = tuple(sorted((proposer, seat)))
                result = proposed, pairs[seat]
            elif call.bid and call.bid.contract == SAMEN_8:
                proposer, proposed = seat, call.bid
            elif call.bid and result and call.bid == result[0]:
                # The same misère or piccolo once more: several may play it (K-2, K-g).
                result = call.bid, tuple(sorted((*result[1], seat)))
            elif call.bid:
                # Only a seat that joined bids a contract for two players: for both of the pair.
                is_together = call.bid.contract.declarers == (2,)
                result = call.bid, pairs[seat] if is_together else (seat,)
        return result

    @property
    def speaker(self) -> int | None:
        """The seat that is to call, None when the auction is over."""
        if not self.calls:
            return self.first
        # A joined proposer does not call again: the seat that joined bids higher for both.
        silent = self.out | set(self.pairs)
        outcome = self.outcome
        # The players of the highest bid do not bid against themselves; a troel was not bid at all.
        if outcome and outcome[0] == self.bids[-1] and outcome[0].contract != TROEL:
            silent |= set(outcome[1])
        last = self.calls[-1][0]
        # Clockwise from the seat after the last caller; that seat itself comes last.
        order = [(last + step - 1) % SEATS + 1 for step in range(1, SEATS + 1)]
        return next((seat for seat in order if seat not in silent), None)

    def may(self, call: Call, hand: Sequence[Card]) -> bool:
        """Return whether the seat in turn may make this call with this hand (K-2)."""
        seat = self.speaker
        if seat is None:
            return False
        own = [each for each_seat, each in self.calls if each_seat == seat]
        # A seat that waits may only join or pass; one that joined may only raise or pass.
        waits, joined = WAIT in own, seat in self.pairs.values()
        if call.word == "pass":
            return True
        if call.word == "wait":
            return not self.calls and not self.troel
        if call.word == "join":
            proposal = self.proposal
            return (
                proposal is not None
                and proposal[0] != seat
                and not joined
                and any(card.suit == proposal[1].suit for card in hand)
            )
        return not waits and self._may_bid(seat, call.bid, joined, is_first_round=not own)

    def _may_bid(self, seat: int, bid: Bid | None, joined: bool, *, is_first_round: bool) -> bool:
        if bid is None or not may_bid(self.bids, bid, is_first_round=is_first_round):
            return False
        if bid.contract.declarers == (2,):
            if joined:
                # The seat that joined may only bid higher for both, in their common suit.
                return bid.contract != SAMEN_8 and bid.suit == self._joined_suit(seat)
            return bid.contract == SAMEN_8 and self._can_be_joined(seat)
        return not joined

    def _joined_suit(self, seat: int) -> object:
        """Return the suit of the proposal that a seat joined."""
        before = next(i for i, (s, call) in enumerate(self.calls) if (s, call) == (seat, JOIN))
        return next(call.bid.suit for _s, call in self.calls[before::-1] if call.bid)

    def _can_be_joined(self, seat: int) -> bool:
        """Return whether another seat is left to join a proposal of this seat.

        Such a seat has not called yet, waits, or proposed a lower suit that was not joined. A seat
        with any other bid has bid higher than a suit.
        """
        tied = {seat, *self.out, *self.pairs, *self.pairs.values()}
        return len(tied) < SEATS

    def after(self, call: Call, hand: Sequence[Card]) -> "Auction":
        """Return the auction with one more call; raises ValueError if the call is not allowed."""
        seat = self.speaker
        if seat is None or not self.may(call, hand):
            raise ValueError(f"not a call that may be made now: {call}")
        return replace(self, calls=(*self.calls, (seat, call)))
