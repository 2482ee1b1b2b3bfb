"""The race: the ranks of the first ten after each round, as a line chart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2

from scoring.ranking import Ranked, rank
from wk.standings.queries import TOP_PLACES, Standing, Standings, tally_of

# Places of the chart in its own units: the lines are between LEFT and RIGHT, the names beyond.
WIDTH, TOP, STEP, LEFT, RIGHT = 640, 44, 34, 56, 290
# How far below the tenth rank each doubling of the rank lies, in steps.
DOUBLING = 1.6
TICKS = (1, 5, 10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its label, and how far it is from the left or the top."""

    label: int
    at: int


@dataclass(frozen=True, slots=True)
class Line:
    """One player in the race: the standing now, and the rank after each round, None before the
    first seat. `points` are the corners of the line for SVG; `end` is the height of its end, and
    `at` that of the name: each name has a height of its own, also where a rank is shared."""

    standing: Standing
    ranks: tuple[Ranked | None, ...]
    points: str
    end: int
    at: int


@dataclass(frozen=True, slots=True)
class Race:
    """The lines of the first ten, in rank order, with the size and the axes of the chart."""

    lines: tuple[Line, ...]
    rounds: tuple[Tick, ...]
    ranks: tuple[Tick, ...]
    height: int
    width: int = WIDTH
    left: int = LEFT
    right: int = RIGHT


def race(standings: Standings) -> Race | None:
    """Return the race of the first ten of standings after two rounds or more.

    None if the standings hide the top, or nothing was played twice.
    """
    if standings.hidden or standings.after_round < 2 or not standings.has_results:
        return None
    after = [ranks_after(standings.rows, number + 1) for number in range(standings.after_round)]
    width = (RIGHT - LEFT) / (len(after) - 1)
    first = standings.first_ten
    lines = tuple(_line(row, place, after, width) for place, row in enumerate(first))
    lowest = max(each.rank for line in lines for each in line.ranks if each)
    return Race(
        lines,
        rounds=tuple(Tick(n + 1, round(LEFT + n * width)) for n in range(len(after))),
        ranks=tuple(Tick(tick, _height(tick)) for tick in TICKS if tick <= max(lowest, TOP_PLACES)),
        height=_height(max(lowest, len(lines))) + STEP,
    )


def ranks_after(rows: Sequence[Standing], round: int) -> Mapping[int, Ranked]:
    """Return the rank of each player after a round, by start number.

    A player without a seat up to that round has none.
    """
    seated = [row for row in rows if any(row.rounds[:round])]
    return {
        each.tally.number: each
        for each in rank(tally_of(r.number, r.rounds[:round]) for r in seated)
    }


def _line(row: Standing, place: int, after: Sequence[Mapping[int, Ranked]], width: float) -> Line:
    ranks = tuple(each.get(row.number) for each in after)
    corners = [(LEFT + n * width, _height(each.rank)) for n, each in enumerate(ranks) if each]
    points = " ".join(f"{x:.0f},{y}" for x, y in corners)
    return Line(row, ranks, points, _height(row.rank), TOP + place * STEP)


def _height(rank: int) -> int:
    """Return the height of a rank: equal steps for the first ten, ever smaller ones below."""
    steps = rank - 1 if rank <= TOP_PLACES else TOP_PLACES - 1 + DOUBLING * log2(rank / TOP_PLACES)
    return round(TOP + STEP * steps)
