"""What the variants have that the WK has not: other numbers, misdeals and penalties."""

from fractions import Fraction

import pytest

from scoring.boerenbridge import KEYS
from scoring.registry import game
from scoring.result import SeatResult
from scoring.text import Text

from ..sample import (
    GONE,
    SHORT,
    SHORT_GAME,
    SHORT_POINTS,
    SHORT_RUNNING,
    changed,
    found,
    of_row,
    points_of,
    so_far,
)

VARIANTS = KEYS[1:]
POOPEN = game("chinees-poepen")
TOTALS = {"totals": [48, -1001, 30]}

# The changes of the short form; then code, place and path of every problem.
MISDEAL, PENALTY = "deals.2.misdeal", "deals.2.penalties"
CASES = [
    # Only what a variant knows, and a ruling only where the dealer is restricted.
    (
        [("deals.0.infraction", {"kind": "revoke", "seats": [1]})],
        [("UNKNOWN_KEY", "deal 1", "deals.0")],
    ),
    ([("deals.1.ruling", "Blijft staan.")], [("UNKNOWN_KEY", "deal 2", "deals.1")]),
    ([("deals.2.ruling", "Mag.")], [("RULING_NOT_NEEDED", "deal 3", "deals.2.ruling")]),
    ([("deals.3.ruling", GONE)], [("BID_SUM_EQUALS_CARDS", "deal 4", "deals.3.ruling")]),
    ([("deals", SHORT["deals"] * 2)], [("TOO_MANY_DEALS", "", "deals")]),
    ([("deals.3", GONE)], [("DEAL_MISSING", "deal 4", "deals.3")]),
    ([("deals.1.bids.0", 4)], [("BID_GT_CARDS", "deal 2 seat 1", "deals.1.bids.0")]),
    ([("deals.1.tricks.0", 2)], [("TRICKS_SUM_NOT_CARDS", "deal 2", "deals.1")]),
    ([("deals.0.tricks.0", "K")], [("TRICKS_NOT_INTEGER", "deal 1 seat 1", "deals.0.tricks.0")]),
    ([("first_dealer", GONE)], [("FIRST_DEALER_MISSING", "", "first_dealer")]),
    # Misdeals.
    ([(MISDEAL, None)], []),
    ([(MISDEAL, {})], []),
    ([(MISDEAL, "before")], [("NOT_AN_OBJECT", "deal 3", "deals.2.misdeal.stage")]),
    ([(f"{MISDEAL}.seat", 1)], [("UNKNOWN_KEY", "deal 3", "deals.2")]),
    (
        [(f"{MISDEAL}.stage", GONE)],
        [("MISDEAL_STAGE_MISSING", "deal 3", "deals.2.misdeal.stage")],
    ),
    (
        [(f"{MISDEAL}.stage", "after")],
        [("UNKNOWN_MISDEAL", "deal 3", "deals.2.misdeal.stage")],
    ),
    ([(f"{MISDEAL}.stage", [])], [("UNKNOWN_MISDEAL", "deal 3", "deals.2.misdeal.stage")]),
    (
        [(f"{MISDEAL}.stage", "before")],
        [("MISDEAL_SEATS_NOT_NEEDED", "deal 3", "deals.2.misdeal.stage")],
    ),
    (
        [(f"{MISDEAL}.seats", [])],
        [("MISDEAL_SEATS_MISSING", "deal 3", "deals.2.misdeal.seats.0")],
    ),
    (
        [(f"{MISDEAL}.seats", GONE)],
        [("MISDEAL_SEATS_MISSING", "deal 3", "deals.2.misdeal.seats.0")],
    ),
    ([(f"{MISDEAL}.seats", 2)], [("NOT_A_LIST", "deal 3", "deals.2.misdeal.seats.0")]),
    (
        [(f"{MISDEAL}.seats", [4, "1"])],
        [("MISDEAL_SEAT_NOT_AT_TABLE", "deal 3", "deals.2.misdeal.seats.0")] * 2,
    ),
    (
        [(f"{MISDEAL}.seats", [3, 3])],
        [("MISDEAL_SEAT_TWICE", "deal 3 seat 3", "deals.2.misdeal.seats.2")],
    ),
    (
        [(f"{MISDEAL}.seats", [2] * 100_000)],
        [("MISDEAL_SEAT_TWICE", "deal 3 seat 2", "deals.2.misdeal.seats.1")] * 3,
    ),
    # Penalties.
    ([(PENALTY, None)], []),
    ([(PENALTY, [])], []),
    ([(PENALTY, [{}, None, {"seat": 1, "points": -1}])], []),
    ([(PENALTY, -3)], [("NOT_A_LIST", "deal 3", "deals.2")]),
    ([(PENALTY, [-3])], [("NOT_AN_OBJECT", "deal 3", "deals.2.penalties.0.seat")]),
    ([(PENALTY, [{}] * 20)], []),
    ([(PENALTY, [{}] * 21)], [("TOO_MANY_PENALTIES", "deal 3", "deals.2")]),
    ([(f"{PENALTY}.0.reason", "x")], [("UNKNOWN_KEY", "deal 3", "deals.2")]),
    (
        [(PENALTY, [{}, {"why": "praatte"}])],
        [
            ("PENALTY_SEAT_MISSING", "deal 3", "deals.2.penalties.1.seat"),
            ("PENALTY_POINTS_MISSING", "deal 3", "deals.2.penalties.1.points"),
        ],
    ),
    *[
        (
            [(f"{PENALTY}.0.seat", seat)],
            [("PENALTY_SEAT_NOT_AT_TABLE", "deal 3", "deals.2.penalties.0.seat")],
        )
        for seat in (0, 4, "1", True, 1.0)
    ],
    *[
        (
            [(f"{PENALTY}.0.points", points)],
            [("PENALTY_POINTS_INVALID", "deal 3", "deals.2.penalties.0.points")],
        )
        for points in (0, 1001, -1001, "-3", 1.5, True, [])
    ],
    ([(f"{PENALTY}.0.points", 1000)], []),
    ([(f"{PENALTY}.0.points", -1000)], []),
    ([(f"{PENALTY}.0.why", "")], []),
    ([(f"{PENALTY}.0.why", 7)], [("NOT_A_TEXT", "deal 3", "deals.2.penalties.0.why")]),
    ([(f"{PENALTY}.0.why", "x" * 501)], [("TEXT_TOO_LONG", "deal 3", "deals.2.penalties.0.why")]),
]


