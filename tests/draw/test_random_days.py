"""Random days drawn by lot, each round beside its bound; and small cases of which all are tried."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from tests.draw.days import (
    ROUNDS,
    DayRound,
    after_a_round,
    looked_at,
    new_constraints,
    sizes_of,
    start,
)
from tests.draw.ways import is_kept, ways
from tests.samples import some
from wk.draw import multi_round
from wk.draw.constraints import Constraint, FixedSeat, Infeasible, Separation, constraints_on

BUDGET = 6_000  # a twentieth of what a draw may take, so that hundreds take seconds


def a_day(seed: int) -> list[DayRound]:
    """The rounds of a day, each drawn with those that may follow."""
    random = Random(seed)
    players: Sequence[int] = range(1, start(random) + 1)
    came, constraints, rounds, day = len(players), new_constraints(players, random), [], []
    for number in range(1, ROUNDS + 1):
        sizes, here = sizes_of(len(players)), constraints_on(constraints, players)
        left = ROUNDS - number + 1
        drawn = multi_round.draw(
            players, sizes, left, seed=seed, earlier=rounds, constraints=here, budget=BUDGET
        )
        day.append(DayRound(players, here, tuple(rounds), drawn.rounds[0]))
        rounds.append(drawn.rounds[0])
        players = after_a_round(players, came, random)
        came = max(came, *players)
        constraints = [*constraints, *new_constraints(players, random)]
    return day


@pytest.mark.slow
def test_most_draws_of_random_days_are_at_the_bound_and_few_far_from_it():
    days = [a_day(seed) for seed in some(range(300), 60)]
    over = looked_at(days)
    assert over.total() == ROUNDS * len(days)
    assert over[0, 0] >= 0.75 * over.total()
    assert sum(times for (met, _sat), times in over.items() if met) <= 15
    assert max(met for met, _sat in over) <= 2
    assert max(sat for _met, sat in over) <= 5


# Whether it can be


def small_case(seed: int) -> tuple[tuple[int, ...], list[Constraint]]:
    """A hall of two tables or three, in which about half of what is asked cannot be."""
    random = Random(seed)
    number = random.choice([8, 9, 10, 12])
    players, sizes = range(1, number + 1), sizes_of(number)
    constraints: list[Constraint] = [
        Separation(frozenset(random.sample(players, random.randint(2, len(sizes)))))
        for _ in range(random.randint(1, 5))
    ]
    for player in random.sample(players, random.randint(0, 4)):
        table = random.choice([None, *range(1, len(sizes) + 1)])
        seat = random.choice([None, 1, 2, 5]) if table else random.choice([1, 2, 5])
        constraints.append(FixedSeat(player, table=table, seat=seat))
    return sizes, constraints


def can_be(sizes: Sequence[int], constraints: Sequence[Constraint]) -> bool:
    """Whether there is any way at all: all are tried."""
    players, tables = range(1, sum(sizes) + 1), range(len(sizes))
    return any(is_kept(groups, tables, constraints) for groups in ways(players, sizes))


@pytest.mark.slow
def test_what_is_refused_cannot_be_and_what_cannot_be_is_refused():
    counts: Counter[bool] = Counter()
    seeds = some(range(150), 50)
    for seed in seeds:
        sizes, constraints = small_case(seed)
        is_possible = can_be(sizes, constraints)
        counts[is_possible] += 1
        players = range(1, sum(sizes) + 1)
        try:
            drawn = multi_round.draw(
                players, sizes, 1, seed=seed, constraints=constraints, budget=BUDGET
            )
        except Infeasible as refused:
            assert not is_possible, seed
            for conflict in refused.conflicts:  # each by itself, and with none too many
                assert not can_be(sizes, conflict.constraints), seed
                fewer = combinations(conflict.constraints, len(conflict.constraints) - 1)
                assert all(can_be(sizes, constraints) for constraints in fewer), seed
        else:
            assert is_kept(drawn.rounds[0], range(len(sizes)), constraints), seed
    assert min(counts.values()) >= len(seeds) / 5
