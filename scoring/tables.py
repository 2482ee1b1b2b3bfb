"""The number and the sizes of the tables for a number of players."""

from collections.abc import Sequence
from itertools import count


class CannotSplit(ValueError):
    """The error that no set of tables seats exactly this number of players.

    `players` and `sizes` are as given. `below` and `above` are the nearest numbers of players that
    can be seated; `below` is None if no smaller number can.
    """

    def __init__(self, players: int, sizes: Sequence[int]) -> None:
        self.players = players
        self.sizes = tuple(sizes)
        smaller = range(players - 1, 0, -1)
        larger = count(max(players, 0) + 1)
        self.below: int | None = next((n for n in smaller if _fill(n, self.sizes)), None)
        self.above: int = next(n for n in larger if _fill(n, self.sizes))
        super().__init__(f"{players} players cannot be seated at tables of {self.sizes}")


def split(players: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the sizes of the tables for so many players, largest first (rule A14).

    `sizes` are the sizes allowed, in order of preference. Only as many of them are used as
    are needed, from the first on. There are as many tables as possible of the first size, then of
    the second, and so on. Every player has a seat and every seat a player. Raises CannotSplit when
    that is impossible, and for 0 players or fewer; raises ValueError when `sizes` is empty or has a
    size below 1.

    >>> split(23, (5, 4)), split(13, (5, 4, 6, 3)), split(11, (5, 4, 6, 3))
    ((5, 5, 5, 4, 4), (5, 4, 4), (6, 5))
    """
    if not sizes or min(sizes) < 1:
        raise ValueError(f"not sizes of tables: {tuple(sizes)}")
    # The next size is used only if tables of the sizes before it cannot seat everybody (W-11).
    for needed in range(1, len(sizes) + 1):
        tables = _fill(players, tuple(sizes[:needed])) if players > 0 else None
        if tables is not None:
            return tuple(sorted(tables, reverse=True))
    raise CannotSplit(players, sizes)


def _fill(players: int, sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the sizes of tables that seat exactly the players, preferred sizes first, or None."""
    size, others = sizes[0], sizes[1:]
    most = players // size
    if most * size == players:
        return (size,) * most
    if not others:
        return None
    # From most tables of the preferred size to none: the first set that fits is the best (A14).
    for tables in range(most, -1, -1):
        rest = _fill(players - tables * size, others)
        if rest is not None:
            return (size,) * tables + rest
    return None
