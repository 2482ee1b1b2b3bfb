"""Usual mistakes of a scorer of a rubber with pen and paper."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.pairs import TABLE
from scoring.rubber.contracts import SLAMS, Contract, PlayedDeal, contract_points, side_of
from scoring.rubber.course import PadEntry, RubberScore
from scoring.rubber.form import Reading
from scoring.rubber.rules import RUBBER_BONUS
from scoring.slip import Slip, instead
from scoring.text import Text

# The kinds of mistake, the likelier ones first.
OTHER_COLUMN = Text("in de kolom van het andere paar", "in the column of the other pair")
OTHER_BONUS = Text("de andere premie voor de robber", "the other bonus for the rubber")
BONUS_FORGOTTEN = Text("de premie vergeten", "the bonus forgotten")
HONOURS_FORGOTTEN = Text("de honneurs vergeten", "the honours forgotten")
NOT_DOUBLED = Text("zonder doublet geteld", "counted as not doubled")
NOT_VULNERABLE = Text("niet kwetsbaar geteld", "counted as not vulnerable")
VULNERABLE = Text("kwetsbaar geteld", "counted as vulnerable")
SLAM_FORGOTTEN = Text("de slempremie vergeten", "the slam bonus forgotten")
LIKELY_FIRST = (
    *(OTHER_COLUMN, OTHER_BONUS, BONUS_FORGOTTEN, HONOURS_FORGOTTEN),
    *(NOT_DOUBLED, NOT_VULNERABLE, VULNERABLE, SLAM_FORGOTTEN),
)
Mistake = tuple[Text, int, int]
"""The kind of mistake, then two numbers of points for the first pair less the other: as written by
mistake, and right."""


def slips_of(reading: Reading) -> tuple[Slip, ...]:
    """Return the usual mistakes in the deals with known points, the likelier kinds first."""
    found: list[tuple[int, Slip]] = []
    for number in range(1, len(reading.course.deals) + 1):
        for kind, written, right in _mistakes(reading, number):
            # The slip is the same for partners; for the other pair its sign is turned.
            for seat in range(1, TABLE + 1) if written != right else ():
                side = 1 if side_of(seat) == 0 else -1
                text = instead(kind, side * written, side * right)
                slip = Slip(number, seat, side * (written - right), text)
                found.append((LIKELY_FIRST.index(kind), slip))
    return tuple(slip for _rank, slip in sorted(found, key=lambda each: each[0]))


def _mistakes(reading: Reading, number: int) -> Iterator[Mistake]:
    """Yield the mistakes possible in one deal, and in the bonuses written after it."""
    course, deal = reading.course, reading.deals[number - 1]
    yield from _bonus_mistakes(course, number)
    if not isinstance(deal, PlayedDeal):
        return
    score = course.deals[number - 1]
    right = sum(map(_points_of_first_pair, score.entries))
    yield OTHER_COLUMN, -right, right
    if deal.honours:
        held = PadEntry(number, side_of(deal.honours.seat), deal.honours.points)
        yield HONOURS_FORGOTTEN, right - _points_of_first_pair(held), right
    contract, is_vulnerable = deal.contract, score.vulnerable[deal.contract.side]
    # A mistake in the contract changes its points only: `right - net` is all the rest, as honours.
    net = _net(contract, deal.tricks, vulnerable=is_vulnerable)
    if contract.doubled:
        plain = replace(contract, doubled=0)
        yield NOT_DOUBLED, right - net + _net(plain, deal.tricks, vulnerable=is_vulnerable), right
    other = _net(contract, deal.tricks, vulnerable=not is_vulnerable)
    yield NOT_VULNERABLE if is_vulnerable else VULNERABLE, right - net + other, right
    if contract.level in SLAMS and deal.tricks >= contract.needed:
        slam = PadEntry(number, contract.side, SLAMS[contract.level][is_vulnerable])
        yield SLAM_FORGOTTEN, right - _points_of_first_pair(slam), right


def _bonus_mistakes(course: RubberScore, number: int) -> Iterator[Mistake]:
    """Yield the mistakes possible in the bonuses at the end of play (B-8, Δ2)."""
    for bonus in course.bonuses:
        if bonus.deal != number:
            continue
        right = _points_of_first_pair(bonus)
        yield BONUS_FORGOTTEN, 0, right
        for points in RUBBER_BONUS.values() if course.winner is not None else ():
            yield OTHER_BONUS, _points_of_first_pair(replace(bonus, points=points)), right


def _net(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """Return the points of a contract for the first pair, less those of the other."""
    points = contract_points(contract, tricks, vulnerable=vulnerable)
    of_declarers = points.below + sum(points.above) - points.penalty
    return _points_of_first_pair(PadEntry(0, contract.side, of_declarers))


def _points_of_first_pair(entry: PadEntry) -> int:
    """Return the points of an amount, negative if the other pair has it."""
    return entry.points if entry.side == 0 else -entry.points
