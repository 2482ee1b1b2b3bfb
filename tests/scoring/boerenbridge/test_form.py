"""Problems of wrong forms (rules.md 1.6): each change of a valid form gives exactly these."""

import pytest

from scoring.boerenbridge.game import LATE
from scoring.boerenbridge.messages import MESSAGES
from scoring.problems import COMMON_MESSAGES, Invalid
from tests.cases import cases
from tests.documents import GONE
from tests.scoring.boerenbridge.form_cases import CASES as FAMILY_CASES
from tests.scoring.boerenbridge.test_options import CASES as OPTION_CASES
from tests.scoring.forms import (
    DEALS,
    FIVE,
    FOUR,
    WK_GAME,
    points_of_row,
    problems_of,
    with_changes,
)

TOTALS = {"totals": [88, 120, 64, -6, 102]}

# The changes; then code, place and path of every problem.
CASES = [
    ([("first_dealer", GONE)], [("FIRST_DEALER_MISSING", "", "first_dealer")]),
    ([("first_dealer", None)], [("FIRST_DEALER_MISSING", "", "first_dealer")]),
    ([("first_dealer", 0)], [("FIRST_DEALER_NOT_AT_TABLE", "", "first_dealer")]),
    ([("first_dealer", 6)], [("FIRST_DEALER_NOT_AT_TABLE", "", "first_dealer")]),
    ([("first_dealer", "noord")], [("FIRST_DEALER_NOT_AT_TABLE", "", "first_dealer")]),
    ([("first_dealer", True)], [("FIRST_DEALER_NOT_AT_TABLE", "", "first_dealer")]),
    (
        [("deals.2.dealer", 1)],
        [("UNKNOWN_KEY", "deal 3", "deals.2"), ("DEALER_NOT_IN_ROTATION", "deal 3", "deals.2")],
    ),
    ([("deals.2.dealer", 4)], [("UNKNOWN_KEY", "deal 3", "deals.2")]),
    (
        [("deals.9.cards", 2)],
        [("UNKNOWN_KEY", "deal 10", "deals.9"), ("CARDS_NOT_IN_SEQUENCE", "deal 10", "deals.9")],
    ),
    ([("deals.9.cards", 1)], [("UNKNOWN_KEY", "deal 10", "deals.9")]),
    ([("scorer", 3)], [("UNKNOWN_KEY", "", "")]),
    ([("deals.0.Bids", [1])], [("UNKNOWN_KEY", "deal 1", "deals.0")]),
    ([("deals.1.infraction.seat", 3)], [("UNKNOWN_KEY", "deal 2", "deals.1")]),
    ([("deals.18", GONE)], [("DEAL_MISSING", "deal 19", "deals.18")]),
    ([("deals.6", {})], [("DEAL_MISSING", "deal 7", "deals.6")]),
    ([("deals.6", None)], [("DEAL_MISSING", "deal 7", "deals.6")]),
    ([("deals", FIVE["deals"] * 2)], [("TOO_MANY_DEALS", "", "deals")]),
    ([("deals", {})], [("NOT_A_LIST", "", "deals")]),
    ([("deals.6", [3])], [("NOT_AN_OBJECT", "deal 7", "deals.6")]),
    ([("deals.0.bids", "23105")], [("NOT_A_LIST", "deal 1", "deals.0")]),
    ([("deals.0.bids", [1, 1, 1, 1, 1, 1])], [("BIDS_NOT_AS_SEATED", "deal 1", "deals.0")]),
    ([("deals.0.tricks", [2] * 6)], [("TRICKS_NOT_AS_SEATED", "deal 1", "deals.0")]),
    ([("deals.0.bids.2", None)], [("BID_MISSING", "deal 1 seat 3", "deals.0.bids.2")]),
    ([("deals.0.bids", [2, 3, 1, 0])], [("BID_MISSING", "deal 1 seat 5", "deals.0.bids.4")]),
    ([("deals.0.bids.2", 1.0)], [("BID_NOT_INTEGER", "deal 1 seat 3", "deals.0.bids.2")]),
    ([("deals.0.bids.2", "1")], [("BID_NOT_INTEGER", "deal 1 seat 3", "deals.0.bids.2")]),
    ([("deals.0.bids.2", True)], [("BID_NOT_INTEGER", "deal 1 seat 3", "deals.0.bids.2")]),
    ([("deals.0.bids.2", "K")], [("BID_IS_MARK", "deal 1 seat 3", "deals.0.bids.2")]),
    ([("deals.0.bids.2", "v")], [("BID_IS_MARK", "deal 1 seat 3", "deals.0.bids.2")]),
    ([("deals.0.bids.2", "Z")], [("BID_NOT_INTEGER", "deal 1 seat 3", "deals.0.bids.2")]),
    ([("deals.0.bids.2", -1)], [("BID_NEGATIVE", "deal 1 seat 3", "deals.0.bids.2")]),
    ([("deals.9.bids.4", 2)], [("BID_GT_CARDS", "deal 10 seat 5", "deals.9.bids.4")]),
    ([("deals.0.bids.4", 4)], [("BID_SUM_EQUALS_CARDS", "deal 1", "deals.0.ruling")]),
    ([("deals.9.bids.4", 0)], [("BID_SUM_EQUALS_CARDS", "deal 10", "deals.9.ruling")]),
    # A stopped deal needs its bids as well.
    ([("deals.1.bids.0", None)], [("BID_MISSING", "deal 2 seat 1", "deals.1.bids.0")]),
    ([("deals.1.bids.0", 10)], [("BID_GT_CARDS", "deal 2 seat 1", "deals.1.bids.0")]),
    ([("deals.1.bids.0", 1)], [("BID_SUM_EQUALS_CARDS", "deal 2", "deals.1.ruling")]),
    ([("deals.0.tricks.3", None)], [("TRICKS_MISSING", "deal 1 seat 4", "deals.0.tricks.3")]),
    ([("deals.0.tricks.3", 1.5)], [("TRICKS_NOT_INTEGER", "deal 1 seat 4", "deals.0.tricks.3")]),
    ([("deals.0.tricks.3", "x")], [("TRICKS_NOT_INTEGER", "deal 1 seat 4", "deals.0.tricks.3")]),
    ([("deals.0.tricks.3", -1)], [("TRICKS_NEGATIVE", "deal 1 seat 4", "deals.0.tricks.3")]),
    ([("deals.0.tricks.3", 11)], [("TRICKS_GT_CARDS", "deal 1 seat 4", "deals.0.tricks.3")]),
    ([("deals.0.tricks.3", 2)], [("TRICKS_SUM_NOT_CARDS", "deal 1", "deals.0")]),
    ([("deals.0.tricks.3", 0)], [("TRICKS_SUM_NOT_CARDS", "deal 1", "deals.0")]),
    (
        [("deals.0.tricks", [9, 2, None, 0, 0])],
        [
            ("TRICKS_MISSING", "deal 1 seat 3", "deals.0.tricks.2"),
            ("TRICKS_SUM_NOT_CARDS", "deal 1", "deals.0"),
        ],
    ),
    (
        [("deals.0.tricks", [9, 1, None, 0, 0])],
        [("TRICKS_MISSING", "deal 1 seat 3", "deals.0.tricks.2")],
    ),
    (
        [("deals.1.tricks", [None, 0])],
        [("TRICKS_WITH_INFRACTION", "deal 2 seat 2", "deals.1.tricks.1")],
    ),
    ([("deals.1.tricks", [0] * 6)], [("TRICKS_WITH_INFRACTION", "deal 2", "deals.1")]),
    ([("deals.1.tricks", 0)], [("TRICKS_WITH_INFRACTION", "deal 2", "deals.1")]),
    ([("deals.1.infraction.kind", "exposed")], [("UNKNOWN_INFRACTION", "deal 2", "deals.1")]),
    ([("deals.1.infraction.kind", ["revoke"])], [("UNKNOWN_INFRACTION", "deal 2", "deals.1")]),
    ([("deals.1.infraction", "revoke")], [("NOT_AN_OBJECT", "deal 2", "deals.1")]),
    ([("deals.1.infraction.seats", 3)], [("NOT_A_LIST", "deal 2", "deals.1")]),
    ([("deals.1.infraction.seats", [])], [("OFFENDER_MISSING", "deal 2", "deals.1")]),
    ([("deals.1.infraction.seats", GONE)], [("OFFENDER_MISSING", "deal 2", "deals.1")]),
    ([("deals.1.infraction.seats", [6])], [("OFFENDER_NOT_AT_TABLE", "deal 2", "deals.1")]),
    ([("deals.1.infraction.seats", [0])], [("OFFENDER_NOT_AT_TABLE", "deal 2", "deals.1")]),
    ([("deals.1.infraction.seats", ["3"])], [("OFFENDER_NOT_AT_TABLE", "deal 2", "deals.1")]),
    (
        [("deals.1.infraction.seats", [2] * 100_000)],
        [("OFFENDER_TWICE", "deal 2 seat 2", "deals.1")] * 5,
    ),
    ([("deals.1.infraction.seats", [3, 3])], [("OFFENDER_TWICE", "deal 2 seat 3", "deals.1")]),
    ([("deals.0.ruling", "because")], [("RULING_NOT_NEEDED", "deal 1", "deals.0.ruling")]),
    ([("deals.0.ruling", 7)], [("NOT_A_TEXT", "deal 1", "deals.0.ruling")]),
    (
        [("deals.0.bids.4", 4), ("deals.0.ruling", "x" * 501)],
        [("TEXT_TOO_LONG", "deal 1", "deals.0.ruling")],
    ),
]
TOTALS_CASES = [
    ([("first_dealer", 1), ("deals", [])], [("TOTALS_WITH_DEALS", "", "")]),
    ([("wp", [])], [("UNKNOWN_KEY", "", "")]),
    ([("totals", 88)], [("NOT_A_LIST", "", "totals")]),
    ([("totals", [2] * 6)], [("TOTALS_NOT_AS_SEATED", "", "totals")]),
    ([("totals", [2] * 4)], [("TOTAL_MISSING", "seat 5", "totals.4")]),
    ([("totals.0", 88.0)], [("TOTAL_NOT_INTEGER", "seat 1", "totals.0")]),
    ([("totals.0", 87)], [("TOTAL_ODD", "seat 1", "totals.0")]),
    ([("totals.0", 410)], [("TOTAL_TOO_HIGH", "seat 1", "totals.0")]),
    ([("totals.3", -252)], [("TOTAL_TOO_LOW", "seat 4", "totals.3")]),
    ([("totals", [400, 400, 400, 356, 2])], [("TOTALS_IMPOSSIBLE", "", "totals")]),
    ([("totals", [408, 408, 408, 408, -192])], [("TOTALS_TOO_FAR_APART", "", "totals")]),
    # What is written is checked while others are still to come.
    (
        [("totals", [87, None, "x", 410])],
        [
            ("TOTAL_MISSING", "seat 2", "totals.1"),
            ("TOTAL_NOT_INTEGER", "seat 3", "totals.2"),
            ("TOTAL_MISSING", "seat 5", "totals.4"),
            ("TOTAL_ODD", "seat 1", "totals.0"),
            ("TOTAL_TOO_HIGH", "seat 4", "totals.3"),
        ],
    ),
]


