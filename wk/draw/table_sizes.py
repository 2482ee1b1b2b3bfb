"""Table sizes: as many tables of five as possible, or the number of fours the organiser chose."""

from collections.abc import Sequence

from scoring.tables import split
from wk.draw.known_designs import CLASSES

FIVE, FOUR = CLASSES, CLASSES - 1


def sizes_with(players: int, fours: int) -> tuple[int, ...] | None:
    """Return the sizes of `fours` tables of four and the rest of five, the fives first.

    Return None where the players do not fill such tables.

    >>> sizes_with(24, 6), sizes_with(25, 5), sizes_with(25, 4)
    ((4, 4, 4, 4, 4, 4), (5, 4, 4, 4, 4, 4), None)
    """
    fives, left = divmod(players - FOUR * fours, FIVE)
    if fours < 0 or fives < 0 or left or players < FOUR:
        return None
    return (FIVE,) * fives + (FOUR,) * fours


def fours_possible(players: int, allowed: Sequence[int]) -> list[int]:
    """Return every possible number of tables of four, ascending; all other tables have five.

    Return [] where the game does not allow both sizes.

    >>> fours_possible(44, (5, 4)), fours_possible(44, (4,)), fours_possible(11, (5, 4))
    ([1, 6, 11], [], [])
    """
    if not {FIVE, FOUR} <= set(allowed):
        return []
    counts = range(-players % FIVE, players // FOUR + 1, FIVE)
    return [fours for fours in counts if sizes_with(players, fours)]


def sizes_for(players: int, allowed: Sequence[int], fours: int | None = None) -> tuple[int, ...]:
    """Return the sizes of the tables, largest first (A14): as `split` does, or with `fours` fours.

    If that number of fours is not possible for these players, for example after a withdrawal, the
    nearest possible one is taken. Raises CannotSplit as `split` does.

    >>> sizes_for(23, (5, 4)), sizes_for(24, (5, 4), 6), sizes_for(23, (5, 4), 6)
    ((5, 5, 5, 4, 4), (4, 4, 4, 4, 4, 4), (5, 5, 5, 4, 4))
    """
    possible = [] if fours is None else fours_possible(players, allowed)
    if fours is None or not possible:
        return split(players, allowed)
    nearest = min(possible, key=lambda count: (abs(count - fours), count))
    return (FIVE,) * ((players - FOUR * nearest) // FIVE) + (FOUR,) * nearest
