"""An outcome in which nobody passes a cap, made by a simple rule that does not always find one."""

from collections import Counter
from collections.abc import Mapping, Sequence

from scoring.possible.free_rounds import FreeRounds

Steps = tuple[int, ...]


def has_example(
    caps: Mapping[int, int],
    tables: Sequence[tuple[Steps, Sequence[int]]],
    free: FreeRounds,
    playing: Sequence[int],
) -> bool:
    """Return whether this outcome without ties keeps everybody to the cap.

    At each open table, and in each round that is not drawn, the players who have the least to spare
    take the lowest places. `caps` are those of all players but the one whose rank is
    asked, by start number. `tables` has the values of the places of each open table, and its
    players; `playing` are the players who play on. True is a proof; False says nothing.
    """
    rounds = [
        (values, [number for number in players if number in caps])
        for values, players in (*tables, *((seats, playing) for seats in free.by_round))
    ]
    return any(_fits(dict(caps), order) for order in (rounds, rounds[::-1]))


def _fits(left: dict[int, int], rounds: Sequence[tuple[Steps, list[int]]]) -> bool:
    """Return whether the caps last for these tables and rounds, looked at in this order."""
    to_come = Counter[int]()
    for values, players in rounds:
        to_come.update(dict.fromkeys(players, values[0] + values[-1]))
    for values, players in rounds:
        to_come.subtract(dict.fromkeys(players, values[0] + values[-1]))
        # What is still to come takes the middle of its places.
        ranked = sorted(players, key=lambda number: 2 * left[number] - to_come[number])
        for number, value in zip(ranked, values, strict=False):
            left[number] -= value
    return min(left.values(), default=0) >= 0
