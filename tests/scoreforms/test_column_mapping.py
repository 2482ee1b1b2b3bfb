"""The columns of a form move with their players when the number of seats changes."""

from random import Random

from scoring.registry import game
from tests.cases import cases
from wk.scoreforms.column_mapping import move_columns

FIVE, FOUR = [11, 12, 13, 14, 15], [11, 12, 14, 15]  # the third player moved to another table
WK = game("wk-boerenbridge", {}).for_tables({4, 5})


def five_to_four_seats(document):
    return move_columns(WK, document, before=FIVE, now=FOUR)


def four_to_five_seats(document):
    return move_columns(WK, document, before=FOUR, now=[*FOUR, 99])


@cases(
    ("before", "after"),
    [
        ({}, {}),
        ({"first_dealer": 2}, {"first_dealer": 2}),
        ({"first_dealer": 4}, {"first_dealer": 3}),
        ({"first_dealer": 3}, {}),
        ({"first_dealer": 9}, {"first_dealer": 9}),
        ({"first_dealer": "x"}, {"first_dealer": "x"}),
        ({"totals": [1, 2, 3, 4, 5]}, {"totals": [1, 2, 4, 5]}),
        ({"totals": []}, {"totals": []}),
        (
            {"deals": [{}, {"bids": [1, 2, 3, 4, 5], "tricks": [0, None, 1, None, 3]}]},
            {"deals": [{}, {"bids": [1, 2, 4, 5], "tricks": [0, None, None, 3]}]},
        ),
        (
            {"deals": [{"infraction": {"kind": "revoke", "seats": [2, 5]}}]},
            {"deals": [{"infraction": {"kind": "revoke", "seats": [2, 4]}}]},
        ),
        (
            {"deals": [{"bids": [1, 1, 8, 0, 0], "ruling": "Zo blijft het."}]},
            {"deals": [{"bids": [1, 1, 0, 0], "ruling": "Zo blijft het."}]},
        ),
    ],
)
def test_the_column_of_a_player_who_left_is_removed(before, after):
    assert five_to_four_seats(before) == after


@cases(
    "document",
    [
        {"first_dealer": 4},
        {"totals": [1, 2, 3, 4]},
        {"deals": [{"bids": [1, 2, 3, 4], "tricks": [None, 0]}]},
    ],
)
def test_the_column_of_a_new_player_is_empty(document):
    assert four_to_five_seats(document) == document


def test_an_unseated_first_dealer_is_not_moved_to_the_new_player():
    assert four_to_five_seats({"first_dealer": 5}) == {}
    assert four_to_five_seats({"first_dealer": 6}) == {"first_dealer": 6}


def test_a_whole_form_lacks_only_the_new_column():
    document = WK.practice(4, Random(3))
    missing = {
        problem.place.seat for problem in WK.progress(four_to_five_seats(document), 5).problems
    }
    assert missing == {5}


def test_misdeals_and_penalties_move_with_their_players():
    rules = game("zaanse-boerenbridge", {}).for_tables({4, 5})
    document = {
        "deals": [
            {
                "misdeal": {"stage": "during", "seats": [2, 3, 5]},
                "penalties": [
                    {"seat": 4, "points": -3, "why": "gepraat"},
                    {"seat": 3, "points": -1, "why": "gegaapt"},
                ],
            }
        ]
    }
    assert move_columns(rules, document, before=FIVE, now=FOUR) == {
        "deals": [
            {
                "misdeal": {"stage": "during", "seats": [2, 4]},
                "penalties": [
                    {"seat": 3, "points": -3, "why": "gepraat"},
                    {"points": -1, "why": "gegaapt"},
                ],
            }
        ]
    }
