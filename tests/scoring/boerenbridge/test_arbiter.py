"""Rulings on tricks of the championship and its variants, with the examples of the source."""

import pytest

from scoring.problems import Invalid
from tests.cases import cases
from tests.scoring.rulings import consequences_of, illegal_cards, ruling_of, winner_of

WK = "wk-boerenbridge"
FAMILY = "boerenbridge"
FOUR = {"players": "4", "trump": "C"}
NEXT_3 = (["W-17"], "Player 3 leads to the next trick.")


@cases(
    ("cards", "expected"),
    [
        ("9H KH AH 2H 3H", (3, "AH", ["WK-30"])),
        ("9H KD QC JC TD", (1, "9H", ["WK-30"])),
        ("AH 2S KH QH JH", (2, "2S", ["WK-30", "WK-1"])),
        ("AH 2S 3S KH QH", (3, "3S", ["WK-30", "WK-1"])),
        ("KS AS QS JS TS", (2, "AS", ["WK-30", "WK-1"])),
    ],
)
def test_wk_30_the_highest_spade_wins_or_else_the_highest_card_led(cards, expected):
    assert winner_of(ruling_of(WK, cards)) == expected


@cases(
    ("cards", "reason"),
    [
        ("AH 2S KH QH JH", "The 2 of spades is the only trump in the trick."),
        ("AH 2S 3S QH JH", "The 3 of spades is the highest trump in the trick."),
        (
            "9H KH QC JH 2H",
            "There is no trump in the trick. The king of hearts is the highest card of the suit "
            "led, hearts.",
        ),
    ],
)
def test_wk_30_the_reason_in_words(cards, reason):
    assert ruling_of(WK, cards).win.why.text.en == reason


def test_wk_21_wk_22_a_revoke_in_time_stops_the_deal():
    found = ruling_of(WK, "9H 2S KH QH JH", {2: "5H"})
    assert illegal_cards(found) == [(2, "2S", ["WK-16"], "5H")]
    assert [rule.number for rule in found.penalty.rules] == ["WK-21", "WK-22"]
    assert found.illegal[0].why.text.en == (
        "The 2 of spades could not be played: the suit led was hearts, and the hand still had "
        "the 5 of hearts."
    )


def test_w_10_w_16_in_the_family_the_scorer_decides_what_a_wrong_card_costs():
    found = ruling_of(FAMILY, "9H 2C KH QH", {2: "5H"}, **FOUR)
    assert illegal_cards(found) == [(2, "2C", ["W-16"], "5H")]
    assert [rule.number for rule in found.penalty.rules] == ["W-10"]


def test_the_championship_has_no_special_rules():
    found = ruling_of(WK, "AH 2H KH QH JH", marshall="x", trump="C", wizards="x")
    assert winner_of(found) == (1, "AH", ["WK-30"])


@cases(
    ("cards", "trump", "expected"),
    [
        ("AH 2H KD QD", "C", (2, "2H", ["W-18"])),
        ("AH 2H 5H QH", "C", (4, "QH", ["W-18"])),  # the highest card after the two
        ("AH 5H 2H QD", "C", (3, "2H", ["W-18"])),
        ("2H AH KH QH", "C", (2, "AH", ["W-17"])),  # the two came before the ace
        ("AH 3C 2H QH", "C", (2, "3C", ["W-17"])),  # the ace was not winning any more
        ("AH 2H 3C QD", "C", (3, "3C", ["W-17"])),
        ("KD AH 2H QD", "C", (1, "KD", ["W-17"])),  # the ace was thrown away
        ("AC 2C 9H KH", "C", (2, "2C", ["W-18"])),
        ("AH 2H KD QD", "N", (2, "2H", ["W-18"])),
    ],
)
def test_w_18_marshall(cards, trump, expected):
    found = ruling_of(FAMILY, cards, players="4", trump=trump, marshall="x")
    assert winner_of(found) == expected


