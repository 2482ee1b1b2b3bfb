"""One deal over all seats: its tricks add up to its cards, and its bids do not."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from scoring.boerenbridge.rules import Rules
from scoring.boerenbridge.scan.outcomes import (
    OTHER_POINTS,
    OTHER_SLIP,
    PLAYED,
    UNWRITTEN,
    Outcome,
    kinds_of_deal,
    share_of_kind,
)
from scoring.scan import Sight
from scoring.weights import Weights, kept, scaled

# Shares of deals that break a rule on paper: bids that add up to the cards although that was
# forbidden (A10), and tricks that add up to anything but the cards.
FORBIDDEN, WRONG_TRICKS = 0.0005, 0.0002
WRONG_SUMS = 20  # wrong sums of tricks are about so many
# Share of sums of bids that are wrong on paper, and by how much they then are.
WRONG_SUM_OF_BIDS, WRONG_BY = 0.004, (-2, -1, 1, 2)
# What is so much less likely than the best is not followed.
KEPT_BY_ITSELF, KEPT_OUTCOMES, KEPT_SUMS, KEPT_POINTS = 1e-12, 1e-6, 1e-8, 1e-7
MOST_OUTCOMES = 40
KEPT_KIND = 1e-14  # less than what the sums of a row may tell against the likeliest kind

State = int
"""The bids and the tricks of the seats so far, added up, and the number of offenders.

