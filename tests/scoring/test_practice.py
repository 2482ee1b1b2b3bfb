"""The cards of simulated players: weak to win, strong to lose, and always allowed."""

from scoring.cards import Card
from scoring.practice import choose_card
from tests.cases import cases


def cards(names):
    """Return the cards of names such as "TH 3S"."""
    return [Card.of(name) for name in names.split()]


@cases(
    ("hand", "trick", "wanted", "unwanted"),
    [
        ("AH 2S 3H", "", "2S", "3H"),  # trump is the strongest lead
        ("QH TH 3H", "9H", "TH", "3H"),  # the weakest winner, the strongest loser
        ("QH TH 3H", "AH", "3H", "QH"),  # nothing wins
        ("QH TH", "9H", "TH", "QH"),  # nothing loses: the strongest goes
        ("AS 2S 3H", "9H", "3H", "3H"),  # hearts must be followed
        ("AS 2S KD", "9H", "2S", "KD"),  # without hearts a trump wins
    ],
)
def test_a_player_wins_with_the_weakest_and_loses_with_the_strongest(hand, trick, wanted, unwanted):
    chosen = [choose_card(cards(hand), cards(trick), "S", wants=wants) for wants in (True, False)]
    assert [str(card) for card in chosen] == [wanted, unwanted]
