"""Auctions, call by call: "samen-8 H" is a bid, "pass", "wait" and "join" are words."""

import pytest

from scoring.cards import SUITS, Card
from scoring.whist.auction import Auction, Call
from scoring.whist.contracts import BY_KEY
from scoring.whist.ladder import Bid
from tests.cases import cases

EVERY_SUIT = [Card("2", suit) for suit in SUITS]


def call_of(text):
    key, _, suit = text.partition(" ")
    return Call("bid", Bid(BY_KEY[key], suit or None)) if key in BY_KEY else Call(key)


def auction_of(*calls, first=1, troel=()):
    """Return the auction after these calls, each of which must be allowed."""
    result = Auction(first, troel)
    for text in calls:
        result = result.after(call_of(text), EVERY_SUIT)
    return result


def contract_of(state):
    """Return contract and players of a finished auction, None where all passed."""
    assert state.speaker is None
    if state.outcome is None:
        return None
    bid, seats = state.outcome
    return f"{bid.contract.key} {bid.suit or ''}".strip(), seats


# The calls of a whole auction, seat 1 first, and the contract with its players.
WHOLE = [
    ("pass, pass, pass, pass", None),
    ("samen-8 H, pass, pass, pass, pass", None),
    ("samen-8 H, pass, pass, pass, solo-6 H", ("solo-6 H", (1,))),
    ("samen-8 S, samen-8 H, pass, pass, pass, pass", None),
    ("samen-8 S, join, pass, pass", ("samen-8 S", (1, 2))),
    ("wait, samen-8 D, pass, pass, join", ("samen-8 D", (1, 2))),
    ("samen-8 S, samen-8 H, pass, pass, join", ("samen-8 H", (1, 2))),
    ("samen-8 S, samen-8 D, pass, pass, samen-8 H, join", ("samen-8 H", (1, 2))),
    ("samen-8 S, join, solo-6 D, pass, samen-10 S, pass", ("samen-10 S", (1, 2))),
    ("samen-8 S, join, solo-6 D, pass, pass, pass", ("solo-6 D", (3,))),
    ("samen-8 S, join, solo-6 D, pass, pass, solo-7 C, pass", ("solo-7 C", (1,))),
    ("samen-8 S, join, samen-8 H, join, samen-9 S, samen-9 H, pass, pass", ("samen-9 H", (3, 4))),
    ("samen-8 S, join, samen-8 H, pass, pass, pass, pass", ("samen-8 S", (1, 2))),
    ("solo-6 D, pass, solo-6 H, pass, pass", ("solo-6 H", (3,))),
    ("piccolo, pass, piccolo, pass", ("piccolo", (1, 3))),
    (", ".join(["kleine-miserie"] * 4), ("kleine-miserie", (1, 2, 3, 4))),
    ("kleine-miserie, kleine-miserie, piccolo, pass, pass, pass", ("piccolo", (3,))),
    ("kleine-miserie, pass, pass, solo-8 S, piccolo, pass", ("piccolo", (1,))),
    ("pass, pass, pass, abondance-9 C", ("abondance-9 C", (4,))),
]


@cases(("calls", "played"), WHOLE)
def test_k_2_a_whole_auction(calls, played):
    assert contract_of(auction_of(*calls.split(", "))) == played


# The calls so far, and one that may or may not follow.
CALLS = [
    # Who spoke first may wait, and then only join or pass.
    ("", "wait", True),
    ("pass", "wait", False),
    ("wait, samen-8 H, pass, pass", "join", True),
    ("wait, samen-8 H, pass, pass", "pass", True),
    ("wait, samen-8 H, pass, pass", "solo-6 S", False),
    ("wait, pass, pass, pass", "join", False),
    # To propose a suit, somebody must be left who can join.
    ("pass, pass", "samen-8 S", True),
    ("pass, pass, pass", "samen-8 S", False),
    ("wait, pass, pass", "samen-8 S", True),
    ("samen-8 S, pass, pass", "samen-8 H", True),
    ("samen-8 S, join, pass", "samen-8 H", False),
    ("kleine-miserie", "samen-8 H", False),
    ("", "samen-9 H", False),
    # A suit is joined once, not by who proposed it, and not when a higher bid was made.
    ("samen-8 S", "join", True),
    ("samen-8 S, join", "join", False),
    ("samen-8 S, pass, pass, pass", "join", False),
    ("samen-8 S, solo-6 H", "join", False),
    ("pass", "join", False),
    ("samen-8 S, join, samen-8 H, pass", "join", False),
    # Who joined may only bid higher for both, in their suit.
    ("samen-8 S, join, solo-6 D, pass", "samen-10 S", True),
    ("samen-8 S, join, solo-6 D, pass", "samen-9 S", False),
    ("samen-8 S, join, solo-6 D, pass", "samen-10 H", False),
    ("samen-8 S, join, solo-6 D, pass", "solo-7 S", False),
    ("samen-8 S, join, solo-6 D, pass", "piccolo", False),
    # Never lower; misères coincide; abondance only in one's first call.
    ("solo-7 S", "solo-6 H", False),
    ("solo-7 S", "solo-7 C", True),
    ("piccolo", "piccolo", True),
    ("piccolo", "kleine-miserie", False),
    ("samen-8 S, pass, pass, pass", "abondance-9 S", False),
    ("samen-8 S, pass, pass", "abondance-9 S", True),
]


@cases(("calls", "next_call", "allowed"), CALLS)
def test_k_2_allowed_calls(calls, next_call, allowed):
    state = auction_of(*(calls.split(", ") if calls else []))
    assert state.may(call_of(next_call), EVERY_SUIT) is allowed


def test_k_2_to_join_takes_a_card_of_the_suit():
    state = auction_of("samen-8 H")
    assert not state.may(call_of("join"), [Card.of("AS"), Card.of("2C")])
    assert state.may(call_of("join"), [Card.of("AS"), Card.of("2H")])


def test_k_1_troel_is_played_when_all_pass():
    state = auction_of("pass", "pass", "pass", "pass", troel=(4, 2))
    assert contract_of(state) == ("troel", (4, 2))


@cases(
    ("next_call", "allowed"),
    [("wait", False), ("samen-8 H", False), ("abondance-9 H", False), ("grote-miserie", True)],
)
def test_k_1_only_a_higher_bid_or_a_pass_after_troel(next_call, allowed):
    assert auction_of(troel=(4, 2)).may(call_of(next_call), EVERY_SUIT) is allowed


def test_k_1_a_higher_bid_is_played_instead_of_troel():
    state = auction_of("pass", "grote-miserie", "pass", "pass", troel=(4, 2))
    assert contract_of(state) == ("grote-miserie", (2,))


def test_k_2_the_turn_goes_round():
    speakers = []
    state = Auction(3)
    for text in ("pass", "samen-8 S", "samen-8 H", "pass", "join"):
        speakers.append(state.speaker)
        state = state.after(call_of(text), EVERY_SUIT)
    assert (speakers, contract_of(state)) == ([3, 4, 1, 2, 4], ("samen-8 H", (1, 4)))


@cases(("calls", "wrong"), [("solo-6 H", "solo-6 S"), ("pass", "wait")])
def test_a_call_that_may_not_be_made_is_refused(calls, wrong):
    with pytest.raises(ValueError, match="not a call"):
        auction_of(calls, wrong)


def test_no_calls_after_the_end():
    state = auction_of("pass", "pass", "pass", "pass")
    assert not state.may(call_of("pass"), EVERY_SUIT)
    with pytest.raises(ValueError, match="not a call"):
        state.after(call_of("pass"), EVERY_SUIT)
