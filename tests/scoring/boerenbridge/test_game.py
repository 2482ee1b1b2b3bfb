"""The game of the championship: points, layout, corrections."""

from fractions import Fraction

import pytest
from hypothesis import given

from scoring.boerenbridge import KEYS
from scoring.layout import Mark, Sum
from scoring.registry import game
from scoring.result import SeatResult
from scoring.text import Text
from tests.cases import cases
from tests.documents import GONE
from tests.scoring.forms import (
    CARDS,
    DEALS,
    FIVE,
    FOUR,
    QUICK,
    RUNNING,
    WK_GAME,
    played_form,
    points_of_row,
    points_up_to_row,
    problems_of,
    with_changes,
)

TOTALS = {"totals": [88, 120, 64, -6, 102]}


# A whole form.


def test_points_of_a_form_worked_out_by_hand():
    rows = WK_GAME.progress(FIVE, 5).rows
    assert [list(points_of_row(row)) for row in rows] == [
        points for _bids, _outcome, points in DEALS
    ]
    assert [list(points_up_to_row(row)) for row in rows] == RUNNING
    assert "".join(str(row.dealer) for row in rows) == "2345123451234512345"


def test_wk_26_points_and_match_of_row_every_seat():
    assert WK_GAME.score(FIVE, 5) == (
        SeatResult(196, 1, Fraction(5)),
        SeatResult(182, 2, Fraction(7, 2)),
        SeatResult(182, 2, Fraction(7, 2)),
        SeatResult(148, 4, Fraction(2)),
        SeatResult(118, 5, Fraction(1)),
    )


def test_a25_a_negative_total_is_allowed():
    # -2 for each of 109 tricks; the others 10 in each of 19 deals.
    assert WK_GAME.score(FOUR, 4) == (
        SeatResult(-218, 4, Fraction(2)),
        SeatResult(190, 1, Fraction(4)),
        SeatResult(190, 1, Fraction(4)),
        SeatResult(190, 1, Fraction(4)),
    )


def test_wk_6_a12_a_table_of_4_plays_the_same_deals():
    labels = [[row.label for row in WK_GAME.layout(seats).rows] for seats in (5, 4)]
    assert labels[0] == labels[1] == [str(cards) for cards in CARDS]
    assert problems_of(FOUR, 4) == []


def test_wk_19_the_highest_possible_total():
    deals = [{"bids": [n, 1, 0, 0, 0], "tricks": [n, 0, 0, 0, 0]} for n in CARDS]
    assert [r.points for r in WK_GAME.score({"first_dealer": 1, "deals": deals}, 5)] == [
        408, -38, 190, 190, 190,
    ]  # fmt: skip


def test_the_lowest_possible_total():
    deals = [
        {"bids": [n, 1, 0, 0], "tricks": [0, n, 0, 0]}
        if n > 5
        else {"bids": [n, 1, 0, 0], "infraction": {"kind": "revoke", "seats": [1]}}
        for n in CARDS
    ]
    assert WK_GAME.score({"first_dealer": 1, "deals": deals}, 4)[0].points == -250


def test_a22_a_stopped_deal_is_one_of_the_19():
    # Deal 2 and deal 7 of the form were stopped: the next deal has the next dealer and cards.
    rows = WK_GAME.progress(FIVE, 5).rows
    assert [(row.number, row.dealer, points_of_row(row)) for row in rows[1:3]] == [
        (2, 3, (14, 16, -10, 10, 18)),
        (3, 4, (16, 12, 14, -2, 12)),
    ]
    assert [row.label for row in WK_GAME.layout(5).rows[1:3]] == ["9", "8"]


def test_a_form_of_totals_only():
    progress = WK_GAME.progress(TOTALS, 5)
    assert progress.totals_only
    assert progress.totals == (88, 120, 64, -6, 102)
    assert progress.result == WK_GAME.score(TOTALS, 5)
    assert [str(r.match_points) for r in progress.result] == ["3", "5", "2", "1", "4"]
    assert {points_of_row(row) for row in progress.rows} == {(None,) * 5}


def test_wrong_totals_still_count_as_totals_only():
    progress = WK_GAME.progress({"totals": [1]}, 5)
    assert (progress.totals_only, progress.totals, progress.result) == (True, (0,) * 5, ())


# A form that is being written.


