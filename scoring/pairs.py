"""Who plays with whom where seats 1 and 3 of a table of four play together, and seats 2 and 4."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Round: TypeAlias = Sequence[Sequence[int]]
"""The tables of a round: start numbers in seat order."""

TABLE = 4


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs that stay together, the lower start number first, and who has no partner."""

    pairs: tuple[tuple[int, int], ...]
    alone: tuple[int, ...]

    @property
    def partner(self) -> dict[int, int]:
        """The partner of each who has one."""
        return {one: other for pair in self.pairs for one, other in (pair, pair[::-1])}


def opposite(seat: int) -> int:
    """Return the seat across the table, counted from 1.

    >>> [opposite(seat) for seat in (1, 2, 3, 4)]
    [3, 4, 1, 2]
    """
    return (seat + 1) % TABLE + 1


def partners(tables: Round) -> Iterator[tuple[int, int]]:
    """Yield who sat opposite each other at tables of four, the lower start number first."""
    for table in tables:
        if len(table) == TABLE:
            for one, other in ((table[0], table[2]), (table[1], table[3])):
                yield (min(one, other), max(one, other))


def partners_again(tables: Round, earlier: Sequence[Round]) -> int:
    """Count those who sit opposite each other again, once for each earlier round in which they did.

    >>> partners_again([(3, 2, 1, 4)], [[(1, 2, 3, 4)], [(1, 3, 2, 4)]])
    2
    """
    before = Counter(pair for past in earlier for pair in partners(past))
    return sum(before[pair] for pair in partners(tables))


def partners_after(earlier: Sequence[Round]) -> dict[int, int]:
    """Return who has whom as his partner after some rounds: with whom he sat last.

    Who has lost his partner to another has none.

    >>> partners_after([[(1, 2, 3, 4)], [(1, 5, 2, 6)]])
    {1: 2, 2: 1, 5: 6, 6: 5}
    """
    known: dict[int, int] = {}
    for tables in earlier:
        for pair in partners(tables):
            for player in pair:
                before = known.pop(player, None)
                if before is not None:
                    known.pop(before, None)
            known |= zip(pair, pair[::-1], strict=True)
    return dict(sorted(known.items()))


def partners_changed(tables: Round, known: Mapping[int, int]) -> set[int]:
    """Return who sits in a round with another than his partner, although that one sits there too.

    `known` are the partners so far. A pair may only change when one of them has stopped.
    """
    here = {one: other for pair in partners(tables) for one, other in (pair, pair[::-1])}
    return {
        player
        for player, other in here.items()
        if (before := known.get(player, other)) != other and before in here
    }


def pairs(players: Iterable[int], earlier: Sequence[Round], gone: Collection[int] = ()) -> Pairs:
    """Return the pairs of a tournament in which they stay together.

    Partners stay so as long as both play. Those who have not sat yet go together by start number,
    and who is `gone` since counts among them: the first two, the next two and so on, so that
    partners stand next to each other in the list. Who has lost his partner goes with the next one
    who has none, so that who comes for a player who left takes his place.

    >>> pairs([1, 2, 3, 4, 5], [])
    Pairs(pairs=((1, 2), (3, 4)), alone=(5,))
    >>> pairs([2, 3, 4, 5], [], gone=[1])
    Pairs(pairs=((2, 5), (3, 4)), alone=())
    """
    playing = set(players)
    known = partners_after(earlier)
    fresh = sorted((playing | set(gone)) - known.keys())
    listed = [*known.items(), *zip(fresh[::2], fresh[1::2], strict=False)]
    together = [(one, other) for one, other in listed if one < other and {one, other} <= playing]
    free = sorted(playing - {player for pair in together for player in pair})
    together += zip(free[::2], free[1::2], strict=False)
    return Pairs(tuple(sorted(together)), tuple(free[-1:] if len(free) % 2 else ()))
