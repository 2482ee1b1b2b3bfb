"""The exact answer where one round that is not drawn is all that is to come, for any number.

Anybody may sit anywhere in such a round, so that only the values count that its tables hand out:
those with the lowest caps are left out, and the others take the lowest values. A table without ties
hands out the values of its places. Ties move some of them towards each other.

`N(v)` is how many players have a cap of at most `v`, and `F(v)` how many values are at most `v`.
With `over` players left out, the others can keep to their caps if for every `v` `N(v) - over` is at
most `F(v)`. So each `v` has a need, which ties at some tables must fill without making others.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, pairwise
from operator import sub

from scoring.possible.exact_search import SearchLimit
from scoring.possible.one_table import outcomes

MOST_STEPS = 1_000
MOST_NEEDS = 200  # of one level: each takes a table, and a step into the depth

Steps = tuple[int, ...]
Needs = tuple[int, ...]


def fewest_over_in_a_round(
    caps: Sequence[int], tables: Sequence[Steps], top: int | None, bound: int
) -> int:
    """Return the fewest players who pass their cap, given that they are `bound` at least.

    `caps` are those of all players of the round but the one whose rank is asked, and `tables` the
    values of the places of each table, ascending. `top`: that player is alone on a place of this
    value, the highest of some table; None if he does not play. Raises SearchLimit.
    """
    return min(_fewest(caps, Counter(seats), bound) for seats in without_top(tuple(tables), top))


def without_top(tables: tuple[Steps, ...], top: int | None) -> Iterator[list[Steps]]:
    """Yield the places left to the others, for each kind of table for the player on top."""
    if top is None:
        yield list(tables)
        return
    for own in {steps for steps in tables if steps[-1] == top}:
        rest = list(tables)
        rest[rest.index(own)] = own[:-1]
        yield [steps for steps in rest if steps]


def _fewest(caps: Sequence[int], tables: Counter[Steps], bound: int) -> int:
    ordered = sorted(caps)
    values = sorted(value for steps, count in tables.items() for value in steps * count)
    levels = range(values[0] - 1, values[-1])
    capped = [bisect_right(ordered, level) for level in levels]
    handed = [bisect_right(values, level) for level in levels]
    without_ties: int = max(0, *map(sub, capped, handed))
    for over in range(bound, without_ties):
        needs = tuple(
            max(0, some - over) - others for some, others in zip(capped, handed, strict=True)
        )
        if (few := _ties_needed(needs, tables)) is None:
            continue
        if few or _Ties(levels).fill(needs, tuple(sorted(tables.items()))):
            return over
    return without_ties


def _ties_needed(needs: Needs, tables: Counter[Steps]) -> bool | None:
    """Return whether ties of two and of three fill the needs at the tables that there are.

    The result is None if no ties fill them. A step between places is a cell of levels: a tie of two
    moves one from its first half to its second, and a tie of three one from all levels of a cell to
    all of the next. Larger ties do what several of these do, but take fewer tables: that is why
    False leaves the answer open.
    """
    steps = {above - below for places in tables for below, above in pairwise(places)}
    if len(steps) != 1 or min(steps) % 2:
        return False
    if needs[0] > 0:
        return None
    [step] = steps
    cells = [needs[at : at + step] for at in range(1, len(needs), step)]
    first = [max(cell[: step // 2]) for cell in cells]
    second = [max(cell[step // 2 :]) for cell in cells]
    # How many each cell must get from the cells before it, or can do without.
    moved, twos, threes = 0, [0] * len(cells), [0] * len(cells)
    for at in range(len(cells) - 1, -1, -1):
        threes[at] = moved
        moved = max(0, moved + max(first[at], -(-(first[at] + second[at]) // 2)))
        twos[at] = max(0, second[at] - (moved - threes[at]))
    if moved:
        return None
    longest = max(map(len, tables))
    full = sum(count for places, count in tables.items() if len(places) == longest)
    return sum(twos) + sum(threes) <= full


@cache
def _changes(steps: Steps, levels: range) -> tuple[Needs, ...]:
    """Return how each set of ties at a table changes how many values are at most each level."""
    before = [sum(value <= level for value in steps) for level in levels]
    found = {
        tuple(
            sum(value <= level for value in values) - was
            for level, was in zip(levels, before, strict=True)
        )
        for values in outcomes(steps, len(steps))
    }
    return tuple(sorted(change for change in found if any(change)))


@dataclass(slots=True)
class _Ties:
    """A search for tables to tie. A state is what is needed still, and the tables without ties."""

    levels: range
    failed: set[tuple[Needs, tuple[tuple[Steps, int], ...]]] = field(default_factory=set)

    def fill(self, needs: Needs, tables: tuple[tuple[Steps, int], ...]) -> bool:
        """Return whether ties at some of the tables fill all needs."""
        if max(needs) <= 0:
            return True
        # A tie never lowers the sum of the needs up to a level: it brings values together.
        if max(accumulate(needs)) > 0 or (needs, tables) in self.failed:
            return False
        if len(self.failed) > MOST_STEPS or max(needs) > MOST_NEEDS:
            raise SearchLimit
        level = next(at for at, need in enumerate(needs) if need > 0)
        for at, (steps, count) in enumerate(tables):
            left = (*tables[:at], *([(steps, count - 1)] if count > 1 else []), *tables[at + 1 :])
            for change in _changes(steps, self.levels):
                # Some table must be tied so that it helps the lowest level in need.
                if change[level] > 0:
                    rest = tuple(need - more for need, more in zip(needs, change, strict=True))
                    if self.fill(rest, left):
                        return True
        self.failed.add((needs, tables))
        return False