def test_without_marshall_the_ace_wins():
    assert winner_of(ruling_of(FAMILY, "AH 2H KD QH", **FOUR)) == (1, "AH", ["W-17"])


@cases(
    ("cards", "turned_up", "expected"),
    [
        ("AH KH QH JH", "2", (4, "2C", ["W-19"])),  # the only trump
        ("AH 3C QH JH", "7", (4, "7C", ["W-19"])),
        ("AH 9C QH JH", "7", (2, "9C", ["W-17"])),
        ("AC 2C QH JH", "7", (2, "2C", ["W-18"])),  # the ace is a higher trump still
        ("AH KH QH", "2", (1, "AH", ["W-17"])),  # only at the end of the trick
    ],
)
def test_w_19_the_mexican(cards, turned_up, expected):
    found = ruling_of(FAMILY, cards, mexican="x", mexican_by="4", turned_up=turned_up, **FOUR)
    assert winner_of(found) == expected


@cases(
    ("cards", "mexican_by", "expected"),
    [
        ("AH 2H KD", "", ["Player 2 may use the card turned up in the rest of this deal."]),
        ("AH KH QD", "", []),
        (
            "AH KH QD",
            "1",
            ["The card turned up, the 7 of clubs, can only be used at the end of the trick."],
        ),
        (
            "AH KH QD 9C",
            "1",
            [
                "The card turned up, the 7 of clubs, does not take the trick: a higher trump lies "
                "there."
            ],
        ),
        (
            "AH KH QD JD",
            "2",
            ["This needs a Marshall by player 2 in this deal, and that he said “wait” first."],
        ),
    ],
)
def test_w_19_use_of_the_right_of_the_mexican(cards, mexican_by, expected):
    found = ruling_of(FAMILY, cards, mexican="x", mexican_by=mexican_by, turned_up="7", **FOUR)
    said = [words for rules, words in consequences_of(found) if rules == ["W-19"]]
    assert said == expected


@cases(
    ("cards", "hands", "expected"),
    [
        ("KH 9H 4H", {3: "3H 5H"}, [(3, "4H", ["W-20"], "3H")]),
        ("KH 9H 3H", {3: "4H"}, []),
        ("KH AH 4H", {3: "3H"}, []),  # the king is not winning any more
        ("KH 2C 4H", {3: "3H"}, []),
        ("KH 9H 4D", {3: "3H"}, [(3, "4D", ["W-16"], "3H")]),  # no suit followed either
        ("9H KC 4D", {3: "3C"}, [(3, "4D", ["W-20"], "3C")]),  # a king that trumped
        ("9H KC 4H", {3: "3C"}, []),  # the duty to follow suit comes first
        ("KH 9H 4D", {3: "5D"}, []),
    ],
)
def test_w_20_king_three(cards, hands, expected):
    assert illegal_cards(ruling_of(FAMILY, cards, hands, king_three="x", **FOUR)) == expected


def test_w_20_after_king_three_the_player_of_the_king_shows_his_cards():
    found = ruling_of(FAMILY, "9H KH 3H", king_three="x", **FOUR)
    assert consequences_of(found) == [
        (["W-20"], "Player 2 lays his cards open for the rest of the deal.")
    ]


@cases(("direction", "other", "seat"), [("clockwise", 4, 3), ("anticlockwise", 2, 3)])
def test_w_21_after_a_nine_everyone_passes_a_card_on(direction, other, seat):
    cards = "2H 3H 9H 4H" if direction == "clockwise" else "2H 4H 9H 3H"
    found = ruling_of(FAMILY, cards, nine="x", direction=direction, **FOUR)
    assert consequences_of(found) == [
        NEXT_3,
        (["W-21"], f"Everyone passes a card on: player {seat} to player {other}, and so on."),
    ]