def test_wk_13_missing_bids_and_tricks_are_only_missing():
    form = {"first_dealer": 1, "deals": [{"bids": [None, 3, 1]}]}
    assert WK_GAME.from_cells(WK_GAME.to_cells(form), 5) == form
    assert [code for code, place, _ in problems_of(form) if place.startswith("deal 1 ")] == [
        *["BID_MISSING"] * 3,
        *["TRICKS_MISSING"] * 5,
    ]
    assert all(problem.is_missing for problem in WK_GAME.progress(form, 5).problems)


@cases("written", [{}, {"bids": [1, 0, 1, 0, 0]}, {"tricks": [1, 0, 1, 0, 1]}])
def test_a8_a_deal_counts_when_its_row_is_complete(written):
    form = with_changes(("deals.7", written))
    rows = WK_GAME.progress(form, 5).rows
    assert points_up_to_row(rows[6]) == (60, 60, 54, 36, 80)
    assert (points_of_row(rows[7]), points_up_to_row(rows[7])) == ((None,) * 5, (None,) * 5)
    assert (points_of_row(rows[8]), points_up_to_row(rows[8])) == (
        (12, -2, 10, 10, 12),
        (None,) * 5,
    )
    # The totals are of the deals that are known: all but the 12, 10, 12, 10, -2 of deal 8.
    assert WK_GAME.progress(form, 5).totals == (184, 172, 170, 138, 120)


def test_a7_a_noted_deal_stands_whatever_happens_in_the_next():
    stopped = {"bids": [3, 1, 2, 0, 1], "infraction": {"kind": "wrong-cards", "seats": [5]}}
    before, after = (
        WK_GAME.progress(form, 5).rows for form in (FIVE, with_changes(("deals.2", stopped)))
    )
    assert after[:2] == before[:2]
    assert points_of_row(after[2]) == (16, 12, 14, 10, -4)


def test_dealers_are_unknown_without_a_first_dealer():
    rows = WK_GAME.progress(with_changes(("first_dealer", GONE)), 5).rows
    assert {row.dealer for row in rows} == {0}
    assert points_of_row(rows[0]) == (14, -2, 12, -2, -2)


# What a form looks like.


@cases("seats", [5, 4])
def test_wk_27_a21_seat_1_is_the_first_and_nobody_is_named_as_scorer(seats):
    layout = WK_GAME.layout(seats)
    assert [field.path for field in layout.head] == ["first_dealer"]
    assert [row.number for row in layout.rows] == list(range(1, 20))
    for index, row in enumerate(layout.rows):
        assert row.path == f"deals.{index}"
        assert [[field.path for field in seat] for seat in row.sides] == [
            [f"deals.{index}.bids.{seat}", f"deals.{index}.tricks.{seat}"] for seat in range(seats)
        ]
        assert [(f.path, f.kind, f.reserved) for f in row.notes] == [
            (f"deals.{index}.ruling", "text", True)
        ]
    assert layout.marks == (
        Mark("K", Text("onjuist aantal kaarten", "wrong number of cards"), -4),
        Mark("V", Text("verzaakt", "revoked"), -10),
    )
    assert len({field.path for field in layout.fields}) == 1 + 19 * (2 * seats + 1)


@cases("seats", [5, 4])
@cases("key", KEYS)
def test_w_12_the_layout_says_that_tricks_add_up(key, seats):
    rules = game(key).for_tables([seats]).rules
    assert [row.sums for row in game(key).for_tables([seats]).layout(seats).rows] == [
        (Sum(tuple(f"deals.{deal}.tricks.{seat}" for seat in range(seats)), cards),)
        for deal, cards in enumerate(rules.cards)
    ]


@cases(("form", "seats"), [(FIVE, 5), (FOUR, 4)])
def test_a21_any_seat_may_be_the_first_dealer(form, seats):
    for first in range(1, seats + 1):
        turned = with_changes(("first_dealer", first), form=form)
        assert WK_GAME.score(turned, seats) == WK_GAME.score(form, seats)


# Corrections of a form that was handed in.


WRONG_CARDS = {"bids": [2, 3, 1, 0, 5], "infraction": {"kind": "wrong-cards", "seats": [3]}}
REVOKE = {"bids": [2, 3, 1, 0, 5], "infraction": {"kind": "revoke", "seats": [3]}}


