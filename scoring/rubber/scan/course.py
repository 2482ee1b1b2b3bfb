"""The courses that a rubber may have had, from the first row of its sheet to the last."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from scoring.rubber.scan.deals import AlikeDeals, Deals
from scoring.rubber.scan.ending import Ending
from scoring.rubber.scan.pad import ABOVE, PadSights
from scoring.rubber.scan.state import START, Lines, State
from scoring.weights import kept, scaled

# Shares of rows: the first that is empty before the rubber is won, a deal after an empty row, and
# one after the rubber was won, which scores nothing.
STOPS, GOES_ON, TOO_LATE = 0.01, 0.001, 0.00001
# What is so much less likely than the best is not followed.
KEPT, MOST = 1e-7, 200
NOBODY = (False, False)  # is vulnerable

Empty = Literal["passed", "unwritten"]
RowDeal: TypeAlias = AlikeDeals | Empty


class Step(NamedTuple):
    """What a row may be, between two states, and how well it fits."""

    before: State
    after: State
    deal: RowDeal
    weight: float


class Course:
    """The courses of a rubber that what was seen leaves possible.

    `layers` has the steps of each row, `before` the states before each row with their weights, and
    `ends` how well what is left fits each state after the last row, in proportion.
    """

    def __init__(self, rows: Sequence[Deals], pad: PadSights, ending: Ending) -> None:
        self.pad, self.ending = pad, ending
        self.layers: list[list[Step]] = []
        states: dict[State, float] = {START: 1.0}
        self.before = [states]
        for row in rows:
            steps = self._steps(row, states)
            reached: dict[State, float] = {}
            for step in steps:
                weight = states[step.before] * step.weight
                reached[step.after] = reached.get(step.after, 0.0) + weight
            states = scaled(kept(reached, KEPT, MOST))
            self.layers.append([step for step in steps if step.after in states])
            self.before.append(states)
        self.ends = scaled({state: ending.fit(state, pad) for state in states})

    def likeliest(self) -> tuple[list[Step], State]:
        """Return the likeliest course, step by step, and its end."""
        best: dict[State, float] = {START: 1.0}
        came: list[dict[State, Step]] = []
        for steps in self.layers:
            longer: dict[State, float] = {}
            by: dict[State, Step] = {}
            for step in steps:
                weight = best[step.before] * step.weight
                if weight > longer.get(step.after, -1.0):
                    longer[step.after], by[step.after] = weight, step
            best = scaled(longer)
            came.append(by)
        end = state = max(best, key=lambda each: best[each] * self.ends[each])
        path: list[Step] = []
        for by in reversed(came):
            path.append(by[state])
            state = by[state].before
        path.reverse()
        return path, end

    def _steps(self, deals: Deals, before: Mapping[State, float]) -> list[Step]:
        """Return what a row may be, as far as it is not much less likely than the best so far."""
        found: list[Step] = []
        best = 0.0
        # The likeliest come first, so that little else is worked out.
        for state in sorted(before, key=before.__getitem__, reverse=True):
            so_far = before[state]
            for deal, lines, weight in self._ways_on(deals, state, best * KEPT / so_far):
                best = max(best, so_far * weight)
                found.append(Step(state, _after(state, deal, lines), deal, weight))
        return found

    def _ways_on(
        self, deals: Deals, state: State, least: float
    ) -> Iterator[tuple[RowDeal, Lines, float]]:
        """Yield the deals that may follow a state with the lines that are used up then.

        Each has a weight, of at least `least`.
        """
        row = deals.row
        share = {"playing": 1.0, "stopped": GOES_ON, "over": TOO_LATE}[state.phase]
        yield "unwritten", state.lines, row.unwritten * (STOPS if state.phase == "playing" else 1.0)
        yield "passed", state.lines, row.passed_out * share
        if state.is_won:
            yield from ((deal, state.lines, deal.weight * share) for deal in deals.of(NOBODY))
            return
        for deal in deals.of(state.standing.vulnerable):
            fit = deal.weight * share
            if fit < least:
                return
            found = [(state.lines, fit)]
            for part, side, each in deal.parts:
                found = [
                    (_moved(lines, part, side, way.after), weight * way.weight)
                    for lines, weight in found
                    for way in self.pad.ways(part, side, lines[part][side], each)
                    if weight * way.weight >= least
                ]
            for lines, weight in found:
                yield deal, lines, weight


def _after(state: State, deal: RowDeal, lines: Lines) -> State:
    """Return a rubber after a row; what comes after its end changes nothing."""
    if state.is_won:
        return state
    if isinstance(deal, AlikeDeals):
        return state.scored(deal.amounts.below, lines)
    return state._replace(phase="stopped" if deal == "unwritten" else "playing")


def _moved(lines: Lines, part: int, side: int, at: int) -> Lines:
    """Return the numbers of lines that are used up, with another one in a part of a side."""
    one, other = lines[part]
    moved = (at, other) if side == 0 else (one, at)
    return (moved, lines[1]) if part == ABOVE else (lines[0], moved)
