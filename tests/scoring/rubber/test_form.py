"""Forms of rubber bridge: reading, problems and points."""

import pytest

from scoring.problems import Invalid
from scoring.rubber import make
from scoring.rubber.form import MOST_DEALS
from tests.cases import cases
from tests.documents import GONE
from tests.scoring.forms import with_changes
from tests.scoring.rubber.rubbers import (
    EXAMPLE,
    GAME,
    KORTREGLER,
    TWO_GAMES,
    deal,
    problems_of,
    rubber,
)

NO_HONOURS = make("rubber-bridge", {"honours": False})
OPEN = rubber("1 2H 8", "2 3NT 9 2:150", unfinished=True)


def test_a_valid_form_has_its_keys_in_order():
    mixed = {
        "unfinished": True,
        "contracts": [
            {"tricks": 8, "strain": "H", "level": 2, "declarer": 1, "honours": [], "passed": False},
            {"doubled": 0, "passed": True},
            {},
            None,
        ],
    }
    normal = GAME.normal(mixed, 4)
    assert normal == rubber("1 2H 8", "-", unfinished=True)
    assert list(normal) == ["contracts", "unfinished"]
    assert list(normal["contracts"][0]) == ["declarer", "level", "strain", "doubled", "tricks"]
    assert GAME.normal(EXAMPLE | {"unfinished": False}, 4) == EXAMPLE


@cases("document", [EXAMPLE, OPEN, rubber(*TWO_GAMES)])
def test_a_form_in_normal_shape_stays_the_same(document):
    assert GAME.normal(document, 4) == document
    assert problems_of(document) == []


@cases(
    ("key", "value", "code"),
    [
        ("declarer", None, "DECLARER_MISSING"),
        *[("declarer", value, "DECLARER_NOT_AT_TABLE") for value in (0, 5, -1, "N", True, 1.0)],
        ("level", None, "LEVEL_MISSING"),
        *[("level", value, "LEVEL_INVALID") for value in (0, 8, -1, "2H", False, 2.0, [])],
        ("strain", None, "STRAIN_MISSING"),
        *[("strain", value, "STRAIN_UNKNOWN") for value in ("h", "X", "", 1, {}, [])],
        *[("doubled", value, "DOUBLED_UNKNOWN") for value in (3, -1, "X", True, 1.0)],
        ("tricks", None, "TRICKS_MISSING"),
        *[("tricks", value, "TRICKS_NOT_INTEGER") for value in ("8", 8.0, True, [8])],
        *[("tricks", -1, "TRICKS_NEGATIVE"), ("tricks", 14, "TRICKS_GT_CARDS")],
        *[("tricks", 10**30, "TRICKS_GT_CARDS")],
        *[("passed", value, "NOT_YES_OR_NO") for value in ("ja", 1, 0, [])],
    ],
)
def test_b_9_wrong_cells_are_refused(key, value, code):
    form = with_changes((f"contracts.1.{key}", value), form=OPEN)
    if key == "strain":
        del form["contracts"][1]["honours"]
    assert problems_of(form) == [(code, "deal 2", f"contracts.1.{key}")]


def test_b_9_highest_and_lowest_level_and_tricks():
    form = rubber("1 7NT 0", "1 1C 13", "4 7NT 13", "2 1D 0", unfinished=True)
    assert problems_of(form) == []


@cases("key", ["declarer", "level", "strain", "doubled", "tricks", "honours"])
def test_b_9_a_passed_out_deal_has_nothing_else(key):
    value = deal("2 3NTX 9 2:150")[key]
    form = rubber("1 2H 8", "-", unfinished=True)
    form["contracts"][1][key] = value
    path = "contracts.1" if key == "honours" else f"contracts.1.{key}"
    assert problems_of(form) == [("PASSED_WITH_CONTRACT", "deal 2", path)]


@cases(
    ("honours", "code", "cell"),
    [
        ([{"seat": 2}], "HONOURS_POINTS_MISSING", ".honours.points"),
        ([{"points": 150}], "HONOURS_SEAT_MISSING", ".honours.seat"),
        ([{"seat": 5, "points": 150}], "HONOURS_SEAT_NOT_AT_TABLE", ".honours.seat"),
        ([{"seat": 2, "points": 50}], "HONOURS_POINTS_UNKNOWN", ".honours.points"),
        ([{"seat": 2, "points": "150"}], "HONOURS_POINTS_UNKNOWN", ".honours.points"),
        ([{"seat": 2, "points": 100}], "HONOURS_OF_TRUMP_AT_NT", ".honours.points"),
        ([{"seat": 2, "points": 150}] * 2, "HONOURS_TWICE", ""),
        ([{"seat": 2, "points": 150, "x": 1}], "UNKNOWN_KEY", ""),
        ([7], "NOT_AN_OBJECT", ""),
        (7, "NOT_A_LIST", ""),
    ],
)
def test_delta_1_wrong_honours_are_refused(honours, code, cell):
    form = with_changes(("contracts.1.honours", honours), form=OPEN)
    assert problems_of(form) == [(code, "deal 2", f"contracts.1{cell}")]