def test_a_short_form_worked_out_by_hand():
    progress = SHORT_GAME.progress(SHORT, 3)
    assert progress.problems == ()
    assert [of_row(row) for row in progress.rows] == SHORT_POINTS
    assert [so_far(row) for row in progress.rows] == SHORT_RUNNING
    assert [row.dealer for row in progress.rows] == [2, 3, 1, 2]
    assert progress.result == SHORT_GAME.score(SHORT, 3)


def test_w_7_the_highest_total_wins():
    assert SHORT_GAME.score(SHORT, 3) == (
        SeatResult(48, 1, Fraction(5)),
        SeatResult(20, 3, Fraction(3)),
        SeatResult(30, 2, Fraction(4)),
    )


def test_w_7_match_points_as_they_were_set():
    options = SHORT_GAME.options | {"wp": [8, 6]}
    outcome = game("boerenbridge", options).score(SHORT, 3)
    assert [str(result.match_points) for result in outcome] == ["8", "4", "6"]
    assert [r.match_points for r in game("boerenbridge", options).progress(SHORT, 3).result] == [
        r.match_points for r in outcome
    ]


@pytest.mark.parametrize(("changes", "problems"), CASES, ids=lambda value: str(value)[:60])
def test_what_is_refused(changes, problems):
    assert found(changed(*changes, form=SHORT), 3, SHORT_GAME) == problems


# Points.


@pytest.mark.parametrize(
    ("bid", "tricks", "points"),
    [(2, 2, 14), (0, 0, 10), (3, 4, -2), (0, 4, -8), (4, 0, -8), (10, 10, 30)],
)
def test_w_6_points_of_chinees_poepen(bid, tricks, points):
    assert POOPEN.rules.points(bid, tricks) == points


