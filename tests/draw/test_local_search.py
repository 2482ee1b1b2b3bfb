"""Rounds side by side: what a swap costs, and that the best rounds found are kept."""

from itertools import combinations
from random import Random

import pytest

from wk.draw.local_search import improve
from wk.draw.search_state import HARD, MEETING, SHORT, SOFT, SearchState

SIZES = (5, 4, 4)
EARLIER = [[(1, 2, 3, 14, 15), (4, 5, 6, 7), (8, 9, 10, 11)]]
PENALTIES = {1: {2: HARD, 9: SOFT}, 2: {1: HARD}, 9: {1: SOFT}}
ROUND_PENALTIES = [{3: {4: HARD}, 4: {3: HARD}}, {}]
FIXED_SEATS = [{}, {12: 4}]


def by_chance(random):
    row = random.sample(range(1, 14), 13)
    return [tuple(row[:5]), tuple(row[5:9]), tuple(row[9:])]


def state_of(rounds, power=3):
    return SearchState(
        rounds,
        EARLIER,
        penalties=PENALTIES,
        round_penalties=ROUND_PENALTIES,
        fixed_seats=FIXED_SEATS,
        power=power,
    )


def counted_cost(rounds, power=3):
    """The total, pair by pair and player by player."""
    total = 0
    players = range(1, 14)
    for one, other in combinations(players, 2):
        met = [any(one in t and other in t for t in tables) for tables in [*EARLIER, *rounds]]
        before = sum(met[: len(EARLIER)])
        total += MEETING * sum(times**power for times in range(before, sum(met)))
        total += PENALTIES.get(one, {}).get(other, 0) * sum(met[len(EARLIER) :])
        for number, is_met in enumerate(met[len(EARLIER) :]):
            total += is_met * ROUND_PENALTIES[number].get(one, {}).get(other, 0)
    for player in players:
        fours = [any(len(t) == 4 and player in t for t in r) for r in [*EARLIER, *rounds]]
        before = sum(fours[: len(EARLIER)])
        total += SHORT * (max(0, sum(fours) - 1) - max(0, before - 1))
    for number, fixed in enumerate(FIXED_SEATS):
        for player, seat in fixed.items():
            total += HARD * any(player in t and len(t) <= seat for t in rounds[number])
    return total


@pytest.mark.parametrize(("seed", "power"), [(0, 3), (1, 3), (2, 3), (3, 1), (4, 1)])
def test_a_swap_changes_the_total_as_was_told(seed, power):
    random = Random(seed)
    state = state_of([by_chance(random), by_chance(random)], power)
    total = state.total()
    assert total == counted_cost(state.rounds(), power)
    for _ in range(60):
        number, one, other = random.randrange(2), random.randrange(13), random.randrange(13)
        total += state.change(number, one, other)
        state.swap(number, one, other)
        assert state.total() == total
    assert total == counted_cost(state.rounds(), power)
    costly = [(n, p) for n in range(2) for p in range(13) if state.adds_cost(n, p)]
    assert (costly == []) == (total == 0)


@pytest.mark.parametrize("seed", range(5))
def test_the_best_rounds_found_are_those_that_stay(seed):
    random = Random(seed)
    state = state_of([by_chance(random), by_chance(random)])
    before = state.total()
    lowest = improve(state, 0, random, 3000)
    assert lowest == state.total() == counted_cost(state.rounds()) < before
    assert lowest < HARD


def test_it_stops_where_nothing_can_be_better():
    state = state_of([by_chance(Random(1)), by_chance(Random(2))])
    total, rounds = state.total(), state.rounds()
    assert improve(state, total, Random(3), 3000) == total
    assert state.rounds() == rounds


def test_who_must_stay_at_his_table_stays_there():
    rounds = [[(1, 2, 3, 4), (5, 6, 7, 8)]] * 2
    state = SearchState(rounds, [rounds[0]], pinned=[{1, 5}, {2}])
    improve(state, 0, Random(1), 3000)
    first, second = state.rounds()
    assert 1 in first[0]
    assert 5 in first[1]
    assert 2 in second[0]
    assert {frozenset(t) for t in first} != {frozenset(t) for t in second}


def test_where_all_tables_are_alike_nobody_is_at_a_short_one():
    state = SearchState([[(1, 2), (3, 4)]], [[(1, 2, 3), (4,)], [(1, 2, 3), (4,)]])
    assert state.short == [False, False]
