"""The amounts that stand on a score pad beside those that deals score, in the order of writing."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scoring.paper_cells import pad_line_path
from scoring.rubber.course import SIDES
from scoring.scan import Scan, Sight
from scoring.weights import Weights, scaled

ABOVE, BELOW = 0, 1  # the parts of a pad
MOST_LINES = 40  # of a part for one side
# Shares of amounts that were not written, of lines on the pad that are no amount, of amounts that
# are wrong on paper, and of amounts of one deal that are written as their sum.
NOT_WRITTEN, NO_AMOUNT, WRONG, TOGETHER = 0.004, 0.004, 0.01, 0.3
CLEAR = 0.5  # a number that is likelier than this is clearly read
WRONGS = 100  # about so many wrong amounts are possible
MOST_SKIPPED = 2  # lines that are no amounts before one that is
SEEN = 0.02  # an amount that is less likely in a line is not read there
LEAST_REST = 1e-60  # so little is left of a part that is scribbled on, and tells no more
KEPT = 1e-5  # a way that is so much less likely than the best is not followed

Line = tuple[int, int, int]
"""A line on a pad: its part, its side, and its number from 0."""
Written = tuple[tuple[int, int], ...]
"""Numbers of lines in a part of a pad, each with the amount that is written there."""


class Way(NamedTuple):
    """A way in which amounts may stand on a pad: `after` lines are used up then."""

    after: int
    written: Written
    weight: float


class PadSights:
    """What was seen on the pads of both sides; nothing is told by pads that are empty.

    `told` has for lines how well amounts fit the total of their side, as far as it is known.
    """

    def __init__(self, scan: Scan, told: Mapping[Line, Weights] | None = None) -> None:
        self._lines = {
            (part, side): _lines(scan, part, side) for part in (ABOVE, BELOW) for side in SIDES
        }
        self._told = told or {}
        self.is_used = any(self._lines.values())
        self._known: dict[tuple[int, int, int, tuple[int, ...]], list[Way]] = {}
        self._wrongs: dict[Line, Weights] = {}
        self._written: dict[tuple[Line, int], Weights] = {}

    def starts_before(self, believed: Mapping[Line, Weights]) -> bool:
        """Return whether an amount is read that stands before those of all deals.

        `believed` has the amounts that may be on lines. Then a deal was read in no row.
        """
        return any(
            sum(believed.get((part, side, 0), {}).values()) < CLEAR < max(read.values(), default=0)
            for (part, side), lines in self._lines.items()
            if lines
            for read in [numbers_in(lines[0])]
        )

    def lines(self, side: int) -> list[Line]:
        """Return the lines of a side."""
        return [
            (part, side, number)
            for part in (ABOVE, BELOW)
            for number in range(len(self._lines[part, side]))
        ]

    def ways(self, part: int, side: int, at: int, amounts: tuple[int, ...]) -> list[Way]:
        """Return how amounts may follow in a part of a pad of which `at` lines are used up."""
        key = (part, side, at, amounts)
        if key not in self._known:
            found = self._ways(part, side, at, amounts) if self.is_used else [Way(at, (), 1.0)]
            best = max(way.weight for way in found)
            self._known[key] = [way for way in found if way.weight >= best * KEPT]
        return self._known[key]

    def _ways(self, part: int, side: int, at: int, amounts: tuple[int, ...]) -> list[Way]:
        found = [Way(at, (), 1.0)]
        for amount in amounts:
            found = [
                Way(next.after, way.written + next.written, way.weight * next.weight)
                for way in found
                for next in self._after(part, side, way.after, amount)
            ]
        if len(amounts) == 1:
            return found
        together = self._after(part, side, at, sum(amounts))
        return [
            *(way._replace(weight=way.weight * (1 - TOGETHER)) for way in found),
            *(way._replace(weight=way.weight * TOGETHER) for way in together),
        ]

    def _after(self, part: int, side: int, at: int, amount: int) -> Iterable[Way]:
        """Yield the ways in which one amount follows: it is not written, or in one of the lines."""
        yield Way(at, (), NOT_WRITTEN)
        skipped = 1.0
        for number in range(at, min(at + MOST_SKIPPED + 1, len(self._lines[part, side]))):
            fit = self._fit((part, side, number), amount)
            weight = (1 - NOT_WRITTEN) * fit * skipped
            yield Way(number + 1, ((number, amount),), weight)
            skipped *= self._is_no_amount((part, side, number))

    def _fit(self, line: Line, amount: int) -> float:
        """Return how likely a line is seen as it is if an amount belongs there, right or wrong."""
        return self._right(line, amount) + sum(self._wrong(line).values())

    def _right(self, line: Line, amount: int) -> float:
        fit = self._sight(line).fit(str(amount))
        return (1 - WRONG) * fit * self._share(line, amount)

    def _wrong(self, line: Line) -> Weights:
        """Return how likely it is that another amount is written in a line, by that amount."""
        if line not in self._wrongs:
            self._wrongs[line] = {
                number: WRONG / WRONGS * share * self._share(line, number)
                for number, share in numbers_in(self._sight(line)).items()
            }
        return self._wrongs[line]

    def _sight(self, line: Line) -> Sight:
        part, side, number = line
        return self._lines[part, side][number]

    def _is_no_amount(self, line: Line) -> float:
        """Return how likely a line is no amount: then it adds nothing to the total."""
        return NO_AMOUNT * self._share(line, 0)

    def _share(self, line: Line, amount: int) -> float:
        told = self._told.get(line)
        return told.get(amount, min(told.values())) if told else 1.0

    def rest(self, part: int, side: int, at: int) -> float:
        """Return how likely all lines after `at` are no amounts: LEAST_REST if they are many."""
        weight = 1.0
        for number in range(at, len(self._lines[part, side])):
            weight *= self._is_no_amount((part, side, number))
        return max(weight, LEAST_REST)

    def note(
        self,
        found: dict[Line, Weights],
        part: int,
        side: int,
        used: tuple[int, int],
        amounts: tuple[int, ...],
        share: float,
    ) -> None:
        """Add to the beliefs `found` of lines that amounts use some up, in a `share` of cases.

        `used` has the numbers of lines that are used up before and after.
        """
        at, after = used
        if at == after:
            return
        ways = [way for way in self.ways(part, side, at, amounts) if way.after == after]
        whole = sum(way.weight for way in ways)
        for way in ways:
            for number, amount in way.written:
                line = part, side, number
                self._add(found.setdefault(line, {}), line, amount, share * way.weight / whole)

    def _add(self, beliefs: Weights, line: Line, amount: int, share: float) -> None:
        """Add to the beliefs of a line that an amount belongs there, which may be wrong."""
        key = line, amount
        if key not in self._written:
            written = dict(self._wrong(line))
            written[amount] = written.get(amount, 0.0) + self._right(line, amount)
            self._written[key] = scaled(written)
        for number, weight in self._written[key].items():
            beliefs[number] = beliefs.get(number, 0.0) + share * weight

    def is_told(self, part: int, side: int, at: int, after: int, amounts: tuple[int, ...]) -> bool:
        """Return whether amounts may be read in the lines from `at` to `after`, one in each.

        They may also be read there as their sum.
        """
        lines = self._lines[part, side][at:after]
        return any(
            len(lines) == len(each) and all(map(_may_be, lines, each))
            for each in (amounts, (sum(amounts),))
        )


def numbers_in(sight: Sight) -> Weights:
    """Return the numbers that may be in a cell, with their shares."""
    return {
        int(text): share
        for text, share in sight.texts.items()
        if text.removeprefix("-").isdecimal()
    }


def _may_be(sight: Sight, amount: int) -> bool:
    return sight.texts.get(str(amount), 0.0) >= SEEN


def _lines(scan: Scan, part: int, side: int) -> list[Sight]:
    found = []
    for number in range(MOST_LINES):
        sight = scan.sight(pad_line_path(part, side, number))
        if not sight.texts:
            break
        found.append(sight)
    return found
