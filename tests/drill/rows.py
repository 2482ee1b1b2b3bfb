"""A row of the table: what was tried, how often, and how often the defence failed."""

from collections.abc import Iterable
from dataclasses import dataclass

HEADINGS = ("what was tried", "tried", "failed", "figure")


@dataclass(frozen=True, slots=True)
class Row:
    """`tried` and `failed` are numbers of tries; a try failed where the defence did not hold."""

    what: str
    tried: int
    failed: int
    figure: str


def table(rows: Iterable[Row]) -> str:
    """Return rows as a table of text, with columns of one width.

    >>> print(table([Row("codes guessed", 500, 0, "30 judged")]))
    what was tried | tried | failed | figure
    ---------------+-------+--------+----------
    codes guessed  |   500 |      0 | 30 judged
    """
    cells = [(row.what, f"{row.tried}", f"{row.failed}", row.figure) for row in rows]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *cells, strict=True)]

    def line(texts: tuple[str, ...]) -> str:
        what, tried, failed, figure = texts
        return (
            f"{what:{widths[0]}} | {tried:>{widths[1]}} | {failed:>{widths[2]}} | {figure}".rstrip()
        )

    rule = "-+-".join("-" * width for width in widths)
    headings = (
        f"{HEADINGS[0]:{widths[0]}} | {HEADINGS[1]:{widths[1]}} | {HEADINGS[2]} | {HEADINGS[3]}"
    )
    return "\n".join([headings, rule, *map(line, cells)])
