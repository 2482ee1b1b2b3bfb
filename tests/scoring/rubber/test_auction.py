"""Auctions of rubber bridge."""

import pytest

from scoring.rubber.auction import Auction, Bid, contract_of, may_call
from scoring.rubber.contracts import STRAINS, Contract
from tests.cases import cases

ALL_BIDS = [Bid(level, strain) for level in range(1, 8) for strain in STRAINS]
WORDS = {"-": "pass", "X": "double", "XX": "redouble"}


def call_of(said: str):
    return WORDS[said] if said in WORDS else Bid(int(said[0]), said[1:])


def auction_of(said: str, dealer: int = 1) -> Auction:
    """Return an auction of calls such as "- 1H X 3H", each of which must be allowed."""
    made = Auction(dealer)
    for one in said.split():
        made = made.after(call_of(one))
    return made


# The source's auction, North dealing: East 1♥, South doubles, West 3♥, North 3♠, South 4♠.
EXAMPLE = "- 1H X 3H 3S - 4S - - -"


def test_delta_8_the_declarer_first_named_the_strain_or_bid_last():
    made = auction_of(EXAMPLE)
    assert made.is_over
    assert contract_of(made, "first-of-pair") == Contract(1, 4, "S", doubled=0)
    assert contract_of(made, "last-bidder") == Contract(3, 4, "S", doubled=0)


def test_delta_8_a_strain_named_by_the_other_pair_does_not_count():
    made = auction_of("1H 1S - 2S - - -", dealer=4)
    assert contract_of(made, "first-of-pair") == Contract(1, 2, "S")
    made = auction_of("1H - 1S - - 2H 2S 3H - - -", dealer=2)
    assert contract_of(made, "first-of-pair") == Contract(3, 3, "H")


def test_delta_8_dummy_and_leader():
    contract = contract_of(auction_of(EXAMPLE), "first-of-pair")
    assert (contract.dummy, contract.leader) == (3, 2)


def test_b_1_every_bid_must_be_higher_than_the_last():
    for index, last in enumerate(ALL_BIDS):
        allowed = [may_call(Auction(1, (last,)), bid) for bid in ALL_BIDS]
        assert allowed == [False] * (index + 1) + [True] * (34 - index)


@cases("bid", [Bid(0, "C"), Bid(8, "C"), Bid(1, "X"), Bid(1, "c")])
def test_b_9_invalid_bids_are_refused(bid):
    assert not may_call(Auction(1), bid)


@cases(
    ("before", "double", "redouble"),
    [
        ("", False, False),
        ("- -", False, False),
        ("1H", True, False),
        ("1H -", False, False),
        ("1H - -", True, False),
        ("1H X", False, True),
        ("1H X -", False, False),
        ("1H X - -", False, True),
        ("1H X XX", False, False),
        ("1H X XX -", False, False),
        ("1H X 1S", True, False),
        ("1H X XX 1S", True, False),
        ("1H X - 1S", True, False),
        ("1H - 2H X", False, True),
    ],
)
def test_delta_11_doubles_and_redoubles(before, double, redouble):
    made = auction_of(before)
    assert may_call(made, "double") is double
    assert may_call(made, "redouble") is redouble
    assert may_call(made, "pass")


@cases(
    ("said", "doubled"),
    [("1H - - -", 0), ("1H X - - -", 1), ("1H X XX - - -", 2), ("1H X 1S - - -", 0)],
)
def test_delta_11_a_new_bid_undoes_doubles(said, doubled):
    assert contract_of(auction_of(said), "first-of-pair").doubled == doubled


@cases(
    ("said", "is_over"),
    [
        *[("", False), ("- - -", False), ("- - - -", True), ("1C - -", False), ("1C - - -", True)],
        *[("- - - 1C", False), ("- - - 1C - -", False), ("- - - 1C - - -", True)],
        *[("1C X - -", False), ("1C X - - -", True), ("1C - - X - -", False)],
    ],
)
def test_end_of_an_auction(said, is_over):
    assert auction_of(said).is_over is is_over


def test_delta_9_all_four_pass():
    made = auction_of("- - - -", dealer=3)
    assert made.is_passed_out
    assert contract_of(made, "first-of-pair") is None
    assert not auction_of("- - -").is_passed_out
    assert not auction_of("1C - - -").is_passed_out


def test_no_calls_after_the_end():
    for over in (auction_of("- - - -"), auction_of("1C - - -")):
        for said in ("-", "X", "1H"):
            assert not may_call(over, call_of(said))
        with pytest.raises(ValueError, match="not allowed here: pass"):
            over.after("pass")


def test_an_auction_that_goes_on_has_no_contract():
    with pytest.raises(ValueError, match="the auction is not over"):
        contract_of(auction_of("1C - -"), "first-of-pair")


def test_the_turn_goes_clockwise_from_the_dealer():
    made = Auction(3)
    turns = []
    for said in ("1C", "-", "1D", "-", "1H"):
        turns.append(made.turn)
        made = made.after(call_of(said))
    assert turns == [3, 4, 1, 2, 3]
