"""Tricks of rubber bridge."""

from scoring.cards import Card, playable
from scoring.rubber.contracts import Contract
from scoring.rubber.play import player_of, turn_order, winner
from tests.cases import cases


def cards_of(names: str) -> list[Card]:
    return [Card.of(name) for name in names.split()]


@cases(
    ("strain", "leader", "trick", "seat"),
    [
        ("NT", 2, "5H KH AH 2H", 4),
        ("NT", 2, "5H KS AS AD", 2),
        ("S", 2, "5H KH 2S AH", 4),
        ("S", 4, "5H 3S 2S AH", 1),
        ("D", 3, "TC JC 9C QC", 2),
    ],
)
def test_b_1_the_highest_trump_wins_else_the_highest_of_the_suit_led(strain, leader, trick, seat):
    assert winner(Contract(1, 1, strain), leader, cards_of(trick)) == seat


def test_players_follow_suit():
    hand = cards_of("2H KH 5S AC")
    assert playable(hand, "H") == tuple(cards_of("2H KH"))
    assert playable(hand, "D") == tuple(hand)


def test_the_turn_goes_clockwise_from_the_leader():
    orders = [turn_order(leader) for leader in (1, 2, 3, 4)]
    assert orders == [(1, 2, 3, 4), (2, 3, 4, 1), (3, 4, 1, 2), (4, 1, 2, 3)]


def test_the_declarer_plays_the_cards_of_the_dummy():
    assert [player_of(Contract(2, 1, "S"), seat) for seat in (1, 2, 3, 4)] == [1, 2, 3, 2]