@cases("game", [KORTREGLER, NO_HONOURS])
def test_delta_1_honours_where_they_do_not_count(game):
    assert problems_of(OPEN, game) == [("HONOURS_NOT_PLAYED", "deal 2", "contracts.1")]
    assert problems_of(with_changes(("contracts.1.honours", []), form=OPEN), game) == []


@cases(
    ("said", "notices"),
    [
        *[("1 1S 5 1:150", []), ("1 1S 4 1:150", ["HONOURS_TRICKS_FEW"])],
        *[("1 1S 8 2:150", []), ("1 1S 9 2:150", ["HONOURS_TRICKS_FEW"])],
        *[("1 1S 3 3:100", []), ("1 1S 2 3:100", ["HONOURS_TRICKS_FEW"])],
        *[("1 1NT 12 4:150", []), ("1 1NT 13 4:150", ["HONOURS_TRICKS_FEW"])],
    ],
)
def test_delta_1_honours_with_few_tricks_are_only_noticed(said, notices):
    progress = GAME.progress(rubber(said, unfinished=True), 4)
    assert [notice.code for notice in progress.notices] == notices
    assert {notice.path for notice in progress.notices} <= {"contracts.0.honours.seat"}
    assert progress.problems == ()


def test_b_9_no_deal_after_the_second_game():
    form = rubber(*TWO_GAMES, "1 1C 7", "-")
    assert problems_of(form) == [
        ("DEAL_AFTER_RUBBER", "deal 3", "contracts.2"),
        ("DEAL_AFTER_RUBBER", "deal 4", "contracts.3"),
    ]
    progress = GAME.progress(form, 4)
    assert "spelletje b" in progress.problems[0].text.nl
    assert (progress.totals, progress.pad.totals) == ((940, -940, 940, -940), (940, 0))


def test_deals_after_the_rubber_are_read():
    form = with_changes(("contracts.1.level", 9), form=rubber("1 1C 7", "1 1C 7", unfinished=True))
    form = {"contracts": [*rubber(*TWO_GAMES)["contracts"], {}, form["contracts"][1]]}
    assert problems_of(form) == [
        ("LEVEL_INVALID", "deal 4", "contracts.3.level"),
        ("DEAL_AFTER_RUBBER", "deal 4", "contracts.3"),
    ]


def test_b_9_an_unfinished_rubber_is_not_complete():
    assert problems_of(rubber("1 4S 10")) == [("SECOND_GAME_MISSING", "", "unfinished")]
    assert problems_of(rubber("1 4S 10") | {"unfinished": False}) == problems_of(rubber("1 4S 10"))
    assert GAME.progress(rubber("1 4S 10"), 4).problems[0].is_missing
    assert problems_of(rubber("1 4S 10", unfinished=True)) == []


def test_b_9_a_finished_rubber_cannot_have_stopped_early():
    form = rubber(*TWO_GAMES, unfinished=True)
    assert problems_of(form) == [("RUBBER_IS_FINISHED", "", "unfinished")]
    assert GAME.progress(form, 4).pad.totals == (940, 0)


@cases("form", [{}, {"contracts": []}, {"unfinished": True}, {"contracts": [{}]}])
def test_a_form_without_deals_is_empty(form):
    assert problems_of(form) == [("DEAL_MISSING", "deal 1", "contracts.0")]


@cases("nothing", [{}, None])
def test_an_empty_row_between_deals(nothing):
    form = with_changes(("contracts.3", nothing), form=EXAMPLE)
    assert problems_of(form) == [("DEAL_MISSING", "deal 4", "contracts.3")]


def test_points_are_known_up_to_the_first_wrong_deal():
    form = with_changes(("contracts.2.tricks", GONE), form=EXAMPLE)
    progress = GAME.progress(form, 4)
    assert problems_of(form) == [("TRICKS_MISSING", "deal 3", "contracts.2.tricks")]
    assert progress.totals == (420, -420, 420, -420)
    below = [row.figures[0][1].sum for row in progress.rows[:5]]
    assert (below, progress.result) == ([60, 60, None, None, None], ())


