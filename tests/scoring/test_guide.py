"""The guide of a form, by which a phone leads a table through its deals without a server."""

from random import Random

from scoring.guide import Guide, GuideRow
from scoring.registry import GAMES, game
from tests.cases import cases
from tests.scoring.forms import FIVE, FOUR, SHORT_GAME, WK_GAME
from tests.scoring.rubber.rubbers import EXAMPLE
from tests.scoring.whist.forms import FORM, ROWS

FAMILY = [key for key in GAMES if game(key).guide(5).first_dealer]


def test_wk_11_wk_12_order_of_the_cells_of_a_deal():
    assert WK_GAME.guide(4).rows[18] == GuideRow(
        "deals.18",
        "10",
        (3, 4, 1, 2),
        tuple(
            tuple(f"deals.18.{column}.{seat}" for column in ("bids", "tricks") for seat in order)
            for order in [(3, 0, 1, 2), (0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1)]
        ),
    )


@cases("key", GAMES)
def test_the_guide_has_the_rows_of_the_layout(key):
    rules = game(key)
    seats = rules.table_sizes[0]
    form = rules.practice(seats, Random(1))
    for document in (None, form, {}):
        rows = rules.layout(seats, document).rows
        guide = rules.guide(seats, document)
        assert [(row.path, row.label) for row in guide.rows] == [(r.path, r.label) for r in rows]


@cases("key", FAMILY)
@cases("seats", [3, 4, 5])
def test_wk_13_every_cell_is_written_once_for_every_first_dealer(key, seats):
    rules = game(key).for_tables((seats,))
    layout, guide = rules.layout(seats), rules.guide(seats)
    assert guide.first_dealer == layout.head[0].path == "first_dealer"
    for row, known in zip(layout.rows, guide.rows, strict=True):
        cells = sorted(field.path for side in row.sides for field in side)
        assert [sorted(order) for order in known.orders] == [cells] * seats
        for who_deals, order in zip(known.dealers, known.orders, strict=True):
            assert (order[0], order[seats - 1]) == (
                f"{row.path}.bids.{who_deals % seats}",
                f"{row.path}.bids.{who_deals - 1}",
            )


@cases("key", FAMILY)
@cases("seats", [4, 5])
def test_dealers_and_points_equal_those_of_the_form(key, seats):
    rules = game(key).for_tables((seats,))
    form = rules.practice(seats, Random(3))
    for deal in form["deals"]:  # what stands in the notes of a row comes on top
        deal.pop("misdeal", None)
        deal.pop("penalties", None)
    guide, progress, cells = rules.guide(seats), rules.progress(form, seats), rules.to_cells(form)
    for row, known in zip(progress.rows, guide.rows, strict=True):
        assert known.dealers[form["first_dealer"] - 1] == row.dealer
        points = [
            guide.worth[f"{cells[f'{known.path}.bids.{n}']} {cells[f'{known.path}.tricks.{n}']}"]
            for n in range(seats)
        ]
        assert points == [figure.value for (figure,) in row.figures]


def test_wk_20_wk_21_points_of_stopped_deals():
    for form, seats in ((FIVE, 5), (FOUR, 4)):
        guide, cells = WK_GAME.guide(seats), WK_GAME.to_cells(form)
        for row in WK_GAME.progress(form, seats).rows:
            at = f"deals.{row.number - 1}"
            for seat, (figure,) in enumerate(row.figures):
                written = cells.get(f"{at}.tricks.{seat}", "-")
                assert guide.worth[f"{cells[f'{at}.bids.{seat}']} {written}"] == figure.value


def test_wk_17_wk_18_points_of_a_bid():
    worth = WK_GAME.guide(5).worth
    assert {key: worth[key] for key in ("3 3", "3 5", "3 K", "3 V", "3 -", "0 0", "10 0")} == {
        "3 3": 16,
        "3 5": -4,
        "3 K": -4,
        "3 V": -10,
        "3 -": 16,
        "0 0": 10,
        "10 0": -20,
    }
    assert len(worth) == 11 * 11 + 11 * 3


def test_w_15_variants_have_no_stopped_deals():
    worth = SHORT_GAME.guide(3).worth
    assert sorted(worth) == sorted(f"{bid} {tricks}" for bid in range(5) for tricks in range(5))
    assert (worth["2 2"], worth["1 4"]) == (16, -9)


def test_k_2_dealers_are_known_up_to_the_next_deal():
    rules = game("kleurenwiezen")
    assert [row.dealers for row in rules.guide(4).rows[:2]] == [(2, 2, 2, 2), ()]
    whole = rules.guide(4, FORM)
    dealers = [row.dealer for row in rules.progress(FORM, 4).rows]
    assert [row.dealers for row in whole.rows] == [(dealer,) * 4 for dealer in dealers]
    begun = {"deals": [row for row, _points in ROWS[:5]]}
    # Deal 4 was passed: who dealt it deals deal 5 as well.
    assert [row.dealers[:1] for row in rules.guide(4, begun).rows[:7]] == [
        *[(2,), (3,), (4,), (1,), (1,), (2,)],
        (),
    ]
    assert (whole.first_dealer, whole.worth, {row.orders for row in whole.rows}) == ("", {}, {()})


@cases("key", ["rubber-bridge", "bridge-kortregler"])
def test_delta_9_a_rubber_has_only_rows(key):
    rows = game(key).layout(4, EXAMPLE).rows
    expected = Guide("", tuple(GuideRow(row.path, row.label) for row in rows), {})
    assert game(key).guide(4, EXAMPLE) == expected
