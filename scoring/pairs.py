"""Partners at a table of four: seats 1 and 3 are one pair, seats 2 and 4 the other (3.2b)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Round: TypeAlias = Sequence[Sequence[int]]
"""The tables of a round: start numbers in seat order."""

TABLE = 4  # seats; only a table of four has partners


@dataclass(frozen=True, slots=True)
class Pairs:
    """The fixed pairs, the lower start number first, and the players without a partner."""

    pairs: tuple[tuple[int, int], ...]
    alone: tuple[int, ...]

    @property
    def partner(self) -> dict[int, int]:
        """The partner of each paired player, by start number."""
        return {one: other for pair in self.pairs for one, other in (pair, pair[::-1])}


def opposite(seat: int) -> int:
    """Return the seat across the table, counted from 1.

    >>> [opposite(seat) for seat in (1, 2, 3, 4)]
    [3, 4, 1, 2]
    """
    return (seat + 1) % TABLE + 1


def partners(tables: Round) -> Iterator[tuple[int, int]]:
    """Yield the pairs that sit opposite each other at tables of four, the lower number first."""
    for table in tables:
        # Tables of another size have no partners.
        if len(table) == TABLE:
            for one, other in ((table[0], table[2]), (table[1], table[3])):
                yield (min(one, other), max(one, other))


def partners_again(tables: Round, earlier: Sequence[Round]) -> int:
    """Return the number of repeated pairs of a round, each counted once for each earlier time.

    >>> partners_again([(3, 2, 1, 4)], [[(1, 2, 3, 4)], [(1, 3, 2, 4)]])
    2
    """
    before = Counter(pair for past in earlier for pair in partners(past))
    return sum(before[pair] for pair in partners(tables))


def partners_after(earlier: Sequence[Round]) -> dict[int, int]:
    """Return the partner of each player after some rounds, by start number.

    The partner is the last player seated opposite. A player whose partner has sat opposite another
    player since has none.

    >>> partners_after([[(1, 2, 3, 4)], [(1, 5, 2, 6)]])
    {1: 2, 2: 1, 5: 6, 6: 5}
    """
    known: dict[int, int] = {}
    for tables in earlier:
        for pair in partners(tables):
            for player in pair:
                # The new pair ends the old pair of both players.
                before = known.pop(player, None)
                if before is not None:
                    known.pop(before, None)
            known |= zip(pair, pair[::-1], strict=True)
    return dict(sorted(known.items()))


def partners_changed(tables: Round, known: Mapping[int, int]) -> set[int]:
    """Return the players seated opposite another player while their own partner plays too.

    `known` maps each player to his partner so far, by start number. A pair may only change when one
    of the two has stopped.
    """
    seated = {one: other for pair in partners(tables) for one, other in (pair, pair[::-1])}
    return {
        player
        for player, other in seated.items()
        if (before := known.get(player, other)) != other and before in seated
    }


def pairs(
    players: Iterable[int], earlier: Sequence[Round], withdrawn: Collection[int] = ()
) -> Pairs:
    """Return the pairs of a tournament with fixed pairs.

    `players` are the start numbers that play, `withdrawn` those that have left. Partners of earlier
    rounds stay together as long as both play. Players that have not sat yet are paired by start
    number, with the `withdrawn` among them counted: the first two, the next two and so on, so that
    partners stand next to each other in the list. Players still without a partner are then paired
    by start number, so that a newcomer takes the place of a player that left.

    >>> pairs([1, 2, 3, 4, 5], [])
    Pairs(pairs=((1, 2), (3, 4)), alone=(5,))
    >>> pairs([2, 3, 4, 5], [], withdrawn=[1])
    Pairs(pairs=((2, 5), (3, 4)), alone=())
    """
    playing = set(players)
    known = partners_after(earlier)
    # Players that left are paired first and dropped after, so that the other pairs of the list
    # stay.
    fresh = sorted((playing | set(withdrawn)) - known.keys())
    listed = [*known.items(), *zip(fresh[::2], fresh[1::2], strict=False)]
    together = [(one, other) for one, other in listed if one < other and {one, other} <= playing]
    free = sorted(playing - {player for pair in together for player in pair})
    together += zip(free[::2], free[1::2], strict=False)
    return Pairs(tuple(sorted(together)), tuple(free[-1:] if len(free) % 2 else ()))