@cases("noted", [FIVE["deals"][0], WRONG_CARDS])
def test_wk_22_a9_a_noted_deal_never_becomes_a_revoke(noted):
    before, after = with_changes(("deals.0", noted)), with_changes(("deals.0", REVOKE))
    assert problems_of(before) == problems_of(after) == []
    (problem,) = WK_GAME.revision_problems(before, after, 5)
    assert (problem.code, str(problem.place), problem.path) == (
        "REVOKE_AFTER_NOTED",
        "deal 1",
        "deals.0",
    )


def test_a7_a_wrong_number_of_cards_found_after_noting_stands():
    after = with_changes(("deals.0", WRONG_CARDS))
    problems = WK_GAME.revision_problems(FIVE, after, 5)
    assert [(p.code, p.path) for p in problems] == [("WRONG_CARDS_AFTER_NOTED", "deals.0")]


def test_wk_22_nobody_is_added_to_a_revoke_that_was_noted():
    both = REVOKE | {"infraction": {"kind": "revoke", "seats": [3, 4]}}
    before, after = with_changes(("deals.0", REVOKE)), with_changes(("deals.0", both))
    problems = WK_GAME.revision_problems(before, after, 5)
    assert [p.code for p in problems] == ["REVOKE_AFTER_NOTED"]


@cases(
    "changes",
    [
        [],
        [("first_dealer", 1)],
        [("deals.0.bids.0", 3)],
        [("deals.0.tricks", [4, 2, 1, 1, 2])],
        [("deals.1.bids.0", 3)],  # the revoke was noted as one
        [("deals.1", FIVE["deals"][1] | {"infraction": {"kind": "wrong-cards", "seats": [3]}})],
    ],
)
def test_a9_a_clerical_error_may_be_corrected(changes):
    after = with_changes(*changes)
    assert problems_of(after) == []
    assert WK_GAME.revision_problems(FIVE, after, 5) == ()


def test_a9_deals_may_follow_on_totals():
    assert WK_GAME.revision_problems(TOTALS, FIVE, 5) == ()


# Properties of every form.


@pytest.mark.slow
@QUICK
@given(played_form())
def test_a_form_survives_cells_and_json(case):
    seats, form = case
    assert WK_GAME.normal(form, seats) == form
    assert WK_GAME.from_cells(WK_GAME.to_cells(form), 5) == form
    progress = WK_GAME.progress(form, seats)
    assert (progress.problems, progress.totals_only) == ((), False)
    assert progress.result == WK_GAME.score(form, seats)
    assert progress.totals == points_up_to_row(progress.rows[-1])


@pytest.mark.slow
@QUICK
@given(played_form())
def test_wk_19_wk_25_invariants_of_every_round(case):
    seats, form = case
    outcome = WK_GAME.score(form, seats)
    assert all(r.points % 2 == 0 and -250 <= r.points <= 408 for r in outcome)
    assert sum(r.match_points for r in outcome) == {5: 15, 4: 14}[seats]
    for deal, row in zip(form["deals"], WK_GAME.progress(form, seats).rows, strict=True):
        # Somebody misses or offends in each deal, and only then has less than 10 points.
        assert min(points_of_row(row)) < 0
        for bid, own in zip(deal["bids"], points_of_row(row), strict=True):
            assert own < 0 or own == 10 + 2 * bid
    totals = {"totals": [r.points for r in outcome]}
    assert WK_GAME.score(totals, seats) == outcome
    assert WK_GAME.normal(totals, seats) == totals


def test_a_valid_form_is_put_in_the_order_of_the_archive():
    infraction = {"seats": [4, 1], "kind": "wrong-cards"}
    mixed = {"infraction": infraction, "tricks": [None] * 5, "bids": [0, 0, 3, 1, 1]}
    form = {"deals": [*FIVE["deals"][:6], mixed, *FIVE["deals"][7:]], "first_dealer": 2}
    normal = WK_GAME.normal(form, 5)
    assert normal == FIVE
    assert list(normal) == ["first_dealer", "deals"]
    assert list(normal["deals"][6]) == ["bids", "infraction"]
    assert list(normal["deals"][6]["infraction"]) == ["kind", "seats"]


def test_a_document_that_is_no_form_shows_no_dealers():
    rows = WK_GAME.progress(["no form"], 5).rows
    assert {row.dealer for row in rows} == {0}
