"""Rulings on tricks in every game."""

import pytest

from scoring.arbiter import judge
from scoring.cards import Card
from scoring.problems import Invalid
from scoring.questions import face
from scoring.registry import GAMES, MESSAGES, game
from scoring.text import Text
from tests.cases import cases
from tests.scoring.rulings import illegal_cards, ruling_of, trick_of, winner_of

# The game that stands for its kind, the choices it needs, and the rules of a follower that wins.
KINDS = [
    ("wk-boerenbridge", {"players": "4"}, ["WK-30"], ["WK-16"]),
    ("chinees-poepen", {"players": "4", "trump": "C"}, ["W-17"], ["W-16"]),
    ("rubber-bridge", {"trump": "C"}, ["B-10"], ["B-10"]),
    ("bridge-kortregler", {"trump": "C"}, ["B-10"], ["B-10"]),
    ("kleurenwiezen", {"trump": "C"}, ["K-5"], ["K-5"]),
]
TRUMPS = {"wk-boerenbridge": {}}


def trump_for(key: str) -> dict[str, str]:
    return TRUMPS.get(key, {"trump": "S"})


@cases(("key", "choices", "wins", "follow"), KINDS)
def test_wk_30_w_17_b_10_k_5_the_highest_card_of_the_suit_led_wins(key, choices, wins, follow):
    assert winner_of(ruling_of(key, "9H KH AD QH", **choices)) == (2, "KH", wins)


@cases(("key", "choices", "wins", "follow"), KINDS)
def test_wk_16_w_16_b_10_k_5_a_player_must_follow_suit(key, choices, wins, follow):
    found = ruling_of(key, "9H KH AD QH", {3: "2H 3D"}, **choices)
    assert illegal_cards(found) == [(3, "AD", follow, "2H")]


@cases(("key", "choices", "wins", "follow"), KINDS)
def test_without_the_suit_led_any_card_may_be_played(key, choices, wins, follow):
    """A player who holds a trump need not play it."""
    assert illegal_cards(ruling_of(key, "9H KH AD QH", {3: "2S 3C 4D"}, **choices)) == []


@cases("key", sorted(GAMES))
def test_every_game_says_who_wins(key):
    arbiter = game(key).arbiter
    seats = arbiter.play(trump_for(key)).seats
    cards = ["2H", "3S", "AH", "KH", "QH", "JH", "TH", "9H"][:seats]
    found = judge(arbiter, trick_of(" ".join(cards), **trump_for(key)))
    assert (found.is_over, winner_of(found)[:2]) == (True, (2, "3S"))
    assert found.headline == Text("Speler 2 wint met ♠ 3", "Player 2 wins with ♠ 3")


@cases("key", sorted(GAMES))
def test_every_rule_that_is_cited_has_words_in_both_languages(key):
    found = ruling_of(key, "2H 3S", {1: "4H", 2: "5H"}, **trump_for(key))
    rulings = [found.win.why, found.penalty, *(each.why for each in found.illegal)]
    rules = [rule for ruling in rulings for rule in ruling.rules]
    assert rules
    assert all(rule.words.nl.endswith(".") and rule.words.en.endswith(".") for rule in rules)


@cases("key", sorted(GAMES))
def test_an_empty_table_has_no_answer_yet(key):
    found = ruling_of(key, "", leader="2", **trump_for(key))
    assert (found.headline, found.win, found.upcoming[0], found.illegal) == (None, None, 2, ())


@cases(
    ("cards", "upcoming", "headline"),
    [
        ("9H", (5, 1, 2, 3), "Player 4 is winning with ♥ 9"),
        ("9H KH", (1, 2, 3), "Player 5 is winning with ♥ K"),
        ("9H KH 2S", (2, 3), "Player 1 is winning with ♠ 2"),
        ("9H KH 2S AS", (3,), "Player 2 is winning with ♠ A"),
        ("9H KH 2S AS TH", (), "Player 2 wins with ♠ A"),
    ],
)
def test_a_trick_card_by_card(cards, upcoming, headline):
    found = ruling_of("wk-boerenbridge", cards, leader="4")
    assert (found.upcoming, found.headline.en) == (upcoming, headline)
    assert found.seats == (4, 5, 1, 2, 3)[: len(cards.split())]


def test_several_illegal_cards_are_named():
    found = ruling_of("wk-boerenbridge", "9H 2S AD 3H 4C", {2: "5H", 3: "6H AC", 5: "2C"})
    assert illegal_cards(found) == [(2, "2S", ["WK-16"], "5H"), (3, "AD", ["WK-16"], "6H")]


@cases(
    ("cards", "hands", "choices", "problems"),
    [
        ("XX", {}, {}, [("CARD_UNKNOWN", "cards")]),
        ("W", {}, {}, [("CARD_UNKNOWN", "cards")]),
        ("9H 9H", {}, {}, [("CARD_TWICE", "cards")]),
        ("9H", {2: "9H"}, {}, [("CARD_TWICE", "hands.2")]),
        ("9H", {2: "KS", 3: "KS ZZ"}, {}, [("CARD_TWICE", "hands.3"), ("CARD_UNKNOWN", "hands.3")]),
        ("2H 3H 4H 5H 6H 7H", {}, {}, [("TRICK_FULL", "cards")]),
        ("2H 3H 4H 5H 6H", {}, {"players": "4"}, [("TRICK_FULL", "cards")]),
        ("", {}, {"players": "6"}, [("CHOICE_UNKNOWN", "players")]),
        ("", {}, {"leader": "6"}, [("CHOICE_UNKNOWN", "leader")]),
        ("", {}, {"leader": "5", "players": "4"}, [("CHOICE_UNKNOWN", "leader")]),
        ("", {}, {"leader": "²"}, [("CHOICE_UNKNOWN", "leader")]),
    ],
)
def test_invalid_questions_are_refused(cards, hands, choices, problems):
    with pytest.raises(Invalid) as refused:
        ruling_of("wk-boerenbridge", cards, hands, **choices)
    found = refused.value.problems
    assert [(problem.code, problem.path) for problem in found] == problems
    assert {problem.code for problem in found} <= set(MESSAGES)


@cases("key", sorted(set(GAMES) - {"wk-boerenbridge"}))
def test_a_trump_must_be_chosen_where_the_game_has_no_fixed_one(key):
    with pytest.raises(Invalid) as refused:
        ruling_of(key, "9H")
    assert [(each.code, each.is_missing) for each in refused.value.problems] == [
        ("TRUMP_MISSING", True)
    ]


def test_names_of_a_card():
    king, wizard = face(Card.of("KH")), face("W")
    assert (king.code, king.sign, king.printed, king.is_red) == ("KH", "♥", Text("H", "K"), True)
    assert king.name == Text("harten heer", "king of hearts")
    assert (wizard.code, wizard.sign, wizard.is_red) == ("W", "", False)
    assert [face(Card.of(code)).name.en for code in ("TD", "AC", "2S")] == [
        "10 of diamonds",
        "ace of clubs",
        "2 of spades",
    ]
