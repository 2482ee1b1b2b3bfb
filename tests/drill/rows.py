"""A row of the table: what is promised, how often it was tried and did not hold, and a figure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

HEADINGS = ("promise", "figure", "command")
LINE = re.compile(r"^\|.*\| `bin/drill ([-\w]+)` \|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Row:
    """`tried` and `failed` are numbers of tries; a try failed where the promise did not hold.

    A row of which nothing was tried says in `figure` why that cannot be done here.
    """

    what: str
    tried: int
    failed: int
    figure: str

    @property
    def told(self) -> str:
        """Return the figure with what was tried, and what failed in capitals."""
        if not self.tried:
            return f"not tried here: {self.figure}"
        failed = f"**{self.failed} FAILED**" if self.failed else "0 failed"
        return " ".join(f"{self.tried} tried, {failed}; {self.figure}".split())


def lines(rows: Mapping[str, Row]) -> dict[str, str]:
    """Return the line of the table for each row, by the name of its command.

    >>> lines({"codes": Row("No code is guessed.", 500, 0, "30 judged")})
    {'codes': '| No code is guessed. | 500 tried, 0 failed; 30 judged | `bin/drill codes` |'}
    """
    return {
        name: f"| {row.what} | {row.told.replace('|', '/')} | `bin/drill {name}` |"
        for name, row in rows.items()
    }


def table(found: Iterable[str]) -> str:
    """Return lines as a table of Markdown."""
    head = f"| {' | '.join(HEADINGS)} |"
    return "\n".join([head, "|---|---|---|", *found])


def renewed(page: str, rows: Mapping[str, Row], order: Iterable[str]) -> str:
    """Return a page of the docs with these rows in its table; its other rows stay as they are.

    The table begins with HEADINGS. Rows that `order` does not know are left out.
    """
    begin = page.index(f"| {' | '.join(HEADINGS)} |")
    end = page.find("\n\n", begin)
    end = len(page.rstrip("\n")) if end < 0 else end
    kept = {found[1]: found[0] for found in LINE.finditer(page[begin:end])}
    known = kept | lines(rows)
    return page[:begin] + table(known[name] for name in order if name in known) + page[end:]
