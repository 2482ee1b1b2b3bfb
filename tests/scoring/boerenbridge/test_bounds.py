"""Bounds of totals, beside every possible course of small rounds."""

from dataclasses import replace
from itertools import product

import pytest

from scoring.boerenbridge import WK
from scoring.boerenbridge.bounds import TotalsGap, impossible_gap, largest_gap
from scoring.boerenbridge.form import Reader
from scoring.boerenbridge.rules import DealRule, Rules
from tests.cases import cases


def rules_with_deals(*cards: int) -> Rules:
    """Return the rules of the championship with deals of these numbers of cards."""
    return replace(WK, deals=tuple(DealRule(each) for each in cards))


def points_of(bid: int, tricks: int) -> int:
    """Return the points of a bid that was played out."""
    return 10 + 2 * bid if bid == tricks else -2 * abs(bid - tricks)


def possible_points(cards: int, seats: int) -> set[tuple[int, ...]]:
    """Return all points that one deal can give, by every bid, trick and infraction."""
    each = list(product(range(cards + 1), repeat=seats))
    allowed = [bids for bids in each if sum(bids) != cards]
    won = [tricks for tricks in each if sum(tricks) == cards]
    played = {tuple(map(points_of, bids, tricks)) for bids in allowed for tricks in won}
    stopped = {
        tuple(penalty if out else 10 + 2 * bid for bid, out in zip(bids, offends, strict=True))
        for bids in allowed
        for offends in product([False, True], repeat=seats)
        if any(offends)
        for penalty in (-4, -10)
    }
    return played | stopped


def possible_totals(seats: int, *cards: int) -> set[tuple[int, ...]]:
    """Return all totals that a round of these deals can give."""
    totals = {(0,) * seats}
    for each in cards:
        deals = possible_points(each, seats)
        totals = {tuple(map(sum, zip(a, b, strict=True))) for a in totals for b in deals}
    return totals


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "cards"),
    [(3, (1,)), (4, (2,)), (5, (1,)), (3, (6,)), (3, (1, 2)), (4, (1, 1)), (3, (2, 2))],
)
def test_wk_19_no_possible_totals_are_refused(seats, cards):
    possible = possible_totals(seats, *cards)
    rules = rules_with_deals(*cards)
    refused = [
        totals
        for totals in possible
        if Reader(rules, seats).read({"totals": list(totals)}).problems.found
    ]
    assert refused == []


@cases("cards", [1, 2, 3, 5, 6])
def test_wk_19_each_bound_is_reached(cards):
    deals = {tuple(sorted(deal, reverse=True)) for deal in possible_points(cards, 3)}
    for high, low in [(1, 1), (1, 2), (2, 1)]:
        furthest = max(sum(deal[:high]) - sum(deal[-low:]) for deal in deals)
        assert largest_gap(WK, cards, high, low) == furthest
    assert rules_with_deals(cards).most_together(3) == max(map(sum, deals))
    # All can have the fewest points at once: there is nothing to check below that.
    assert rules_with_deals(cards).least * 3 == min(map(sum, deals))


def test_wk_19_every_even_total_is_possible():
    totals = {0}
    for cards in WK.cards:
        counts = range(cards + 1)
        deal = {points_of(bid, tricks) for bid in counts for tricks in counts} | {-4, -10}
        totals = {total + points for total in totals for points in deal}
    assert totals == set(range(-250, 409, 2))


def test_wk_19_every_even_sum_of_a_table_is_possible():
    assert {sum(deal) % 4 for deal in possible_points(2, 3)} == {0, 2}


@cases(
    ("totals", "apart"),
    [
        ((408, 408, 408, 408, -190), None),  # all deals stopped for a revoke of seat 5
        ((408, 408, 408, 408, -192), TotalsGap(2, 1, 816, -192, 1006)),
        ((-192, 408, 408, 408, 408), TotalsGap(2, 1, 816, -192, 1006)),
        ((408, 408, 0, -190, -190), None),
        ((196, 182, 182, 148, 118), None),
        ((408, -250, 0, 0, 0), None),  # played out: one wins what the other bid
        ((300, 300, 300, 300, -250), None),
        ((404, 404, 0, -196, -196), TotalsGap(2, 2, 808, -392, 1196)),
    ],
)
def test_wk_21_totals_too_far_apart_are_found(totals, apart):
    assert impossible_gap(WK, totals) == apart


@cases("seats", [3, 4])
@cases("cards", [1, 2, 3])
@cases("restriction", ["always", "never"])
def test_wk_19_most_together_of_a_deal_that_is_played_out(cards, seats, restriction):
    each = list(product(range(cards + 1), repeat=seats))
    allowed = [bids for bids in each if sum(bids) != cards or restriction == "never"]
    won = [tricks for tricks in each if sum(tricks) == cards]
    most = max(sum(map(points_of, bids, tricks)) for bids in allowed for tricks in won)
    rules = replace(rules_with_deals(cards), restriction=restriction)
    assert rules.most_played_together(seats) == most


def test_most_together_of_a_round_that_is_played_out():
    assert (WK.most_played_together(5), WK.most_played_together(4)) == (940, 750)
