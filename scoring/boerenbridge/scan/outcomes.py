"""What a table may have written for one seat in one deal, and how likely it is beforehand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.boerenbridge.deals import Deal, PlayedDeal, StoppedDeal
from scoring.boerenbridge.layout import marks
from scoring.boerenbridge.rules import InfractionKind, Rules
from scoring.boerenbridge.slips import slips_of

PLAYED, UNWRITTEN = "played", "unwritten"
# Shares of deals: stopped by each kind of infraction, and not written down at all.
STOPPED, NOT_WRITTEN = 0.004, 0.0005
OFFENDERS = 0.25  # share of the seats in a stopped deal
# Each trick more or less than bid is so much rarer; and each trick more that is bid.
FURTHER_OFF, HIGHER_BID = 0.5, 0.85
# Shares of points that are wrong on paper: by one of the usual mistakes, and by anything.
USUAL_SLIP, OTHER_SLIP = 0.008, 0.002
OTHER_POINTS = range(-40, 61)  # what may then be written
# Share of points with a penalty by the scorer in them, which stands elsewhere (W-8 to W-10, W-15):
# one player in one of fifty deals.
PENALTY, PENALTIES = 0.004, range(1, 11)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is written for a seat in a deal, as far as a camera can tell it.

    `bid` and `tricks` are None where nothing is to be written, `mark` is the letter of an offender.
    `points` has the points that the scorer may have written, each with its probability, the right
    ones first, without those of `OTHER_POINTS`. `share`: how likely the outcome is beforehand in a
    deal of its kind.
    """

    bid: int | None
    tricks: int | None
    mark: str
    points: tuple[tuple[int, float], ...]
    share: float

    @property
    def bid_text(self) -> str:
        """Return the text in the cell of the bid."""
        return "" if self.bid is None else str(self.bid)

    @property
    def tricks_text(self) -> str:
        """Return the text in the cell of the tricks."""
        return self.mark or ("" if self.tricks is None else str(self.tricks))

    @property
    def right_points(self) -> int:
        """Return the points without any slip."""
        return self.points[0][0]


@lru_cache(maxsize=64)
def kinds_of_deal(rules: Rules, cards: int) -> Mapping[str, tuple[Outcome, ...]]:
    """Return the outcomes of a seat by the kind of the deal: PLAYED, UNWRITTEN, or the mark of the
    infraction that stopped it."""
    kinds = {
        PLAYED: _played(rules, cards),
        UNWRITTEN: (Outcome(None, None, "", ((0, 1.0),), 1.0),),
    }
    for mark, kind in marks(rules).items():
        kinds[mark] = (
            *_stopped(rules, cards, kind, mark),
            *_stopped(rules, cards, kind, ""),
        )
    return kinds


def share_of_kind(kind: str) -> float:
    """Return how likely a kind of deal is beforehand."""
    return {PLAYED: 1.0, UNWRITTEN: NOT_WRITTEN}.get(kind, STOPPED)


def _played(rules: Rules, cards: int) -> tuple[Outcome, ...]:
    counts = range(cards + 1)
    shares = {(bid, won): _share(bid, bid - won) for bid in counts for won in counts}
    whole = sum(shares.values())
    return tuple(
        Outcome(bid, won, "", _points(rules, PlayedDeal((bid,), (won,))), share / whole)
        for (bid, won), share in shares.items()
    )


def _stopped(rules: Rules, cards: int, kind: InfractionKind, mark: str) -> Iterator[Outcome]:
    """Yield the outcomes of an offender, who has a `mark`, or of another seat without one."""
    whole = sum(_share(bid, 0) for bid in range(cards + 1))
    part = OFFENDERS if mark else 1 - OFFENDERS
    for bid in range(cards + 1):
        deal = StoppedDeal((bid,), kind, (1,) if mark else ())
        yield Outcome(bid, None, mark, _points(rules, deal), part * _share(bid, 0) / whole)


def _share(bid: int, off: int) -> float:
    return FURTHER_OFF ** abs(off) * HIGHER_BID**bid


def _points(rules: Rules, deal: Deal) -> tuple[tuple[int, float], ...]:
    """Return what the scorer may have written for the only seat of a deal: right, or by a slip."""
    (right,) = deal.points(rules)
    found = {right: 1 - USUAL_SLIP - OTHER_SLIP}
    slips = slips_of(rules, [deal])
    for slip in slips:
        wrong = right + slip.difference
        found[wrong] = found.get(wrong, 0.0) + USUAL_SLIP / len(slips)
    if rules.misdeal:
        penalties = sorted({*PENALTIES, rules.misdeal.before, rules.misdeal.during} - {0})
        for penalty in penalties:
            wrong = right - penalty
            found[wrong] = found.get(wrong, 0.0) + PENALTY / len(penalties)
    return tuple(found.items())
