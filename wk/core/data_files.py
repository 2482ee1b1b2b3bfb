"""Files with data for programs and spreadsheets: JSON, CSV and XLSX."""

import csv
import json
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from wk.core.formatting import exact_halves

Cell: TypeAlias = str | int | Fraction | None
Rows: TypeAlias = Sequence[Sequence[Cell]]
"""The rows of a table; the first one has the headings."""

# A spreadsheet takes a text with one of these as its first character for a formula: the last four
# of them are the wide forms that East Asian keyboards type.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# Some spreadsheets split a row at these signs too, whatever is in quotes.
SPLITS = r"[;|]"
FORMULA = re.compile(rf"(?:^|{SPLITS}\s*)(?=[{re.escape(''.join(FORMULA_STARTS))}])")
# A workbook names the moment at which it was saved. The same rows have to give the same bytes.
CORE, SAVED_AT = "docProps/core.xml", re.compile(rb"<dcterms:.*</dcterms:\w+>")
EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first moment that a ZIP file can name
WIDEST = 40  # characters of a column


def json_text(data: Any) -> str:
    """Return values as one JSON document."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def csv_text(rows: Rows) -> str:
    """Return rows as CSV.

    What a spreadsheet would take for a formula gets an apostrophe before it.
    """
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_csv_cells, rows))
    return text.getvalue()


def _csv_cells(row: Sequence[Cell]) -> Iterable[Cell]:
    for cell in row:
        if isinstance(cell, Fraction):
            yield exact_halves(cell)
        elif isinstance(cell, str):
            yield FORMULA.sub(r"\g<0>'", cell)
        else:
            yield cell


def xlsx_bytes(rows: Rows, title: str) -> bytes:
    """Return rows as a workbook of one sheet. Its headings stay in sight; a text is no formula."""
    # Here, as it takes a quarter of the time in which a server starts.
    from openpyxl import Workbook
    from openpyxl.styles import Font

    workbook = Workbook()
    sheet = workbook.create_sheet(title, 0)
    workbook.remove(workbook.worksheets[1])
    sheet.freeze_panes = "A2"
    for row_number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(row_number, column)
            cell.value = float(value) if isinstance(value, Fraction) else value
            if isinstance(value, str):
                cell.data_type = "s"
                # Without this mark the text would become a formula once somebody edits its cell.
                cell.quotePrefix = value.startswith(FORMULA_STARTS)
            if row_number == 1:
                cell.font = Font(bold=True)
    for column in sheet.columns:
        width = max(len(str(cell.value)) for cell in column if cell.value is not None)
        sheet.column_dimensions[column[0].column_letter].width = min(WIDEST, width + 2)
    saved = BytesIO()
    workbook.save(saved)
    return _without_moments(saved)


def _without_moments(saved: BytesIO) -> bytes:
    """Return a workbook without the moment of saving it."""
    made = BytesIO()
    with ZipFile(saved) as before, ZipFile(made, "w") as after:
        for name in before.namelist():
            content = before.read(name)
            content = SAVED_AT.sub(b"", content) if name == CORE else content
            after.writestr(ZipInfo(name, EARLIEST), content, ZIP_DEFLATED)
    return made.getvalue()
