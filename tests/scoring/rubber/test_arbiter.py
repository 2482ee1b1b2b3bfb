"""Rulings on tricks of rubber bridge."""

from tests.cases import cases
from tests.scoring.rulings import consequences_of, illegal_cards, ruling_of, winner_of

GAMES = ["rubber-bridge", "bridge-kortregler"]


@cases("key", GAMES)
@cases(
    ("cards", "trump", "expected"),
    [
        ("9H KH AH 2H", "S", (1, "AH")),
        ("9H KH AH 2S", "S", (2, "2S")),
        ("9H KH AH 2S", "N", (1, "AH")),
        ("9H KD AD 2D", "N", (3, "9H")),
    ],
)
def test_b_10_the_strain_of_the_contract_is_trump(key, cards, trump, expected):
    found = ruling_of(key, cards, trump=trump, leader="3")
    assert winner_of(found) == (*expected, ["B-10"])


@cases(
    ("declarer", "said"),
    [
        (
            "1",
            [
                ([], "The trick goes to players 1 and 3."),
                (["B-10"], "Player 3 leads to the next trick."),
                (["B-11"], "Player 3 is the dummy: player 1 plays those cards as well."),
            ],
        ),
        (
            "3",
            [
                ([], "The trick goes to players 1 and 3."),
                (["B-10"], "Player 3 leads to the next trick."),
            ],
        ),
        (
            "",
            [
                ([], "The trick goes to players 1 and 3."),
                (["B-10"], "Player 3 leads to the next trick."),
            ],
        ),
    ],
)
def test_b_11_the_dummy_may_win(declarer, said):
    found = ruling_of("rubber-bridge", "9H KH AH 2H", trump="S", declarer=declarer)
    assert winner_of(found)[:2] == (3, "AH")
    assert consequences_of(found) == said


def test_b_12_the_director_decides_what_a_revoke_costs():
    found = ruling_of("rubber-bridge", "9H 2S KH 3H", {2: "5H"}, trump="S")
    assert illegal_cards(found) == [(2, "2S", ["B-10"], "5H")]
    assert [rule.number for rule in found.penalty.rules] == ["B-12"]
