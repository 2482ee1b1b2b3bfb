"""What stands at the end of a rubber: bonuses, totals, and the box for one that was broken off."""

from collections.abc import Mapping, Sequence

from scoring.layout import YES
from scoring.paper_cells import foot_path, total_path
from scoring.rubber.course import SIDES, Pair, final_bonuses
from scoring.rubber.rules import RuleSet
from scoring.rubber.scan.pad import ABOVE, BELOW, Line, PadSights, numbers_in
from scoring.rubber.scan.state import State
from scoring.running_totals import messages
from scoring.scan import Scan, ScannedCell, Sight
from scoring.weights import Weights, scaled

# Shares of rubbers of which the bonus is not on the pad, of boxes that are crossed after a rubber
# was won, and not crossed after one was broken off, and of totals that are wrong on paper.
NOT_ON_PAD, CROSSED, NOT_CROSSED, WRONG_TOTAL = 0.3, 0.001, 0.05, 0.02
TOTALS = 300  # about so many wrong totals are possible
# Share of totals of which a camera reads anything, as they are long. It is less than that of wrong
# ones: a total that is clearly another than the deals give is likelier on paper than misread.
MISREAD = 0.005
LEAST_NONE, LEAST_SHARE = 1e-4, 1e-7
NOT_SEEN = Sight(None)


class Ending:
    """What was seen below the deals of a rubber under a rule set."""

    def __init__(self, rules: RuleSet, scan: Scan) -> None:
        self._rules = rules
        self._unfinished = scan.sight("unfinished")
        self._feet = [scan.sight(foot_path(0, side)) for side in SIDES]
        self._totals = [scan.sight(total_path(side)) for side in SIDES]

    def fit(self, state: State, pad: PadSights) -> float:
        """Return how well what is left fits the end of a rubber, but for the totals."""
        weight = sum(self._boxes(is_won=state.is_won).values())
        for side in SIDES:
            weight *= pad.rest(BELOW, side, state.lines[BELOW][side])
            weight *= sum(self._bonus_ways(state, side, pad).values())
        return weight

    def bonuses(self, state: State) -> Pair:
        """Return the bonuses of both sides at the end of play."""
        found = [0, 0]
        for entry in final_bonuses(self._rules, 0, state.standing):
            found[entry.side] += entry.points
        return found[0], found[1]

    def note(self, found: dict[Line, Weights], state: State, pad: PadSights, share: float) -> None:
        """Add to the beliefs `found` of lines that a rubber ends so, in a `share` of cases."""
        for side in SIDES:
            ways = scaled(self._bonus_ways(state, side, pad))
            bonus = self.bonuses(state)[side]
            at = state.lines[ABOVE][side]
            for after, weight in ways.items():
                if after > at:
                    pad.note(found, ABOVE, side, (at, after), (bonus,), share * weight)

    def _bonus_ways(self, state: State, side: int, pad: PadSights) -> dict[int, float]:
        """Return how many lines of a side are used up at the end, with the weight of each way."""
        at, bonus = state.lines[ABOVE][side], self.bonuses(state)[side]
        nothing = pad.rest(ABOVE, side, at)
        if not bonus or not pad.is_used:
            return {at: nothing}
        found = {at: NOT_ON_PAD * nothing}
        for way in pad.ways(ABOVE, side, at, (bonus,)):
            weight = (1 - NOT_ON_PAD) * way.weight * pad.rest(ABOVE, side, way.after)
            found[way.after] = found.get(way.after, 0.0) + weight
        return found

    def box(self, is_won: float) -> tuple[str, float]:
        """Return what is in the box for a rubber that was broken off, and how likely that is.

        `is_won` is how likely it was won.
        """
        # What was seen of the box is part of `is_won`, so it counts once.
        won, broken = scaled(self._boxes(is_won=True)), scaled(self._boxes(is_won=False))
        shares = {text: is_won * won[text] + (1 - is_won) * broken[text] for text in won}
        best = max(shares, key=shares.__getitem__)
        return best, shares[best]

    def _boxes(self, *, is_won: bool) -> dict[str, float]:
        """Return how likely the box is empty or crossed by what was seen of it, if it is so."""
        crossed = CROSSED if is_won else 1 - NOT_CROSSED
        return {
            "": (1 - crossed) * self._unfinished.fit(""),
            YES: crossed * self._unfinished.fit(YES),
        }

    def told(self, pad: PadSights, believed: Mapping[Line, Weights]) -> dict[Line, Weights]:
        """Return how well amounts on the lines of the pads fit the totals.

        `believed` has the amounts that may be there, with their shares; the rest is no amount.
        """
        found: dict[Line, Weights] = {}
        for side in SIDES:
            lines = pad.lines(side)
            points = [_with_none(believed.get(line, {})) for line in lines]
            if points:
                fits = messages(points, [NOT_SEEN] * len(points), self._sum(side))
                found |= zip(lines, fits, strict=True)
        return found

    def _sum(self, side: int) -> Sight:
        """Return what was seen of what a side has: its sum, and the points of both sides."""
        own, other = self._feet[side], self._feet[1 - side]
        others = numbers_in(other)
        shares = {}
        for number, share in numbers_in(own).items():
            told = sum(
                weight * self._fit_of_points(side, number - less) for less, weight in others.items()
            )
            shares[str(number)] = share * told
        return Sight(scaled(shares)) if shares and others else own

    def _fit_of_points(self, side: int, points: int) -> float:
        weight = 1.0
        for sight, number in ((self._totals[side], points), (self._totals[1 - side], -points)):
            weight *= sight.fit(str(number)) * (1 - WRONG_TOTAL) + WRONG_TOTAL / TOTALS
        return weight

    def totals(self, sums: Pair, pad: PadSights) -> Sequence[ScannedCell]:
        """Return the points of both sides as they are written; `sums` are what they have.

        They are checked by the pads. Where nothing stands or is seen nothing is written.
        """
        cells = []
        for side in SIDES:
            shares = _written(self._totals[side], str(sums[side] - sums[1 - side]))
            best = max(shares, key=shares.__getitem__)
            is_checked = pad.is_used or not best
            cells.append(ScannedCell(total_path(side), best, shares[best], is_checked))
        return cells


def _written(sight: Sight, right: str) -> dict[str, float]:
    """Return the texts that may be a total on paper, with their probabilities."""
    if sight.is_empty:
        return {"": sight.texts.get("", 0.0)}
    weights = {text: sight.fit(text) * WRONG_TOTAL / TOTALS for text in sight.texts}
    weights[right] = sight.fit(right) * (1 - WRONG_TOTAL) + MISREAD / TOTALS
    return scaled(weights)


def _with_none(shares: Weights) -> Weights:
    """Return the shares of the amounts on a line, with that of none of them as 0."""
    none = max(LEAST_NONE, 1 - sum(shares.values()))
    return {amount: share for amount, share in shares.items() if share > LEAST_SHARE} | {0: none}
