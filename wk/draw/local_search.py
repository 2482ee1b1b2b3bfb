"""The local search that lowers the cost of several rounds by swaps of two players."""

from collections.abc import Sequence
from math import log
from random import Random

from wk.draw.search_state import MEETING, SHORT, SearchState
from wk.draw.seats import below

# The number of swaps tried for one player who adds to the cost, before the next player.
TRIES = 8
# The chance of making a swap that costs something, but at most two meetings. Such a swap leads out
# of rounds that no single swap improves.
SELDOM = 1 / 25

# The part of the budget for the first search (`_descend`), which mostly is enough. The rest of a
# small tournament goes to simulated annealing (`_anneal`): small means that the budget allows
# STEPS_EACH steps for each place.
FIRST = 1 / 4
STEPS_EACH = 250
# The temperature of the annealing, in meetings: HOT at first, multiplied by COOLER after each of
# the STAGES. It ends at about 0.05.
STAGES = 30
HOT, COOLER = 0.7, 0.915
# The weight of an extra sitting in each run of the annealing, in meetings. It is far above SHORT,
# so that the search can trade sittings for meetings on its way.
SITTING_WEIGHTS = (0.3, 1.0, 0.3)
# A table of −ln(u) for 256 values of u, spread evenly from 0 to 1.
CHANCES = [round(-log((k + 0.5) / 256), 3) for k in range(256)]
# The chance that a step passes over a player who does not add to the cost.
MOSTLY = 0.9


def improve(state: SearchState, least: int, random: Random, budget: int) -> int:
    """Swap until the total cost is `least` or the budget is spent; return the lowest total.

    The budget is about the number of swaps tried. The rounds are left as at the lowest total.
    """
    first = int(budget * FIRST)
    lowest = _descend(state, least, random, first)
    if lowest <= least:
        return lowest
    # A step is half the work of a swap in `_descend`.
    steps = 2 * (budget - first) // len(SITTING_WEIGHTS)
    is_small = steps >= STEPS_EACH * len(state.order) * len(state.table)
    # Less than SHORT above the bound only soft constraints are unmet: annealing is not needed.
    if not is_small or lowest < least + SHORT:
        return _descend(state, least, random, budget - first)
    for weight in SITTING_WEIGHTS:
        if lowest >= least + SHORT:
            lowest = _anneal(state, least, random, steps, weight)
    return lowest


def _descend(state: SearchState, least: int, random: Random, budget: int) -> int:
    """Swap each player that adds to the cost with random others, if the swap lowers the cost.

    A swap that raises the cost is made with the chance SELDOM. Arguments and result are as for
    `improve`.
    """
    now = lowest = state.total()
    since: list[tuple[int, int, int]] = []  # the swaps made since the lowest total
    rounds, places = range(len(state.order)), range(len(state.table))
    while lowest > least and budget > 0:
        costly = [(n, place) for n in rounds for place in places if state.adds_cost(n, place)]
        budget -= len(rounds) * len(places) // 4 + 1  # looking at a place is a quarter of a swap
        for number, place in costly:
            if state.order[number][place] in state.pinned[number]:
                continue
            for _ in range(TRIES):
                budget -= 1
                other = below(len(places), random)
                if state.order[number][other] in state.pinned[number]:
                    continue
                change = state.change(number, place, other, 2 * MEETING)
                if change > 0 and (change > 2 * MEETING or random.random() > SELDOM):
                    continue
                if state.table[place] == state.table[other]:
                    continue
                state.swap(number, place, other)
                since.append((number, place, other))
                now += change
                break
            if now < lowest:
                lowest = now
                since.clear()
    _undo(state, since)
    return lowest


def _undo(state: SearchState, swaps: Sequence[tuple[int, int, int]]) -> None:
    for number, one, other in reversed(swaps):
        state.swap(number, one, other)


def _anneal(state: SearchState, least: int, random: Random, steps: int, weight: float) -> int:
    """Swap by simulated annealing: swaps may cost much at first, and less and less later.

    `steps` is the number of swaps considered, `weight` the weight of an extra sitting at a short
    table, in meetings. `least` and the result are as for `improve`. The rounds are left as at the
    lowest total.
    """
    now = lowest = state.total()
    best = [list(row) for row in state.order]
    chance, rounds, places = random.random, len(state.order), len(state.table)
    sitting = weight * MEETING - SHORT  # the total counts a sitting as SHORT only
    may_cost = HOT * MEETING
    for step in range(1, steps + 1):
        if not step % (steps // STAGES):
            may_cost *= COOLER
        number, one = int(rounds * chance()), int(places * chance())
        other = int(places * chance())
        if not state.may_swap(number, one, other):
            continue
        if chance() < MOSTLY and not state.adds_cost(number, one):
            continue
        # A swap that costs c is made with the chance exp(-c / temperature).
        most = may_cost * CHANCES[int(len(CHANCES) * chance())]
        row, left, right = state.order[number], state.table[one], state.table[other]
        most -= sitting * state.short_change(row[one], row[other], left, right)
        change = state.change(number, one, other, most)
        if change > most:
            continue
        state.swap(number, one, other)
        now += change
        if now < lowest:
            lowest = now
            best = [list(row) for row in state.order]
            if now <= least:
                break
    state.restore(best)
    return lowest
