"""One row over all seats: their points follow from the contract, its players and the tricks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

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
        fits = [self._fits(seat, columns) for seat in range(len(self.points))]
        known: list[dict[Amount, float]] = [{} for _seat in fits]
        without: list[dict[Amount, float]] = [{} for _seat in fits]
        weights = {}
        for outcome, own in self._own.items():
            each = [
                _of_amount(amount, fit, seen)
                for amount, fit, seen in zip(outcome.amounts, fits, known, strict=True)
            ]
            weights[outcome] = own * prod(each)
            for seat, amount in enumerate(outcome.amounts):
                rest = own * prod(each[:seat] + each[seat + 1 :])
                without[seat][amount] = without[seat].get(amount, 0.0) + rest
        found = scaled(weights)
        best = max(found, key=lambda outcome: found[outcome])
        points = tuple(self._points(seat, rests) for seat, rests in enumerate(without))
        return RowBeliefs(found, best, points)

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


def _of_amount(amount: Amount, fits: Weights, known: dict[Amount, float]) -> float:
    """Return how well an amount fits, from what is `known` already or else by its points."""
    if amount not in known:
        anything = sum(fits.values()) * OTHER_SLIP / len(fits)
        known[amount] = anything + sum(share * fits[value] for value, share in amount.points)
    return known[amount]


def _fit(sight: Sight, points: int) -> float:
    """Return how well points fit a cell: none may also be written as nothing."""
    written = sight.fit(str(points))
    return written if points else BLANK * sight.fit("") + (1 - BLANK) * written
