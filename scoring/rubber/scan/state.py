"""How far a rubber is, and how much of its pads is used up."""

from typing import Literal, NamedTuple

from scoring.rubber.rules import GAME, GAMES_OF_RUBBER

Pair = tuple[int, int]
"""A number for each side."""
Lines = tuple[Pair, Pair]
"""The numbers of lines on both pads, above and below."""
Phase = Literal["playing", "stopped", "over"]
NOTHING: Pair = (0, 0)


class State(NamedTuple):
    """A rubber after some deals.

    `lines` has the numbers of lines that are used up. A rubber has `stopped` with a row that is
    empty, and is `over` when a side has won it.
    """

    games: Pair = NOTHING
    parts: Pair = NOTHING
    lines: Lines = (NOTHING, NOTHING)
    phase: Phase = "playing"

    @property
    def is_won(self) -> bool:
        """Return whether a side has won the rubber."""
        return self.phase == "over"

    @property
    def vulnerable(self) -> tuple[bool, bool]:
        """Return whether each side is vulnerable in the next deal (B-7)."""
        return self.games[0] > 0, self.games[1] > 0

    def scored(self, below: Pair, lines: Lines) -> "State":
        """Return the rubber after points below the line, with so many lines used up (B-7)."""
        one, other = self.parts[0] + below[0], self.parts[1] + below[1]
        if one < GAME and other < GAME:
            return State(self.games, (one, other), lines)
        games = (self.games[0] + (one >= GAME), self.games[1] + (one < GAME))
        phase: Phase = "over" if GAMES_OF_RUBBER in games else "playing"
        return State(games, NOTHING, lines, phase)


START = State()
