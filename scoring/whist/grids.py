"""The points grids: points for each contract. The grid of the source is lost (K-4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from scoring.whist.contracts import CARDS, CONTRACTS, SEATS, Contract, height

Number = Literal[
    "won", "overtrick", "most", "all", "lost", "further", "opponents", "opponents_further"
]
NUMBERS: tuple[Number, ...] = get_args(Number)


@dataclass(frozen=True, slots=True)
class GridLine:
    """The points of one contract; points that a seat loses are negative.

    Of each declarer: `won` for exactly the target, `overtrick` more for each trick above it, with
    `most` points at most (0: no limit), and `all` for all 13 tricks in place of these (0: nothing
    special). `lost` for one trick short, or for a misère or piccolo lost, and `further` more for
    each further trick short. Of each opponent of a lost contract: `opponents`, and
    `opponents_further` more for each further trick short, or for each further misère or piccolo
    lost (K-b).
    """

    won: int = 0
    overtrick: int = 0
    most: int = 0
    all: int = 0
    lost: int = 0
    further: int = 0
    opponents: int = 0
    opponents_further: int = 0

    def declarer(self, contract: Contract, tricks: int) -> int:
        """Return the points of one declarer for so many tricks (K-3, K-a)."""
        if not contract.is_made(tricks):
            return self.lost + self.further * _further(contract, tricks)
        if tricks == CARDS and self.all:
            return self.all  # in place of overtricks (K-f)
        points = self.won + self.overtrick * (tricks - contract.target)
        return min(points, self.most) if self.most else points

    def opponent(self, contract: Contract, tricks: Sequence[int]) -> int:
        """Return the points of one opponent (K-3, K-b).

        `tricks` has one number for all declarers together, or one for each declarer of a misère or
        piccolo.
        """
        lost = [won for won in tricks if not contract.is_made(won)]
        if not lost:
            return 0
        further = len(lost) - 1 if contract.is_exact else _further(contract, lost[0])
        return self.opponents + self.opponents_further * further


@dataclass(frozen=True, slots=True)
class Grid:
    """A points grid: a line for each of CONTRACTS, in that order.

    In a grid that `is_zero_sum`, players settle with each other: a line has the points that pass
    between one declarer and one opponent, and its numbers for opponents are not used (4.3).
    """

    is_zero_sum: bool
    lines: tuple[GridLine, ...]

    def line(self, contract: Contract) -> GridLine:
        """Return the line of a contract."""
        return self.lines[height(contract)]

    def points(
        self, contract: Contract, declarers: Sequence[int], tricks: Sequence[int]
    ) -> tuple[int, ...]:
        """Return the points of each seat in one deal.

        `declarers` are seats from 1. `tricks` has one number for all declarers together, or one for
        each declarer of a misère or piccolo.
        """
        if self.is_zero_sum:
            return self._settled(contract, declarers, tricks)
        line = self.line(contract)
        # Declarers of a misère or piccolo have tricks of their own (K-b); others have them
        # together.
        each = tricks if contract.is_exact else [*tricks] * len(declarers)
        own = dict(zip(declarers, each, strict=True))
        return tuple(
            line.declarer(contract, own[seat]) if seat in own else line.opponent(contract, tricks)
            for seat in range(1, SEATS + 1)
        )

    def _settled(
        self, contract: Contract, declarers: Sequence[int], tricks: Sequence[int]
    ) -> tuple[int, ...]:
        """Return the points of each seat where declarers and opponents pay each other (4.3).

        A pair settles with the other two seats; any other declarer settles alone with each of the
        three other seats.
        """
        line = self.line(contract)
        if len(declarers) == 2 and not contract.is_exact:
            stake = line.declarer(contract, tricks[0])
            return tuple(stake if seat in declarers else -stake for seat in range(1, SEATS + 1))
        points = [0] * SEATS
        for declarer, won in zip(declarers, tricks, strict=True):
            stake = line.declarer(contract, won)
            for seat in range(1, SEATS + 1):
                points[seat - 1] += (SEATS - 1) * stake if seat == declarer else -stake
        return tuple(points)

    @property
    def extremes(self) -> tuple[int, int]:
        """The fewest and the most points that one player can have in a deal."""
        # Every outcome is tried: the grid may be an organiser's own, with any numbers (K-4).
        found = [
            points
            for contract in CONTRACTS
            for count in contract.declarers
            for tricks in _outcomes(contract, count)
            for points in self.points(contract, range(1, count + 1), tricks)
        ]
        return min(found), max(found)


def _further(contract: Contract, tricks: int) -> int:
    """Return the number of undertricks after the first; 0 for an exact contract."""
    return 0 if contract.is_exact else contract.target - tricks - 1


def _outcomes(contract: Contract, declarers: int) -> list[list[int]]:
    """Return `tricks` for `Grid.points`, for every number of points that a contract can give."""
    if not contract.is_exact:
        return [[tricks] for tricks in range(CARDS + 1)]
    # Exact contracts are won or lost, by how much does not matter: one trick too many stands for
    # all.
    made, lost = contract.target, contract.target + 1
    return [[made] * (declarers - losers) + [lost] * losers for losers in range(declarers + 1)]
