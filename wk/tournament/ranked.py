"""The last round by the standings: the best at table 1, who follow them at table 2, and so on.

Players are start numbers. Where something must be to which the tables by rank do not keep, players
change over with others near them (`groups`). Within a table everybody has a seat that he had least
before; nobody changes over for a seat.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scoring.game import Partners
from scoring.pairs import TABLE, pairs
from wk.tournament.constrained import LOOKED_AT_FIRST
from wk.tournament.constraints import (
    Asked,
    Impossible,
    Must,
    Problem,
    Unsure,
    broken,
    concerning,
    problems,
    seatable,
)
from wk.tournament.groups import Groups, cut
from wk.tournament.labels import seated_so
from wk.tournament.seats import (
    Round,
    beside_new_partners,
    in_seats,
    partners_of,
    seats_of,
    shuffled,
)

AGAIN = 10**3  # a seat somebody had before; how often he had it comes after that
FIXED = 10**6  # a seat that is not the one somebody must have


@dataclass(frozen=True, slots=True)
class Ranked:
    """A round by the standings; `moved` sit with others than those of their ranks, because
    something else must be."""

    tables: tuple[tuple[int, ...], ...]
    moved: tuple[int, ...] = ()


def draw(
    together: Partners,
    ranking: Sequence[int],
    sizes: Sequence[int],
    *,
    earlier: Sequence[Round],
    seed: int,
    asked: Sequence[Must] = (),
    gone: Collection[int] = (),
) -> Ranked:
    """Seat the next round by rank: table k has sizes[k] players, in clockwise order.

    `ranking` is who plays, the best first. Pairs that stay together stand where the better of the
    two stands; others sit opposite whom they had least as a partner. The seed decides between
    seats that are equally new. Nothing can be `asked` where people play with partners.

    Raises ValueError when a player is named twice, the sizes do not add up to the players or
    somebody is in no pair, and Impossible when what must be cannot be.
    """
    if len(set(ranking)) != len(ranking):
        raise ValueError("a player is named twice")
    if sum(sizes) != len(ranking) or any(size < 1 for size in sizes):
        raise ValueError(f"{len(ranking)} players do not fill tables of {tuple(sizes)}")
    random = Random(seed)
    if together == "fixed":
        return Ranked(_pairs_ranked(ranking, sizes, earlier, gone, random))
    groups = cut(ranking, sizes)
    if together == "rotating":
        partnered, sat = partners_of(earlier), seats_of(earlier, TABLE)
        seated = [
            beside_new_partners(shuffled(group, random), sat, partnered, random) for group in groups
        ]
        return Ranked(tuple(seats.order for seats in seated))
    ask = Asked(concerning(asked, ranking), len(earlier) + 1)
    if ask.players():
        groups = _as_asked(ranking, sizes, concerning(asked, ranking), len(earlier) + 1, random)
    fixed = {player: min(seats) for player, seats in ask.seats.items()}
    tables = tuple(_seated(group, earlier, fixed, random) for group in groups)
    return Ranked(tables, moved(ranking, tables))


def moved(ranking: Sequence[int], tables: Round) -> tuple[int, ...]:
    """Return who does not sit with those of his ranks, the best first.

    Which table has which ranks is told by the ranks of its players, whatever its number.
    """
    rank = {player: place for place, player in enumerate(ranking)}
    order = sorted(tables, key=lambda table: (-len(table), sum(rank[p] for p in table)))
    groups = sorted(cut(ranking, list(map(len, tables))), key=len, reverse=True)
    strangers = {
        player for table, group in zip(order, groups, strict=True) for player in {*table} - {*group}
    }
    return tuple(player for player in ranking if player in strangers)


def sitting_again(tables: Round, earlier: Sequence[Round]) -> tuple[int, ...]:
    """Return who has a seat that he had before, though another of his table is new to him or was
    his less often."""
    sat = {size: seats_of(earlier, size) for size in {len(table) for table in tables}}
    return tuple(
        player
        for table in tables
        for seat, player in enumerate(table)
        if sat[len(table)][player, seat]
    )


def _seated(
    group: Sequence[int], earlier: Sequence[Round], fixed: Mapping[int, int], random: Random
) -> tuple[int, ...]:
    """The players of a table in seats they had least; `fixed` who must have which, from 0."""
    past = [[here for here in tables if not {*here}.isdisjoint(group)] for tables in earlier]
    sat = seats_of(past, len(group))
    prices: Counter[tuple[int, int]] = Counter()
    for player in group:
        for seat in range(len(group)):
            if player in fixed:
                prices[player, seat] = 0 if fixed[player] == seat else FIXED
            elif sat[player, seat]:
                prices[player, seat] = AGAIN + sat[player, seat]
    # That the best sits at NORTH unless it is not new to him would be no chance.
    return in_seats(shuffled(group, random), prices, random).order


def _pairs_ranked(
    ranking: Sequence[int],
    sizes: Sequence[int],
    earlier: Sequence[Round],
    gone: Collection[int],
    random: Random,
) -> tuple[tuple[int, ...], ...]:
    """Two pairs at each table, opposite each other, in directions they had least."""
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
    asked: Sequence[Must],
    number: int,
    random: Random,
) -> list[list[int]]:
    """Who sits at each table, by its number, so that all is as it must be."""
    ask = Asked(asked, number)
    if len(ask.players()) <= LOOKED_AT_FIRST:
        _refuse_impossible(asked, sizes, number)
    groups = Groups(ranking, cut(ranking, sizes), ask)
    groups.improve(random)
    if broken(asked, ask, groups.tables(), number):
        _refuse_impossible(asked, sizes, number)
        try:
            at = seatable(ask, sizes) or {}
        except Unsure:
            at = {}
        groups = Groups(ranking, seated_so(cut(ranking, sizes), at), ask)
        groups.improve(random)
    if musts := broken(asked, ask, groups.tables(), number):
        raise Impossible([Problem("NOT_FOUND", number, musts)])
    return groups.tables()


def _refuse_impossible(asked: Sequence[Must], sizes: Sequence[int], number: int) -> None:
    if clashes := problems(asked, sizes, number):
        raise Impossible(clashes)