@cases(
    ("direction", "seats", "said"),
    [
        ("clockwise", (1, 2, 3, 4), "Play now goes anticlockwise."),
        ("anticlockwise", (1, 4, 3, 2), "Play now goes clockwise."),
    ],
)
def test_w_22_a_seven_reverses_the_direction(direction, seats, said):
    found = ruling_of(FAMILY, "2H 3H 7H 4H", seven="x", direction=direction, **FOUR)
    assert found.seats == seats
    assert consequences_of(found) == [NEXT_3, (["W-22"], said)]


@cases(
    ("turn", "choices", "said"),
    [
        ("2", {"seven": "x"}, ["Player 1 led out of turn: a penalty of 1 point."]),
        ("1", {"seven": "x"}, []),
        ("", {"seven": "x"}, []),
        ("2", {"nine": "x"}, []),  # only the rule of seven names a penalty
    ],
)
def test_w_10_w_22_a_lead_out_of_turn(turn, choices, said):
    found = ruling_of(FAMILY, "8H", turn=turn, **choices, **FOUR)
    assert [words for rules, words in consequences_of(found) if rules == ["W-22", "W-10"]] == said
    assert len(consequences_of(found)) == len(said)


@cases("rule", ["nine", "seven"])
def test_an_eight_has_no_special_rule(rule):
    found = ruling_of(FAMILY, "2H 3H 8H 4H", **{rule: "x"}, **FOUR)
    assert consequences_of(found) == [NEXT_3]


@cases(
    ("cards", "upcoming"),
    [
        ("8H 9D TS 8D", (1, 2, 3, 4)),
        ("8H 9D TS 6D", ()),
        ("KH AD 2S AS", (1, 2, 3, 4)),  # around the corner
        ("8H 8D 8S 8C", ()),  # one rank is no row
        ("8H 9D TS 8D 7H JH", (3, 4)),
        ("8H 9D TS 8D 7H JH QH 6H", (1, 2, 3, 4)),
        ("8H 9D TS 8D 7H JH QH 2H", ()),
    ],
)
def test_w_23_a_sequence_continues_for_another_circuit(cards, upcoming):
    assert ruling_of(FAMILY, cards, continuation="x", **FOUR).upcoming == upcoming


def test_w_23_the_turned_up_card_may_fill_a_gap():
    cards, choices = "9H TD QS QD", FOUR | {"continuation": "x", "turned_up": "J"}
    assert ruling_of(FAMILY, cards, **choices).is_over
    assert not ruling_of(FAMILY, cards, turned_counts="x", **choices).is_over


def test_w_23_a_trick_of_two_circuits_counts_twice():
    going = ruling_of(FAMILY, "8H 9D TS 8D", continuation="x", **FOUR)
    assert going.headline.en == "The trick goes on; player 1 is winning with ♥ 8"
    assert consequences_of(going) == [
        (
            ["W-23"],
            "The cards form a row: another circuit follows. If the hands are empty, player 1 wins "
            "the whole trick.",
        )
    ]
    over = ruling_of(FAMILY, "8H 9D TS 8D 2H 4H QH 6H", continuation="x", **FOUR)
    assert winner_of(over) == (3, "QH", ["W-17"])
    assert consequences_of(over) == [
        NEXT_3,
        (["W-23"], "The cards form no row: the trick is over."),
        (["W-23"], "The trick counts for 2 tricks."),
    ]
    assert [rule.number for rule in over.further_rules] == ["W-23"]


def test_wk_21_a_trick_with_a_revoke_has_no_winner():
    found = ruling_of(WK, "9H KH 2S AH 3H", {3: "5H"})
    assert found.is_void
    assert found.headline.en == "Player 3 could not play ♠ 2"
    assert consequences_of(found) == []
    assert not ruling_of(WK, "9H KH 2S AH 3H").is_void


def test_where_the_director_decides_the_trick_stands():
    found = ruling_of(FAMILY, "9H KH 2D AH", {3: "5H"}, **FOUR)
    assert (found.is_void, len(found.illegal)) == (False, 1)
    assert found.headline.en == "Player 4 wins with ♥ A"