@pytest.mark.parametrize(
    ("key", "made", "missed"),
    [
        ("chinees-poepen", [10, 12, 14, 16], [-2, -4, -6]),
        ("boerenbridge", [10, 13, 16, 19], [-3, -6, -9]),
        ("zaanse-boerenbridge", [10, 15, 20, 25], [-5, -10, -15]),
        ("bollen", [10, 12, 14, 16], [-2, -4, -6]),
        ("luciferen", [10, 13, 16, 19], [-3, -6, -9]),
    ],
)
def test_w_6_points_of_each_variant(key, made, missed):
    rules = game(key).rules
    assert [rules.points(tricks, tricks) for tricks in range(4)] == made
    assert [rules.points(3, 3 + by) for by in (1, 2, 3)] == missed
    assert [rules.points(3, 3 - by) for by in (1, 2, 3)] == missed


# The dealer's restriction.


@pytest.mark.parametrize(
    ("restriction", "free"), [("always", []), ("above-3", [1, 2, 3]), ("never", list(range(1, 18)))]
)
def test_w_5_in_which_deals_the_dealer_is_free(restriction, free):
    rules = game("bollen", {"restriction": restriction}).rules
    assert [cards for cards in range(1, 18) if not rules.is_restricted(cards)] == free


@pytest.mark.parametrize(
    ("key", "deal", "bids", "codes"),
    [
        # 0, 3 and 2 bid of 7 cards: the dealer may not bid 2.
        ("chinees-poepen", 7, [0, 3, 2, 2], ["BID_SUM_EQUALS_CARDS"]),
        ("chinees-poepen", 7, [0, 3, 2, 1], []),
        ("chinees-poepen", 4, [1, 1, 1, 1], ["BID_SUM_EQUALS_CARDS"]),
        ("chinees-poepen", 3, [1, 1, 1, 0], []),
        ("chinees-poepen", 1, [0, 0, 0, 1], []),
        ("boerenbridge", 7, [0, 3, 2, 2], ["BID_SUM_EQUALS_CARDS"]),
        ("bollen", 4, [1, 1, 1, 1], ["BID_SUM_EQUALS_CARDS"]),
        ("zaanse-boerenbridge", 7, [0, 3, 2, 2], []),
        ("luciferen", 7, [0, 3, 2, 2], []),
    ],
)
def test_w_5_the_total_of_the_bids(key, deal, bids, codes):
    form = {"first_dealer": 1, "deals": [*[{}] * (deal - 1), {"bids": bids}]}
    rows = found(form, 4, game(key).for_tables([4]))
    at_row = [code for code, place, _path in rows if place == f"deal {deal}"]
    assert at_row == codes


def test_w_5_a_ruling_can_be_written_only_where_the_dealer_is_restricted():
    def rows_with_a_ruling(key: str) -> list[str]:
        rows = game(key).layout(5).rows
        return [row.label for row in rows if any("ruling" in field.path for field in row.notes)]

    assert rows_with_a_ruling("bollen") == ["4", "5", "6", "6z", "6", "5", "4"]
    assert rows_with_a_ruling("luciferen") == rows_with_a_ruling("zaanse-boerenbridge") == []


# Misdeals and penalties.

DEAL = {"bids": [1, 0, 0], "tricks": [1, 0, 0]}


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_w_8_a_misdeal_noticed_before_the_deal_costs_its_dealer_1(number):
    cards = SHORT_GAME.rules.cards[number - 1]
    deal = {"bids": [0] * 3, "tricks": [cards, 0, 0], "misdeal": {"stage": "before"}}
    without = points_of(deal | {"misdeal": None}, number, 3, SHORT_GAME)
    dealer = (number - 1) % 3
    expected = [points - (seat == dealer) for seat, points in enumerate(without)]
    assert list(points_of(deal, number, 3, SHORT_GAME)) == expected


def test_w_8_it_is_not_known_who_pays_before_the_first_dealer_is():
    progress = SHORT_GAME.progress(changed(("first_dealer", GONE), form=SHORT), 3)
    assert [of_row(row)[0] for row in progress.rows] == [10, None, 11, 14]
    assert [problem.code for problem in progress.problems] == ["FIRST_DEALER_MISSING"]


