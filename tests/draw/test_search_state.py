"""The rounds that a search changes: what they cost, and what a swap changes about that."""

from random import Random

import pytest

from tests.draw.states import by_chance, counted_cost, state_of
from wk.draw.search_state import SearchState


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


def test_where_all_tables_are_alike_nobody_is_at_a_short_one():
    state = SearchState([[(1, 2), (3, 4)]], [[(1, 2, 3), (4,)], [(1, 2, 3), (4,)]])
    assert state.short == [False, False]
