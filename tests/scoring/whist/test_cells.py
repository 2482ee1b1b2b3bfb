"""Cells of a form of kleurenwiezen."""

from scoring.whist.contracts import CONTRACTS
from tests.cases import cases
from tests.scoring.whist.forms import FORM, FOUR, WHIST, problems_of, with_changes

TOTALS = {"totals": [28, 196, 201, 50]}


def test_the_cells_of_a_form():
    cells = WHIST.to_cells(FORM)
    rows = ("deals.2.", "deals.3.", "deals.10.", "deals.19.")
    assert {path: text for path, text in cells.items() if path.startswith(rows)} == {
        "deals.2.contract": "samen-9",
        "deals.2.declarers.0": "x",
        "deals.2.declarers.3": "x",
        "deals.2.tricks": "7",
        "deals.3.contract": "passed",
        "deals.10.contract": "kleine-miserie",
        "deals.10.declarers.0": "x",
        "deals.10.declarers.2": "x",
        "deals.10.tricks": "0 2",
        "deals.19.contract": "grote-miserie",
        "deals.19.declarers.0": "x",
        "deals.19.tricks": "1",
        "deals.19.referee": "J.P.",
    }
    assert WHIST.from_cells(cells, 4) == FORM


@cases(
    ("written", "read"),
    [
        *[("9", 9), (" 9 ", 9), ("-2", -2), ("0 1", [0, 1]), (" 0   1 2 ", [0, 1, 2])],
        *[(text, text) for text in ("negen", "0 x", "2,5", "½", "1234567890")],
    ],
)
def test_tricks_are_kept_as_written(written, read):
    document = WHIST.from_cells({"deals.0.tricks": written}, 4)
    assert document == {"deals": [{"tricks": read}]}
    assert WHIST.from_cells(WHIST.to_cells(document), 4) == document


@cases("contract", ["samen-8", "troel", "bridge"])
def test_a_contract_is_kept_as_written(contract):
    document = WHIST.from_cells({"deals.1.contract": contract}, 4)
    assert document == {"deals": [{}, {"contract": contract}]}


def test_any_mark_in_a_box_is_a_cross():
    cells = {"deals.0.declarers.0": "X", "deals.0.declarers.1": " ", "deals.0.declarers.3": "v"}
    assert WHIST.from_cells(cells, 4) == {"deals": [{"declarers": [1, 4]}]}


def test_cells_beside_a_passed_deal_are_kept_and_refused():
    cells = WHIST.to_cells(FORM) | {"deals.3.tricks": "0"}
    form = WHIST.from_cells(cells, 4)
    assert form == with_changes(("deals.3.tricks", 0))
    assert problems_of(form) == [("PASSED_WITH_MORE", "deal 4", "deals.3")]
    assert WHIST.to_cells(form) == cells


def test_players_in_another_order_are_shown_by_seat():
    deal = {"contract": "piccolo", "declarers": [4, 2], "tricks": [0, 1]}
    cells = WHIST.to_cells({"deals": [deal]})
    assert cells["deals.0.tricks"] == "1 0"
    normal = {"contract": "piccolo", "declarers": [2, 4], "tricks": [1, 0]}
    assert WHIST.from_cells(cells, 4) == {"deals": [normal]}


def test_totals_beside_deals_are_kept_and_refused():
    form = WHIST.from_cells(WHIST.to_cells(FORM) | WHIST.to_cells(TOTALS), 4)
    assert form == FORM | TOTALS
    assert problems_of(form) == [("TOTALS_WITH_DEALS", "", "")]


def test_an_empty_form():
    assert WHIST.from_cells({}, 4) == WHIST.from_cells({"deals.19.tricks": " "}, 4) == {}
    assert [code for code, _, _ in problems_of({})] == ["DEAL_MISSING"] * 20


def test_an_unknown_row_is_ignored():
    assert WHIST.from_cells({"deals.999.tricks": "1", "deals.99999999.tricks": "1"}, 4) == {}


# A document, and how many rows its form has with 4 deals that count.
ROWS = [
    (None, 6),  # on paper: two more, for deals that are passed
    ({}, 4),
    ([], 4),
    ({"deals": [{"passed": True}]}, 5),
    ({"deals": [{"passed": True}, {}, {"passed": True}, {}]}, 6),
    ({"deals": [{"contract": "troel"}] * 7}, 7),
    ({"deals": [{"contract": "troel"}] * 4 + [{}, None, {}]}, 4),
    ({"deals": [{"passed": True}] * 1000}, 105),
    ({"totals": [1, 2, 3, 4]}, 4),
]


@cases(("document", "rows"), ROWS)
def test_the_rows_of_a_form(document, rows):
    assert len(FOUR.layout(4, document).rows) == rows
    assert len(FOUR.progress(document, 4).rows) == rows


def test_a_row_of_the_layout():
    layout = WHIST.layout(4)
    row = layout.rows[5]
    assert [(field.path, field.kind, field.label.en) for field in row.fields] == [
        ("deals.5.contract", "choice", "contract"),
        ("deals.5.tricks", "numbers", "tricks"),
        ("deals.5.declarers.0", "yes", "plays"),
        ("deals.5.declarers.1", "yes", "plays"),
        ("deals.5.declarers.2", "yes", "plays"),
        ("deals.5.declarers.3", "yes", "plays"),
        ("deals.5.referee", "text", "referee"),
    ]
    choices = [choice.value for choice in row.cells[0].choices]
    assert choices == [*(contract.key for contract in CONTRACTS), "passed"]
    assert [str(field.place) for field in row.fields][1:4] == [
        "deal 6", "deal 6 seat 1", "deal 6 seat 2",
    ]  # fmt: skip
    assert (len(layout.rows), layout.head, layout.tail) == (22, (), ())
