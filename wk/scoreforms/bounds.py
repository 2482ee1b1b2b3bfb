"""What the cells of a score form can still hold, as far as the sums of their row tell."""

from collections.abc import Collection, Iterator, Mapping

from scoring.cells import number_or_text
from scoring.layout import Layout, Row, Sum


def blocked_paths(
    layout: Layout, cells: Mapping[str, str], told: Collection[str] = ()
) -> frozenset[str]:
    """Return the empty cells in which nothing can be right: the other cells of a sum are all
    written, and leave no number for it. `cells` has what is written, by path; of the rows in `told`
    it is known already what is wrong.

    A sum does not hold where one of the layout's marks stands in place of a number. The script of
    the page passes over these cells, by the same reckoning.
    """
    marks = {mark.letter for mark in layout.marks}
    return frozenset(
        path
        for row in layout.rows
        if row.path not in told
        for each in row.sums
        for path in _last_empty(each, cells)
        if _is_blocked(row, each, path, cells, marks)
    )


def _last_empty(each: Sum, cells: Mapping[str, str]) -> Iterator[str]:
    """Give the one cell that is empty, if it is one."""
    empty = [path for path in each.paths if not cells.get(path)]
    yield from empty if len(empty) == 1 else ()


def _is_blocked(row: Row, each: Sum, path: str, cells: Mapping[str, str], marks: set[str]) -> bool:
    others = [cells[other] for other in each.paths if other != path]
    if any(text.upper() in marks for text in others):
        return False
    most = next(field.most for field in row.fields if field.path == path)
    numbers = [number_or_text(text) for text in others]
    known = [n for n in numbers if isinstance(n, int) and n >= 0]
    return len(known) < len(numbers) or not 0 <= each.total - sum(known) <= most
