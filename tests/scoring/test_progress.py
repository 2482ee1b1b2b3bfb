"""The progress of a form, and the deals that needed a ruling, in every game."""

from random import Random

from scoring.layout import Sum
from scoring.registry import GAMES, game
from tests.cases import cases
from tests.scoring.forms import FIVE, SHORT, SHORT_GAME, WK_GAME, with_changes
from tests.scoring.rubber.rubbers import EXAMPLE, rubber
from tests.scoring.whist.forms import FORM, WHIST

DEALS = {
    "wk-boerenbridge": 19,
    "chinees-poepen": 19,
    "boerenbridge": 22,
    "zaanse-boerenbridge": 22,
    "bollen": 13,
    "luciferen": 18,
    "rubber-bridge": 0,
    "bridge-kortregler": 0,
    "kleurenwiezen": 20,
}


def deals_done(rules, document: object, seats: int) -> tuple[int, int]:
    progress = rules.progress(document, seats)
    return progress.done, progress.deals


@cases("key", GAMES)
def test_progress_of_a_full_and_an_empty_form(key):
    rules = game(key)
    seats = rules.table_sizes[0]
    form = rules.practice(seats, Random(5))
    rows = form.get("deals", form.get("contracts"))
    counted = [row for row in rows if key != "kleurenwiezen" or "passed" not in row]
    assert deals_done(rules, form, seats) == (len(counted), DEALS[key])
    for empty in ({}, None, [], {"totals": [0] * seats}):
        assert deals_done(rules, empty, seats) == (0, DEALS[key])


@cases("key", GAMES)
def test_each_complete_deal_counts(key):
    rules = game(key)
    seats = rules.table_sizes[0]
    form = rules.practice(seats, Random(5))
    kind = "deals" if "deals" in form else "contracts"
    expected = 0
    for count, row in enumerate(form[kind], 1):
        expected += key != "kleurenwiezen" or "passed" not in row
        assert rules.progress(form | {kind: form[kind][:count]}, seats).done == expected


@cases(
    ("change", "count"),
    [
        (("deals.4", {}), 18),
        (("deals.4.tricks.2", None), 18),
        (("deals.4.bids.2", "x"), 18),
        (("deals.4.tricks.2", 2), 18),  # they do not add up
        (("deals.1.infraction.seats", []), 18),
        (("first_dealer", None), 19),
    ],
)
def test_a26_a_deal_is_done_when_its_points_are_known(change, count):
    form = with_changes(change)
    progress = WK_GAME.progress(form, 5)
    known = [row for row in progress.rows if all(f.value is not None for (f,) in row.figures)]
    assert progress.done == len(known) == count


def test_b_8_the_deals_of_a_rubber():
    rules = game("rubber-bridge")
    assert rules.progress(EXAMPLE, 4).done == 9
    # One that was passed out is over; what stands below a hole is known as well.
    assert rules.progress(rubber("-", "1 2H 10"), 4).done == 2
    hole = {"contracts": [{}, *rubber("1 2H 10")["contracts"]]}
    assert rules.progress(hole, 4).done == 1
    after = rubber("1 4S 10", "3 4S 10", "1 2H 10")
    assert rules.progress(after, 4).done == 2


def test_k_2_a_passed_deal_is_not_done():
    assert deals_done(WHIST, FORM, 4) == (20, 20)
    assert len(FORM["deals"]) == 22


def incidents_of(rules, document: object, seats: int) -> list[int]:
    return [row.number for row in rules.progress(document, seats).rows if row.is_incident]


def test_wk_20_wk_21_a10_incidents_of_the_championship():
    ruled = with_changes(("deals.0.bids.4", 4), ("deals.0.ruling", "Blijft staan."))
    assert incidents_of(WK_GAME, FIVE, 5) == [2, 7]
    assert incidents_of(WK_GAME, ruled, 5) == [1, 2, 7]
    assert incidents_of(WK_GAME, {}, 5) == []


def test_w_8_w_10_incidents_of_the_variants():
    assert incidents_of(SHORT_GAME, SHORT, 3) == [2, 3, 4]


def test_k_2_incidents_of_kleurenwiezen():
    assert incidents_of(WHIST, FORM, 4) == [20, 21, 22]


def test_b_9_a_rubber_has_no_incidents():
    assert incidents_of(game("rubber-bridge"), EXAMPLE, 4) == []


def barred_cards(key: str, seats: int) -> list[int]:
    """Return the cards of the deals whose bids may not add up to them."""
    rules = game(key).for_tables((seats,))
    found = []
    for row in rules.layout(seats).rows:
        for each in row.barred:
            bids = tuple(f"{row.path}.bids.{seat}" for seat in range(seats))
            assert each == Sum(bids, row.sums[0].total)
            found.append(each.total)
    return found


@cases("seats", [4, 5])
def test_wk_14_a24_bids_that_may_not_add_up_to_the_cards(seats):
    assert barred_cards("wk-boerenbridge", seats) == [*range(10, 0, -1), *range(2, 11)]


@cases(
    ("key", "cards"),
    [
        ("chinees-poepen", [4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4]),
        ("bollen", [4, 5, 6, 6, 6, 5, 4]),
        ("zaanse-boerenbridge", []),
        ("luciferen", []),
    ],
)
def test_w_5_bids_may_add_up_in_small_deals_and_where_nobody_bids_last(key, cards):
    assert barred_cards(key, 5) == cards


@cases("key", ["rubber-bridge", "bridge-kortregler", "kleurenwiezen"])
def test_no_cells_are_barred_in_the_other_games(key):
    assert {row.barred for row in game(key).layout(4).rows} == {()}
