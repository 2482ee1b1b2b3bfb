"""The draw for the first dealer."""

from random import Random

import pytest

from scoring.cards import DECK, Card
from scoring.firstdealer import (
    MOST_DRAWS,
    FirstDealer,
    NotDecided,
    deal_cards,
    first_dealer,
    highest_seats,
)
from tests.cases import cases


def draws(*lines: str) -> list[list[Card]]:
    return [[Card.of(name) for name in line.split()] for line in lines]


@cases(
    ("cards", "seat"),
    [
        ("AH KD QC JH TD", 1),
        ("2H 3D 4C 5H 6D", 5),
        ("9H KD QC JH", 2),
        ("9H 2D QC JH", 3),
    ],
)
def test_wk_7_the_highest_of_one_open_card_each_deals(cards, seat):
    assert first_dealer(draws(cards)) == FirstDealer(seat, 1)


@cases(
    ("cards", "seat"),
    [
        ("AH 2S KD AD QC", 2),  # spade 2 beats the ace of hearts
        ("AH 2S 3S AD QC", 3),
        ("TS KH AS 2S KS", 3),
        ("AH AD AC 2S", 4),
    ],
)
def test_wk_8_every_spade_beats_every_other_card(cards, seat):
    assert first_dealer(draws(cards)) == FirstDealer(seat, 1)


@cases(
    ("cards", "equal"),
    [
        ("KC KD 2H 3H 4H", (1, 2)),
        ("2H KC 3H 4H KD", (2, 5)),
        ("AC AD 2H AH 3H", (1, 2, 4)),
        ("KC KD KH 2H 3C", (1, 2, 3)),
        ("KH KC 2D KD", (1, 2, 4)),
    ],
)
def test_wk_9_equal_highest_cards_decide_nothing(cards, equal):
    assert highest_seats(draws(cards)[0]) == equal
    with pytest.raises(NotDecided):
        first_dealer(draws(cards))
    assert first_dealer(draws(cards, "2H 3H 4H 6H 5H"[: len(cards)])).draws == 2


@cases(
    ("cards", "seat"),
    [
        ("AH KC KD 2H 2C", 1),  # equal below the highest
        ("KC KD KH 2S 3C", 4),  # one spade on the table
        ("AC 2S AD AH KD", 2),
    ],
)
def test_wk_9_equal_lower_cards_do_not_matter(cards, seat):
    assert first_dealer(draws(cards)) == FirstDealer(seat, 1)


def test_wk_10_after_equal_cards_all_get_a_new_one():
    again = draws("KC KD 2H 3H 4H", "QH QD 5C 6C 7C", "2C 3D 2D 4D AC", "AS 2S 3S 4S 5S")
    # Seat 5, who had no part in the tie, wins the third draw; the fourth is not looked at.
    assert first_dealer(again) == FirstDealer(5, 3)


def test_wk_10_ties_to_the_end_are_not_decided():
    with pytest.raises(NotDecided):
        first_dealer(draws("KC KD 2H 3H", "QH QD 5C 6C"))
    with pytest.raises(NotDecided):
        first_dealer([])


def test_a_card_lies_on_the_table_once():
    with pytest.raises(ValueError, match="drawn twice"):
        first_dealer(draws("KS KS 2H 3H"))


@cases("seats", [3, 4, 5])
def test_wk_7_wk_10_cards_are_drawn_until_they_decide(seats):
    again = 0
    for seed in range(200):
        drawn = deal_cards(seats, Random(seed))
        *equal, decided = [len(highest_seats(cards)) for cards in drawn]
        assert (decided, 1 in equal) == (1, False)
        assert first_dealer(drawn).draws == len(drawn)
        assert {len(set(cards)) for cards in drawn} == {seats}
        assert {card for cards in drawn for card in cards} <= set(DECK)
        again += len(drawn) > 1
    assert 0 < again < 60


def test_wk_10_every_draw_is_from_a_full_pack():
    seen = [card for seed in range(400) for card in deal_cards(4, Random(seed))[-1]]
    assert set(seen) == set(DECK)


def test_the_same_seed_draws_the_same_cards():
    assert deal_cards(5, Random(7)) == deal_cards(5, Random(7)) != deal_cards(5, Random(8))


def test_a_draw_that_never_decides_comes_to_an_end():
    drawn = []

    class Kings(Random):
        def sample(self, deck, seats):
            drawn.append(seats)
            return draws("KC KD")[0]

    with pytest.raises(NotDecided):
        deal_cards(2, Kings())
    assert drawn == [2] * MOST_DRAWS
