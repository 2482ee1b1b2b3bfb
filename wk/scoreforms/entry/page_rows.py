"""The rows of a form on a page that is open: those it has, those to add, those with new figures."""

from collections.abc import Container, Sequence
from itertools import chain, repeat

from scoring.layout import Field
from wk.scoreforms.cells import Cell, SheetRow
from wk.scoreforms.sheet import Sheet


def split_rows(
    shown: Sheet, sent: Container[str]
) -> tuple[tuple[SheetRow, ...], tuple[SheetRow, ...]]:
    """Return the rows that a page has already, and those to be added to it.

    `sent` holds the paths of the cells that the page sent. A row that the page has sends at least
    one cell: empty cells are sent too, except boxes that are not ticked.
    """
    known = [any(c.field.path in sent for c in row.every_cell) for row in shown.rows]
    pairs = list(zip(shown.rows, known, strict=True))
    return (
        tuple(row for row, is_known in pairs if is_known),
        tuple(row for row, is_known in pairs if not is_known),
    )


def changed_rows(rows: Sequence[SheetRow], shown: Sequence[str]) -> tuple[SheetRow, ...]:
    """Return the rows with other figures or another remark than a page shows.

    `rows` are the rows that the page has, in its order; `shown` are the tokens that it sent, which
    may be fewer.
    """
    both = zip(rows, chain(shown, repeat("")), strict=False)
    return tuple(row for row, token in both if row.computed_token != token)


def new_notes(
    rows: tuple[SheetRow, ...], sent: Container[str]
) -> tuple[tuple[SheetRow, tuple[Cell, ...]], ...]:
    """Return the notes to add to rows that a page has already, such as a further penalty."""
    found = ((row, tuple(cell for cell in row.notes if _is_new(cell.field, sent))) for row in rows)
    return tuple((row, cells) for row, cells in found if cells)


def _is_new(field: Field, sent: Container[str]) -> bool:
    """Return whether the page lacks a cell.

    Browsers leave out empty boxes, and the page of a clerk the cells of the director: their absence
    shows nothing.
    """
    return not (field.reserved or field.kind == "yes" or field.path in sent)
