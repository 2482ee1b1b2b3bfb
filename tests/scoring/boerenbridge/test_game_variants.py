"""Variants of Boerenbridge: other points, and dealers who are free to bid."""

from fractions import Fraction

from scoring.registry import game
from scoring.result import SeatResult
from tests.cases import cases
from tests.scoring.boerenbridge.form_cases import VARIANTS
from tests.scoring.forms import (
    SHORT,
    SHORT_GAME,
    SHORT_POINTS,
    SHORT_RUNNING,
    points_of,
    points_of_row,
    points_up_to_row,
    problems_of,
    with_changes,
)

POOPEN = game("chinees-poepen")
TOTALS = {"totals": [48, -1001, 30]}


def test_points_of_a_short_form():
    progress = SHORT_GAME.progress(SHORT, 3)
    assert progress.problems == ()
    assert [points_of_row(row) for row in progress.rows] == SHORT_POINTS
    assert [points_up_to_row(row) for row in progress.rows] == SHORT_RUNNING
    assert [row.dealer for row in progress.rows] == [2, 3, 1, 2]
    assert progress.result == SHORT_GAME.score(SHORT, 3)


def test_w_7_the_highest_total_wins():
    assert SHORT_GAME.score(SHORT, 3) == (
        SeatResult(48, 1, Fraction(5)),
        SeatResult(20, 3, Fraction(3)),
        SeatResult(30, 2, Fraction(4)),
    )


def test_w_7_chosen_match_points_count():
    options = SHORT_GAME.options | {"wp": [8, 6]}
    outcome = game("boerenbridge", options).score(SHORT, 3)
    assert [str(result.match_points) for result in outcome] == ["8", "4", "6"]
    assert [r.match_points for r in game("boerenbridge", options).progress(SHORT, 3).result] == [
        r.match_points for r in outcome
    ]


# Points.


@cases(
    ("bid", "tricks", "points"),
    [(2, 2, 14), (0, 0, 10), (3, 4, -2), (0, 4, -8), (4, 0, -8), (10, 10, 30)],
)
def test_w_6_points_of_chinees_poepen(bid, tricks, points):
    assert POOPEN.rules.points(bid, tricks) == points


@cases(
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


@cases("key", VARIANTS)
def test_w_12_the_tricks_add_up_to_the_cards_in_all_variants(key):
    rules = game(key)
    for number, cards in enumerate(rules.rules.cards, 1):
        deal = {"bids": [0] * 5, "tricks": [cards, 0, 0, 0, 0]}
        one_more = {"bids": [0] * 5, "tricks": [cards, 1, 0, 0, 0]}
        assert points_of(deal, number, 5, rules)[1:] == (10,) * 4
        assert points_of(one_more, number, 5, rules) == (None,) * 5


# The dealer's restriction.


@cases(
    ("restriction", "free"), [("always", []), ("above-3", [1, 2, 3]), ("never", list(range(1, 18)))]
)
def test_w_5_in_which_deals_the_dealer_is_free(restriction, free):
    rules = game("bollen", {"restriction": restriction}).rules
    assert [cards for cards in range(1, 18) if not rules.is_restricted(cards)] == free


@cases(
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
    rows = problems_of(form, 4, game(key).for_tables([4]))
    at_row = [code for code, place, _path in rows if place == f"deal {deal}"]
    assert at_row == codes


def test_w_5_a_ruling_can_be_written_only_where_the_dealer_is_restricted():
    def rows_with_a_ruling(key: str) -> list[str]:
        rows = game(key).layout(5).rows
        return [row.label for row in rows if any("ruling" in field.path for field in row.notes)]

    assert rows_with_a_ruling("bollen") == ["4", "5", "6", "6z", "6", "5", "4"]
    assert rows_with_a_ruling("luciferen") == rows_with_a_ruling("zaanse-boerenbridge") == []


# Totals only.


def test_totals_have_no_bounds_with_free_penalties():
    assert problems_of(TOTALS, 3, SHORT_GAME) == []
    assert SHORT_GAME.normal(TOTALS, 3) == TOTALS
    assert [r.points for r in SHORT_GAME.score(TOTALS, 3)] == [48, -1001, 30]
    assert SHORT_GAME.progress(TOTALS, 3).totals_only


@cases(
    ("changes", "problems"),
    [
        ([("totals.1", None)], [("TOTAL_MISSING", "seat 2", "totals.1")]),
        ([("totals.1", 1.5)], [("TOTAL_NOT_INTEGER", "seat 2", "totals.1")]),
        ([("totals.1", 10**7)], [("TOTAL_NOT_INTEGER", "seat 2", "totals.1")]),
        ([("deals", [])], [("TOTALS_WITH_DEALS", "", "")]),
    ],
)
def test_wrong_totals_are_refused(changes, problems):
    assert problems_of(with_changes(*changes, form=TOTALS), 3, SHORT_GAME) == problems
