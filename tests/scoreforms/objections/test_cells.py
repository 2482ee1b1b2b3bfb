"""The cells that a player may point at, in every game, and what may be said of them."""

from random import Random

import pytest

from scoring.registry import GAMES, game
from tests.cases import cases
from wk.core.refusals import ActionRefused
from wk.scoreforms.objections.cells import field_at, normal_value, own_rows


def practised(key):
    rules = game(key)
    seats = rules.table_sizes[0]
    return rules, rules.practice(seats, Random(3)), seats


def paths(rules, content, seats, seat):
    return [field.path for row in own_rows(rules, content, seats, seat) for field in row.fields]


def test_in_every_game_a_player_points_at_his_own_side_and_at_whole_deals_only():
    for key in GAMES:
        rules, content, seats = practised(key)
        layout = rules.layout(seats, content)
        for seat in range(1, seats + 1):
            mine = paths(rules, content, seats, seat)
            fields = {field.path: field for field in layout.fields}
            assert {fields[path].place.seat for path in mine} <= {0, seat}, key
            assert not {path for path in mine if fields[path].reserved}, key
            assert len(mine) == len(set(mine)) > 0, key


def test_the_rows_are_the_deals_that_are_written_with_their_names():
    rules = game("wk-boerenbridge")
    content = {"first_dealer": 1, "deals": [{"bids": [4, 3, 2, 0, 2], "tricks": [4, 2, 2, 1, 1]}]}
    first, whole = own_rows(rules, content, 5, 3)
    assert (first.name.en, [field.path for field in first.fields]) == (
        "deal 1 (10 cards)",
        ["deals.0.bids.2", "deals.0.tricks.2"],
    )
    assert (whole.name.en, [field.path for field in whole.fields]) == ("", ["first_dealer"])


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("chinees-poepen", ["spelletje 1 (1 kaart, blind)", "spelletje 2 (2 kaarten)"]),
        ("kleurenwiezen", ["spelletje 1", "spelletje 2"]),
        ("rubber-bridge", ["spelletje 1 (a)", "spelletje 2 (b)"]),
    ],
)
def test_a_deal_is_named_as_its_game_calls_it(key, names):
    rows = own_rows(*practised(key), 1)
    assert [row.name.nl for row in rows[:2]] == names


def test_a_form_of_totals_has_one_cell_for_a_player():
    rules = game("wk-boerenbridge")
    assert paths(rules, {"totals": [1, 2, 3, 4, 5]}, 5, 4) == ["totals.3"]


def test_partners_point_at_the_deals_that_both_played():
    rules, content, seats = practised("rubber-bridge")
    assert paths(rules, content, seats, 1) == paths(rules, content, seats, 2)
    assert "contracts.0.tricks" in paths(rules, content, seats, 1)


def test_nobody_points_at_the_cell_of_another_player():
    rules, content, seats = practised("wk-boerenbridge")
    rows = own_rows(rules, content, seats, 3)
    assert field_at(rows, "deals.0.bids.2").path == "deals.0.bids.2"
    for path in ("deals.0.bids.1", "deals.99.bids.2", "deals.9.ruling", ""):
        with pytest.raises(ActionRefused):
            field_at(rows, path)


VALUES = [
    # game, cell of seat 1, what is sent, what it is taken for (None: it cannot stand there)
    ("wk-boerenbridge", "deals.0.bids.0", " 3 ", "3"),
    ("wk-boerenbridge", "deals.0.bids.0", "03", "3"),
    ("wk-boerenbridge", "deals.0.bids.0", "11", None),  # the deal has ten cards
    ("wk-boerenbridge", "deals.0.bids.0", "-1", None),
    ("wk-boerenbridge", "deals.0.bids.0", "drie", None),
    ("wk-boerenbridge", "deals.0.bids.0", "", None),
    ("wk-boerenbridge", "deals.0.tricks.0", "K", "K"),
    ("wk-boerenbridge", "deals.0.tricks.0", "X", None),
    ("wk-boerenbridge", "deals.0.tricks.0", "9" * 41, None),
    ("wk-boerenbridge", "first_dealer", "5", "5"),
    ("wk-boerenbridge", "first_dealer", "6", None),
    ("rubber-bridge", "contracts.0.strain", "NT", "NT"),
    ("rubber-bridge", "contracts.0.strain", "Q", None),
    ("rubber-bridge", "contracts.0.doubled", "", ""),
    ("rubber-bridge", "contracts.0.passed", "x", "x"),
    ("kleurenwiezen", "deals.0.declarers.0", "x", "x"),
    ("kleurenwiezen", "deals.0.declarers.0", "", ""),
    ("kleurenwiezen", "deals.0.tricks", "5  6", "5 6"),
    ("kleurenwiezen", "deals.0.tricks", "5, 6", None),
]


@cases(("key", "path", "sent", "taken"), VALUES)
def test_a_value_is_taken_if_it_can_stand_in_the_cell(key, path, sent, taken):
    rules, content, seats = practised(key)
    field = field_at(own_rows(rules, content, seats, 1), path)
    layout = rules.layout(seats, content)
    if taken is None:
        with pytest.raises(ActionRefused):
            normal_value(rules, layout, field, sent, seats)
        return
    assert normal_value(rules, layout, field, sent, seats) == taken
