"""The state of a search: the cost of its rounds, and what a swap changes about it."""

from random import Random

from tests.cases import cases
from tests.draw.search_states import random_round, state_of, total_cost
from wk.draw.search_state import SearchState


@cases(("seed", "power"), [(0, 3), (1, 3), (2, 3), (3, 1), (4, 1)])
def test_a_swap_changes_the_total_by_the_predicted_amount(seed, power):
    random = Random(seed)
    state = state_of([random_round(random), random_round(random)], power)
    total = state.total()
    assert total == total_cost(state.rounds(), power)
    for _ in range(60):
        number, one, other = random.randrange(2), random.randrange(13), random.randrange(13)
        total += state.change(number, one, other)
        state.swap(number, one, other)
        assert state.total() == total
    assert total == total_cost(state.rounds(), power)
    costly = [(n, p) for n in range(2) for p in range(13) if state.adds_cost(n, p)]
    assert (costly == []) == (total == 0)


def test_tables_of_one_size_are_not_short():
    state = SearchState([[(1, 2), (3, 4)]], [[(1, 2, 3), (4,)], [(1, 2, 3), (4,)]])
    assert state.short == [False, False]
