"""Deals, bids and points of the championship."""

from dataclasses import replace
from itertools import product

from scoring.boerenbridge import WK
from scoring.boerenbridge.rules import DealRule, Rules, bidding_order, dealer, forbidden_bid
from tests.cases import cases
from tests.scoring.forms import CARDS, points_of


def test_wk_2_19_deals_of_10_to_1_to_10_cards():
    assert list(WK.cards) == CARDS
    assert (len(WK.deals), sum(WK.cards)) == (19, 109)


def test_a27_the_deal_of_one_card_is_played_once():
    assert WK.cards.count(1) == 1
    assert [WK.cards.count(cards) for cards in range(2, 11)] == [2] * 9


@cases(
    ("seats", "first", "dealers"),
    [
        (5, 1, "1234512345123451234"),
        (5, 2, "2345123451234512345"),
        (5, 3, "3451234512345123451"),
        (5, 4, "4512345123451234512"),
        (5, 5, "5123451234512345123"),
        (4, 1, "1234123412341234123"),
        (4, 2, "2341234123412341234"),
        (4, 3, "3412341234123412341"),
        (4, 4, "4123412341234123412"),
    ],
)
def test_wk_11_the_deal_passes_to_the_left(seats, first, dealers):
    assert "".join(str(dealer(first, deal, seats)) for deal in range(1, 20)) == dealers


@cases(
    ("seats", "who_deals", "order"),
    [
        (5, 1, (2, 3, 4, 5, 1)),
        (5, 2, (3, 4, 5, 1, 2)),
        (5, 3, (4, 5, 1, 2, 3)),
        (5, 4, (5, 1, 2, 3, 4)),
        (5, 5, (1, 2, 3, 4, 5)),
        (4, 1, (2, 3, 4, 1)),
        (4, 3, (4, 1, 2, 3)),
        (4, 4, (1, 2, 3, 4)),
    ],
)
def test_wk_12_left_of_the_dealer_bids_first_the_dealer_last(seats, who_deals, order):
    assert bidding_order(who_deals, seats) == order


@cases(
    ("cards", "others", "forbidden"),
    [
        (10, [3, 3, 3, 0], 1),  # 9 bid of 10: not 1
        (10, [3, 3, 2, 0], 2),  # 8: not 2
        (10, [0, 0, 0, 0], 10),
        (10, [4, 3, 3, 0], 0),
        (10, [4, 4, 3, 0], None),  # more than the cards: free
        (10, [10, 10, 10], None),
        (3, [1, 1, 0, 0], 1),
        (2, [0, 0, 0], 2),
    ],
)
def test_wk_14_what_the_dealer_may_not_bid(cards, others, forbidden):
    assert forbidden_bid(cards, others) == forbidden


@cases(("others", "forbidden"), [([0, 0, 0, 0], 1), ([1, 0, 0, 0], 0), ([1, 0, 1, 0], None)])
def test_a24_one_card_is_restricted_too(others, forbidden):
    assert forbidden_bid(1, others) == forbidden


@cases("cards", range(1, 11))
def test_wk_15_the_dealer_always_has_a_legal_bid(cards):
    for total in range(4 * cards + 1):
        assert len(set(range(cards + 1)) - {forbidden_bid(cards, [total])}) >= cards


@cases(
    ("tricks", "points"),
    [(0, 10), (1, 12), (2, 14), (3, 16), (4, 18), (5, 20), (8, 26), (9, 28), (10, 30)],
)
def test_wk_17_a_bid_that_was_made(tricks, points):
    assert WK.points(tricks, tricks) == points


@cases(
    ("bid", "tricks", "points"),
    [
        (3, 5, -4),
        (5, 3, -4),
        (3, 4, -2),
        (4, 3, -2),
        (0, 1, -2),
        (1, 0, -2),
        (7, 2, -10),
        (0, 10, -20),
        (10, 0, -20),
    ],
)
def test_wk_18_a_bid_that_was_missed(bid, tricks, points):
    assert WK.points(bid, tricks) == points