def test_the_forms_to_start_from_are_valid():
    assert problems_of(FIVE) == problems_of(FOUR, 4) == problems_of(TOTALS) == []


@cases(("changes", "problems"), CASES)
def test_problems_of_wrong_forms(changes, problems):
    assert problems_of(with_changes(*changes)) == problems


@cases(("changes", "problems"), TOTALS_CASES)
def test_problems_of_wrong_totals(changes, problems):
    assert problems_of(with_changes(*changes, form=TOTALS)) == problems


@cases("value", [408, -250])
def test_wk_19_a25_highest_and_lowest_totals_are_accepted(value):
    assert problems_of(with_changes(("totals.0", value), form=TOTALS)) == []


@cases("document", [None, [], "form", 3, True])
def test_documents_that_are_no_form_are_refused(document):
    assert problems_of(document) == [("NOT_AN_OBJECT", "", "")]


def test_every_problem_code_is_tested_here_or_elsewhere():
    met = {code for _changes, problems in CASES + TOTALS_CASES for code, _, _ in problems}
    met |= {code for _changes, problems in FAMILY_CASES for code, _, _ in problems}
    met |= {code for _options, problems in OPTION_CASES for code, _ in problems}
    tables = {"TABLE_SIZE", "PLAYER_TWICE", "UNKNOWN_PLAYER", "PLAYERS_NOT_AS_SEATED"}  # test_seats
    elsewhere = tables | {"MIXED_INFRACTIONS", "CELL_UNREADABLE"} | set(LATE.values())
    elsewhere |= {"WRITTEN_TOTAL_DIFFERS"}  # test_written
    elsewhere |= {code for code in MESSAGES if code.startswith("UNLIKELY_")}  # test_notices
    assert (met & elsewhere, met | elsewhere) == (set(), set(COMMON_MESSAGES) | set(MESSAGES))


