"""The order of bids, troel, and the leader."""

from scoring.cards import Card
from scoring.whist.contracts import BY_KEY, CONTRACTS, needs_referee
from scoring.whist.ladder import Bid, first_to_lead, may_bid, troel
from tests.cases import cases


def bid_of(text):
    """Return the bid of a text such as "samen-8 H". A bid without trump has no letter."""
    key, _, suit = text.partition(" ")
    return Bid(BY_KEY[key], suit or None)


def hand_of(text):
    return [Card.of(name) for name in text.split()]


# The bids so far, the next one, and whether it may be made in the first round of bidding.
BIDS = [
    ("", "samen-8 S", True),
    ("samen-8 S", "samen-8 S", False),
    ("samen-8 S", "samen-8 C", True),
    ("samen-8 C", "samen-8 D", True),
    ("samen-8 D", "samen-8 H", True),
    ("samen-8 H", "samen-8 D", False),
    ("samen-8 H", "samen-9 S", True),
    ("samen-9 H", "solo-6 S", True),
    ("solo-6 H", "samen-9 H", False),
    ("solo-6 S", "solo-6 H", True),
    ("solo-7 H", "kleine-miserie", True),
    ("kleine-miserie", "solo-7 H", False),
    ("kleine-miserie", "samen-11 H", False),
    ("kleine-miserie", "samen-12 S", True),
    ("solo-8 H", "piccolo", True),
    ("samen-13 H", "abondance-9 S", True),
    ("abondance-9 H", "grote-miserie", True),
    ("troel", "abondance-9 H", False),
    ("troel", "grote-miserie", True),
    ("troel", "abondance-10 S", True),
    ("abondance-11 H", "open-miserie", True),
    ("open-miserie", "soloslim-12 S", True),
    ("soloslim-12 H", "soloslim-12", True),
    ("soloslim-12", "soloslim-12 H", False),
    ("soloslim-12", "soloslim-13 S", True),
    ("soloslim-13", "samen-8 H", False),
]


@cases(("before", "next_bid", "allowed"), BIDS)
def test_k_2_k_g_a_bid_is_higher_than_all_before(before, next_bid, allowed):
    previous = [bid_of(before)] if before else []
    assert may_bid(previous, bid_of(next_bid), is_first_round=True) is allowed


@cases("misere", ["kleine-miserie", "piccolo", "grote-miserie", "open-miserie"])
def test_k_g_several_players_may_play_a_misere(misere):
    assert may_bid([bid_of(misere)], bid_of(misere), is_first_round=False)
    assert not may_bid(
        [bid_of(misere), bid_of("soloslim-13")], bid_of(misere), is_first_round=False
    )


def test_k_2_abondance_and_soloslim_belong_to_the_first_round():
    later = [c.key for c in CONTRACTS if not may_bid([], _any(c), is_first_round=False)]
    assert later == [
        "abondance-9", "troel", "abondance-10", "abondance-11", "soloslim-12", "soloslim-13",
    ]  # fmt: skip
    first = [c.key for c in CONTRACTS if not may_bid([], _any(c), is_first_round=True)]
    assert first == ["troel"]


def _any(contract):
    return Bid(contract, None if contract.trump == "none" else "H")


@cases("text", ["samen-8", "solo-6", "abondance-9", "piccolo H", "troel H"])
def test_k_1_each_contract_has_its_own_kind_of_trump(text):
    assert not may_bid([], bid_of(text), is_first_round=True)


def test_k_2_a_referee_is_called_above_troel():
    assert [contract.key for contract in CONTRACTS if needs_referee(contract)] == [
        "grote-miserie", "abondance-10", "abondance-11", "open-miserie", "soloslim-12",
        "soloslim-13",
    ]  # fmt: skip


# The aces in the four hands, and the seats of three aces and of the fourth.
TROELS = [
    (["AS AH AD", "2C", "AC", "3C"], (1, 3)),
    (["2C", "AS", "3C", "AH AD AC"], (4, 2)),
    (["AS AH AD AC", "2C", "3C", "4C"], None),
    (["AS AH", "AD AC", "2C", "3C"], None),
    (["AS AH", "AD", "AC", "2C"], None),
    (["AS", "AH", "AD", "AC"], None),
]


@cases(("aces", "seats"), TROELS)
def test_k_1_troel_is_exactly_three_aces(aces, seats):
    assert troel([hand_of(text) for text in aces]) == seats


LEADS = [
    ("samen-8", (1, 3), 3, 4),
    ("solo-6", (2,), 4, 1),
    ("grote-miserie", (1, 2), 2, 3),
    ("abondance-9", (4,), 1, 4),
    ("soloslim-13", (2,), 3, 2),
    ("troel", (1, 3), 1, 3),
    ("troel", (4, 2), 1, 2),
]


@cases(("contract", "declarers", "dealer", "leader"), LEADS)
def test_k_1_who_leads_to_the_first_trick(contract, declarers, dealer, leader):
    assert first_to_lead(BY_KEY[contract], declarers, dealer) == leader
