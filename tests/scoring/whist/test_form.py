"""Points of a form, and problems of wrong forms: each change of a valid form gives exactly
these."""

from fractions import Fraction

import pytest

from scoring.problems import COMMON_MESSAGES, Invalid
from scoring.result import SeatResult
from scoring.whist import make
from scoring.whist.form import MOST_PASSED
from scoring.whist.messages import MESSAGES
from tests.cases import cases
from tests.documents import GONE
from tests.scoring.whist.forms import (
    FORM,
    FOUR,
    ROWS,
    TOTALS,
    WHIST,
    WHISTHUB,
    points_of,
    problems_of,
    with_changes,
)

ONLY_TOTALS = {"totals": [28, 196, 201, 50]}
PASSED = {"passed": True}
FOUR_MISERES = {"contract": "kleine-miserie", "declarers": [1, 2, 3, 4], "tricks": [0, 0, 0, 0]}
FOUR_PICCOLOS = {"contract": "piccolo", "declarers": [1, 2, 3, 4], "tricks": [1, 1, 1, 1]}
SAMEN = {"contract": "samen-8", "declarers": [1, 3], "tricks": 9}

# The changes; then code, place and path of every problem.
CASES = [
    ([("scorer", 3)], [("UNKNOWN_KEY", "", "")]),
    ([("first_dealer", 3)], [("UNKNOWN_KEY", "", "")]),
    ([("deals.0.suit", "H")], [("UNKNOWN_KEY", "deal 1", "deals.0")]),
    ([("deals", {})], [("NOT_A_LIST", "", "deals")]),
    ([("deals.6", [3])], [("NOT_AN_OBJECT", "deal 7", "deals.6")]),
    ([("deals.6", {})], [("DEAL_MISSING", "deal 7", "deals.6")]),
    ([("deals.6", None)], [("DEAL_MISSING", "deal 7", "deals.6")]),
    ([("deals.21", GONE)], [("DEAL_MISSING", "deal 22", "deals.21")]),
    # A passed deal does not count: one less of those that do.
    ([("deals.6", PASSED)], [("DEAL_MISSING", "deal 23", "deals.22")]),
    ([("deals.3", SAMEN)], [("TOO_MANY_DEALS", "", "deals")]),
    ([("deals.3.passed", "ja")], [("PASSED_INVALID", "deal 4", "deals.3.contract")]),
    ([("deals.3.passed", 0)], [("PASSED_INVALID", "deal 4", "deals.3.contract")]),
    ([("deals.3.passed", 1)], [("PASSED_INVALID", "deal 4", "deals.3.contract")]),
    ([("deals.3.tricks", 0)], [("PASSED_WITH_MORE", "deal 4", "deals.3")]),
    ([("deals.3.contract", "solo-6")], [("PASSED_WITH_MORE", "deal 4", "deals.3")]),
    ([("deals.3.referee", "J.P.")], [("PASSED_WITH_MORE", "deal 4", "deals.3")]),
    ([("deals.0.contract", GONE)], [("CONTRACT_MISSING", "deal 1", "deals.0.contract")]),
    ([("deals.0.contract", "samen-7")], [("UNKNOWN_CONTRACT", "deal 1", "deals.0.contract")]),
    ([("deals.0.contract", ["troel"])], [("UNKNOWN_CONTRACT", "deal 1", "deals.0.contract")]),
    ([("deals.0.declarers", GONE)], [("DECLARERS_MISSING", "deal 1", "deals.0")]),
    ([("deals.0.declarers", [2])], [("DECLARERS_MISSING", "deal 1", "deals.0")]),
    (
        [("deals.0.declarers", 1)],
        [
            ("NOT_A_LIST", "deal 1", "deals.0"),
        ],
    ),
    ([("deals.0.declarers", [1, 2, 3])], [("TOO_MANY_DECLARERS", "deal 1", "deals.0")]),
    ([("deals.4.declarers", [1, 2])], [("TOO_MANY_DECLARERS", "deal 5", "deals.4")]),
    ([("deals.18.declarers", [1])], [("DECLARERS_MISSING", "deal 19", "deals.18")]),
    ([("deals.9.declarers", [])], [("DECLARERS_MISSING", "deal 10", "deals.9")]),
    ([("deals.0.declarers", [1, 5])], [("DECLARERS_NOT_AT_TABLE", "deal 1", "deals.0")]),
    ([("deals.0.declarers", [1, "3"])], [("DECLARERS_NOT_AT_TABLE", "deal 1", "deals.0")]),
    ([("deals.0.declarers", [1, True])], [("DECLARERS_NOT_AT_TABLE", "deal 1", "deals.0")]),
    ([("deals.0.declarers", [3, 3])], [("DECLARER_TWICE", "deal 1 seat 3", "deals.0.declarers.2")]),
    ([("deals.0.tricks", GONE)], [("TRICKS_MISSING", "deal 1", "deals.0.tricks")]),
    ([("deals.0.tricks", [None])], [("TRICKS_MISSING", "deal 1", "deals.0.tricks")]),
    ([("deals.0.tricks", [])], [("TRICKS_MISSING", "deal 1", "deals.0.tricks")]),
    ([("deals.0.tricks", "9")], [("TRICKS_NOT_INTEGER", "deal 1", "deals.0.tricks")]),
    ([("deals.0.tricks", 9.0)], [("TRICKS_NOT_INTEGER", "deal 1", "deals.0.tricks")]),
    ([("deals.0.tricks", True)], [("TRICKS_NOT_INTEGER", "deal 1", "deals.0.tricks")]),
    ([("deals.0.tricks", -1)], [("TRICKS_NEGATIVE", "deal 1", "deals.0.tricks")]),
    ([("deals.0.tricks", 14)], [("TRICKS_GT_CARDS", "deal 1", "deals.0.tricks")]),
    ([("deals.0.tricks", [4, 5])], [("TRICKS_TOO_MANY", "deal 1", "deals.0.tricks")]),
    # In kleine miserie everyone lays one card away: 12 tricks.
    ([("deals.9.tricks", 13)], [("TRICKS_GT_CARDS", "deal 10", "deals.9.tricks")]),
    ([("deals.10.tricks", [6, 7])], [("TRICKS_SUM_GT_CARDS", "deal 11", "deals.10.tricks")]),
    ([("deals.10.tricks", 0)], [("TRICKS_MISSING", "deal 11", "deals.10.tricks")]),
    ([("deals.10.tricks", [0])], [("TRICKS_MISSING", "deal 11", "deals.10.tricks")]),
    ([("deals.10.tricks", [0, None])], [("TRICKS_MISSING", "deal 11", "deals.10.tricks")]),
    ([("deals.10.tricks", [0, 1, 0])], [("TRICKS_TOO_MANY", "deal 11", "deals.10.tricks")]),
    ([("deals.15.tricks", [5, 5, 4])], [("TRICKS_SUM_GT_CARDS", "deal 16", "deals.15.tricks")]),
    # Of four players somebody wins the tricks that nobody should.
    ([("deals.9", FOUR_MISERES)], [("TRICKS_SUM_NOT_CARDS", "deal 10", "deals.9.tricks")]),
    ([("deals.15", FOUR_PICCOLOS)], [("TRICKS_SUM_NOT_CARDS", "deal 16", "deals.15.tricks")]),
    ([("deals.19.referee", 7)], [("NOT_A_TEXT", "deal 20", "deals.19.referee")]),
    ([("deals.19.referee", "x" * 501)], [("TEXT_TOO_LONG", "deal 20", "deals.19.referee")]),
    (
        [("deals.0", {"tricks": 14})],
        [
            ("CONTRACT_MISSING", "deal 1", "deals.0.contract"),
            ("TRICKS_GT_CARDS", "deal 1", "deals.0.tricks"),
        ],
    ),
    ([("deals", [PASSED] * 101 + FORM["deals"])], [("TOO_MANY_PASSED", "", "deals")]),
]
TOTALS_CASES = [
    ([("deals", [])], [("TOTALS_WITH_DEALS", "", "")]),
    ([("wp", [])], [("UNKNOWN_KEY", "", "")]),
    ([("totals", 88)], [("NOT_A_LIST", "", "totals")]),
    ([("totals", [2] * 5)], [("TOTALS_NOT_AS_SEATED", "", "totals")]),
    ([("totals", [2] * 3)], [("TOTAL_MISSING", "seat 4", "totals.3")]),
    ([("totals.0", 88.0)], [("TOTAL_NOT_INTEGER", "seat 1", "totals.0")]),
    ([("totals.0", 4001)], [("TOTAL_TOO_HIGH", "seat 1", "totals.0")]),
    ([("totals.1", -4001)], [("TOTAL_TOO_LOW", "seat 2", "totals.1")]),
]