def test_a_refused_form_raises_one_error_with_all_problems():
    form = with_changes(
        ("first_dealer", 9),
        ("deals.0.bids.2", -1),
        ("deals.0.tricks.3", 2),
        ("deals.1.infraction.kind", "exposed"),
        ("deals.1.tricks", [0]),
        ("deals.9.bids.4", 0),
        ("deals.18", GONE),
    )
    with pytest.raises(Invalid) as refused:
        WK_GAME.score(form, 5)
    assert [(p.code, str(p.place)) for p in refused.value.problems] == [
        ("FIRST_DEALER_NOT_AT_TABLE", ""),
        ("BID_NEGATIVE", "deal 1 seat 3"),
        ("TRICKS_SUM_NOT_CARDS", "deal 1"),
        ("UNKNOWN_INFRACTION", "deal 2"),
        ("TRICKS_WITH_INFRACTION", "deal 2 seat 1"),
        ("BID_SUM_EQUALS_CARDS", "deal 10"),
        ("DEAL_MISSING", "deal 19"),
    ]
    with pytest.raises(Invalid):
        WK_GAME.normal(form, 5)
    assert WK_GAME.progress(form, 5).result == ()


def test_wk_3_the_round_ends_with_the_second_deal_of_10_cards():
    assert problems_of(with_changes(("deals", FIVE["deals"][:17]))) == [
        ("DEAL_MISSING", "deal 18", "deals.17"),
        ("DEAL_MISSING", "deal 19", "deals.18"),
    ]
    assert problems_of(with_changes(("deals", [*FIVE["deals"], {}]))) == [
        ("TOO_MANY_DEALS", "", "deals")
    ]


