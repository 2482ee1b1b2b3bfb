"""All possible seatings of a few players, to try one by one."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from wk.draw.constraints import Constraint, FixedSeat, Separation
from wk.draw.seats import Tables


def possible_groups(
    players: Sequence[int], sizes: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield every way to divide the players over groups of these sizes."""
    if not sizes:
        yield ()
        return
    for group in combinations(players, sizes[0]):
        rest = [player for player in players if player not in group]
        for others in possible_groups(rest, sizes[1:]):
            yield (group, *others)


def is_kept(groups: Tables, tables: Sequence[int], constraints: Sequence[Constraint]) -> bool:
    """Return whether all musts can be kept if group k sits at table tables[k]."""
    at = {player: group for group, here in enumerate(groups) for player in here}
    seats = [(at[must.player], must.seat) for must in constraints if isinstance(must, FixedSeat)]
    taken = [place for place in seats if place[1]]
    if len({*taken}) < len(taken) or any(seat > len(groups[group]) for group, seat in taken):
        return False
    for must in constraints:
        if isinstance(must, Separation) and len({at[p] for p in must.players}) < len(must.players):
            return False
        if isinstance(must, FixedSeat) and must.table and tables[at[must.player]] != must.table - 1:
            return False
    return True