def test_wk_19_every_score_is_even_and_at_most_408_in_a_round():
    numbers = range(11)
    assert {WK.points(bid, tricks) % 2 for bid, tricks in product(numbers, numbers)} == {0}
    assert {points % 2 for points in dict(WK.infractions).values()} == {0}
    assert WK.most == 19 * 10 + 2 * 109 == 408


@cases(
    ("offenders", "points"),
    [
        ([1], (-4, 16, 12, 10, 20)),
        ([5], (14, 16, 12, 10, -4)),
        ([2, 4], (14, -4, 12, -4, 20)),
        ([1, 2, 3], (-4, -4, -4, 10, 20)),
    ],
)
def test_wk_20_a1_wrong_number_of_cards(offenders, points):
    assert WK.stopped_points([2, 3, 1, 0, 5], "wrong-cards", offenders) == points
    infraction = {"kind": "wrong-cards", "seats": offenders}
    assert points_of({"bids": [2, 3, 1, 0, 5], "infraction": infraction}) == points


def test_wk_20_it_is_not_the_dealer_who_pays():
    # Seat 1 deals the first deal; seat 4 had too many cards.
    infraction = {"kind": "wrong-cards", "seats": [4]}
    assert points_of({"bids": [2, 3, 1, 0], "infraction": infraction}, 1, 4) == (14, 16, 12, -4)


@cases(
    ("offenders", "points"),
    [
        ([3], (14, 16, -10, 10, 20)),
        ([4], (14, 16, 12, -10, 20)),
        ([1, 5], (-10, 16, 12, 10, -10)),
    ],
)
def test_wk_21_a1_revoke(offenders, points):
    assert WK.stopped_points([2, 3, 1, 0, 5], "revoke", offenders) == points
    infraction = {"kind": "revoke", "seats": offenders}
    assert points_of({"bids": [2, 3, 1, 0, 5], "infraction": infraction}) == points


@cases(("kind", "penalty"), [("wrong-cards", -4), ("revoke", -10)])
@cases("bid", [0, 1, 9, 10])
def test_a2_the_offenders_own_bid_has_no_influence(kind, penalty, bid):
    infraction = {"kind": kind, "seats": [2]}
    expected = (14, penalty, 16, 10, 10)
    assert points_of({"bids": [2, bid, 3, 0, 0], "infraction": infraction}) == expected


def test_a6_all_players_may_have_wrong_cards():
    infraction = {"kind": "wrong-cards", "seats": [1, 2, 3, 4, 5]}
    assert points_of({"bids": [2, 3, 1, 0, 5], "infraction": infraction}) == (-4,) * 5


# Bounds of a round, against every way in which a deal can go.


def rules_with_deals(cards: int) -> Rules:
    return replace(WK, deals=(DealRule(cards),))


def points_of_bid(bid: int, tricks: int) -> int:
    return 10 + 2 * bid if bid == tricks else -2 * abs(bid - tricks)


@cases("cards", range(1, 11))
def test_most_and_least_of_one_deal(cards):
    numbers = range(cards + 1)
    every = [points_of_bid(bid, tricks) for bid, tricks in product(numbers, numbers)] + [-4, -10]
    assert (rules_with_deals(cards).most, rules_with_deals(cards).least) == (max(every), min(every))


@cases("seats", [4, 5])
@cases("cards", [1, 2, 3])
def test_most_together_of_one_deal(cards, seats):
    each = list(product(range(cards + 1), repeat=seats))
    allowed = [bids for bids in each if sum(bids) != cards]
    won = [tricks for tricks in each if sum(tricks) == cards]
    played = max(sum(map(points_of_bid, bids, tricks)) for bids in allowed for tricks in won)
    stopped = max(
        sum(penalty if out else 10 + 2 * bid for bid, out in zip(bids, offends, strict=True))
        for bids in allowed
        for offends in product([False, True], repeat=seats)
        if any(offends)
        for penalty in (-4, -10)
    )
    assert rules_with_deals(cards).most_together(seats) == max(played, stopped)


def test_the_bounds_of_a_round():
    assert (WK.most, WK.least) == (408, -250)
    assert (WK.most_together(5), WK.most_together(4)) == (1556, 1148)