def test_a26_an_unfinished_form_is_refused():
    form = with_changes(("deals.18", {}))
    assert problems_of(form) == [("DEAL_MISSING", "deal 19", "deals.18")]
    with pytest.raises(Invalid):
        WK_GAME.score(form, 5)


@cases(("bid", "code"), [(10, []), (11, ["BID_GT_CARDS"])])
def test_a11_a_bid_larger_than_the_cards(bid, code):
    assert [each for each, _, _ in problems_of(with_changes(("deals.0.bids.1", bid)))] == code


@cases("written", ["", "  ", "\n"])
def test_a10_wk_14_a_forbidden_total_needs_a_ruling(written):
    forbidden = ("deals.0.bids.4", 4)
    expected = [("BID_SUM_EQUALS_CARDS", "deal 1", "deals.0.ruling")]
    assert problems_of(with_changes(forbidden)) == expected
    assert problems_of(with_changes(forbidden, ("deals.0.ruling", written))) == expected
    stands = with_changes(forbidden, ("deals.0.ruling", " Blijft staan. "))
    normal = WK_GAME.normal(stands, 5)["deals"][0]
    assert normal == {
        "bids": [2, 3, 1, 0, 4],
        "tricks": DEALS[0][1],
        "ruling": "Blijft staan.",
    }
    assert points_of_row(WK_GAME.progress(stands, 5).rows[0]) == (14, -2, 12, -2, 18)


def test_a10_a_ruling_lets_a_stopped_deal_stand_too():
    form = with_changes(("deals.1.bids.0", 1), ("deals.1.ruling", "Blijft staan."))
    assert points_of_row(WK_GAME.progress(form, 5).rows[1]) == (12, 16, -10, 10, 18)


@cases(
    "infraction",
    [
        [{"kind": "revoke", "seats": [1]}, {"kind": "wrong-cards", "seats": [2]}],
        [{"kind": "revoke", "seats": [1]}],
    ],
)
def test_a4_one_deal_has_one_kind_of_infraction(infraction):
    form = with_changes(("deals.1.infraction", infraction))
    assert problems_of(form) == [("MIXED_INFRACTIONS", "deal 2", "deals.1")]


@cases("key", ["redeal", "void", "spoiled", "exposed"])
def test_a3_a5_a_deal_that_is_dealt_again_is_not_noted(key):
    assert problems_of(with_changes((f"deals.0.{key}", True))) == [
        ("UNKNOWN_KEY", "deal 1", "deals.0")
    ]
    assert problems_of(with_changes(("deals.0", {key: True})))[0] == (
        "UNKNOWN_KEY",
        "deal 1",
        "deals.0",
    )


def test_a3_a_stopped_deal_needs_all_bids():
    stopped = {"bids": [2, 3], "infraction": {"kind": "wrong-cards", "seats": [1]}}
    assert [code for code, _, _ in problems_of(with_changes(("deals.0", stopped)))] == [
        "BID_MISSING"
    ] * 3


def test_wk_23_a_false_accusation_cannot_be_written():
    for key in ("accusation", "accuser", "drinks"):
        assert problems_of(with_changes((f"deals.0.{key}", 2))) == [
            ("UNKNOWN_KEY", "deal 1", "deals.0")
        ]
    false = ("deals.1.infraction.kind", "false-accusation")
    assert problems_of(with_changes(false)) == [("UNKNOWN_INFRACTION", "deal 2", "deals.1")]


def test_a23_who_reported_a_revoke_cannot_be_written():
    by = ("deals.1.infraction.by", 3)
    assert problems_of(with_changes(by)) == [("UNKNOWN_KEY", "deal 2", "deals.1")]
