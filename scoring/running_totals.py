"""The running totals of each seat, from the first deal to the last, and the total below them."""

from collections.abc import Callable, Iterable, Sequence
from operator import mul
from typing import Protocol, TypeVar

from scoring.agreement import LEAST, Agreement
from scoring.paper_cells import running_path, total_path
from scoring.scan import Scan, ScannedCell, Sight
from scoring.weights import Weights, kept, scaled

# Shares of additions that are wrong: by a carry forgotten or made, and by anything.
CARRY, ANY_SUM = 0.006, 0.004
CARRIES = (-100, -10, 10, 100)
SUMS = 300  # about so many sums are possible
KEPT = 1e-7  # a sum so much less likely than the best is not followed
NOT_SEEN = Sight(None)
SEEN = 0.02  # a text of a cell that is so likely is followed, wherever it comes from
MOST_ROUNDS = 4  # of messages between rows and columns; hardly anything changes after the second


class RowBeliefs(Protocol):
    """What is to be believed of a row."""

    @property
    def best(self) -> object:
        """What is likeliest in the row."""

    @property
    def points(self) -> Sequence[Weights]:
        """The points that may be written for each seat, with their weights."""


Believed = TypeVar("Believed", bound=RowBeliefs)
Beliefs = TypeVar("Beliefs", bound=RowBeliefs, covariant=True)


class Row(Protocol[Beliefs]):
    """What was seen of a row."""

    def beliefs(self, columns: Sequence[Weights], /) -> Beliefs:
        """Return what is to be believed of the row by how well points fit the columns."""


class Columns:
    """What was seen of the running totals of all seats, below deals with these paths."""

    def __init__(self, scan: Scan, deals: Sequence[str], seats: int) -> None:
        self._running = [
            [scan.sight(running_path(deal, seat)) for deal in deals] for seat in range(seats)
        ]
        self._totals = [scan.sight(total_path(seat)) for seat in range(seats)]

    def messages(self, points: Sequence[Sequence[Weights]]) -> list[tuple[Weights, ...]]:
        """Return for each deal and seat how well numbers of points fit the running totals.

        `points` has for each deal and seat the points that may be written, with their weights.
        """
        seats = zip(*points, strict=True)
        found = zip(seats, self._running, self._totals, strict=True)
        return [*zip(*(messages(*seat) for seat in found), strict=True)]

    def before(self, points: Sequence[Sequence[Weights]], values: Sequence[int]) -> list[Weights]:
        """Return for each seat how well points in one more deal fit, before the first of all."""
        unknown = dict.fromkeys(values, 1.0)
        return [
            messages([unknown, *of_seat], [NOT_SEEN, *running], total)[0]
            for of_seat, running, total in zip(
                zip(*points, strict=True), self._running, self._totals, strict=True
            )
        ]

    def totals(self, points: Sequence[Sequence[Weights]]) -> list[ScannedCell]:
        """Return the total of each seat as it is written on paper."""
        cells = []
        for seat, of_seat in enumerate(zip(*points, strict=True)):
            weights = written_total(of_seat, self._running[seat], self._totals[seat])
            best = max(weights, key=lambda text: weights[text])
            cells.append(ScannedCell(total_path(seat), best, weights[best]))
        return cells


def beliefs_of(
    rows: Sequence[Row[Believed]],
    columns: Columns,
    agreement: Callable[[Sequence[Believed]], Agreement],
) -> list[Believed]:
    """Return what is to be believed of rows, after they and the columns told each other.

    What hardly agrees is no form, and would take long to weigh.
    """
    beliefs = [row.beliefs(()) for row in rows]
    if agreement(beliefs).share < LEAST:
        return beliefs
    for _ in range(MOST_ROUNDS):
        before = [each.best for each in beliefs]
        told = columns.messages([each.points for each in beliefs])
        beliefs = [row.beliefs(known) for row, known in zip(rows, told, strict=True)]
        if [each.best for each in beliefs] == before:
            break
    return beliefs