@cases(
    ("said", "remarks"),
    [
        (("1 4S 10",), ["manche NZ", "NZ kwetsbaar", None]),
        (("2 4S 10",), ["manche OW", "OW kwetsbaar", None]),
        (("1 2S 8",), [None, None, None]),
        (("1 4S 10", "2 4S 10"), ["manche NZ", "NZ kwetsbaar; manche OW", "allen kwetsbaar"]),
    ],
)
def test_b_7_remarks_name_vulnerability_of_the_next_deal(said, remarks):
    rows = GAME.progress(rubber(*said), 4).rows[:3]
    assert [row.remark and row.remark.nl for row in rows] == remarks


def test_all_problems_are_found_at_once():
    form = with_changes(
        ("contracts.0.level", 9),
        ("contracts.0.tricks", GONE),
        ("contracts.4.strain", "Z"),
        ("contracts.7", {}),
        ("unfinished", "ja"),
        form=EXAMPLE | {"first_dealer": 1},
    )
    assert problems_of(form) == [
        ("UNKNOWN_KEY", "", ""),
        ("LEVEL_INVALID", "deal 1", "contracts.0.level"),
        ("TRICKS_MISSING", "deal 1", "contracts.0.tricks"),
        ("STRAIN_UNKNOWN", "deal 5", "contracts.4.strain"),
        ("NOT_YES_OR_NO", "", "unfinished"),
        ("DEAL_MISSING", "deal 8", "contracts.7"),
    ]
    with pytest.raises(Invalid) as refused:
        GAME.normal(form, 4)
    assert refused.value.problems == GAME.progress(form, 4).problems


@cases(
    ("form", "problem"),
    [
        ([], ("NOT_AN_OBJECT", "", "")),
        ({"contracts": {}}, ("NOT_A_LIST", "", "contracts")),
        ({"contracts": None}, ("NOT_A_LIST", "", "contracts")),
        (rubber("1 1C 7") | {"contracts": ["-"]}, ("NOT_AN_OBJECT", "deal 1", "contracts.0")),
        (
            {"contracts": [deal("-") | {"vulnerable": 1}], "unfinished": True},
            ("UNKNOWN_KEY", "deal 1", "contracts.0"),
        ),
    ],
)
def test_documents_that_are_no_form_are_refused(form, problem):
    assert problems_of(form) == [problem]


def test_a_form_has_a_longest_length():
    longest = {"contracts": [deal("-")] * MOST_DEALS, "unfinished": True}
    assert GAME.normal(longest, 4) == longest
    longer = {"contracts": [deal("-")] * (MOST_DEALS + 1), "unfinished": True}
    assert problems_of(longer) == [("TOO_MANY_CONTRACTS", "", "contracts")]
    assert len(GAME.layout(4, longer).rows) == len(GAME.progress(longer, 4).rows) == MOST_DEALS


@cases(
    ("totals", "problems"),
    [
        ([810, -810, 810, -810], []),
        ([0, 0, 0, 0], []),
        ([810, -810, 810, -800], [("TOTALS_PARTNERS_DIFFER", "seat 4", "totals.3")]),
        ([810, -800, 810, -800], [("TOTALS_SUM_NOT_ZERO", "", "totals")]),
        (
            [815, -815, 815, -815],
            [("TOTAL_NOT_TENS", f"seat {s}", f"totals.{s - 1}") for s in (1, 2, 3, 4)],
        ),
        ([810, -810, 810], [("TOTAL_MISSING", "seat 4", "totals.3")]),
        ([810, -810, 810, -810, 0], [("TOTALS_NOT_AS_SEATED", "", "totals")]),
    ],
)
def test_b_8_problems_of_totals_alone(totals, problems):
    form = {"totals": totals}
    assert problems_of(form) == problems
    progress = GAME.progress(form, 4)
    assert (progress.totals_only, progress.pad, progress.foot) == (True, None, ())
    if not problems:
        assert GAME.normal(form, 4) == form
        assert [result.points for result in GAME.score(form, 4)] == totals


def test_unknown_keys_beside_totals_are_named_once():
    assert problems_of({"totals": [0] * 4, "wp": []}) == [("UNKNOWN_KEY", "", "")]


def test_totals_beside_deals_are_refused():
    assert problems_of(EXAMPLE | {"totals": [0] * 4}) == [("TOTALS_WITH_DEALS", "", "")]


def test_any_correction_is_accepted():
    assert GAME.revision_problems(EXAMPLE, OPEN, 4) == ()
