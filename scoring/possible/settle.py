"""The answer to a question: a bound, an outcome that shows it is exact, or else a search."""

from dataclasses import dataclass

from scoring.possible.balance import dropped_for_balance
from scoring.possible.exact_search import SearchLimit, fewest_over_exactly
from scoring.possible.packing import pack_averages, pack_round
from scoring.possible.question import Budget, Found, Question
from scoring.possible.seating import can_be_seated

MOST_SEARCHED = 16  # players; a search among more would hardly ever end
MOST_DROPPED = 20


@dataclass(frozen=True, slots=True)
class Outcome:
    """At least `bound` players pass their caps, and an outcome with these `dropped` is known.

    `dropped` is None if no outcome is known.
    """

    bound: int
    dropped: frozenset[int] | None


def settle(question: Question, bound: int, most: int, budget: Budget) -> Found:
    """Return how few players must pass their cap; free rounds are to come.

    They are at least `bound`, and an outcome with `most` is known.
    """
    known = outcome(question, bound, budget)
    if known.dropped is not None:
        most = min(most, len(known.dropped))
    if most <= known.bound:
        return Found(most, is_exact=True)
    if len(question.caps) > MOST_SEARCHED:
        return Found(known.bound, is_exact=False)
    try:
        return Found(fewest_over_exactly(question, known.bound, most, budget), is_exact=True)
    except SearchLimit:
        return Found(known.bound, is_exact=False)


def outcome(question: Question, bound: int, budget: Budget) -> Outcome:
    """Return an outcome with few players over, who are `bound` at least.

    Free rounds are to come.
    """
    dropped: frozenset[int] = frozenset()
    if question.caps and all(len(tables) < 2 for tables in question.tables_of.values()):
        packed = pack_averages(question, bound, budget)
        if packed.dropped is not None and _keeps(packed.left, question):
            return Outcome(packed.bound, packed.dropped)
        bound = packed.bound
        dropped = packed.dropped or dropped
        if question.free.number == 1:
            packed = pack_round(question, bound, budget)
            if packed.dropped is not None and _keeps_open(packed.left, question):
                return Outcome(bound, packed.dropped)
    more = dropped_for_balance(question.without(dropped), MOST_DROPPED, budget)
    return Outcome(bound, None if more is None else dropped | more)


def _keeps(left: dict[int, int], question: Question) -> bool:
    """Return whether all players with these rests of their caps can keep to them."""
    playing = [rest for player, rest in left.items() if player in question.playing]
    return _keeps_open(left, question) and can_be_seated(playing, question.free)


def _keeps_open(left: dict[int, int], question: Question) -> bool:
    """Return whether players without a free round have nothing less than nothing left."""
    return all(rest >= 0 for player, rest in left.items() if player not in question.playing)
