"""Who takes which seat at a table, once it is known who sits there: seats that are new to them."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple, TypeAlias

from scoring.pairs import partners

Round: TypeAlias = Sequence[Sequence[int]]

PARTNER = 10**4  # a partner one had before is worse than any number of seats one had before


class Seats(NamedTuple):
    """A table in seat order; `again` says how much of it was so before, 0 is best."""

    again: int
    order: tuple[int, ...]


def check_fit(players: Sequence[int], sizes: Sequence[int]) -> None:
    """Raises ValueError when a player is named twice or they do not fill tables of these sizes."""
    if len(set(players)) != len(players):
        raise ValueError("a player is named twice")
    if sum(sizes) != len(players) or any(size < 1 for size in sizes):
        raise ValueError(f"{len(players)} players do not fill tables of {tuple(sizes)}")


def seats_of(rounds: Sequence[Round], size: int = 0) -> Counter[tuple[int, int]]:
    """How many times each (player, seat) was; seats count from 0.

    With the size of a table, how many times more than the seat of it that he had least: who had
    every seat begins anew, so that nobody looks for what cannot be.
    """
    sat = Counter(
        (player, seat) for tables in rounds for table in tables for seat, player in enumerate(table)
    )
    for player in {player for player, _seat in sat}:
        least = min((sat[player, seat] for seat in range(size)), default=0)
        for seat in range(size if least else 0):
            sat[player, seat] -= least
    return sat


def partners_of(rounds: Sequence[Round]) -> Counter[tuple[int, int]]:
    """How many times each two, the lower start number first, were partners."""
    return Counter(pair for tables in rounds for pair in partners(tables))


def in_seats(table: list[int], sat: Counter[tuple[int, int]], random: Random) -> Seats:
    """The players of a table in the seats they had least before.

    Seat by seat, of all ways to seat the same few players only the best is kept: for 5 players
    32 steps in place of 120 orders, for 8 players 256 in place of 40,320.
    """
    if not any(sat[player, seat] for seat, player in enumerate(table)):
        return Seats(0, tuple(table))
    players = shuffled(table, random)  # so that chance decides between equals
    found = {0: Seats(0, ())}  # by who has a seat, as bits
    for seat in range(len(players)):
        wider: dict[int, Seats] = {}
        for seated, (again, order) in found.items():
            for bit, player in enumerate(players):
                if seated >> bit & 1:
                    continue
                key = seated | 1 << bit
                total = again + sat[player, seat]
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
    """The players of a table of four opposite whom they were least, then in seats they had least.

    `partnered` counts who were partners before, the lower start number first.
    """

    def rated(order: tuple[int, ...]) -> Seats:
        seats = sum(sat[player, seat] for seat, player in enumerate(order))
        return Seats(PARTNER * sum(partnered[pair] for pair in partners([order])) + seats, order)

    drawn = rated(tuple(table))
    if not drawn.again:
        return drawn
    # Of equals the first stays, so that chance decides between them.
    return min(map(rated, permutations(shuffled(table, random))), key=lambda seats: seats.again)


def shuffled(items: Sequence[int], random: Random) -> list[int]:
    """The items in random order. Random.shuffle may change between versions of Python."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = below(last + 1, random)
        result[last], result[other] = result[other], result[last]
    return result


def below(limit: int, random: Random) -> int:
    """A random place from 0 to limit - 1. Only random() is promised to stay as it is."""
    return int(random.random() * limit)
