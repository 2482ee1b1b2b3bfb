"""What is to be believed of a rubber, by all courses that it may have had."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.rubber.course import SIDES, Pair
from scoring.rubber.scan.candidates import Candidate
from scoring.rubber.scan.course import Course, Empty, RowDeal, Step
from scoring.rubber.scan.deals import AlikeDeals
from scoring.rubber.scan.pad import Line, PadSights
from scoring.rubber.scan.state import Lines, State
from scoring.weights import Weights, scaled


@dataclass(frozen=True, slots=True)
class RowBeliefs:
    """How likely each deal is in a row, after all that is known.

    `best` is that of the likeliest course. `is_told`: whether the pads have its amounts.
    """

    shares: Mapping[Candidate | Empty, float]
    best: Candidate | Empty
    is_told: bool


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What is to be believed of a rubber.

    `rows` and `sums` are those of the likeliest course: of each row, and what both sides have at
    its end. `is_won` is how likely it is that a side has won. `lines` has how likely each amount is
    on a line of the pads; what is left is that it is none.
    """

    rows: tuple[RowBeliefs, ...]
    sums: Pair
    is_won: float
    lines: Mapping[Line, Weights]


def beliefs_of(course: Course) -> Beliefs:
    """Return what is to be believed of a rubber."""
    path, end = course.likeliest()
    rows: list[RowBeliefs] = []
    lines: dict[Line, Weights] = {}
    after: Mapping[State, float] = course.ends
    for index in range(len(path) - 1, -1, -1):
        states = course.before[index]
        weights = [
            (step, states[step.before] * step.weight * after[step.after])
            for step in course.layers[index]
        ]
        _note_lines(lines, course.pad, weights)
        rows.append(_row(course.pad, weights, path[index]))
        rest = dict.fromkeys(states, 0.0)
        for step in course.layers[index]:
            rest[step.before] += step.weight * after[step.after]
        after = scaled(rest)
    ends = scaled({state: course.before[-1][state] * fit for state, fit in course.ends.items()})
    for state, share in ends.items():
        course.ending.note(lines, state, course.pad, share)
    is_won = sum(share for state, share in ends.items() if state.is_won)
    return Beliefs(tuple(reversed(rows)), _sums(course, path, end), is_won, lines)


def _note_lines(
    lines: dict[Line, Weights], pad: PadSights, weights: Sequence[tuple[Step, float]]
) -> None:
    """Add to the beliefs of lines what may be written for a row."""
    used: dict[tuple[Lines, Lines, AlikeDeals], float] = {}
    for step, weight in weights:
        if isinstance(step.deal, AlikeDeals):
            key = step.before.lines, step.after.lines, step.deal
            used[key] = used.get(key, 0.0) + weight
    whole = sum(weight for _step, weight in weights)
    for (before, after, deal), weight in used.items():
        for part, side, amounts in deal.parts:
            numbers = before[part][side], after[part][side]
            pad.note(lines, part, side, numbers, amounts, weight / whole)


def _row(pad: PadSights, weights: Sequence[tuple[Step, float]], best: Step) -> RowBeliefs:
    deals: dict[RowDeal, float] = {}
    for step, weight in weights:
        deals[step.deal] = deals.get(step.deal, 0.0) + weight
    shares: dict[Candidate | Empty, float] = {}
    for deal, weight in scaled(deals).items():
        if isinstance(deal, AlikeDeals):
            for member, part in deal.members.items():
                shares[member] = shares.get(member, 0.0) + weight * part / deal.weight
        else:
            shares[deal] = weight
    if not isinstance(best.deal, AlikeDeals):
        return RowBeliefs(shares, best.deal, is_told=False)
    members = best.deal.members
    likeliest = max(members, key=lambda member: members[member])
    return RowBeliefs(shares, likeliest, _is_told(pad, best, best.deal))


def _is_told(pad: PadSights, step: Step, deal: AlikeDeals) -> bool:
    """Return whether all that a deal scores was read on the pads, and nothing else between."""
    if not pad.is_used or step.before.is_won:
        return False
    before, after = step.before.lines, step.after.lines
    return all(
        pad.is_told(part, side, before[part][side], after[part][side], amounts)
        for part, side, amounts in deal.parts
    )


def _sums(course: Course, path: Sequence[Step], end: State) -> Pair:
    """Return what both sides have at the end of a course, with the bonuses."""
    found = [*course.ending.bonuses(end)]
    for step in path:
        if isinstance(step.deal, AlikeDeals) and not step.before.is_won:
            above, below = step.deal.amounts
            for side in SIDES:
                found[side] += sum(above[side]) + below[side]
    return found[0], found[1]