def messages(points: Sequence[Weights], sights: Sequence[Sight], total: Sight) -> list[Weights]:
    """Return for each deal how well each number of points fits the running totals of a seat.

    `points` has for each deal the points that may be written there, with their weights; `sights`
    what was seen of the running total below each deal, and `total` of the total at the end.
    """
    fitting = [_seen(sight) for sight in sights]
    before = _forward(points, sights, fitting)
    after = {state: total.fit(str(state)) for state in before[-1]}
    found: list[Weights] = []
    for index in range(len(points) - 1, -1, -1):
        reached = {state: sights[index].fit(str(state)) * weight for state, weight in after.items()}
        anything = sum(reached.values()) * ANY_SUM / SUMS
        fits = {right: weight + anything for right, weight in _arrivals(reached).items()}
        start, values = before[index], points[index]
        # How well each sum fits, in a row for each number of points, with a place for each sum
        # before them: hundreds of thousands of a sheet, so they are added without a loop of Python.
        table = [[fits.get(state + value, anything) for state in start] for value in values]
        found.append(
            {
                value: sum(map(mul, start.values(), row))
                for value, row in zip(values, table, strict=True)
            }
        )
        after = {
            state: sum(map(mul, values.values(), column))
            for state, column in zip(start, zip(*table, strict=True), strict=True)
        }
        after = scaled(after)
    found.reverse()
    return [scaled(weights) for weights in found]


def _forward(
    points: Sequence[Weights], sights: Sequence[Sight], fitting: Sequence[Iterable[int]]
) -> list[Weights]:
    """Return the weights of the running totals before each deal, and after the last one."""
    states: Weights = {0: 1.0}
    found = [states]
    for values, sight, seen in zip(points, sights, fitting, strict=True):
        reached: Weights = {}
        for state, weight in states.items():
            for value, share in values.items():
                arrived = state + value
                reached[arrived] = reached.get(arrived, 0.0) + weight * share
        whole = sum(reached.values())
        right = 1 - CARRY - ANY_SUM
        added = {state: weight * right for state, weight in reached.items()}
        best = max(reached.values())
        for state, weight in reached.items():
            if weight > best * KEPT / CARRY:
                for carry in CARRIES:
                    wrong = state + carry
                    added[wrong] = added.get(wrong, 0.0) + weight * CARRY / len(CARRIES)
        for state in seen:
            added[state] = added.get(state, 0.0) + whole * ANY_SUM / SUMS
        fitted = {state: weight * sight.fit(str(state)) for state, weight in added.items()}
        states = scaled(kept(fitted, KEPT))
        found.append(states)
    return found


def _arrivals(reached: Weights) -> Weights:
    """Return for each right sum the weight of what may be written for it, if it has any."""
    found = {right: weight * (1 - CARRY - ANY_SUM) for right, weight in reached.items()}
    for carry in CARRIES:
        for written, weight in reached.items():
            right = written - carry
            found[right] = found.get(right, 0.0) + weight * CARRY / len(CARRIES)
    return found


def _seen(sight: Sight) -> list[int]:
    """Return the numbers that are likely in a cell by itself."""
    return [
        int(text)
        for text, share in sight.texts.items()
        if share > SEEN and text.removeprefix("-").isdecimal()
    ]


def written_total(
    points: Sequence[Weights], sights: Sequence[Sight], total: Sight
) -> dict[str, float]:
    """Return the texts that may be the total of a seat on paper, with their probabilities.

    Where nothing stands or is seen nothing is written, whatever the running totals give.
    """
    if total.is_empty:
        return {"": total.texts.get("", 0.0)}
    sums = _forward(points, sights, [_seen(sight) for sight in sights])[-1]
    texts = {str(state): weight for state, weight in sums.items()}
    texts = {text: texts.get(text, ANY_SUM / SUMS) for text in {*texts, *total.texts}}
    return scaled({text: weight * total.fit(text) for text, weight in texts.items()})
