"""Cards, their order, and the card that wins a trick."""

import pytest

from scoring.boerenbridge import WK
from scoring.cards import DECK, RANKS, SUITS, Card, playable, trick_winner, winning_cards
from scoring.text import Text
from tests.cases import cases


def cards_of(names: str) -> list[Card]:
    return [Card.of(name) for name in names.split()]


def test_the_deck_has_52_different_cards():
    assert len(DECK) == len(set(DECK)) == 52
    assert [Card.of(str(card)) for card in DECK] == list(DECK)


@cases("name", ["", "S", "1S", "10S", "AX", "as", "SA", "AS "])
def test_invalid_card_names_are_refused(name):
    with pytest.raises(ValueError, match="not a card"):
        Card.of(name)


def test_wk_4_the_order_of_the_cards():
    high_to_low = cards_of("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S")
    assert [card.height for card in high_to_low] == [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert len(RANKS) == 13
    assert SUITS == ("S", "H", "D", "C")


@cases(
    ("trick", "winner"),
    [
        ("2H", 0),
        ("AH KH QH JH TH", 0),
        ("9H TH JH QH KH", 4),
        ("TH JH 9H QH 2H", 3),  # boer beats 10, vrouw beats boer
        ("KH AH QH JH TH", 1),  # aas beats heer
        ("5D AH AC KD 2D", 3),  # not the suit led: cannot win
        ("2D AH AC KH QC", 0),
        ("AH 2S KH QH JH", 1),  # trumped
        ("AH 2S 3S KH QH", 2),  # overtrumped
        ("AH 3S 2S KH QH", 1),  # undertrumped
        ("2S AH AD AC KH", 0),
        ("KS AS QS JS TS", 1),
    ],
)
def test_wk_1_spades_are_trump_in_every_deal(trick, winner):
    assert WK.trump == "S"
    assert trick_winner(cards_of(trick), WK.trump) == winner


@cases(
    ("trick", "trump", "winner"),
    [("AH 2S KH", None, 0), ("2H AS KH", None, 2), ("AS 2H KS", "H", 1)],
)
def test_a_trick_without_trump_or_with_another(trick, trump, winner):
    assert trick_winner(cards_of(trick), trump) == winner


@cases(
    ("allowed", "trick", "trump", "winning"),
    [
        ("2H AS 3D", "", "S", "2H AS 3D"),  # a lead
        ("2H 9H QH", "9D TH", "D", ""),  # the suit led is trump
        ("2H 9H QH", "5H TH", "S", "QH"),
        ("2H 9H QH", "5H 2S", "S", ""),  # trumped
        ("2S 4S AD", "5H 3S", "S", "4S"),  # overtrumped
        ("2S AD", "5H KH", "S", "2S"),
        ("2S AD", "5H KH", None, ""),
        ("TH", "TH", "S", ""),  # of two packs: the first of two equal cards wins
    ],
)
def test_the_cards_that_win_a_trick_so_far(allowed, trick, trump, winning):
    laid = cards_of(trick)
    assert winning_cards(cards_of(allowed), laid, trump) == cards_of(winning)
    last = [card for card in cards_of(allowed) if trick_winner([*laid, card], trump) == len(laid)]
    assert last == cards_of(winning)


@cases(
    ("hand", "led", "allowed"),
    [
        ("2H AH 3S 4D", "H", "2H AH"),
        ("2H AH 3S 4D", "S", "3S"),
        ("2H AH 3S 4D", "D", "4D"),
        ("2H AH 3S 4D", "C", "2H AH 3S 4D"),  # trump or discard, as one likes
        ("2H 4D", "S", "2H 4D"),
        ("2H AH 3S 4D", None, "2H AH 3S 4D"),  # who leads
        ("3S", "H", "3S"),
    ],
)
def test_wk_16_players_follow_suit_if_they_can(hand, led, allowed):
    assert playable(cards_of(hand), led) == tuple(cards_of(allowed))


@cases(
    ("name", "nl", "en"),
    [
        *[("KH", "♥ H", "♥ K"), ("QS", "♠ V", "♠ Q"), ("JD", "♦ B", "♦ J"), ("AC", "♣ A", "♣ A")],
        *[("TS", "♠ 10", "♠ 10"), ("2H", "♥ 2", "♥ 2")],
    ],
)
def test_wk_4_names_of_cards_in_both_languages(name, nl, en):
    assert Card.of(name).text == Text(nl, en)


@cases(
    ("name", "words"),
    [
        ("KS", Text("schoppen heer", "king of spades")),
        ("TH", Text("harten 10", "10 of hearts")),
        ("2C", Text("klaveren 2", "2 of clubs")),
        ("AD", Text("ruiten aas", "ace of diamonds")),
    ],
)
def test_a_card_in_words(name, words):
    assert Card.of(name).name == words


def test_a_text_is_filled_in_with_another_in_each_language():
    words = Text("{seat}: {card}", "{seat}: {card}")
    filled = words.format(seat=3, card=Card.of("KH").text)
    assert filled == Text("3: ♥ H", "3: ♥ K")
