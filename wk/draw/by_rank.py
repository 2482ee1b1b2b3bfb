"""The last round by the standings: the best players at table 1, the next at table 2, and so on.

Players are start numbers. Where constraints do not allow the tables by rank, a whole group sits at
another table, or players are swapped with others near them (`groups`). Within a table each player
has the seat the player had least before; no player changes tables for a seat.
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
    SearchLimitReached,
    constraints_on,
    problems,
    seatable,
    violations,
)
from wk.draw.multi_round import LOOKED_AT_FIRST
from wk.draw.rank_groups import RankGroups, cut
from wk.draw.relabelling import seated_so
from wk.draw.seats import (
    Round,
    beside_new_partners,
    check_fit,
    in_seats,
    partners_of,
    seats_of,
    shuffled,
)

AGAIN = 10**3  # a seat the player had before; how often adds a little to that
FIXED = 10**6  # a seat other than the player's fixed one


def draw(
    together: Partners,
    ranking: Sequence[int],
    sizes: Sequence[int],
    *,
    earlier: Sequence[Round],
    seed: int,
    asked: Sequence[Constraint] = (),
    gone: Collection[int] = (),
) -> tuple[tuple[int, ...], ...]:
    """Seat the next round by rank: table k has sizes[k] players, in clockwise order.

    `ranking` holds the players, the best first. A pair that stays together ranks where the better
    of the two does. Players with changing partners sit opposite their rarest partner. The seed
    decides between seats that are equally new. `asked` counts only where people play alone.

    Raises ValueError when a player is named twice, the sizes do not add up to the players or a
    player is in no pair, and Impossible when the hard constraints cannot be met.
    """
    check_fit(ranking, sizes)
    random = Random(seed)
    if together == "fixed":
        return _pairs_ranked(ranking, sizes, earlier, gone, random)
    if together == "rotating":
        return _beside_others(cut(ranking, sizes), earlier, random)
    return _alone_ranked(ranking, sizes, earlier, constraints_on(asked, ranking), random)


def ranks_at(ranking: Sequence[int], tables: Round) -> list[range]:
    """Return the ranks, from 1, that belong at each of these tables.

    The ranks of the players there decide that, whatever the number of the table.
    """
    rank = {player: place for place, player in enumerate(ranking)}
    ends = accumulate(map(len, tables), initial=1)
    groups = sorted((range(a, b) for a, b in pairwise(ends)), key=len, reverse=True)
    order = sorted(tables, key=lambda table: (-len(table), sum(rank[p] for p in table)))
    by_table = {tuple(table): group for table, group in zip(order, groups, strict=True)}
    return [by_table[tuple(table)] for table in tables]


def moved(ranking: Sequence[int], tables: Round) -> tuple[int, ...]:
    """Return the players seated outside the ranks of their table (`ranks_at`), the best first."""
    at = {p: group for t, group in zip(tables, ranks_at(ranking, tables), strict=True) for p in t}
    return tuple(player for rank, player in enumerate(ranking, 1) if rank not in at[player])


def sitting_again(tables: Round, earlier: Sequence[Round]) -> tuple[int, ...]:
    """Return the players in a seat they had before, although another one was newer to them.

    A seat is newer if the player had it never or less often.
    """
    sat = {size: seats_of(earlier, size) for size in {len(table) for table in tables}}
    return tuple(
        player
        for table in tables
        for seat, player in enumerate(table)
        if sat[len(table)][player, seat]
    )


def _beside_others(
    groups: Round, earlier: Sequence[Round], random: Random
) -> tuple[tuple[int, ...], ...]:
    """Return each group at its table, players opposite their rarest partners."""
    partnered, sat = partners_of(earlier), seats_of(earlier, TABLE)
    return tuple(
        beside_new_partners(shuffled(group, random), sat, partnered, random).order
        for group in groups
    )


def _alone_ranked(
    ranking: Sequence[int],
    sizes: Sequence[int],
    earlier: Sequence[Round],
    asked: Sequence[Constraint],
    random: Random,
) -> tuple[tuple[int, ...], ...]:
    """Return the tables by rank under the constraints, players in the seats they had least."""
    number = len(earlier) + 1
    ask = RoundConstraints(asked, number)
    groups = cut(ranking, sizes)
    if ask.players():
        groups = _as_asked(ranking, sizes, asked, number, random)
    fixed = {player: min(seats) for player, seats in ask.seats.items()}
    sat = {size: seats_of(earlier, size) for size in {*sizes}}
    return tuple(_seated(group, sat[len(group)], fixed, random) for group in groups)


def _seated(
    group: Sequence[int],
    sat: Mapping[tuple[int, int], int],
    fixed: Mapping[int, int],
    random: Random,
) -> tuple[int, ...]:
    """Return the players of a table in the seats they had least.

    `sat` counts as `seats_of` does; `fixed` holds the fixed seats by player, from 0.
    """
    prices: Counter[tuple[int, int]] = Counter()
    for player in group:
        for seat in range(len(group)):
            if player in fixed:
                prices[player, seat] = 0 if fixed[player] == seat else FIXED
            elif sat[player, seat]:
                prices[player, seat] = AGAIN + sat[player, seat]
    # Shuffled, as otherwise the best player would sit at NORTH whenever that seat is new.
    return in_seats(shuffled(group, random), prices, random).order


def _pairs_ranked(
    ranking: Sequence[int],
    sizes: Sequence[int],
    earlier: Sequence[Round],
    gone: Collection[int],
    random: Random,
) -> tuple[tuple[int, ...], ...]:
    """Return two pairs at each table, the partners opposite each other, in their rarest
    direction.
    """
    known = pairs(ranking, earlier, gone)
    if known.alone or any(size != TABLE for size in sizes):
        raise ValueError(f"{len(known.pairs)} pairs do not fill tables of {tuple(sizes)}")
    rank = {player: place for place, player in enumerate(ranking)}
    order = sorted(known.pairs, key=lambda pair: min(rank[player] for player in pair))
    sat = seats_of(earlier, TABLE)
    tables = []
    for pair, other in zip(order[::2], order[1::2], strict=True):
        one, two = shuffled(pair, random), shuffled(other, random)
        ways = [
            (a[0], b[0], a[1], b[1])
            for first, second in ((one, two), (two, one))
            for a in (first, first[::-1])
            for b in (second, second[::-1])
        ]
        ways = [ways[place] for place in shuffled(range(len(ways)), random)]
        tables.append(min(ways, key=lambda way: sum(sat[p, seat] for seat, p in enumerate(way))))
    return tuple(tables)


def _as_asked(
    ranking: Sequence[int],
    sizes: Sequence[int],
    asked: Sequence[Constraint],
    number: int,
    random: Random,
) -> list[list[int]]:
    """Return the players at each table, by its number, with all hard constraints met."""
    ask = RoundConstraints(asked, number)
    if len(ask.players()) <= LOOKED_AT_FIRST:
        _refuse_impossible(asked, sizes, number)
    groups = RankGroups(ranking, cut(ranking, sizes), ask)
    groups.improve(random)
    if violations(asked, ask, groups.tables(), number):
        _refuse_impossible(asked, sizes, number)
        try:
            at = seatable(ask, sizes) or {}
        except SearchLimitReached:
            at = {}
        groups = RankGroups(ranking, seated_so(cut(ranking, sizes), at), ask)
        groups.improve(random)
    if musts := violations(asked, ask, groups.tables(), number):
        raise Infeasible([Conflict("NOT_FOUND", number, musts)])
    return groups.tables()


def _refuse_impossible(asked: Sequence[Constraint], sizes: Sequence[int], number: int) -> None:
    if clashes := problems(asked, sizes, number):
        raise Infeasible(clashes)
