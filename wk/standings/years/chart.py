"""The chart of the number of players in each edition."""

from collections.abc import Sequence
from dataclasses import dataclass

from wk.standings.years.queries import Edition

# The chart in its own units: bars stand on BASE, and are HIGH at most.
WIDTH, HEIGHT, BASE, HIGH = 640, 220, 184, 144
MOST_LABELS = 8  # more years than these would touch each other on a phone
WIDEST = 48  # of a bar
PART = 0.7  # of its room that a bar takes


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of an edition: its corner, its size, the middle, and what is written at it, or ""."""

    edition: Edition
    x: int
    y: int
    width: int
    height: int
    middle: int
    year: str
    count: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The bars of all editions that have begun, the earliest first."""

    bars: tuple[Bar, ...]
    width: int = WIDTH
    height: int = HEIGHT
    base: int = BASE


def players_chart(editions: Sequence[Edition]) -> Chart | None:
    """Return the chart of editions, given with the latest first; None if fewer than two began."""
    begun = [edition for edition in reversed(editions) if edition.participants]
    if len(begun) < 2:
        return None
    room = WIDTH / len(begun)
    return Chart(tuple(_bar(begun, at, room) for at in range(len(begun))))


def _bar(editions: Sequence[Edition], at: int, room: float) -> Bar:
    counts = [len(edition.participants) for edition in editions]
    height = round(HIGH * counts[at] / max(counts))
    width, middle = min(WIDEST, PART * room), (at + 0.5) * room
    every = -(-len(editions) // MOST_LABELS)
    # Counted from the latest, which always has its label.
    is_labelled = (len(editions) - 1 - at) % every == 0
    return Bar(
        edition=editions[at],
        x=round(middle - width / 2),
        y=BASE - height,
        width=max(1, round(width)),
        height=height,
        middle=round(middle),
        year=str(editions[at].date.year) if is_labelled else "",
        count=str(counts[at]) if is_labelled else "",
    )
