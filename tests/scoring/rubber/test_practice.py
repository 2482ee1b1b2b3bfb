"""Practice rubbers."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import DECK
from scoring.rubber import make
from scoring.rubber.auction import Auction, may_call
from scoring.rubber.practice import MOST_DEALS, choose_call
from tests.scoring.forms import QUICK
from tests.scoring.rubber.rubbers import GAME, KORTREGLER

SEEDS = range(60)


@pytest.fixture(scope="module")
def forms():
    return [GAME.practice(4, Random(seed)) for seed in SEEDS]


@pytest.mark.slow
def test_b_9_a_practice_rubber_follows_the_rules(forms):
    assert [GAME.normal(form, 4) for form in forms] == forms
    assert max(len(form["contracts"]) for form in forms) <= MOST_DEALS
    assert [form for form in forms if GAME.progress(form, 4).notices] == []


def test_practice_rubbers_have_all_kinds_of_deals(forms):
    deals = [deal for form in forms for deal in form["contracts"]]
    played = [deal for deal in deals if "passed" not in deal]
    assert {deal["declarer"] for deal in played} == {1, 2, 3, 4}
    assert {deal["strain"] for deal in played} == {"C", "D", "H", "S", "NT"}
    assert {deal["tricks"] >= deal["level"] + 6 for deal in played} == {True, False}
    assert {deal["doubled"] for deal in played} >= {0, 1}
    assert any("honours" in deal for deal in played)
    assert len(played) < len(deals)


def test_delta_1_practice_without_honours_where_they_do_not_count():
    for game in (KORTREGLER, make("rubber-bridge", {"honours": False})):
        forms = [game.practice(4, Random(seed)) for seed in range(15)]
        assert not any("honours" in deal for form in forms for deal in form["contracts"])
        assert [game.normal(form, 4) for form in forms] == forms


@QUICK
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_delta_11_practice_auctions_are_legal(seed, dealer):
    random = Random(seed)
    dealt = random.sample(DECK, 52)
    auction = Auction(dealer)
    while not auction.is_over:
        call = choose_call(auction, dealt[auction.turn - 1 :: 4], random)
        assert may_call(auction, call)
        auction = auction.after(call)


def test_the_same_seed_gives_the_same_rubber(forms):
    assert GAME.practice(4, Random(1)) == forms[1]
    assert forms[1] != forms[2]
