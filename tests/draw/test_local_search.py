"""The search by swaps: it lowers the cost, and the best rounds found are kept."""

from random import Random

import pytest

from tests.draw.states import by_chance, counted_cost, state_of
from wk.draw.local_search import improve
from wk.draw.search_state import HARD, SearchState


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
