"""What a table may have written in a row, by its own cells, and what it then scores."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from math import prod
from typing import Any, NamedTuple

from scoring.layout import YES
from scoring.pairs import TABLE
from scoring.rubber.contracts import (
    BOOK,
    HIGHEST_LEVEL,
    TRICKS,
    Contract,
    Strain,
    contract_points,
    honours_scale,
    side_of,
)
from scoring.rubber.course import SIDES
from scoring.rubber.deals import HONOURS_POINTS
from scoring.scan import Scan, Sight
from scoring.weights import kept

# Strains that score the same, by one of them; and how likely each is beforehand.
ALIKE: dict[Strain, float] = {"C": 0.4, "H": 0.4, "NT": 0.2}
DOUBLED = (0.9, 0.08, 0.02)  # shares of contracts: not, once, twice
# Each level is so much rarer than the one below it, and each trick more or less than bid.
HIGHER_LEVEL, FURTHER_OFF = 0.85, 0.6
HONOURS, PASSED = 0.05, 0.03  # shares of deals with honours, and of those passed out
KEPT, MOST = 1e-7, 200  # what is so much less likely than the best is not followed


class Claim(NamedTuple):
    """Honours of a side, by their points."""

    side: int
    points: int


class Candidate(NamedTuple):
    """A deal as it may be written in a row: one of the seats of a `side` is the declarer.

    `strain` is one of ALIKE.
    """

    side: int
    level: int
    strain: Strain
    doubled: int
    tricks: int
    honours: Claim | None


class Amounts(NamedTuple):
    """What a deal scores: for each side what stands above the line, and below it."""

    above: tuple[tuple[int, ...], tuple[int, ...]]
    below: tuple[int, int]


class RowSights:
    """What was seen of a row; `honours` tells whether the sheet has cells for them."""

    def __init__(self, scan: Scan, path: str, *, honours: bool) -> None:
        self.passed = scan.sight(f"{path}.passed")
        self.declarer = scan.sight(f"{path}.declarer")
        self.level = scan.sight(f"{path}.level")
        self.strain = scan.sight(f"{path}.strain")
        self.doubled = scan.sight(f"{path}.doubled")
        self.tricks = scan.sight(f"{path}.tricks")
        self.honours = scan.sight(f"{path}.honours.points")
        self.honours_seat = scan.sight(f"{path}.honours.seat")
        self._has_honours = honours

    @property
    def cells(self) -> tuple[Sight, ...]:
        """Return all cells but the box for a deal that was passed out."""
        contract = (self.declarer, self.level, self.strain, self.doubled, self.tricks)
        return (*contract, self.honours, self.honours_seat)

    @property
    def is_seen(self) -> bool:
        """Return whether a camera saw the cells that every deal needs."""
        return all(sight.texts for sight in (self.passed, *self.cells[:5]))

    @cached_property
    def unwritten(self) -> float:
        """Return how well a row fits in which nothing is written."""
        return self._empty * self.passed.fit("")

    @cached_property
    def passed_out(self) -> float:
        """Return how well a deal fits that was passed out, with its share."""
        return PASSED * self._empty * self.passed.fit(YES)

    @cached_property
    def _empty(self) -> float:
        words = self.strain.fit_of_ink(False) * self.doubled.fit_of_ink(False)
        numbers = (self.declarer, self.level, self.tricks, self.honours, self.honours_seat)
        return words * prod(sight.fit("") for sight in numbers)

    @cached_property
    def candidates(self) -> Mapping[Candidate, float]:
        """Return the deals that may have been played, with how well they fit and their share."""
        if all(sight.is_empty for sight in self.cells):
            return {}
        fit = self.passed.fit("") * self.strain.fit_of_ink(True) * (1 - PASSED)
        levels = _fits(self.level, range(1, HIGHEST_LEVEL + 1))
        tricks = _fits(self.tricks, range(TRICKS + 1))
        sides = {side: sum(_of_side(self.declarer, side)) for side in SIDES}
        doubled = {
            times: share * self.doubled.fit_of_ink(times > 0) for times, share in enumerate(DOUBLED)
        }
        parts = (sides, levels, ALIKE, doubled, tricks, self._claims())
        found = {
            Candidate(*chosen): fit * weight * _share(chosen[1], chosen[4])
            for chosen, weight in _chosen(parts)
            if chosen[5] is None or chosen[5].points in honours_scale(chosen[2]).values()
        }
        return kept(found, KEPT, MOST)

    def _claims(self) -> dict[Claim | None, float]:
        if not self._has_honours:
            return {None: 1.0}
        part = HONOURS / len(HONOURS_POINTS)
        found: dict[Claim | None, float] = {
            Claim(side, points): part
            * self.honours.fit(str(points))
            * sum(_of_side(self.honours_seat, side))
            for side in SIDES
            for points in HONOURS_POINTS
        }
        found[None] = (1 - HONOURS) * self.honours.fit("") * self.honours_seat.fit("")
        return found


def _chosen(parts: Iterable[Mapping[Any, float]]) -> list[tuple[tuple[Any, ...], float]]:
    """Return one of each part in all likely ways, each with its weight."""
    found: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    for part in parts:
        best = max(weight for _chosen, weight in found) * max(part.values())
        found = [
            ((*chosen, each), weight * share)
            for chosen, weight in found
            for each, share in part.items()
            if weight * share >= best * KEPT
        ]
    return found


def seat_shares(sight: Sight, side: int) -> dict[int, float]:
    """Return how likely each seat of a side is written in a cell, if one of them is."""
    fits = dict(zip(_seats(side), _of_side(sight, side), strict=True))
    whole = sum(fits.values())
    return {seat: fit / whole for seat, fit in fits.items()}


@lru_cache(maxsize=50_000)
def amounts_of(candidate: Candidate, vulnerable: tuple[bool, bool]) -> Amounts:
    """Return what a deal scores; `vulnerable` tells which pairs are."""
    side, level, strain, doubled, tricks, honours = candidate
    contract = Contract(1, level, strain, doubled)
    points = contract_points(contract, tricks, vulnerable=vulnerable[side])
    above: list[tuple[int, ...]] = [(), ()]
    above[side] = points.above
    if points.penalty:
        above[1 - side] = (points.penalty,)
    if honours:
        above[honours.side] += (honours.points,)
    below = (points.below, 0) if side == 0 else (0, points.below)
    return Amounts((above[0], above[1]), below)


def _fits(sight: Sight, numbers: range) -> dict[int, float]:
    return {number: sight.fit(str(number)) for number in numbers}


def _seats(side: int) -> Iterator[int]:
    return (seat for seat in range(1, TABLE + 1) if side_of(seat) == side)


def _of_side(sight: Sight, side: int) -> list[float]:
    """Return how well each seat of a side fits a cell, each as likely as the other beforehand."""
    return [sight.fit(str(seat)) / TABLE for seat in _seats(side)]


@lru_cache(maxsize=256)
def _share(level: int, tricks: int) -> float:
    """Return how likely a level and its tricks are beforehand."""
    offs = [FURTHER_OFF ** abs(won - BOOK - level) for won in range(TRICKS + 1)]
    levels = [HIGHER_LEVEL**each for each in range(1, HIGHEST_LEVEL + 1)]
    return HIGHER_LEVEL**level / sum(levels) * offs[tricks] / sum(offs)
