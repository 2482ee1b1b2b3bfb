"""The search by swaps lowers the cost and keeps the best rounds found."""

from random import Random

from tests.cases import cases
from tests.draw.search_states import random_round, state_of, total_cost
from wk.draw.local_search import improve
from wk.draw.search_state import HARD, SearchState


@cases("seed", range(5))
def test_the_best_rounds_found_are_kept(seed):
    random = Random(seed)
    state = state_of([random_round(random), random_round(random)])
    before = state.total()
    lowest = improve(state, 0, random, 3000)
    assert lowest == state.total() == total_cost(state.rounds()) < before
    assert lowest < HARD


def test_the_search_stops_at_the_lower_bound():
    state = state_of([random_round(Random(1)), random_round(Random(2))])
    total, rounds = state.total(), state.rounds()
    assert improve(state, total, Random(3), 3000) == total
    assert state.rounds() == rounds


def test_pinned_players_stay_at_their_tables():
    rounds = [[(1, 2, 3, 4), (5, 6, 7, 8)]] * 2
    state = SearchState(rounds, [rounds[0]], pinned=[{1, 5}, {2}])
    improve(state, 0, Random(1), 3000)
    first, second = state.rounds()
    assert 1 in first[0]
    assert 5 in first[1]
    assert 2 in second[0]
    assert {frozenset(t) for t in first} != {frozenset(t) for t in second}
