"""Usual mistakes of a Boerenbridge scorer with pen and paper."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.boerenbridge.deals import Deal, PlayedDeal, StoppedDeal
from scoring.boerenbridge.rules import Rules
from scoring.slip import Slip, instead
from scoring.text import Text

# The kinds of mistake, the likelier ones first.
PLUS = Text("een + voor een −", "a + for a −")
BASE_FORGOTTEN = Text("de {base} vergeten", "the {base} forgotten")
BASE_GIVEN = Text("de {base} erbij, die er niet bij hoort", "the {base} added, which is not due")
NOT_TIMES = Text("de {factor} niet toegepast", "the {factor} not applied")
TWICE_TIMES = Text("de {factor} twee keer toegepast", "the {factor} applied twice")
AS_MADE = Text("geteld als gehaald", "counted as made")
OTHER_INFRACTION = Text("de straf van de andere overtreding", "the penalty of the other infraction")
NOT_REWARDED = Text("niets geteld, terwijl het spelletje stopte", "nothing counted, as it stopped")
PENALTY_FORGOTTEN = Text("de straf vergeten", "the penalty forgotten")
PENALTY_TURNED = Text("de straf andersom geteld", "the penalty counted the other way")
MISDEAL_FORGOTTEN = Text("het verkeerd delen vergeten", "the misdeal forgotten")
MINUS = Text("een − voor een +", "a − for a +")
LIKELY_FIRST = (
    *(PLUS, BASE_FORGOTTEN, BASE_GIVEN, NOT_TIMES, TWICE_TIMES, AS_MADE, OTHER_INFRACTION),
    *(NOT_REWARDED, PENALTY_FORGOTTEN, PENALTY_TURNED, MISDEAL_FORGOTTEN, MINUS),
)


@dataclass(frozen=True, slots=True)
class Mistake:
    """One kind of mistake, and the points written because of it; `factor` goes into its words."""

    kind: Text
    points: int
    factor: int = 0


def slips_of(rules: Rules, deals: Sequence[Deal | None]) -> tuple[Slip, ...]:
    """Return the usual mistakes that are possible in the known deals, likelier kinds first."""
    found = []
    for number, deal in enumerate(deals, 1):
        for index, points in enumerate(deal.points(rules) if deal else ()):
            for mistake in _mistakes(rules, deal, index + 1, points) if deal else ():
                # A mistake that leaves the points as they are is none: 0 forgotten, or 2 × 0.
                if mistake.points != points:
                    slip = _slip(rules, mistake, number, index + 1, points)
                    found.append((LIKELY_FIRST.index(mistake.kind), slip))
    # The sort is stable, so slips of one kind stay in the order of deals and seats.
    return tuple(slip for _rank, slip in sorted(found, key=lambda each: each[0]))


def _slip(rules: Rules, mistake: Mistake, deal: int, seat: int, points: int) -> Slip:
    kind = mistake.kind.format(base=rules.base, factor=mistake.factor)
    return Slip(deal, seat, mistake.points - points, instead(kind, mistake.points, points))


def _mistakes(rules: Rules, deal: Deal, seat: int, points: int) -> Iterator[Mistake]:
    """Yield the mistakes that a scorer may have made with the points of a seat."""
    bid = deal.bids[seat - 1]
    if isinstance(deal, StoppedDeal):
        if seat in deal.offenders:
            yield from _offender_mistakes(rules, bid, points)
        else:
            yield from _made_bid_mistakes(rules, bid, points)
            yield Mistake(NOT_REWARDED, 0)
        return
    tricks = deal.tricks[seat - 1]
    played = rules.points(bid, tricks)
    adjustment = points - played  # for misdeal and penalties, which a scorer adds apart
    if bid == tricks:
        mistakes = _made_bid_mistakes(rules, bid, played)
    else:
        mistakes = _missed_bid_mistakes(rules, bid, tricks)
    for mistake in mistakes:
        yield Mistake(mistake.kind, mistake.points + adjustment, mistake.factor)
    yield from _adjustment_mistakes(rules, deal, seat, points)


def _made_bid_mistakes(rules: Rules, bid: int, points: int) -> Iterator[Mistake]:
    """Yield mistakes with a bid that was made: 10 + 2 × tricks (WK-17)."""
    base, factor = rules.base, rules.per_trick
    yield Mistake(BASE_FORGOTTEN, factor * bid)
    yield Mistake(NOT_TIMES, base + bid, factor)
    yield Mistake(TWICE_TIMES, base + factor * factor * bid, factor)
    yield Mistake(MINUS, -points)


def _missed_bid_mistakes(rules: Rules, bid: int, tricks: int) -> Iterator[Mistake]:
    """Yield mistakes with a bid that was missed: −2 for each trick over or under (WK-18)."""
    base, factor, missed = rules.base, rules.per_miss, abs(bid - tricks)
    yield Mistake(PLUS, factor * missed)
    yield Mistake(BASE_GIVEN, base - factor * missed)
    yield Mistake(NOT_TIMES, -missed, factor)
    yield Mistake(TWICE_TIMES, -factor * factor * missed, factor)
    # A missed bid may be counted as made with the tricks of the bid, or with those won.
    yield Mistake(AS_MADE, rules.points(bid, bid))
    yield Mistake(AS_MADE, rules.points(tricks, tricks))


def _offender_mistakes(rules: Rules, bid: int, points: int) -> Iterator[Mistake]:
    """Yield mistakes with the penalty of an offender in a stopped deal (WK-20, WK-21)."""
    yield Mistake(PLUS, -points)
    yield Mistake(AS_MADE, rules.points(bid, bid))
    for _kind, penalty in rules.infractions:
        yield Mistake(OTHER_INFRACTION, penalty)


def _adjustment_mistakes(
    rules: Rules, deal: PlayedDeal, seat: int, points: int
) -> Iterator[Mistake]:
    """Yield mistakes with the misdeal and the penalties of a seat (W-8 to W-10)."""
    for penalty in deal.penalties:
        if penalty.seat == seat:
            yield Mistake(PENALTY_FORGOTTEN, points - penalty.points)
            yield Mistake(PENALTY_TURNED, points - 2 * penalty.points)
    if deal.misdeal and rules.misdeal and seat in deal.misdeal.guilty:
        yield Mistake(MISDEAL_FORGOTTEN, points + rules.misdeal.cost(deal.misdeal.stage))
