"""The cost of a draw over all its rounds, and lower bounds for it.

Players are start numbers, a round is its tables. The cost is two numbers:

- Repeat meetings: the sum over all pairs of n(n-1)/2, where n is how many times the pair met.
- Extra sittings: the sum over all players of the sittings at a short table after the first (A19).

With tables of five and four, those of four are short. Otherwise tables are short that are smaller
than the largest of all rounds.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import chain, combinations

from wk.draw.constraints import Constraint, FixedSeat
from wk.draw.designs import cost as cost_of_fives
from wk.draw.known_designs import CLASSES, FEWEST, ROUNDS, smallest_known
from wk.draw.seats import Tables


def cost(rounds: Sequence[Tables]) -> tuple[int, int]:
    """Return the repeat meetings and the extra sittings of rounds."""
    tables = list(chain.from_iterable(rounds))
    shorts = short_sizes([len(table) for table in tables])
    sat = Counter(p for table in tables if len(table) in shorts for p in table)
    return cost_of_fives(rounds)[0], sum(times - 1 for times in sat.values())


def short_sizes(sizes: Collection[int]) -> set[int]:
    """Return the sizes that are short, given the sizes of the tables of all rounds."""
    if set(sizes) <= {CLASSES, CLASSES - 1}:
        return {CLASSES - 1}
    return set(sizes) - {max(sizes)}


def least(
    players: Collection[int],
    sizes: Sequence[int],
    rounds: int,
    earlier: Sequence[Tables] = (),
    constraints: Sequence[Constraint] = (),
) -> tuple[int, int]:
    """Return a lower bound of `cost` after `rounds` more rounds at tables of these sizes.

    `earlier` are the rounds before. The result is the repeat meetings and the extra sittings. For
    three rounds with as many fives as possible, all with the same players, they are the smallest
    known. Otherwise they can be shown by counting: they may be too low, never too high. Meetings
    and sittings of withdrawn players count too.
    """
    fixed_seats = [each for each in constraints if isinstance(each, FixedSeat)]
    here = frozenset(players)
    repeats = _least_repeats(here, sizes, rounds, earlier, fixed_seats)
    extra = _least_extra(here, sizes, rounds, earlier, fixed_seats)
    is_same = all(
        [*map(len, tables)] == [*sizes] and here == {*chain.from_iterable(tables)}
        for tables in earlier
    )
    if is_same and _is_known(len(players), sizes, len(earlier) + rounds):
        known, extra_known = smallest_known(len(players))
        if repeats <= known:
            return known, max(extra, extra_known)
    return repeats, extra


def least_of(
    rounds: Sequence[Tables], drawn: int, constraints: Sequence[Constraint] = ()
) -> tuple[int, int]:
    """Return a lower bound of the cost of `rounds`, the last `drawn` of which were drawn.

    `constraints` are those that the drawn rounds had to meet.
    """
    players = frozenset(chain.from_iterable(rounds[-1]))
    sizes = [len(table) for table in rounds[-1]]
    earlier = rounds[: len(rounds) - drawn]
    return least(players, sizes, drawn, earlier, constraints)


def _is_known(players: int, sizes: Sequence[int], rounds: int) -> bool:
    fours = -players % CLASSES
    return (
        rounds == ROUNDS
        and players >= FEWEST
        and set(sizes) <= {CLASSES, CLASSES - 1}
        and list(sizes).count(CLASSES - 1) == fours
    )


def _least_repeats(
    players: frozenset[int],
    sizes: Sequence[int],
    rounds: int,
    earlier: Sequence[Tables],
    fixed_seats: Sequence[FixedSeat],
) -> int:
    """Return a lower bound of the repeat meetings, comparing the rounds two by two.

    A table filled from fewer tables of another round than it has seats repeats a meeting. Fixed
    seats at one table force meetings too; the higher of the two bounds counts.
    """
    played = cost_of_fives(earlier)[0]
    shown = played
    for tables in earlier:
        groups = [here for table in tables if (here := len(players & frozenset(table)))]
        groups += [1] * (len(players) - sum(groups))  # a newcomer is a group of one
        shown += rounds * _shared_pairs(sizes, groups)
    shown += rounds * (rounds - 1) // 2 * _shared_pairs(sizes, sizes)
    met = _forced_meetings(rounds, len(earlier), fixed_seats)
    had = Counter(
        pair for tables in earlier for table in tables for pair in combinations(sorted(table), 2)
    )
    forced = sum(times * (times - 1) // 2 + times * had[pair] for pair, times in met.items())
    return max(shown, played + forced)


def _shared_pairs(sizes: Sequence[int], groups: Sequence[int]) -> int:
    """Return how many pairs two rounds must share at least, with tables of `sizes` and `groups`."""
    rows = sum(_pairs(size, len(groups)) for size in sizes)
    columns = sum(_pairs(group, len(sizes)) for group in groups)
    return max(rows, columns)


def _pairs(people: int, over: int) -> int:
    """Return how many pairs stay together when people are spread evenly over groups.

    No other spread keeps fewer pairs together.
    """
    each, more = divmod(people, over)
    return more * each + over * each * (each - 1) // 2


def _forced_meetings(
    rounds: int, earlier: int, fixed_seats: Sequence[FixedSeat]
) -> Counter[tuple[int, int]]:
    """Return how many times each pair must meet because both have a fixed seat at one table."""
    met: Counter[tuple[int, int]] = Counter()
    for number in range(earlier + 1, earlier + rounds + 1):
        at: dict[int, set[int]] = defaultdict(set)
        for each in fixed_seats:
            if each.table is not None and each.holds_in(number):
                at[each.table].add(each.player)
        met.update(pair for here in at.values() for pair in combinations(sorted(here), 2))
    return met


def _least_extra(
    players: frozenset[int],
    sizes: Sequence[int],
    rounds: int,
    earlier: Sequence[Tables],
    fixed_seats: Sequence[FixedSeat],
) -> int:
    """Return a lower bound of the extra sittings.

    The first sitting of each player is free. So sittings go first to players who had none yet, and
    only the rest of them are extra.
    """
    shorts = short_sizes([*sizes, *(len(table) for tables in earlier for table in tables)])
    sat = Counter(
        p for tables in earlier for table in tables if len(table) in shorts for p in table
    )
    seats = rounds * sum(size for size in sizes if size in shorts)
    for number in range(len(earlier) + 1, len(earlier) + rounds + 1):
        for player in {s.player for s in fixed_seats if _is_short(s, number, sizes, shorts)}:
            sat[player] += 1
            seats -= 1
    fresh = sum(not sat[player] for player in players)
    return sum(times - 1 for times in sat.values() if times) + max(0, seats - fresh)


def _is_short(fixed: FixedSeat, number: int, sizes: Sequence[int], shorts: Collection[int]) -> bool:
    """Return whether a fixed seat is at a short table of this round."""
    return (
        fixed.holds_in(number)
        and fixed.table is not None
        and 0 < fixed.table <= len(sizes)
        and sizes[fixed.table - 1] in shorts
    )