def values_of(game, form):
    return [tuple(figure.value for (figure,) in row.figures) for row in game.progress(form, 4).rows]


def sums_of(game, form):
    return [tuple(figure.sum for (figure,) in row.figures) for row in game.progress(form, 4).rows]


def test_the_forms_to_start_from_are_valid():
    assert problems_of(FORM) == problems_of(ONLY_TOTALS) == []


@cases(("changes", "problems"), CASES)
def test_problems_of_wrong_forms(changes, problems):
    form = with_changes(*changes)
    assert problems_of(form) == problems
    with pytest.raises(Invalid):
        WHIST.score(form, 4)


@cases(("changes", "problems"), TOTALS_CASES)
def test_problems_of_wrong_totals(changes, problems):
    assert problems_of(with_changes(*changes, form=ONLY_TOTALS)) == problems


@cases("document", [None, [], "form", 3, True])
def test_documents_that_are_no_form_are_refused(document):
    assert problems_of(document) == [("NOT_AN_OBJECT", "", "")]


def test_points_of_a_form_worked_out_by_hand():
    assert values_of(WHIST, FORM) == [points or (None,) * 4 for _row, points in ROWS]
    assert sums_of(WHIST, FORM)[:6] == [
        (10, 0, 10, 0),
        (10, 30, 40, 0),
        (-6, 46, 56, -16),
        (None, None, None, None),
        (-6, 61, 56, -16),
        (6, 43, 68, -4),
    ]
    assert sums_of(WHIST, FORM)[-1] == TOTALS
    assert WHIST.progress(FORM, 4).totals == TOTALS


