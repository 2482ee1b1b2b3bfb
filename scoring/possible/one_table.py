"""What the places of one table can give its players, ties included (WK-24, WK-25, A15).

`steps` are the values of the places of a table in ascending order. `caps` are the most that each of
some of its players may get, in ascending order; the other players of the table have no cap. Players
with a cap take the lowest places: nobody among them gets less when another one stands below.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import permutations


@cache
def compositions(number: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to write a number as a sum of positive numbers, in every order."""
    if number == 0:
        return ((),)
    return tuple(
        (first, *rest) for first in range(1, number + 1) for rest in compositions(number - first)
    )


def _shared(steps: tuple[int, ...], number: int, wall: int) -> Iterator[tuple[int, ...]]:
    """Yield the values of the lowest `number` places for every set of ties, ascending.

    No tie joins the places before and after the index `wall`.
    """
    for sizes in compositions(number):
        values: list[int] = []
        for size in sizes:
            start = len(values)
            if start < wall < start + size:
                break
            values += [sum(steps[start : start + size]) // size] * size
        else:
            yield tuple(values)


@cache
def shared_values(steps: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """Return the values of the lowest `number` places for every set of ties, ascending.

    >>> shared_values((2, 4, 6), 2)
    ((2, 4), (3, 3))
    """
    return tuple(dict.fromkeys(_shared(steps, number, wall=0)))


@cache
def outcomes(steps: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """Return every outcome for `number` players on the lowest places, one value a player.

    >>> outcomes((2, 4), 2)
    ((2, 4), (3, 3), (4, 2))
    """
    shared = shared_values(steps, number)
    return tuple(sorted({order for values in shared for order in permutations(values)}))


@lru_cache(maxsize=20_000)
def fewest_over(steps: tuple[int, ...], caps: tuple[int, ...], wall: int = 0) -> int:
    """Return the fewest players whose cap is passed in any outcome.

    No tie joins the places before and after the index `wall` of `steps`: a player whose result is
    given stands between them.

    >>> fewest_over((2, 4, 6, 8, 10), (2, 5, 5, 7)), fewest_over((2, 4, 6), (3, 4, 5))
    (1, 1)
    """
    # A player with a lower cap who keeps to it can change places with one with a higher cap.
    for over in range(len(caps)):
        kept = caps[over:]
        for values in _shared(steps, len(kept), wall):
            if all(value <= cap for value, cap in zip(values, kept, strict=True)):
                return over
    return len(caps)


def shortage(steps: tuple[int, ...], caps: tuple[int, ...]) -> int:
    """Return the least sum of cap less value over any of the players, at most 0.

    Values are averages of outcomes here: if the sum is 0, averages exist that keep to every cap.
    """
    least = total = 0
    for step, cap in zip(steps, caps, strict=False):
        total += cap - step
        least = min(least, total)
    return least
