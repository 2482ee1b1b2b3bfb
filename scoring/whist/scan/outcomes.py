"""What a table may have written for a deal, and how likely it is beforehand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from scoring.whist.contracts import CONTRACTS, SEATS, Contract, height
from scoring.whist.deals import Deal
from scoring.whist.grids import Grid
from scoring.whist.sheet import ALL_PASSED
from scoring.whist.slips import slips_of, without_further

PASSED, UNWRITTEN = ALL_PASSED.value, ""
# Shares of rows: all passed, and nothing written at all, as in the rows that are left over.
ALL_PASS, NOT_WRITTEN = 0.05, 0.1
# Each bid is so much rarer than the one below it, and so is each further player of a misère or
# piccolo, and each trick further above what was bid, or further from winning it.
HIGHER_BID, FURTHER_PLAYER, FURTHER_ABOVE, FURTHER_LOST = 0.8, 0.1, 0.6, 0.35
# Shares of points that are wrong on paper. Of a deal as a whole: without the tricks above or below
# the bid, and by the line of the contract above or below it. Of a seat: by one of the usual
# mistakes, and by anything.
NO_FURTHER, OTHER_LINE, USUAL_SLIP, OTHER_SLIP = 0.004, 0.001, 0.004, 0.002


Written = tuple[tuple[int, float], ...]
"""Points that may be written for a seat, each with its share."""


@dataclass(frozen=True, slots=True, eq=False)
class Amount:
    """The points that a table may write for a seat, each with its share, the right ones first.

    Those that stand there by a slip of any other kind are not among them.
    """

    points: Written

    @property
    def right(self) -> int:
        """Return the points without any slip."""
        return self.points[0][0]


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What is written in a row.

    `contract` is the key of a contract, PASSED or UNWRITTEN; `declarers` are seats from 1. `tricks`
    is the text in their cell, None where each of several players has a number there. `share` is how
    likely the outcome is beforehand.
    """

    contract: str
    declarers: tuple[int, ...]
    tricks: str | None
    amounts: tuple[Amount, ...]
    share: float


class OwnCells(NamedTuple):
    """What an outcome has in the cells of its row but those of the points, as far as it is told."""

    is_written: bool
    declarers: tuple[int, ...]
    tricks: str | None


@dataclass(frozen=True, slots=True)
class Outcomes:
    """All outcomes of a row by what is in their own cells, and all points that may be written."""

    by_cells: Mapping[OwnCells, tuple[Outcome, ...]]
    points: tuple[int, ...]


@lru_cache(maxsize=4)
def outcomes_of(grid: Grid) -> Outcomes:
    """Return what may be written in a row under a grid."""
    nothing = (Amount(((0, 1.0),)),) * SEATS
    found = [
        Outcome(PASSED, (), "", nothing, ALL_PASS),
        Outcome(UNWRITTEN, (), "", nothing, NOT_WRITTEN),
    ]
    amounts: dict[Written, Amount] = {}
    whole = sum(HIGHER_BID**each for each in range(len(CONTRACTS)))
    for contract in CONTRACTS:
        share = (1 - ALL_PASS - NOT_WRITTEN) * HIGHER_BID ** height(contract) / whole
        for deal, text, part in _deals(contract):
            for written, weight in _computed(grid, deal):
                kept = tuple(amounts.setdefault(each, Amount(each)) for each in written)
                weight *= share * part
                found.append(Outcome(contract.key, deal.declarers, text, kept, weight))
    by_cells: dict[OwnCells, list[Outcome]] = {}
    for each in found:
        cells = OwnCells(each.contract != UNWRITTEN, each.declarers, each.tricks)
        by_cells.setdefault(cells, []).append(each)
    points = {0, *(value for amount in amounts.values() for value, _share in amount.points)}
    grouped = {cells: tuple(outcomes) for cells, outcomes in by_cells.items()}
    return Outcomes(grouped, tuple(sorted(points)))


def _deals(contract: Contract) -> Iterator[tuple[Deal, str | None, float]]:
    """Yield the deals of a contract with the text of their tricks and their share."""
    off = [
        (FURTHER_ABOVE if contract.is_made(won) else FURTHER_LOST) ** abs(won - contract.target)
        for won in range(contract.tricks + 1)
    ]
    counts = [FURTHER_PLAYER**count for count in contract.declarers]
    for count, weight in zip(contract.declarers, counts, strict=True):
        groups = [*combinations(range(1, SEATS + 1), count)]
        share = weight / sum(counts) / len(groups)
        for declarers in groups:
            if count > 1 and contract.is_exact:
                # By how much one of several loses makes no difference to the points.
                for lost in product((0, 1), repeat=count):
                    tricks = tuple(contract.target + each for each in lost)
                    yield Deal(contract, declarers, tricks), None, share / 2**count
                continue
            for won, rarer in enumerate(off):
                yield Deal(contract, declarers, (won,)), str(won), share * rarer / sum(off)


def _computed(grid: Grid, deal: Deal) -> Iterator[tuple[Sequence[Written], float]]:
    """Yield what the scorer may have made of a deal, for each seat, with its share."""
    right = grid.points(deal.contract, deal.declarers, deal.tricks)
    wrong = {grid.points(deal.contract, deal.declarers, without_further(deal)): NO_FURTHER}
    lines = [*_other_lines(deal)]
    for contract in lines:
        other = grid.points(contract, deal.declarers, deal.tricks)
        wrong[other] = wrong.get(other, 0.0) + OTHER_LINE / len(lines)
    wrong.pop(right, None)
    differences: list[list[int]] = [[] for _seat in right]
    for slip in slips_of(grid, [deal]):
        differences[slip.seat - 1].append(slip.difference)
    written = [_amount(points, off) for points, off in zip(right, differences, strict=True)]
    yield written, 1 - sum(wrong.values())
    for computed, share in wrong.items():
        yield [((points, 1 - OTHER_SLIP),) for points in computed], share


def _other_lines(deal: Deal) -> Iterator[Contract]:
    """Yield the contracts above and below that of a deal that may be played by as many."""
    contract, count = deal.contract, len(deal.declarers)
    like = [
        each for each in CONTRACTS if count in each.declarers and each.is_exact == contract.is_exact
    ]
    at = like.index(contract)
    yield from (*like[max(0, at - 1) : at], *like[at + 1 : at + 2])


def _amount(right: int, differences: Sequence[int]) -> Written:
    """Return the points that may be written for a seat, with their shares."""
    found = {right: 1 - USUAL_SLIP - OTHER_SLIP}
    for off in differences:
        found[right + off] = found.get(right + off, 0.0) + USUAL_SLIP / len(differences)
    return tuple(found.items())
