"""The last round by the standings: the best players at table 1, the next at table 2, and so on.

Players are start numbers. Where constraints do not allow the tables by rank, a whole group sits at
another table, or players are swapped with others near them (`rank_groups`). Within a table
players get the seats they had least often; no player changes tables for a seat.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, pairwise
from random import Random

from scoring.game import Partners
from scoring.pairs import TABLE, pairs
from wk.draw.constraints import (
    Conflict,
    Constraint,
    Infeasible,
    RoundConstraints,
    constraints_on,
    violations,
)
from wk.draw.feasibility import (
    CHECKED_FIRST,
    SearchLimitReached,
    feasible_tables,
    find_conflicts,
)
from wk.draw.rank_groups import RankGroups, cut
from wk.draw.relabelling import moved_to
from wk.draw.seats import (
    DrawnTables,
    Tables,
    beside_new_partners,
    check_fit,
    in_seats,
    partners_of,
    seats_of,
    shuffled,
)

# The penalty of a seat that the player had before; the number of times is added to it. So as few
# players as possible have a seat again, before it counts how often they had it.
AGAIN = 10**3
# The penalty of a seat other than the player's fixed one.
FIXED = 10**6


def draw(
    together: Partners,
    ranking: Sequence[int],
    sizes: Sequence[int],
    *,
    earlier: Sequence[Tables],
    seed: int,
    constraints: Sequence[Constraint] = (),
    withdrawn: Collection[int] = (),
) -> DrawnTables:
    """Seat the next round by rank: table k has sizes[k] players, in clockwise order.

    `ranking` holds the players, the best first. A pair that stays together has the rank of the
    better of the two. Players with changing partners sit opposite the partner they had least often.
    The seed decides between seats that are equally new. `constraints` count only if players play
    alone.
    `withdrawn` are the players who left, as `scoring.pairs.pairs` needs them.

    Raises ValueError when a player is named twice, the sizes do not add up to the players or a
    player is in no pair, and Infeasible when the hard constraints cannot be met.
    """
    check_fit(ranking, sizes)
    random = Random(seed)
    if together == "fixed":
        return _pairs_ranked(ranking, sizes, earlier, withdrawn, random)
    if together == "rotating":
        return _beside_others(cut(ranking, sizes), earlier, random)
    here = constraints_on(constraints, ranking)
    return _alone_ranked(ranking, sizes, earlier, here, random)


def ranks_at(ranking: Sequence[int], tables: Tables) -> list[range]:
    """Return the ranks, from 1, that belong at each of these tables.

    The best ranks belong at the table with the best players, whatever its number, and so on; tables
    of one size are compared by the sum of the ranks of their players.
    """
    rank = {player: place for place, player in enumerate(ranking)}
    ends = accumulate(map(len, tables), initial=1)
    groups = sorted((range(a, b) for a, b in pairwise(ends)), key=len, reverse=True)
    order = sorted(tables, key=lambda table: (-len(table), sum(rank[p] for p in table)))
    by_table = {tuple(table): group for table, group in zip(order, groups, strict=True)}
    return [by_table[tuple(table)] for table in tables]


def outside_ranks(ranking: Sequence[int], tables: Tables) -> tuple[int, ...]:
    """Return the players seated outside the ranks of their table (`ranks_at`), the best first."""
    at = {p: group for t, group in zip(tables, ranks_at(ranking, tables), strict=True) for p in t}
    return tuple(player for rank, player in enumerate(ranking, 1) if rank not in at[player])


def _beside_others(groups: Tables, earlier: Sequence[Tables], random: Random) -> DrawnTables:
    """Return each group at its table, players opposite the partners they had least often."""
    partnered, sat = partners_of(earlier), seats_of(earlier, TABLE)
    return tuple(
        beside_new_partners(shuffled(group, random), sat, partnered, random).order
        for group in groups
    )


def _alone_ranked(
    ranking: Sequence[int],
    sizes: Sequence[int],
    earlier: Sequence[Tables],
    constraints: Sequence[Constraint],
    random: Random,
) -> DrawnTables:
    """Return the tables by rank under the constraints, in seat order."""
    number = len(earlier) + 1
    round_constraints = RoundConstraints(constraints, number)
    groups = cut(ranking, sizes)
    if round_constraints.players():
        groups = _constrained_groups(ranking, sizes, constraints, number, random)
    fixed = {player: min(seats) for player, seats in round_constraints.seats.items()}
    sat = {size: seats_of(earlier, size) for size in {*sizes}}
    return tuple(_seated(group, sat[len(group)], fixed, random) for group in groups)


def _seated(
    group: Sequence[int],
    sat: Mapping[tuple[int, int], int],
    fixed: Mapping[int, int],
    random: Random,
) -> tuple[int, ...]:
    """Return the players of a table in the seats they had least often.

    `sat` counts as `seats_of` does; `fixed` holds the fixed seats by player, from 0.
    """
    penalties: Counter[tuple[int, int]] = Counter()
    for player in group:
        for seat in range(len(group)):
            if player in fixed:
                penalties[player, seat] = 0 if fixed[player] == seat else FIXED
            elif sat[player, seat]:
                penalties[player, seat] = AGAIN + sat[player, seat]
    # Shuffled, as otherwise the best player would sit at NORTH whenever that seat is new.
    return in_seats(shuffled(group, random), penalties, random).order


def _pairs_ranked(
    ranking: Sequence[int],
    sizes: Sequence[int],
    earlier: Sequence[Tables],
    withdrawn: Collection[int],
    random: Random,
) -> DrawnTables:
    """Return two pairs at each table, the partners opposite each other.

    Each pair gets the seats that its players had least often.
    """
    known = pairs(ranking, earlier, withdrawn)
    if known.alone or any(size != TABLE for size in sizes):
        raise ValueError(f"{len(known.pairs)} pairs do not fill tables of {tuple(sizes)}")
    rank = {player: place for place, player in enumerate(ranking)}
    by_rank = sorted(known.pairs, key=lambda pair: min(rank[player] for player in pair))
    sat = seats_of(earlier, TABLE)
    tables = []
    for pair, other in zip(by_rank[::2], by_rank[1::2], strict=True):
        one, two = shuffled(pair, random), shuffled(other, random)
        orders = [
            (a[0], b[0], a[1], b[1])
            for first, second in ((one, two), (two, one))
            for a in (first, first[::-1])
            for b in (second, second[::-1])
        ]
        orders = [orders[place] for place in shuffled(range(len(orders)), random)]
        tables.append(
            min(orders, key=lambda order: sum(sat[p, seat] for seat, p in enumerate(order)))
        )
    return tuple(tables)


def _constrained_groups(
    ranking: Sequence[int],
    sizes: Sequence[int],
    constraints: Sequence[Constraint],
    number: int,
    random: Random,
) -> list[list[int]]:
    """Return the players at each table, by its number, with all hard constraints met."""
    round_constraints = RoundConstraints(constraints, number)
    if len(round_constraints.players()) <= CHECKED_FIRST:
        _check_feasible(constraints, sizes, number)
    groups = RankGroups(ranking, cut(ranking, sizes), round_constraints)
    groups.improve(random)
    if violations(constraints, round_constraints, groups.tables(), number):
        _check_feasible(constraints, sizes, number)
        # The swaps got stuck although the constraints can be met. A second search starts with every
        # constrained player at a table at which all constraints are met.
        try:
            at = feasible_tables(round_constraints, sizes) or {}
        except SearchLimitReached:
            at = {}
        groups = RankGroups(ranking, moved_to(cut(ranking, sizes), at), round_constraints)
        groups.improve(random)
    if unmet := violations(constraints, round_constraints, groups.tables(), number):
        raise Infeasible([Conflict("NOT_FOUND", number, unmet)])
    return groups.tables()


def _check_feasible(constraints: Sequence[Constraint], sizes: Sequence[int], number: int) -> None:
    """Raise Infeasible with every conflict in this round that can be shown."""
    if conflicts := find_conflicts(constraints, sizes, number):
        raise Infeasible(conflicts)