def test_k_h_points_are_added_and_match_points_follow_the_places():
    assert WHIST.score(FORM, 4) == (
        SeatResult(28, 4, Fraction(2)),
        SeatResult(196, 2, Fraction(4)),
        SeatResult(201, 1, Fraction(5)),
        SeatResult(50, 3, Fraction(3)),
    )
    tie = WHIST.score({"totals": [10, 10, 0, 5]}, 4)
    assert [str(result.match_points) for result in tie] == ["9/2", "9/2", "2", "3"]


@cases("deals", [4, 8, 20, 60])
def test_k_h_a_round_has_a_number_of_counted_deals(deals):
    game = make("kleurenwiezen", {"deals": deals})
    form = {"deals": [SAMEN, PASSED, *[SAMEN] * (deals - 1)]}
    assert problems_of(form, game) == []
    assert problems_of({"deals": form["deals"][:-1]}, game) == [
        ("DEAL_MISSING", f"deal {deals + 1}", f"deals.{deals}")
    ]
    assert problems_of({"deals": [*form["deals"], SAMEN]}, game) == [
        ("TOO_MANY_DEALS", "", "deals")
    ]


def test_k_2_after_a_passed_deal_the_same_dealer_deals_again():
    # Seat 1 keeps the form: the next one deals first. Rows 4 and 13 were passed.
    rows = WHIST.progress(FORM, 4).rows
    assert "".join(str(row.dealer) for row in rows) == "2341123412341123412341"
    remarks = {row.number: row.remark.en for row in rows if row.remark}
    assert remarks == {4: "all passed", 13: "all passed"}


@cases("tricks", [[0, 0, 0, 12], [0, 0, 0, 5], [1, 1, 1, 1]])
def test_k_d_four_miseres_may_have_fewer_tricks(tricks):
    assert problems_of(with_changes(("deals.9", FOUR_MISERES | {"tricks": tricks}))) == []


@cases("said", [False, None])
def test_a_deal_may_be_marked_as_not_passed(said):
    assert WHIST.normal(with_changes(("deals.0.passed", said)), 4) == FORM


def test_a_deal_only_marked_as_not_passed_is_incomplete():
    assert problems_of(with_changes(("deals.3.passed", False))) == [
        ("CONTRACT_MISSING", "deal 4", "deals.3.contract"),
        ("TRICKS_MISSING", "deal 4", "deals.3.tricks"),
        ("TOO_MANY_DEALS", "", "deals"),
    ]


def test_k_2_a_passed_deal_does_not_count():
    assert WHIST.normal(FORM, 4)["deals"][3] == {"passed": True}
    most = {"deals": [PASSED] * MOST_PASSED + [SAMEN] * 4}
    assert problems_of(most, FOUR) == []
    assert [r.points for r in FOUR.score(most, 4)] == [40, 0, 40, 0]


