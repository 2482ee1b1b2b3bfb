"""Cells of a form of Boerenbridge."""

from tests.cases import cases
from tests.scoring.forms import FIVE, WK_GAME, problems_of, with_changes

TOTALS = {"totals": [88, 120, 64, -6, 102]}


def cells_and_back(form: object, *changes: tuple[str, str]) -> dict[str, str]:
    return WK_GAME.to_cells(form) | dict(changes)


def test_the_cells_of_a_form():
    cells = WK_GAME.to_cells(FIVE)
    assert {path: text for path, text in cells.items() if path.startswith("deals.6.")} == {
        "deals.6.bids.0": "0",
        "deals.6.bids.1": "0",
        "deals.6.bids.2": "3",
        "deals.6.bids.3": "1",
        "deals.6.bids.4": "1",
        "deals.6.tricks.0": "K",
        "deals.6.tricks.3": "K",
    }
    assert (cells["first_dealer"], cells["deals.1.tricks.2"]) == ("2", "V")
    assert WK_GAME.from_cells(cells, 5) == FIVE


@cases(
    ("written", "read"),
    [
        *[("2", 2), (" 2 ", 2), ("02", 2), ("+2", 2), ("-2", -2), ("12345678", 12345678)],
        *[(text, None) for text in ("", "  ")],
        *[(text, text) for text in ("2,5", "2.0", "½", "²", "٣", "x", "1 2")],
    ],
)
def test_text_in_a_cell_is_kept(written, read):
    document = WK_GAME.from_cells({"deals.0.bids.0": written, "deals.0.bids.1": "1"}, 5)
    assert document == {"deals": [{"bids": [read, 1]}]}


@cases("letter", ["V", "v", " v "])
def test_a_letter_in_a_cell_is_an_infraction(letter):
    cells = cells_and_back(FIVE, ("deals.1.tricks.0", letter))
    assert WK_GAME.from_cells(cells, 5) == with_changes(("deals.1.infraction.seats", [1, 3]))


def test_a4_two_kinds_of_mark_in_one_row_are_refused():
    form = WK_GAME.from_cells(cells_and_back(FIVE, ("deals.1.tricks.0", "K")), 5)
    assert problems_of(form) == [("MIXED_INFRACTIONS", "deal 2", "deals.1")]
    assert WK_GAME.from_cells(WK_GAME.to_cells(form), 5) == form


def test_tricks_beside_a_mark_are_kept_and_refused():
    form = WK_GAME.from_cells(cells_and_back(FIVE, ("deals.1.tricks.0", "0")), 5)
    assert problems_of(form) == [("TRICKS_WITH_INFRACTION", "deal 2 seat 1", "deals.1.tricks.0")]
    assert WK_GAME.from_cells(WK_GAME.to_cells(form), 5) == form


def test_totals_beside_deals_are_kept_and_refused():
    form = WK_GAME.from_cells(cells_and_back(FIVE) | cells_and_back(TOTALS), 5)
    assert form == FIVE | TOTALS
    assert problems_of(form) == [("TOTALS_WITH_DEALS", "", "")]


def test_an_empty_form():
    assert WK_GAME.from_cells({}, 5) == WK_GAME.from_cells({"deals.18.bids.4": " "}, 5) == {}
    assert len(problems_of({})) == 20
