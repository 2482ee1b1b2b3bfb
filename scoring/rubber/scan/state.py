"""How far a rubber is, and how much of its pads is used up."""

from functools import lru_cache
from typing import Literal, NamedTuple

from scoring.rubber.course import Pair, Standing

Lines = tuple[Pair, Pair]
"""The numbers of lines on both pads, above and below."""
Phase = Literal["playing", "stopped", "over"]


class State(NamedTuple):
    """A rubber after some deals.

    `lines` has the numbers of lines that are used up. A rubber has `stopped` with a row that is
    empty, and is `over` when a side has won it.
    """

    standing: Standing = Standing()
    lines: Lines = ((0, 0), (0, 0))
    phase: Phase = "playing"

    @property
    def is_won(self) -> bool:
        """Return whether a side has won the rubber."""
        return self.phase == "over"

    def scored(self, below: Pair, lines: Lines) -> "State":
        """Return the rubber after points below the line, with so many lines used up."""
        standing, phase = _scored(self.standing, below)
        return State(standing, lines, phase)


@lru_cache(maxsize=50_000)
def _scored(standing: Standing, below: Pair) -> tuple[Standing, Phase]:
    after = standing.scored(below).next()
    return after, "playing" if after.winner is None else "over"


START = State()