@pytest.mark.parametrize(
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


def test_w_8_what_a_misdeal_costs_may_be_set():
    options = SHORT_GAME.options | {"misdeal_before": 4, "misdeal_during": 10}
    rows = game("boerenbridge", options).progress(SHORT, 3).rows
    assert [of_row(row) for row in rows[1:3]] == [(13, -3, -7), (6, -6, 6)]


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("key", VARIANTS)
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
        assert found(form)[0] == ("UNKNOWN_KEY", "deal 1", "deals.0")
    written = {"deals.0.misdeal.stage": "before", "deals.0.penalties.0.seat": "1"}
    assert wk.from_cells(written, 5) == {}


@pytest.mark.parametrize("key", VARIANTS)
def test_w_12_the_tricks_add_up_to_the_cards_in_all_variants(key):
    rules = game(key)
    for number, cards in enumerate(rules.rules.cards, 1):
        deal = {"bids": [0] * 5, "tricks": [cards, 0, 0, 0, 0]}
        one_more = {"bids": [0] * 5, "tricks": [cards, 1, 0, 0, 0]}
        assert points_of(deal, number, 5, rules)[1:] == (10,) * 4
        assert points_of(one_more, number, 5, rules) == (None,) * 5


def test_what_was_taken_is_said_at_its_deal():
    assert [row.remark for row in SHORT_GAME.progress(SHORT, 3).rows] == [
        None,
        Text("verkeerd gedeeld: plaats 3 −1", "misdeal: seat 3 −1"),
        Text(
            "verkeerd gedeeld: plaats 1 −5, plaats 3 −5; straf: plaats 2 −3 (praatte)",
            "misdeal: seat 1 −5, seat 3 −5; penalty: seat 2 −3 (praatte)",
        ),
        Text("straf: plaats 1 −1, plaats 1 +2 (terug)", "penalty: seat 1 −1, seat 1 +2 (terug)"),
    ]


def test_a_misdeal_that_costs_nothing_is_still_said():
    free = game("boerenbridge", SHORT_GAME.options | {"misdeal_before": 0})
    row = free.progress(SHORT, 3).rows[1]
    assert (of_row(row), row.remark) == (
        (13, -3, -3),
        Text("verkeerd gedeeld: plaats 3 0", "misdeal: seat 3 0"),
    )


# Totals only.


def test_with_free_penalties_totals_may_be_anything():
    assert found(TOTALS, 3, SHORT_GAME) == []
    assert SHORT_GAME.normal(TOTALS, 3) == TOTALS
    assert [r.points for r in SHORT_GAME.score(TOTALS, 3)] == [48, -1001, 30]
    assert SHORT_GAME.progress(TOTALS, 3).totals_only


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ([("totals.1", None)], [("TOTAL_MISSING", "seat 2", "totals.1")]),
        ([("totals.1", 1.5)], [("TOTAL_NOT_INTEGER", "seat 2", "totals.1")]),
        ([("totals.1", 10**7)], [("TOTAL_NOT_INTEGER", "seat 2", "totals.1")]),
        ([("deals", [])], [("TOTALS_WITH_DEALS", "", "")]),
    ],
)
def test_wrong_totals_are_refused(changes, problems):
    assert found(changed(*changes, form=TOTALS), 3, SHORT_GAME) == problems


# The form and its cells.


def test_the_notes_of_a_row():
    rows = SHORT_GAME.layout(3, SHORT).rows
    assert [row.label for row in rows] == ["1b", "3", "4", "4z"]
    assert [(f.path, f.kind, str(f.place)) for f in rows[2].notes] == [
        ("deals.2.misdeal.stage", "choice", "deal 3"),
        *[(f"deals.2.misdeal.seats.{n}", "yes", f"deal 3 seat {n + 1}") for n in range(3)],
        ("deals.2.penalties.0.seat", "seat", "deal 3"),
        ("deals.2.penalties.0.points", "number", "deal 3"),
        ("deals.2.penalties.0.why", "text", "deal 3"),
        ("deals.2.penalties.1.seat", "seat", "deal 3"),
        ("deals.2.penalties.1.points", "number", "deal 3"),
        ("deals.2.penalties.1.why", "text", "deal 3"),
        ("deals.2.ruling", "text", "deal 3"),
    ]
    assert [f.path for f in rows[2].notes if f.reserved] == ["deals.2.ruling"]


