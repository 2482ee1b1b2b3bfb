"""The check whether all hard constraints of a round can be met together, and what conflicts.

Players are start numbers. Tables count from 0 here, rounds from 1.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from wk.draw.constraints import Conflict, Constraint, FixedSeat, RoundConstraints, Separation

# A step seats one player. The check may take STEPS steps more than there are players: it mostly
# takes one step for each.
STEPS = 2_000
# The number of waiting players among which the one with the fewest open tables is chosen: comparing
# all of them in each step would take too long.
COMPARED = 100
# The number of conflicts that are reported at most.
MOST_CONFLICTS = 10
# Up to this number of constrained players the check comes before the search. With more, the search
# comes first, and conflicts are looked for only if it fails.
CHECKED_FIRST = 400


class SearchLimitReached(Exception):
    """Raised when the steps run out before it is clear whether the constraints can be met."""


def feasible_tables(
    round_constraints: RoundConstraints, sizes: Sequence[int]
) -> dict[int, int] | None:
    """Return a table for each player with a hard constraint, so that all of these are met.

    Return None where that is impossible. Raises SearchLimitReached when that is not clear within
    `STEPS`.
    """
    smallest = min(sizes, default=1)
    separated = round_constraints.separated_from.values()
    if any(len(others) > sum(sizes) - smallest for others in separated):
        return None  # a player with so many separations cannot even fill the smallest table
    return _TableSearch(round_constraints, sizes).found()


class _TableSearch:
    """A search with backtracking: the player with the fewest open tables is seated next.

    - `at`: the table of each player seated so far; `waiting`: the other players, in fixed order.
    - `open`: for each player, the tables that fit the player's own fixed table and seat.
    - `barred`: for each player, how many separated players sit at each table.
    - `fixed`: the tables that are fixed for some player.
    """

    def __init__(self, round_constraints: RoundConstraints, sizes: Sequence[int]) -> None:
        players = sorted(round_constraints.players())
        self.separated_from = round_constraints.separated_from
        self.sizes = sizes
        self.free_seats = list(sizes)
        self.at: dict[int, int] = {}
        self.open = {player: round_constraints.open_tables(player, sizes) for player in players}
        self.fixed = {t for tables in round_constraints.tables.values() for t in tables}
        self.barred: dict[int, Counter[int]] = {player: Counter() for player in players}
        self.waiting = dict.fromkeys(sorted(players, key=self._urgency))
        self.steps = STEPS + len(players)

    def found(self) -> dict[int, int] | None:
        """Return the table of each player, None where that is impossible.

        A stack replaces recursion, as there may be many players. Raises SearchLimitReached when no
        steps are left.
        """
        stack: list[tuple[int, list[int]]] = []
        while self.waiting:
            self.steps -= 1
            if self.steps < 0:
                raise SearchLimitReached
            player = min(islice(self.waiting, COMPARED), key=self._urgency)
            stack.append((player, self._choices(player)))
            while not stack[-1][1]:
                stack.pop()
                if not stack:
                    return None
                self._unseat(stack[-1][0])
            player, choices = stack[-1]
            self._seat(player, choices.pop(0))
        return dict(self.at)

    def _urgency(self, player: int) -> tuple[int, int, int]:
        """Return a sort key: fewest open tables first, then most separations, then start number."""
        open_tables = len(self.open[player]) - len(self.barred[player])
        return open_tables, -len(self.separated_from.get(player, ())), player

    def _choices(self, player: int) -> list[int]:
        """Return the tables to try for a player, those with the most free seats first.

        Of several empty tables of one size only the first is tried: the others would fail in the
        same way.
        """
        barred = self.barred[player]
        free = [t for t in self.open[player] if self.free_seats[t] and t not in barred]
        choices: list[int] = []
        tried_sizes: set[int] = set()
        for table in sorted(free, key=lambda t: (-self.free_seats[t], t)):
            if table not in self.fixed and self.free_seats[table] == self.sizes[table]:
                if self.sizes[table] in tried_sizes:
                    continue
                tried_sizes.add(self.sizes[table])
            choices.append(table)
        return choices

    def _seat(self, player: int, table: int) -> None:
        del self.waiting[player]
        self.at[player] = table
        self.free_seats[table] -= 1
        for other in self.separated_from.get(player, ()):
            self.barred[other][table] += 1

    def _unseat(self, player: int) -> None:
        table = self.at.pop(player)
        self.waiting[player] = None
        self.free_seats[table] += 1
        for other in self.separated_from.get(player, ()):
            self.barred[other][table] -= 1
            if not self.barred[other][table]:
                del self.barred[other][table]


def find_conflicts(
    constraints: Sequence[Constraint], sizes: Sequence[int], number: int
) -> list[Conflict]:
    """Return the conflicts in round `number` with tables of these sizes, at most `MOST_CONFLICTS`.

    No constraint is in two of them. A conflict that cannot be shown within `STEPS` is left out.
    """
    left = [each for each in constraints if _is_hard_in(each, number)]
    alone = [each for each in left if _is_infeasible([each], sizes, number)]
    found = [Conflict(_code([each]), number, (each,)) for each in alone[:MOST_CONFLICTS]]
    left = [each for each in left if each not in alone]
    while len(found) < MOST_CONFLICTS and _is_infeasible(left, sizes, number):
        clash = _smallest_clash(left, sizes, number)
        found.append(Conflict(_code(clash), number, tuple(clash)))
        left = [each for each in left if each not in clash]
    return found


def _is_hard_in(constraint: Constraint, number: int) -> bool:
    if isinstance(constraint, Separation):
        return constraint.is_hard
    return constraint.holds_in(number)


def _is_infeasible(constraints: Sequence[Constraint], sizes: Sequence[int], number: int) -> bool:
    """Return whether the constraints are shown to be impossible together."""
    if any(isinstance(each, Separation) and len(each.players) > len(sizes) for each in constraints):
        return True  # counting shows it at once; the search would try everything first
    try:
        return feasible_tables(RoundConstraints(constraints, number), sizes) is None
    except SearchLimitReached:
        return False


def _smallest_clash(
    constraints: Sequence[Constraint],
    sizes: Sequence[int],
    number: int,
    beside: Sequence[Constraint] = (),
) -> list[Constraint]:
    """Return those of the constraints that fail together with `beside`, while any fewer do not.

    `constraints` and `beside` together must be infeasible. The search works by halves: a few
    clashing constraints among many are found in steps that grow with the logarithm of their number.
    """
    if len(constraints) == 1:
        return list(constraints)
    half = len(constraints) // 2
    one, other = constraints[:half], constraints[half:]
    needed: list[Constraint] = []
    if not _is_infeasible([*beside, *one], sizes, number):
        needed = _smallest_clash(other, sizes, number, [*beside, *one])
    if not _is_infeasible([*beside, *needed], sizes, number):
        needed = [*_smallest_clash(one, sizes, number, [*beside, *needed]), *needed]
    return needed


def _code(clash: Sequence[Constraint]) -> str:
    if len(clash) > 1:
        return "CLASH"
    return "NO_SUCH_PLACE" if isinstance(clash[0], FixedSeat) else "TOO_FEW_TABLES"