def test_each_rule_is_cited_once():
    found = ruling_of(WK, "9H 2S AD KH QH", {2: "5H", 3: "6H"})
    assert [rule.number for rule in found.illegal_rules] == ["WK-16", "WK-21", "WK-22"]
    assert [rule.number for rule in found.further_rules] == []


def test_w_23_w_16_a_later_circuit_shows_that_a_player_could_have_followed_suit():
    found = ruling_of(FAMILY, "8H 9D TS 8D 2H 4H QS 6S", continuation="x", **FOUR)
    assert illegal_cards(found) == [(2, "9D", ["W-16"], "4H")]


@cases(
    ("cards", "expected"),
    [
        ("9H AC W 2C", (3, "W", ["W-24"])),  # above the ace of trumps
        ("9H W AC W", (2, "W", ["W-24"])),  # a later wizard does not win
        ("J J J J", (1, "J", ["W-24"])),
        ("J J 2D 9H", (3, "2D", ["W-17", "W-24"])),
        ("9H 2C KH AH", (2, "2C", ["W-17"])),
    ],
)
def test_w_24_wizards_and_jokers(cards, expected):
    assert winner_of(ruling_of(FAMILY, cards, wizards="x", **FOUR)) == expected


@cases(
    ("cards", "hands", "expected"),
    [
        ("9H J", {2: "5H"}, []),  # jokers and wizards may always be played
        ("9H W", {2: "5H"}, []),
        ("9H 2D", {2: "5H W"}, [(2, "2D", ["W-16", "W-24"], "5H W")]),
        ("J 9H 2D", {3: "5H"}, [(3, "2D", ["W-16", "W-24"], "5H")]),
        ("W 9H 2D", {3: "5H"}, []),  # after a wizard there is no suit to follow
    ],
)
def test_w_24_the_suit_to_follow(cards, hands, expected):
    assert illegal_cards(ruling_of(FAMILY, cards, hands, wizards="x", **FOUR)) == expected


@cases(
    ("cards", "choices", "problems"),
    [
        ("W", {}, [("CARD_UNKNOWN", "cards")]),
        ("W W W W W", {"wizards": "x"}, [("CARD_TWICE", "cards")]),
        ("7C", {"turned_up": "7"}, [("CARD_UNKNOWN", "cards")]),
        ("7H", {"trump": "N", "turned_up": "7"}, [("TURNED_UP_WITHOUT_TRUMP", "turned_up")]),
        ("7H", {"mexican_by": "2"}, [("TURNED_UP_MISSING", "turned_up")]),
        ("7H", {"turned_counts": "x"}, [("TURNED_UP_MISSING", "turned_up")]),
        ("7H", {"wizards": "x", "nine": "x"}, [("WIZARDS_ALONE", "wizards")]),
        ("7H", {"wizards": "x", "turn": "2"}, [("WIZARDS_ALONE", "wizards")]),
        ("7H", {"marshall": "yes"}, [("CHOICE_UNKNOWN", "marshall")]),
        ("7H", {"direction": "up"}, [("CHOICE_UNKNOWN", "direction")]),
        ("7H", {"mexican_by": "5"}, [("CHOICE_UNKNOWN", "mexican_by"),
                                     ("TURNED_UP_MISSING", "turned_up")]),
        ("7H", {"trump": "X"}, [("CHOICE_UNKNOWN", "trump")]),
    ],
)  # fmt: skip
def test_contradictory_questions_are_refused(cards, choices, problems):
    with pytest.raises(Invalid) as refused:
        ruling_of(FAMILY, cards, **FOUR | choices)
    assert [(each.code, each.path) for each in refused.value.problems] == problems


def test_w_18_w_19_the_right_of_the_mexican_needs_no_second_box():
    assert winner_of(ruling_of(FAMILY, "AH 2H KD QD", mexican="x", **FOUR)) == (2, "2H", ["W-18"])
