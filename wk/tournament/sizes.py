"""Tables of which sizes: as many of five as can be, or as many of four as the organiser chose."""

from collections.abc import Sequence

from scoring.tables import split
from wk.tournament.arrangement import CLASSES

FIVE, FOUR = CLASSES, CLASSES - 1


def sizes_with(players: int, fours: int) -> tuple[int, ...] | None:
    """Return the sizes of tables of five and so many of four, fives first; None where none fit.

    >>> sizes_with(24, 6), sizes_with(25, 5), sizes_with(25, 4)
    ((4, 4, 4, 4, 4, 4), (5, 4, 4, 4, 4, 4), None)
    """
    fives, left = divmod(players - FOUR * fours, FIVE)
    if fours < 0 or fives < 0 or left or players < FOUR:
        return None
    return (FIVE,) * fives + (FOUR,) * fours


def fours_possible(players: int, allowed: Sequence[int]) -> list[int]:
    """Return how many tables of four there can be, the fewest first, the others being of five.

    Nothing where the game does not allow both sizes.

    >>> fours_possible(44, (5, 4)), fours_possible(44, (4,)), fours_possible(11, (5, 4))
    ([1, 6, 11], [], [])
    """
    if not {FIVE, FOUR} <= set(allowed):
        return []
    counts = range(-players % FIVE, players // FOUR + 1, FIVE)
    return [fours for fours in counts if sizes_with(players, fours)]


def sizes_for(players: int, allowed: Sequence[int], fours: int | None = None) -> tuple[int, ...]:
    """Return the sizes of the tables, largest first (A14): as `split` does, but for chosen fours.

    Where somebody came or left since, the nearest number of fours that is possible is taken.
    Raises CannotSplit as `split` does.

    >>> sizes_for(23, (5, 4)), sizes_for(24, (5, 4), 6), sizes_for(23, (5, 4), 6)
    ((5, 5, 5, 4, 4), (4, 4, 4, 4, 4, 4), (5, 5, 5, 4, 4))
    """
    possible = [] if fours is None else fours_possible(players, allowed)
    if fours is None or not possible:
        return split(players, allowed)
    nearest = min(possible, key=lambda count: (abs(count - fours), count))
    return (FIVE,) * ((players - FOUR * nearest) // FIVE) + (FOUR,) * nearest
