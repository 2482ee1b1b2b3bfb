import pytest

from scoring.cards import Card
from scoring.firstdealer import FirstDealer, NotDecided, first_dealer, highest_seats


def draws(*lines: str) -> list[list[Card]]:
    return [[Card.of(name) for name in line.split()] for line in lines]


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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
