"""The pages of a scene: what is on each, and for how many seconds it is shown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile
from typing import Any

from wk.standings.queries import RoundResult, Standing, Standings


class Kind(StrEnum):
    """The kinds of pages; each has a template of its name."""

    WELCOME = "welcome"
    SEATS = "seats"
    TABLES = "tables"
    COMING = "coming"
    PLACE = "place"
    PODIUM = "podium"
    TOP = "top"
    RISERS = "risers"
    EVERYBODY = "everybody"
    CURTAIN = "curtain"


# With these, the standings of 120 players and the clock pass within 90 seconds.
SECONDS = {
    Kind.WELCOME: 30,
    Kind.SEATS: 10,
    Kind.TABLES: 10,
    Kind.COMING: 30,
    Kind.PLACE: 30,
    Kind.PODIUM: 20,
    Kind.TOP: 10,
    Kind.RISERS: 8,
    Kind.EVERYBODY: 10,
    Kind.CURTAIN: 30,
}
TOP_ROWS = 12
RISERS = 10
LETTERS, MOST_LETTERS = 2, 14  # of a name, to find a page by
ROWS = {Kind.SEATS: 24, Kind.EVERYBODY: 20}  # of a page in two columns


@dataclass(frozen=True, slots=True)
class WallPage:
    """One page of a scene: the `number`th of `count` of its kind, with its rows.

    `rows` are those that its template shows; the pages of some kinds have none. `letters` tells
    what the first and the last name of a page of seats begin with.
    """

    kind: Kind
    rows: Sequence[Any] = ()
    number: int = 1
    count: int = 1
    letters: str = ""

    @property
    def key(self) -> str:
        """Return a text by which a script finds the same page after a change."""
        return f"{self.kind}-{self.number}"

    @property
    def has_second_column(self) -> bool:
        """Return whether its rows fill more than the first of two columns on a screen that lies."""
        return len(self.rows) > ROWS[self.kind] // 2

    @property
    def seconds(self) -> int:
        """Return for how long the page is shown when there are others."""
        return SECONDS[self.kind]

    @property
    def template(self) -> str:
        """Return the name of the template of this kind of page."""
        return f"hall/wall/_{self.kind}.html"


@dataclass(frozen=True, slots=True)
class RankRow:
    """A row of the standings on the wall.

    - `rise`: the number of ranks gained since the round before, below 0 for ranks lost; 0 for a
      player whose form does not count yet.
    - `result`: the result or the table in the last round, None without a seat.
    """

    standing: Standing
    rise: int
    result: RoundResult | None

    @property
    def fallen(self) -> int:
        """Return the number of ranks lost, below 0 for ranks gained."""
        return -self.rise


def paged(kind: Kind, rows: Sequence[Any]) -> list[WallPage]:
    """Return pages of a kind with all these rows, in order; none without rows."""
    most = ROWS[kind]
    parts = [rows[start : start + most] for start in range(0, len(rows), most)]
    return [WallPage(kind, part, number, len(parts)) for number, part in enumerate(parts, 1)]


def seats_pages(seats: Sequence[Any]) -> list[WallPage]:
    """Return pages of seats, which are in the order of their names.

    Each tells what its first and last name begin with, in so many letters that the next page tells
    another beginning: Aa – Graa, Gree – Lo. Of namesakes it can be the same.
    """
    pages = paged(Kind.SEATS, seats)
    firsts = [page.rows[0].name for page in pages]
    lasts = [page.rows[-1].name for page in pages]
    ends = zip(pages, firsts, lasts, ["", *lasts], [*firsts[1:], ""], strict=False)
    return [
        replace(page, letters=f"{_start(first, before)} – {_start(last, after)}")
        for page, first, last, before, after in ends
    ]


def _start(name: str, neighbour: str) -> str:
    """Return the first letters of a name, with the first one that its neighbour does not have."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(name, neighbour, strict=False))
    return name[: min(max(LETTERS, len(list(same)) + 1), MOST_LETTERS)].rstrip(", ")


def standings_pages(shown: Standings) -> list[WallPage]:
    """Return the top, who rose most, and everybody; only everybody while the top is hidden.

    Who has no result yet is on none of them: he would share the last place with 0 points.
    """
    if shown.hidden:
        rows = [_rank_row(row, shown) for row in shown.rows]
        return [WallPage(Kind.CURTAIN), *paged(Kind.EVERYBODY, rows)]
    rows = [_rank_row(row, shown) for row in shown.rows if row.has_result]
    everybody = paged(Kind.EVERYBODY, rows)
    top = WallPage(Kind.TOP, rows[:TOP_ROWS])
    risen = sorted((row for row in rows if row.rise > 0), key=_steepest)[:RISERS]
    risers = [WallPage(Kind.RISERS, risen)] if risen else []
    # The top twelve of twelve players are everybody.
    return [top, *risers, *(everybody if len(rows) > TOP_ROWS else [])]


def _rank_row(row: Standing, shown: Standings) -> RankRow:
    last = row.rounds[-1] if row.rounds else None
    # Who waits for his form loses places to others only until it counts.
    has_moved = shown.compared_with and last and last.counts
    return RankRow(row, (row.rise or 0) if has_moved else 0, last)


def _steepest(row: RankRow) -> tuple[int, int]:
    return -row.rise, row.standing.rank
