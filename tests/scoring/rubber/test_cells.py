"""Cells of a form of rubber bridge."""

from scoring.rubber import make
from scoring.rubber.form import MOST_DEALS
from tests.cases import cases
from tests.scoring.rubber.rubbers import EXAMPLE, GAME, KORTREGLER, problems_of, rubber

ROW = {"declarer": "2", "level": "3", "strain": "NT", "tricks": "9"}


def row_of_cells(index: int, **cells: str) -> dict[str, str]:
    return {f"contracts.{index}.{key.replace('_', '.')}": text for key, text in cells.items()}


def test_the_cells_of_a_form():
    form = rubber("1 2HX 10", "-", "2 3NT 9 4:150", unfinished=True)
    assert GAME.to_cells(form) == (
        row_of_cells(0, declarer="1", level="2", strain="H", doubled="1", tricks="10")
        | row_of_cells(1, passed="x")
        | row_of_cells(2, **ROW, honours_points="150", honours_seat="4")
        | {"unfinished": "x"}
    )


@cases(
    "form",
    [
        EXAMPLE,
        rubber("-", unfinished=True),
        rubber("1 2HXX 10 1:100", "-", "2 3NT 9 4:150", unfinished=True),
        {"totals": [810, -810, 810, -810]},
    ],
)
def test_a_form_survives_its_cells(form):
    assert GAME.from_cells(GAME.to_cells(form), 4) == GAME.normal(form, 4) == form


@cases(
    ("cells", "written"),
    [
        (ROW, {"declarer": 2, "level": 3, "strain": "NT", "doubled": 0, "tricks": 9}),
        ({"strain": "s"}, {"strain": "S", "doubled": 0}),
        ({"doubled": "2"}, {"doubled": 2}),
        ({"doubled": "xx", "level": "2+"}, {"level": "2+", "doubled": "xx"}),
        ({"passed": "X"}, {"passed": True}),
        ({"passed": "x", "doubled": "0"}, {"passed": True}),
        ({"passed": "ja"}, {"passed": "ja"}),
        ({"passed": "x", "tricks": "0"}, {"passed": True, "tricks": 0}),
        ({"tricks": "½"}, {"doubled": 0, "tricks": "½"}),
        ({"honours_points": "100"}, {"doubled": 0, "honours": [{"points": 100}]}),
        ({"honours_seat": "N"}, {"doubled": 0, "honours": [{"seat": "N"}]}),
    ],
)
def test_text_in_a_cell_is_kept(cells, written):
    document = GAME.from_cells(row_of_cells(0, **cells), 4)
    assert document == {"contracts": [written]}
    assert GAME.from_cells(GAME.to_cells(document), 4) == document


@cases("cells", [{}, {"doubled": "0"}, {"level": "  "}, {"vulnerable": "x"}])
def test_an_empty_row_is_not_written(cells):
    assert GAME.from_cells(row_of_cells(3, **cells), 4) == {}


def test_a_row_left_open_stays_open():
    document = GAME.from_cells(row_of_cells(0, passed="x") | row_of_cells(2, passed="x"), 4)
    assert document == {"contracts": [{"passed": True}, {}, {"passed": True}]}


def test_a_row_far_down_makes_no_long_document():
    document = GAME.from_cells(row_of_cells(999_999, level="3"), 4)
    assert len(document["contracts"]) == MOST_DEALS + 1
    assert problems_of(document)[0] == ("TOO_MANY_CONTRACTS", "", "contracts")
    assert GAME.from_cells(GAME.to_cells(document), 4) == document
    assert GAME.from_cells(row_of_cells(10**9, level="3"), 4) == {}


@cases(
    ("document", "rows"),
    [(None, 16), ({}, 12), (EXAMPLE, 13), (rubber(*["-"] * 8), 12), (rubber(*["-"] * 30), 34)],
)
def test_a_form_always_has_empty_rows(document, rows):
    layout = GAME.layout(4, document)
    assert len(layout.rows) == len(GAME.progress(document, 4).rows) == rows


def test_the_rows_are_named_as_on_the_pad():
    labels = [row.label for row in GAME.layout(4, rubber(*["-"] * 30)).rows]
    assert (labels[0], labels[8], labels[25], labels[26]) == ("a", "i", "z", "27")


@cases(
    ("game", "cells"),
    [
        (
            GAME,
            "passed declarer level strain doubled tricks honours.points honours.seat",
        ),
        (KORTREGLER, "passed declarer level strain doubled tricks"),
        (make("rubber-bridge", {"honours": False}), "passed declarer level strain doubled tricks"),
    ],
)
def test_the_cells_of_a_row(game, cells):
    layout = game.layout(4)
    paths = [field.path for field in layout.rows[2].fields]
    assert paths == [f"contracts.2.{cell}" for cell in cells.split()]
    assert [field.place.deal for field in layout.rows[2].fields] == [3] * len(paths)
    assert [field.path for field in layout.tail] == ["unfinished"]


def test_each_pair_has_a_block():
    sides = GAME.layout(4).sides
    assert [(side.seats, side.name.nl) for side in sides] == [((1, 3), "NZ"), ((2, 4), "OW")]
    assert all(row.sides == ((), ()) for row in GAME.layout(4).rows)
