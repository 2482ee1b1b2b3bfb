"""The draw by rank beside all possible tables: it shifts the fewest ranks."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise, permutations
from random import Random

from tests.draw.draw_cases import sizes_of
from tests.draw.seatings import is_kept, possible_groups
from tests.samples import some
from wk.draw.by_rank import draw
from wk.draw.constraints import Constraint, FixedSeat, Infeasible, Separation
from wk.draw.seats import Tables


def total_shift(groups: Tables, sizes: Sequence[int]) -> int:
    """Return the sum of the ranks between each player and those of his group. Player 1 has rank
    1."""
    total = 0
    for (start, end), group in zip(pairwise(accumulate(sizes, initial=0)), groups, strict=True):
        total += sum(max(0, start + 1 - player, player - end) for player in group)
    return total


def table_orders(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return all ways in which the groups can take tables of their own size."""
    orders = permutations(range(len(sizes)))
    return [order for order in orders if [sizes[n] for n in order] == list(sizes)]


def least_shift(sizes: Sequence[int], constraints: Sequence[Constraint]) -> int | None:
    """Return the least possible shift after trying everything, None where nothing is possible."""
    orders = table_orders(sizes)
    best = None
    for groups in possible_groups(range(1, sum(sizes) + 1), sizes):
        cost = total_shift(groups, sizes)
        if (best is None or cost < best) and any(is_kept(groups, n, constraints) for n in orders):
            best = cost
    return best


def small_case(seed: int) -> tuple[tuple[int, ...], list[Constraint]]:
    """Return table sizes and constraints of a random case of 8 to 10 players."""
    random = Random(seed)
    number = random.choice([8, 9, 10])
    players, sizes = range(1, number + 1), sizes_of(number)
    constraints: list[Constraint] = [
        Separation(frozenset(random.sample(players, 2))) for _ in range(random.randint(1, 4))
    ]
    for player in random.sample(players, random.randint(0, 2)):
        table, seat = random.choice([(1, None), (2, None), (None, 1), (None, 5), (2, 2)])
        constraints.append(FixedSeat(player, table=table, seat=seat))
    return sizes, constraints


# Cases that are refused, or in which the ranks keep what is asked; the others are searched.
REFUSED = [1, 3, 9, 14, 39, 45, 49, 51]


KEPT = [6, 8, 16, 18, 19, 22, 29, 32, 44, 46, 48, 59]


SEARCHED = [seed for seed in range(60) if seed not in {*REFUSED, *KEPT}]


def test_small_cases_shift_the_fewest_ranks_or_are_refused():
    wrong, refused = {}, Counter()
    for seed in [*REFUSED, *KEPT, *some(SEARCHED, 4)]:
        sizes, constraints = small_case(seed)
        least = least_shift(sizes, constraints)
        try:
            tables = draw(
                "none",
                range(1, sum(sizes) + 1),
                sizes,
                earlier=[],
                seed=seed,
                constraints=constraints,
            )
        except Infeasible as error:
            refused.update(conflict.code for conflict in error.conflicts)
            found = None
        else:
            found = min(
                total_shift([tables[n] for n in order], sizes) for order in table_orders(sizes)
            )
            assert is_kept(tables, range(len(tables)), constraints)
        if found != least:
            wrong[seed] = (found, least)
    assert wrong == {}
    assert refused == {"NO_SUCH_PLACE": 4, "CLASH": 4}
