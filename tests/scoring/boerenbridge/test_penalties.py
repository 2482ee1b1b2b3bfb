"""Misdeals and penalties of the variants: who pays how much, and the words for it."""

from scoring.registry import game
from scoring.text import Text
from tests.cases import cases
from tests.documents import GONE
from tests.scoring.boerenbridge.form_cases import VARIANTS
from tests.scoring.forms import (
    SHORT,
    SHORT_GAME,
    points_of,
    points_of_row,
    problems_of,
    with_changes,
)

DEAL = {"bids": [1, 0, 0], "tricks": [1, 0, 0]}


@cases("number", [1, 2, 3, 4])
def test_w_8_a_misdeal_noticed_before_the_deal_costs_its_dealer_1(number):
    cards = SHORT_GAME.rules.cards[number - 1]
    deal = {"bids": [0] * 3, "tricks": [cards, 0, 0], "misdeal": {"stage": "before"}}
    without = points_of(deal | {"misdeal": None}, number, 3, SHORT_GAME)
    dealer = (number - 1) % 3
    expected = [points - (seat == dealer) for seat, points in enumerate(without)]
    assert list(points_of(deal, number, 3, SHORT_GAME)) == expected


def test_w_8_a_misdeal_needs_the_first_dealer_to_know_who_pays():
    progress = SHORT_GAME.progress(with_changes(("first_dealer", GONE), form=SHORT), 3)
    assert [points_of_row(row)[0] for row in progress.rows] == [10, None, 11, 14]
    assert [problem.code for problem in progress.problems] == ["FIRST_DEALER_MISSING"]


@cases(
    ("guilty", "points"),
    [
        ([1, 3], (8, 10, 5)),  # the dealer and who did not count his cards
        ([1], (8, 10, 10)),  # W-9: only the dealer
        ([2, 3], (13, 5, 5)),  # W-9: two others
        ([1, 2, 3], (8, 5, 5)),
    ],
)
def test_w_8_w_9_a_misdeal_noticed_during_the_deal_costs_each_of_the_guilty_5(guilty, points):
    deal = DEAL | {"misdeal": {"stage": "during", "seats": guilty}}
    assert points_of(deal, 1, 3, SHORT_GAME) == points


def test_w_8_the_cost_of_a_misdeal_is_an_option():
    options = SHORT_GAME.options | {"misdeal_before": 4, "misdeal_during": 10}
    rows = game("boerenbridge", options).progress(SHORT, 3).rows
    assert [points_of_row(row) for row in rows[1:3]] == [(13, -3, -7), (6, -6, 6)]


@cases(
    ("penalties", "points"),
    [
        ([(2, -1)], (13, 9, 10)),
        ([(2, -1), (2, -2), (3, -10)], (13, 7, 0)),
        ([(1, 5)], (18, 10, 10)),
    ],
)
def test_w_10_w_15_the_scorers_penalties_are_added_to_the_points_of_the_deal(penalties, points):
    written = [{"seat": seat, "points": given} for seat, given in penalties]
    assert points_of(DEAL | {"penalties": written}, 1, 3, SHORT_GAME) == points


@cases("key", VARIANTS)
def test_w_15_the_infractions_of_the_championship_are_not_known(key):
    rules = game(key)
    assert rules.layout(5).marks == ()
    written = {"deals.0.bids.0": "0", "deals.0.tricks.0": "V", "deals.0.tricks.1": "K"}
    assert rules.from_cells(written, 5) == {"deals": [{"bids": [0], "tricks": ["V", "K"]}]}
    stopped = {"bids": [0] * 5, "infraction": {"kind": "revoke", "seats": [1]}}
    assert points_of(stopped, 1, 5, rules) == (None,) * 5
    assert rules.revision_problems({"deals": [DEAL]}, {"deals": [stopped]}, 5) == ()


def test_w_15_the_championship_knows_no_misdeals_and_no_penalties():
    wk = game("wk-boerenbridge")
    bids = {"bids": [2, 3, 1, 0, 5], "tricks": [2, 2, 1, 1, 4]}
    for key, value in (("misdeal", {"stage": "before"}), ("penalties", [])):
        form = {"first_dealer": 1, "deals": [bids | {key: value}]}
        assert problems_of(form)[0] == ("UNKNOWN_KEY", "deal 1", "deals.0")
    written = {"deals.0.misdeal.stage": "before", "deals.0.penalties.0.seat": "1"}
    assert wk.from_cells(written, 5) == {}


def test_penalties_are_named_at_their_deal():
    assert [row.remark for row in SHORT_GAME.progress(SHORT, 3).rows] == [
        None,
        Text("verkeerd gedeeld: plaats 3 −1", "misdeal: seat 3 −1"),
        Text(
            "verkeerd gedeeld: plaats 1 −5, plaats 3 −5; straf: plaats 2 −3 (praatte)",
            "misdeal: seat 1 −5, seat 3 −5; penalty: seat 2 −3 (praatte)",
        ),
        Text("straf: plaats 1 −1, plaats 1 +2 (terug)", "penalty: seat 1 −1, seat 1 +2 (terug)"),
    ]


def test_a_misdeal_without_cost_is_named_too():
    free = game("boerenbridge", SHORT_GAME.options | {"misdeal_before": 0})
    row = free.progress(SHORT, 3).rows[1]
    assert (points_of_row(row), row.remark) == (
        (13, -3, -3),
        Text("verkeerd gedeeld: plaats 3 0", "misdeal: seat 3 0"),
    )
