"""Practice rounds of kleurenwiezen."""

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import Card
from scoring.whist import make
from scoring.whist.contracts import BY_KEY, needs_referee
from scoring.whist.practice import _play
from tests.scoring.forms import QUICK
from tests.scoring.whist.forms import WHIST, WHISTHUB


@cache
def practice(seed):
    return WHIST.practice(4, Random(seed))


@pytest.mark.slow
@QUICK
@given(st.integers(0, 2**32))
def test_k_h_a_practice_round_is_a_valid_form(seed):
    form = WHIST.practice(4, Random(seed))
    assert WHIST.normal(form, 4) == form
    assert WHIST.progress(form, 4).notices == ()
    assert sum(WHISTHUB.progress(form, 4).totals) == 0
    assert sum("contract" in deal for deal in form["deals"]) == 20
    assert WHIST.from_cells(WHIST.to_cells(form), 4) == form


def test_a_shorter_round():
    form = make("kleurenwiezen", {"deals": 4}).practice(4, Random(1))
    assert sum("contract" in deal for deal in form["deals"]) == 4


def test_many_contracts_are_played():
    deals = [deal for seed in range(12) for deal in practice(seed)["deals"]]
    played = {deal["contract"] for deal in deals if "contract" in deal}
    assert {"samen-8", "solo-6", "solo-7", "kleine-miserie", "piccolo", "troel"} <= played
    assert {"passed": True} in deals
    above = [
        deal for deal in deals if "contract" in deal and needs_referee(BY_KEY[deal["contract"]])
    ]
    assert above != []
    assert {deal["referee"] for deal in above} == {"akkoord"}


def test_the_same_seed_gives_the_same_round():
    assert WHIST.practice(4, Random(3)) == practice(3)
    assert practice(3) != practice(4)


def test_k_1_in_kleine_miserie_everyone_lays_one_card_away():
    suits = dict(enumerate("SHDC", 1))
    hands = {seat: [Card(rank, suit) for rank in "23456789TJQKA"] for seat, suit in suits.items()}
    won = _play(BY_KEY["kleine-miserie"], None, (2,), 4, hands)
    # Seat 1 leads and only he has spades: he wins all 12 tricks.
    assert won == {1: 12, 2: 0, 3: 0, 4: 0}
    assert hands == {1: [], 2: [], 3: [], 4: []}
