"""Practice rounds of Boerenbridge."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.boerenbridge import KEYS
from scoring.boerenbridge.rules import WK, bidding_order, dealer, forbidden_bid
from scoring.registry import game
from tests.cases import cases
from tests.samples import some
from tests.scoring.forms import QUICK, WK_GAME

SEEDS = st.integers(0, 2**32)
SIZES = [(key, seats) for key in KEYS for seats in sorted(game(key).table_sizes)]


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


@cases("seed", some(range(5), 3))
@cases(("key", "seats"), SIZES)
def test_w_5_a_practice_round_of_every_game_follows_its_rules(key, seats, seed):
    rules = game(key).for_tables([seats])
    form = rules.practice(seats, Random(seed))
    assert rules.normal(form, seats) == form
    assert rules.from_cells(rules.to_cells(form), seats) == form
    assert len(form["deals"]) == len(rules.layout(seats).rows)
    for deal, cards in zip(form["deals"], rules.rules.cards, strict=True):
        assert sum(deal["tricks"]) == cards
        assert sum(deal["bids"]) != cards or not rules.rules.is_restricted(cards)
        assert "ruling" not in deal


@cases(("largest", "seats"), [(5, 4), (5, 3), (8, 3)])
def test_w_14_a_small_table_practises_the_deals_of_a_large_one(largest, seats):
    rules = game("boerenbridge").for_tables([largest, seats])
    form = rules.practice(seats, Random(1))
    assert rules.normal(form, seats) == form
    assert len(form["deals"]) == {5: 22, 8: 14}[largest]


@cases("seats", [4, 5])
def test_the_same_seed_gives_the_same_round(seats):
    rounds = [WK_GAME.practice(seats, Random(seed)) for seed in (1, 1, 2)]
    assert rounds[0] == rounds[1]
    assert rounds[0] != rounds[2]


def test_every_seat_may_be_the_first_dealer():
    rounds = [WK_GAME.practice(5, Random(seed)) for seed in range(40)]
    assert {form["first_dealer"] for form in rounds} == {1, 2, 3, 4, 5}


def test_w_8_w_10_practice_forms_have_misdeals_and_penalties():
    deals = [
        deal for seed in range(40) for deal in game("bollen").practice(4, Random(seed))["deals"]
    ]
    misdeals = [deal["misdeal"] for deal in deals if "misdeal" in deal]
    penalties = [penalty for deal in deals for penalty in deal.get("penalties", [])]
    assert {misdeal["stage"] for misdeal in misdeals} == {"before", "during"}
    assert {penalty["points"] for penalty in penalties} == {-1, -2, -3}
    assert 5 < len(misdeals) < 40 < len(deals) / 10
    assert 5 < len(penalties) < 40


def test_where_the_dealer_is_free_the_bids_may_equal_the_cards():
    rules = game("luciferen")
    forms = [rules.practice(5, Random(seed))["deals"] for seed in range(5)]
    rows = [
        (sum(d["bids"]), cards)
        for f in forms
        for d, cards in zip(f, rules.rules.cards, strict=True)
    ]
    assert any(total == cards for total, cards in rows if cards > 3)
