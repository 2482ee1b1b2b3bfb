"""The seats within one table, once its players are known.

A player gets a seat that is new to the player where that is possible. The type aliases and the
random numbers of all parts of the draw are here too.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple, TypeAlias

from scoring.pairs import partners

Tables: TypeAlias = Sequence[Sequence[int]]
"""The tables of one round: start numbers in clockwise order, the first one at NORTH."""

DrawnTables: TypeAlias = tuple[tuple[int, ...], ...]
"""The tables of one drawn round."""

# The penalty of one earlier partnership. An earlier seat counts 1: no table comes near this number.
PARTNER = 10**4


class Seats(NamedTuple):
    """One table in seat order.

    `again` is the sum of the penalties: one for each time a player had the seat before, `PARTNER`
    for each time two partners were partners before. 0 is best.
    """

    again: int
    order: tuple[int, ...]


def check_fit(players: Sequence[int], sizes: Sequence[int]) -> None:
    """Check that all players differ and fill tables of these sizes; raise ValueError if not."""
    if len(set(players)) != len(players):
        raise ValueError("a player is named twice")
    if sum(sizes) != len(players) or any(size < 1 for size in sizes):
        raise ValueError(f"{len(players)} players do not fill tables of {tuple(sizes)}")


def seats_of(rounds: Sequence[Tables], size: int = 0) -> Counter[tuple[int, int]]:
    """Return how many times each player had each seat, by (player, seat); seats count from 0.

    With `size`, the count of each seat of a table of that size is reduced by the count of the
    player's least used one. So a player who has had every seat starts again at 0.
    """
    sat = Counter(
        (player, seat) for tables in rounds for table in tables for seat, player in enumerate(table)
    )
    for player in {player for player, _seat in sat}:
        least = min((sat[player, seat] for seat in range(size)), default=0)
        for seat in range(size if least else 0):
            sat[player, seat] -= least
    return sat


def partners_of(rounds: Sequence[Tables]) -> Counter[tuple[int, int]]:
    """Return how many times two players were partners, by pair, the lower start number first."""
    return Counter(pair for tables in rounds for pair in partners(tables))


def in_seats(table: list[int], penalties: Counter[tuple[int, int]], random: Random) -> Seats:
    """Return the players of a table in the seats with the lowest sum of penalties.

    `penalties` holds the penalty of a player in a seat, by (player, seat); mostly it counts how
    many times the player had that seat. The search goes seat by seat (dynamic programming over
    subsets). For each set of seated players only the best order is kept. That takes 32 steps
    instead of 120 orders for 5 players, and 256 instead of 40,320 for 8 players.
    """
    # All seats are new already: the order given stays, and no random number is used up.
    if not any(penalties[player, seat] for seat, player in enumerate(table)):
        return Seats(0, tuple(table))
    players = shuffled(table, random)  # of equal orders the first is kept: chance decides
    found = {0: Seats(0, ())}  # by the set of seated players, one bit for each
    for seat in range(len(players)):
        wider: dict[int, Seats] = {}
        for seated, (again, order) in found.items():
            for bit, player in enumerate(players):
                if seated >> bit & 1:
                    continue
                key = seated | 1 << bit
                total = again + penalties[player, seat]
                if key not in wider or total < wider[key].again:
                    wider[key] = Seats(total, (*order, player))
        found = wider
    (best,) = found.values()
    return best


def beside_new_partners(
    table: list[int],
    sat: Counter[tuple[int, int]],
    partnered: Counter[tuple[int, int]],
    random: Random,
) -> Seats:
    """Return a table of four with new partners opposite each other first, then with new seats.

    `sat` counts the earlier seats by (player, seat), `partnered` the earlier partnerships by pair,
    the lower start number first. One old partnership weighs more than any number of old seats
    (`PARTNER`).
    """

    def rated(order: tuple[int, ...]) -> Seats:
        seats = sum(sat[player, seat] for seat, player in enumerate(order))
        return Seats(PARTNER * sum(partnered[pair] for pair in partners([order])) + seats, order)

    drawn = rated(tuple(table))
    if not drawn.again:
        return drawn
    # min() keeps the first of equals: after a shuffle, chance decides between them.
    return min(map(rated, permutations(shuffled(table, random))), key=lambda seats: seats.again)


def shuffled(items: Sequence[int], random: Random) -> list[int]:
    """Return the items in random order.

    Random.shuffle is not used: it may change between versions of Python, and a seed must always
    give the same draw.
    """
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = below(last + 1, random)
        result[last], result[other] = result[other], result[last]
    return result


def below(limit: int, random: Random) -> int:
    """Return a random whole number from 0 to limit - 1.

    Python promises only of random() that a seed keeps giving the same numbers.
    """
    return int(random.random() * limit)
