"""Files with data: what a spreadsheet makes of them, and that the same rows give the same bytes."""

import csv
from fractions import Fraction
from io import BytesIO, StringIO
from zipfile import ZipFile

from openpyxl import load_workbook

from wk.core.data_files import csv_text, xlsx_bytes

# Names that a spreadsheet would compute.
FORMULAS = ["=1+1", "+1", "-1", "@A1", '=HYPERLINK("http://example.org")', "＝1+1", "\t=1"]
NAMES = [*FORMULAS, "Anna, 'jr'", "", "001"]
ROWS = [["name", "wp", "points"], *([name, Fraction(9, 2), -4] for name in NAMES)]


def test_in_csv_a_text_is_never_a_formula_and_a_number_is_always_a_number():
    head, *rows = csv.reader(StringIO(csv_text(ROWS)))
    assert head == ["name", "wp", "points"]
    names = [*(f"'{name}" for name in FORMULAS), *NAMES[len(FORMULAS) :]]
    assert rows == [[name, "4.5", "-4"] for name in names]


def test_in_csv_no_formula_stands_behind_a_sign_that_splits_a_row():
    names = {"Jan;=1+1": "Jan;'=1+1", "a| -2": "a| '-2", "=1;@A1": "'=1;'@A1", "Jan; Piet": None}
    for name, expected in names.items():
        ((cell,),) = csv.reader(StringIO(csv_text([[name]])))
        assert cell == (expected or name)


def test_in_a_workbook_a_text_is_never_a_formula_and_a_number_is_always_a_number():
    book = load_workbook(BytesIO(xlsx_bytes(ROWS, "standings")))
    assert (book.sheetnames, book.active.freeze_panes) == (["standings"], "A2")
    _head, *rows = book.active.iter_rows()
    assert {cell.data_type for cell, *_ in rows if cell.value} == {"s"}
    assert [cell.value or "" for cell, *_ in rows] == NAMES
    assert [bool(cell.quotePrefix) for cell, *_ in rows] == [name in FORMULAS for name in NAMES]
    assert {(wp.value, points.value) for _, wp, points in rows} == {(4.5, -4)}


def test_a_workbook_names_no_moment():
    """The same rows give the same bytes, so that a reader can tell that nothing changed."""
    with ZipFile(BytesIO(xlsx_bytes(ROWS, "standings"))) as book:
        assert {each.date_time for each in book.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert b"dcterms:created" not in book.read("docProps/core.xml")
        assert b"dcterms:modified" not in book.read("docProps/core.xml")
