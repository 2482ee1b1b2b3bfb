"""One row over all seats: their points follow from the contract, its players and the tricks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import mul

from scoring.layout import YES
from scoring.scan import Sight
from scoring.weights import Weights, kept, scaled
from scoring.whist.scan.outcomes import OTHER_SLIP, Amount, Outcome, Outcomes, OwnCells

BLANK = 0.5  # share of the seats without points for which nothing is written, and no 0
UNTOLD = 0.05  # of what is seen of the tricks of several players, which are several numbers
# What is so much less likely than the best is not followed.
KEPT_BY_ITSELF, MOST_BY_ITSELF, KEPT_POINTS = 1e-12, 1000, 1e-7


@dataclass(frozen=True, slots=True)
class RowBeliefs:
    """How likely each outcome of a row is, after all that is known of it.

    `best` is the likeliest one. `points` has for each seat the points that may be written, with
    their weights by everything but the running totals of the seat.
    """

    outcomes: Mapping[Outcome, float]
    best: Outcome
    points: tuple[Weights, ...]


class RowSights:
    """What was seen of a row."""

    def __init__(
        self,
        known: Outcomes,
        contract: Sight,
        tricks: Sight,
        boxes: Sequence[Sight],
        points: Sequence[Sight],
    ) -> None:
        self.contract, self.tricks, self.boxes, self.points = contract, tricks, boxes, points
        self._others = known.points
        self._seen = [{value: _fit(sight, value) for value in known.points} for sight in points]
        cells = kept({each: self._fit(each) for each in known.by_cells}, KEPT_BY_ITSELF)
        own = {
            outcome: weight * outcome.share
            for each, weight in cells.items()
            for outcome in known.by_cells[each]
        }
        self._own = kept(own, KEPT_BY_ITSELF, MOST_BY_ITSELF)
        # For each seat the amounts of all these outcomes.
        self._amounts = [*zip(*(outcome.amounts for outcome in self._own), strict=True)]

    def _fit(self, cells: OwnCells) -> float:
        """Return how well the cells of an outcome fit, but those of the points."""
        written = self.contract.fit_of_ink(cells.is_written)
        tricks = UNTOLD if cells.tricks is None else self.tricks.fit(cells.tricks)
        crossed = prod(
            sight.fit(YES if seat in cells.declarers else "")
            for seat, sight in enumerate(self.boxes, 1)
        )
        return written * tricks * crossed

    def beliefs(self, columns: Sequence[Weights]) -> RowBeliefs:
        """Return what is to be believed of the row.

        `columns` has for each seat how well each number of points fits its running totals, and is
        empty as long as nothing is known of them.
        """
        fits = [
            _of_amounts(amounts, self._fits(seat, columns))
            for seat, amounts in enumerate(self._amounts)
        ]
        whole = map(prod, zip(*fits, strict=True))
        found = scaled(dict(zip(self._own, map(mul, self._own.values(), whole), strict=True)))
        best = max(found, key=lambda outcome: found[outcome])
        points = tuple(self._points(seat, self._rests(seat, fits)) for seat in range(len(fits)))
        return RowBeliefs(found, best, points)

    def _rests(self, seat: int, fits: Sequence[Sequence[float]]) -> Mapping[Amount, float]:
        """Return the weight of each amount of a seat by what the other seats have.

        `fits` has for each seat how well the amounts of all outcomes fit.
        """
        others = map(prod, zip(*fits[:seat], *fits[seat + 1 :], strict=True))
        rests: dict[Amount, float] = {}
        weights = map(mul, self._own.values(), others)
        for amount, weight in zip(self._amounts[seat], weights, strict=True):
            rests[amount] = rests.get(amount, 0.0) + weight
        return rests

    def _fits(self, seat: int, columns: Sequence[Weights]) -> Weights:
        """Return how well points fit the cell of a seat and, if they are known, its totals."""
        seen = self._seen[seat]
        if not columns:
            return seen
        # Points that no column followed do not fit it better than the worst that it followed.
        least = min(columns[seat].values())
        return {value: fit * columns[seat].get(value, least) for value, fit in seen.items()}

    def _points(self, seat: int, rests: Mapping[Amount, float]) -> Weights:
        """Return the weights of the points of a seat by all but its running totals."""
        anything = sum(rests.values()) * OTHER_SLIP / len(self._others)
        found = dict.fromkeys(self._others, anything)
        for amount, rest in rests.items():
            for value, share in amount.points:
                found[value] = found.get(value, 0.0) + rest * share
        seen = self._seen[seat]
        fitted = {value: weight * seen[value] for value, weight in found.items()}
        return scaled(kept(fitted, KEPT_POINTS))


def _of_amounts(amounts: Sequence[Amount], fits: Weights) -> list[float]:
    """Return how well amounts fit by their points; many of them are the same."""
    anything = sum(fits.values()) * OTHER_SLIP / len(fits)
    known = {
        amount: anything + sum(share * fits[value] for value, share in amount.points)
        for amount in {*amounts}
    }
    return [known[amount] for amount in amounts]


def _fit(sight: Sight, points: int) -> float:
    """Return how well points fit a cell: none may also be written as nothing."""
    written = sight.fit(str(points))
    return written if points else BLANK * sight.fit("") + (1 - BLANK) * written