@pytest.mark.parametrize(
    ("written", "slots"),
    [(None, 1), ([], 1), ([{}], 2), ([{}] * 19, 20), ([{}] * 20, 20), ([{}] * 90, 20), (3, 1)],
)
def test_there_is_room_for_one_more_penalty(written, slots):
    rows = SHORT_GAME.layout(3, changed(("deals.1.penalties", written), form=SHORT)).rows
    found_slots = {f.path.split(".")[3] for f in rows[1].notes if "penalties" in f.path}
    assert found_slots == {str(slot) for slot in range(slots)}


@pytest.mark.parametrize("document", [None, [], {"deals": 3}, {"deals": [None, 3, []]}, SHORT])
def test_the_form_has_a_row_for_each_deal_whatever_is_written(document):
    assert [row.number for row in SHORT_GAME.layout(3, document).rows] == [1, 2, 3, 4]


def test_what_the_signs_at_the_cards_mean():
    headings = [game(key).layout(5).row_heading for key in ("wk-boerenbridge", "bollen")]
    assert headings == [
        Text("kaarten", "cards"),
        Text("kaarten (z: zonder troef, b: blind)", "cards (z: no trump, b: blind)"),
    ]
    assert game("chinees-poepen").layout(5).row_heading.nl == "kaarten (b: blind)"


def test_the_cells_of_a_form_with_misdeals_and_penalties():
    cells = SHORT_GAME.to_cells(SHORT)
    assert {path: text for path, text in cells.items() if path.startswith("deals.2.")} == {
        "deals.2.bids.0": "2",
        "deals.2.bids.1": "1",
        "deals.2.bids.2": "2",
        "deals.2.tricks.0": "2",
        "deals.2.tricks.1": "0",
        "deals.2.tricks.2": "2",
        "deals.2.misdeal.stage": "during",
        "deals.2.misdeal.seats.0": "x",
        "deals.2.misdeal.seats.2": "x",
        "deals.2.penalties.0.seat": "2",
        "deals.2.penalties.0.points": "-3",
        "deals.2.penalties.0.why": "praatte",
    }
    assert set(cells) <= {field.path for field in SHORT_GAME.layout(3, SHORT).fields}
    assert SHORT_GAME.from_cells(cells, 3) == SHORT


@pytest.mark.parametrize(
    ("cells", "deal"),
    [
        ({"misdeal.stage": "na"}, {"misdeal": {"stage": "na"}}),
        ({"misdeal.seats.1": "x"}, {"misdeal": {"seats": [2]}}),
        (
            {"penalties.1.points": "min drie", "penalties.1.seat": " 2 "},
            {"penalties": [{}, {"seat": 2, "points": "min drie"}]},
        ),
        ({"penalties.0.points": "−3"}, {"penalties": [{"points": -3}]}),
        (
            {"penalties.0.why": "praatte", "penalties.3.why": " "},
            {"penalties": [{"why": "praatte"}]},
        ),
    ],
)
def test_what_was_written_is_kept(cells, deal):
    written = {f"deals.1.{path}": text for path, text in cells.items()}
    document = SHORT_GAME.from_cells(written, 3)
    assert document == {"deals": [{}, deal]}
    assert SHORT_GAME.from_cells(SHORT_GAME.to_cells(document), 3) == document


def test_a_form_is_put_in_the_order_of_the_archive():
    mixed = {
        "penalties": [{}, {"why": " praatte ", "points": -3, "seat": 2}],
        "misdeal": {"seats": [3, 1], "stage": "during"},
        "tricks": [2, 0, 2],
        "bids": [2, 1, 2],
    }
    twice = changed(("deals.2", mixed), ("deals.1.misdeal.seats", []), form=SHORT)
    normal = SHORT_GAME.normal(twice, 3)
    assert normal == SHORT
    assert list(normal["deals"][2]) == ["bids", "tricks", "misdeal", "penalties"]
    assert list(normal["deals"][2]["misdeal"]) == ["stage", "seats"]
    assert list(normal["deals"][2]["penalties"][0]) == ["seat", "points", "why"]
    assert list(normal["deals"][3]) == ["bids", "tricks", "penalties", "ruling"]
    assert SHORT_GAME.normal(normal, 3) == normal
