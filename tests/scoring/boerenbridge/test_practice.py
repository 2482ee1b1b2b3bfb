from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.boerenbridge.rules import WK, bidding_order, dealer, forbidden_bid

from ..sample import QUICK, WK_GAME

SEEDS = st.integers(0, 2**32)


@QUICK
@given(SEEDS, st.sampled_from([4, 5]))
def test_wk_14_a_practice_round_follows_the_rules(seed, seats):
    form = WK_GAME.practice(seats, Random(seed))
    assert WK_GAME.normal(form, seats) == form
    for number, (deal, cards) in enumerate(zip(form["deals"], WK.cards, strict=True), 1):
        *others, last = bidding_order(dealer(form["first_dealer"], number, seats), seats)
        before = [deal["bids"][seat - 1] for seat in others]
        assert deal["bids"][last - 1] != forbidden_bid(cards, before)
        assert sum(deal["tricks"]) == cards


@pytest.mark.parametrize("seats", [4, 5])
def test_the_same_seed_gives_the_same_round(seats):
    rounds = [WK_GAME.practice(seats, Random(seed)) for seed in (1, 1, 2)]
    assert rounds[0] == rounds[1]
    assert rounds[0] != rounds[2]


def test_every_seat_may_be_the_first_dealer():
    rounds = [WK_GAME.practice(5, Random(seed)) for seed in range(40)]
    assert {form["first_dealer"] for form in rounds} == {1, 2, 3, 4, 5}
