"""Wizards and jokers."""

from scoring.boerenbridge.wizard import WIZARD_DECK, WizardCard, playable, suit_led, trick_winner
from scoring.cards import Card
from tests.cases import cases


def cards_of(names: str) -> list[WizardCard]:
    return [name if name in ("W", "J") else Card.of(name) for name in names.split()]


def test_the_pack_has_four_wizards_and_four_jokers_more():
    assert (len(WIZARD_DECK), WIZARD_DECK.count("W"), WIZARD_DECK.count("J")) == (60, 4, 4)


@cases(
    ("trick", "trump", "winner"),
    [
        ("9H AS W 2S", "S", 2),  # above the ace of trumps
        ("9H W AS W", "S", 1),  # a later wizard does not win
        ("W W W W", "S", 0),
        ("J W AS", "S", 1),
        ("J 2H 9H", "S", 2),  # a joker is worth nothing
        ("9H J J", "S", 0),
        ("J J 2H J", "S", 2),
        ("J J 2D 9H", "S", 2),  # the first card that is no joker was the suit led
        ("J J J J", "S", 0),  # the circle is round: the first player
        ("J", None, 0),
        ("9H AD KH", "S", 2),
        ("9H 2S KH", "S", 1),
        ("9H 2S KH", None, 2),
    ],
)
def test_w_12_wizards_win_and_jokers_lose(trick, trump, winner):
    assert trick_winner(cards_of(trick), trump) == winner


@cases(
    ("trick", "suit"),
    [("", None), ("9H", "H"), ("J 9H", "H"), ("J J", None), ("W 9H", None), ("J W 9H", None)],
)
def test_the_suit_to_follow(trick, suit):
    assert suit_led(cards_of(trick)) == suit


@cases(
    ("hand", "trick", "allowed"),
    [
        ("9H W J 2S", "3H", "9H W J"),  # they may be played although one can follow
        ("9H W J 2S", "J 3H", "9H W J"),
        ("9H W J 2S", "3D", "9H W J 2S"),
        ("9H W J 2S", "W 3H", "9H W J 2S"),
        ("9H W J 2S", "J", "9H W J 2S"),
        ("9H W J 2S", "", "9H W J 2S"),
        ("W J", "3H", "W J"),
        ("9H 2S", "3H", "9H"),
    ],
)
def test_w_12_wizards_and_jokers_may_be_played_at_any_time(hand, trick, allowed):
    assert playable(cards_of(hand), cards_of(trick)) == tuple(cards_of(allowed))
