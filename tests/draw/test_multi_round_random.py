"""Random days drawn by lot beside their bounds, and small cases of which every seating is tried."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from tests.draw.random_days import (
    ROUNDS,
    DayRound,
    distances_from_bound,
    new_separations,
    number_of_players,
    players_of_next_round,
    sizes_of,
)
from tests.draw.seatings import is_kept, possible_groups
from tests.samples import some
from wk.draw import multi_round
from wk.draw.constraints import Constraint, FixedSeat, Infeasible, Separation, constraints_on

BUDGET = 6_000  # a twentieth of what a draw may take, so that hundreds take seconds


def draw_day(seed: int) -> list[DayRound]:
    """Return the rounds of a day. Each is drawn together with those that may follow."""
    random = Random(seed)
    players: Sequence[int] = range(1, number_of_players(random) + 1)
    came, constraints, rounds, day = len(players), new_separations(players, random), [], []
    for number in range(1, ROUNDS + 1):
        sizes, here = sizes_of(len(players)), constraints_on(constraints, players)
        left = ROUNDS - number + 1
        drawn = multi_round.draw(
            players, sizes, left, seed=seed, earlier=rounds, constraints=here, budget=BUDGET
        )
        day.append(DayRound(players, here, tuple(rounds), drawn.rounds[0]))
        rounds.append(drawn.rounds[0])
        players = players_of_next_round(players, came, random)
        came = max(came, *players)
        constraints = [*constraints, *new_separations(players, random)]
    return day


@pytest.mark.slow
def test_draws_of_random_days_are_near_the_bound():
    days = [draw_day(seed) for seed in some(range(300), 60)]
    over = distances_from_bound(days)
    assert over.total() == ROUNDS * len(days)
    assert over[0, 0] >= 0.75 * over.total()
    assert sum(times for (met, _sat), times in over.items() if met) <= 15
    assert max(met for met, _sat in over) <= 2
    assert max(sat for _met, sat in over) <= 5


# Whether it can be


def random_small_case(seed: int) -> tuple[tuple[int, ...], list[Constraint]]:
    """Return two or three tables with constraints of which about half are impossible."""
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


def is_feasible(sizes: Sequence[int], constraints: Sequence[Constraint]) -> bool:
    """Return whether any seating keeps the constraints: all are tried."""
    players, tables = range(1, sum(sizes) + 1), range(len(sizes))
    return any(is_kept(groups, tables, constraints) for groups in possible_groups(players, sizes))


@pytest.mark.slow
def test_draws_are_refused_exactly_when_they_are_impossible():
    counts: Counter[bool] = Counter()
    seeds = some(range(150), 50)
    for seed in seeds:
        sizes, constraints = random_small_case(seed)
        is_possible = is_feasible(sizes, constraints)
        counts[is_possible] += 1
        players = range(1, sum(sizes) + 1)
        try:
            drawn = multi_round.draw(
                players, sizes, 1, seed=seed, constraints=constraints, budget=BUDGET
            )
        except Infeasible as refused:
            assert not is_possible, seed
            for conflict in refused.conflicts:  # each by itself, and with none too many
                assert not is_feasible(sizes, conflict.constraints), seed
                fewer = combinations(conflict.constraints, len(conflict.constraints) - 1)
                assert all(is_feasible(sizes, constraints) for constraints in fewer), seed
        else:
            assert is_kept(drawn.rounds[0], range(len(sizes)), constraints), seed
    assert min(counts.values()) >= len(seeds) / 5