They are one number, as millions of them are added for a sheet: each trick counts as TRICK in it,
each offender as OFFENDER.
"""
NOBODY: State = 0
TRICK, OFFENDER = 1_000, 1_000_000  # more than all bids are together, and than all tricks are


@dataclass(frozen=True, slots=True)
class SeatSights:
    """What was seen of one seat in one deal."""

    bid: Sight
    tricks: Sight
    points: Sight


@dataclass(frozen=True, slots=True)
class DealBeliefs:
    """How likely each outcome of a deal is, after all that is known of it.

    `outcomes` has the weights for each seat. `best` is the likeliest row: an outcome for each seat
    that go together. `points` has for each seat the points that may be written, with their weights
    by everything but the running totals of the seat.
    """

    outcomes: tuple[Mapping[Outcome, float], ...]
    best: tuple[Outcome, ...]
    points: tuple[Weights, ...]

    def share_of_bid(self, seat: int, text: str) -> float:
        """Return how likely it is that this text is in the cell of a bid."""
        weights = self.outcomes[seat]
        return sum(weight for each, weight in weights.items() if each.bid_text == text)

    def share_of_tricks(self, seat: int, text: str) -> float:
        """Return how likely it is that this text is in the cell of tricks."""
        weights = self.outcomes[seat]
        return sum(weight for each, weight in weights.items() if each.tricks_text == text)


class DealSights:
    """What was seen of a deal; `together` is the sight of the sum of its bids."""

    def __init__(
        self, rules: Rules, cards: int, seats: Sequence[SeatSights], together: Sight
    ) -> None:
        self.rules = rules
        self.cards = cards
        self.seats = seats
        self.together = together
        self.is_restricted = rules.is_restricted(cards)
        self.kinds = kinds_of_deal(rules, cards)
        # The weight of an outcome by its own cells of bid and tricks.
        self._own = {
            kind: [_by_own_cells(outcomes, seat) for seat in seats]
            for kind, outcomes in self.kinds.items()
        }

    def beliefs(self, columns: Sequence[Weights]) -> DealBeliefs:
        """Return what is to be believed of the deal.

        `columns` has for each seat how well each number of points fits its running totals, and is
        empty as long as nothing is known of them.
        """
        fits = [self._points_fit(seat, columns) for seat in range(len(self.seats))]
        kinds = _kept_kinds([self._of_kind(kind, fits) for kind in self.kinds])
        outcomes: list[dict[Outcome, float]] = []
        points: list[Weights] = []
        for seat in range(len(self.seats)):
            believed: dict[Outcome, float] = {}
            others: dict[Outcome, float] = {}
            for each in kinds:
                for outcome, rest in each.rest(seat).items():
                    # Stopped by either kind of infraction, a deal looks the same to most seats.
                    weight = rest * each.candidates[seat][outcome]
                    believed[outcome] = believed.get(outcome, 0.0) + weight
                    others[outcome] = others.get(outcome, 0.0) + rest * each.own[seat][outcome]
            outcomes.append(scaled(believed))
            points.append(self._points(seat, others))
        best = max(kinds, key=lambda each: each.weight)
        return DealBeliefs(tuple(outcomes), best.row(), tuple(points))

    @cached_property
    def _seen_points(self) -> list[Weights]:
        """Return for each seat how well each number of points fits its cell."""
        values = {
            value
            for outcomes in self.kinds.values()
            for outcome in outcomes
            for value, _share in outcome.points
        }
        return [
            {value: seat.points.fit(str(value)) for value in sorted({*values, *OTHER_POINTS})}
            for seat in self.seats
        ]

    def _points_fit(self, seat: int, columns: Sequence[Weights]) -> Weights:
        """Return how well points fit the cell of a seat and, if they are known, its totals."""
        seen = self._seen_points[seat]
        if not columns:
            return seen
        # Points that no column followed do not fit it better than the worst that it followed.
        least = min(columns[seat].values())
        return {value: fit * columns[seat].get(value, least) for value, fit in seen.items()}

    def _of_kind(self, kind: str, fits: Sequence[Weights]) -> "KindOfDeal":
        candidates = []
        for own, fit in zip(self._own[kind], fits, strict=True):
            anything = sum(fit[value] for value in OTHER_POINTS) * OTHER_SLIP / len(OTHER_POINTS)
            weights = {
                outcome: weight
                * (anything + sum([share * fit[value] for value, share in outcome.points]))
                for outcome, weight in own.items()
            }
            candidates.append(kept(weights, KEPT_OUTCOMES, MOST_OUTCOMES))
        return KindOfDeal(self, kind, candidates, self._own[kind])

    def _points(self, seat: int, others: Mapping[Outcome, float]) -> Weights:
        """Return the weights of the points of a seat by all but its running totals."""
        found = dict.fromkeys(OTHER_POINTS, sum(others.values()) * OTHER_SLIP / len(OTHER_POINTS))
        for outcome, weight in others.items():
            for value, share in outcome.points:
                found[value] = found.get(value, 0.0) + weight * share
        seen = self._seen_points[seat]
        return scaled(
            kept({value: weight * seen[value] for value, weight in found.items()}, KEPT_POINTS)
        )

    def fit(self, kind: str, state: State) -> float:
        """Return how likely the sums over all seats are in a deal of this kind."""
        offenders, counts = divmod(state, OFFENDER)
        tricks, bids = divmod(counts, TRICK)
        weight = share_of_kind(kind)
        if kind == UNWRITTEN:
            return weight * self.together.fit("")
        if kind == PLAYED and tricks != self.cards:
            weight *= WRONG_TRICKS / WRONG_SUMS
        if kind != PLAYED and not offenders:
            return 0.0
        if self.is_restricted and bids == self.cards:
            weight *= FORBIDDEN
        return weight * self._sum_fits[bids]

    @cached_property
    def _sum_fits(self) -> list[float]:
        """Return how likely each sum of the bids is seen as it is, right or wrong on paper."""
        return [self._sum_fit(bids) for bids in range(len(self.seats) * self.cards + 1)]

    def _sum_fit(self, bids: int) -> float:
        wrong = sum(self.together.fit(str(bids + off)) for off in WRONG_BY) / len(WRONG_BY)
        return self.together.fit(str(bids)) * (1 - WRONG_SUM_OF_BIDS) + wrong * WRONG_SUM_OF_BIDS


class KindOfDeal:
    """A deal taken as one of a kind.

    `candidates` has for each seat the outcomes that are followed, with their weights; `own` has
    them without what is known of the points.
    """

    def __init__(
        self,
        deal: DealSights,
        kind: str,
        candidates: Sequence[Mapping[Outcome, float]],
        own: Sequence[Mapping[Outcome, float]],
    ) -> None:
        self.deal = deal
        self.kind = kind
        self.candidates = candidates
        self.own = own

    @cached_property
    def steps(self) -> list[list[tuple[State, float]]]:
        """Return for each seat what its candidates add to the sums, and their weights."""
        return [
            [(_step(outcome), share) for outcome, share in outcomes.items()]
            for outcomes in self.candidates
        ]

    @cached_property
    def by_cells(self) -> float:
        """Return how likely the deal is of this kind by the cells of its seats, each by itself."""
        weight = share_of_kind(self.kind)
        return weight * prod(sum(outcomes.values()) for outcomes in self.candidates)

    @cached_property
    def before(self) -> list[dict[State, float]]:
        """Return the weights of the sums before each seat, and of those of all seats."""
        found: list[dict[State, float]] = [{NOBODY: 1.0}]
        for steps in self.steps:
            reached: dict[State, float] = {}
            for state, weight in found[-1].items():
                for step, share in steps:
                    sums = state + step
                    reached[sums] = reached.get(sums, 0.0) + weight * share
            found.append(kept(reached, KEPT_SUMS))
        return found

    @cached_property
    def weight(self) -> float:
        """Return how likely the deal is of this kind, in proportion to others of the deal."""
        return sum(
            weight * self.deal.fit(self.kind, state) for state, weight in self.before[-1].items()
        )

    @cached_property
    def after(self) -> list[dict[State, float]]:
        """Return for each seat the weights of all that comes after it, by the sums up to it."""
        found = [{state: self.deal.fit(self.kind, state) for state in self.before[-1]}]
        for seat in range(len(self.candidates) - 1, 0, -1):
            follows, steps = found[-1], self.steps[seat]
            found.append(
                {
                    state: sum([share * follows.get(state + step, 0.0) for step, share in steps])
                    for state in self.before[seat]
                }
            )
        found.reverse()
        return found

    def rest(self, seat: int) -> dict[Outcome, float]:
        """Return how well each outcome of a seat goes together with the others of the deal."""
        before, after = self.before[seat], self.after[seat]
        return {
            outcome: sum(
                [weight * after.get(state + step, 0.0) for state, weight in before.items()]
            )
            for outcome, (step, _share) in zip(self.candidates[seat], self.steps[seat], strict=True)
        }

    def row(self) -> tuple[Outcome, ...]:
        """Return the likeliest outcomes of all seats together."""
        ways: dict[State, tuple[float, tuple[Outcome, ...]]] = {NOBODY: (1.0, ())}
        for seat, outcomes in enumerate(self.candidates):
            follows, steps = self.before[seat + 1], self.steps[seat]
            longer: dict[State, tuple[float, tuple[Outcome, ...]]] = {}
            for state, (weight, row) in ways.items():
                for outcome, (step, share) in zip(outcomes, steps, strict=True):
                    sums = state + step
                    if sums not in follows:
                        continue
                    if sums not in longer or longer[sums][0] < weight * share:
                        longer[sums] = (weight * share, (*row, outcome))
            ways = longer
        best = max(ways, key=lambda state: ways[state][0] * self.deal.fit(self.kind, state))
        return ways[best][1]


def _kept_kinds(kinds: Sequence[KindOfDeal]) -> list[KindOfDeal]:
    """Return the kinds that a deal may be of: most deals are clearly of one."""
    bar = max(each.by_cells for each in kinds) * KEPT_KIND
    return [each for each in kinds if each.by_cells >= bar]


def _by_own_cells(outcomes: Iterable[Outcome], seat: SeatSights) -> dict[Outcome, float]:
    """Return the weights of outcomes by the cells of bid and tricks."""
    weights = {
        outcome: outcome.share
        * seat.bid.fit(outcome.bid_text)
        * seat.tricks.fit(outcome.tricks_text)
        for outcome in outcomes
    }
    return kept(weights, KEPT_BY_ITSELF)


def _step(outcome: Outcome) -> State:
    """Return what an outcome adds to the sums."""
    return (outcome.bid or 0) + TRICK * (outcome.tricks or 0) + OFFENDER * bool(outcome.mark)