def test_an_incomplete_deal_stops_the_running_totals():
    form = with_changes(("deals.1.tricks", GONE))
    assert sums_of(WHIST, form)[:3] == [(10, 0, 10, 0), (None,) * 4, (None,) * 4]
    assert values_of(WHIST, form)[1:3] == [(None,) * 4, (-16, 16, 16, -16)]
    progress = WHIST.progress(form, 4)
    assert (progress.totals, progress.result) == ((28, 166, 171, 50), ())


# The referee: contracts above troel without one, and one where none is needed.
REFEREES = [
    ("grote-miserie", None, ["REFEREE_NOT_NOTED"]),
    ("grote-miserie", "  ", ["REFEREE_NOT_NOTED"]),
    ("grote-miserie", "J.P.", []),
    ("soloslim-13", None, ["REFEREE_NOT_NOTED"]),
    ("abondance-9", None, []),
    ("abondance-9", "J.P.", ["REFEREE_NOT_NEEDED"]),
    ("solo-6", "", []),
]


@cases(("contract", "referee", "notices"), REFEREES)
def test_k_2_the_referee_is_noted_above_troel(contract, referee, notices):
    deal = {"contract": contract, "declarers": [1], "tricks": 0, "referee": referee}
    form = with_changes(("deals.19", deal))
    progress = WHIST.progress(form, 4)
    own = [n for n in progress.notices if n.place.deal == 20 and n.code != "UNLIKELY_TRICKS"]
    assert [(n.code, n.path) for n in own] == [(code, "deals.19.referee") for code in notices]
    assert progress.problems == ()
    kept = WHIST.normal(form, 4)["deals"][19].get("referee")
    assert kept == ((referee or "").strip() or None)


@cases(
    ("declarers", "tricks", "normal"),
    [
        ([3, 1], [2, 0], ([1, 3], [0, 2])),
        ([4, 2, 1], [5, 1, 0], ([1, 2, 4], [0, 1, 5])),
        ([1, 3], [0, 2], ([1, 3], [0, 2])),
    ],
)
def test_k_b_players_are_sorted_by_seat_with_their_tricks(declarers, tricks, normal):
    deal = {"tricks": tricks, "declarers": declarers, "contract": "kleine-miserie"}
    form = WHIST.normal(with_changes(("deals.0", deal)), 4)
    assert list(form["deals"][0].items()) == [
        ("contract", "kleine-miserie"),
        ("declarers", normal[0]),
        ("tricks", normal[1]),
    ]
    assert WHIST.normal(form, 4) == form


def test_one_number_may_stand_in_a_list():
    assert points_of("samen-8", [3, 1], [9]) == (10, 0, 10, 0)
    assert WHIST.normal(with_changes(("deals.0.tricks", [9])), 4) == FORM


def test_whisthub_totals_must_add_up_to_0():
    assert problems_of({"totals": [10, -4, -3, -3]}, WHISTHUB) == []
    assert problems_of({"totals": [10, -4, -3, -2]}, WHISTHUB) == [
        ("TOTALS_NOT_ZERO", "", "totals")
    ]
    progress = WHISTHUB.progress(FORM, 4)
    assert sum(progress.totals) == 0


def test_a_form_of_totals_only():
    progress = WHIST.progress(ONLY_TOTALS, 4)
    assert progress.totals_only
    assert (progress.totals, progress.result) == (TOTALS, WHIST.score(FORM, 4))
    assert WHIST.normal(ONLY_TOTALS, 4) == ONLY_TOTALS


def test_any_correction_is_accepted():
    assert WHIST.revision_problems(FORM, with_changes(("deals.0.tricks", 8)), 4) == ()


def test_every_problem_code_is_tested_here():
    met = {code for _changes, problems in CASES + TOTALS_CASES for code, _, _ in problems}
    own = set(MESSAGES) - set(COMMON_MESSAGES)
    elsewhere = {code for code in own if code.startswith(("GRID_", "DEALS_", "ZERO_"))}
    named = {"UNKNOWN_GRID", "REFEREE_NOT_NOTED", "REFEREE_NOT_NEEDED", "TOTALS_NOT_ZERO"}
    named |= {"UNLIKELY_TRICKS"}  # test_notices
    assert own - elsewhere - named - met == set()
