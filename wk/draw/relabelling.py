"""Relabelling: players exchange their places in good rounds, to meet constraints at no cost.

A place is a row of seats, one in each round. If two players exchange their places, the numbers of
repeat meetings, of short sittings and of repeated seats stay the same: they belong to the places.
So players exchange places until separated players do not meet. Then the tables are numbered anew,
so that players with a fixed table sit at it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from wk.draw.constraints import RoundConstraints
from wk.draw.search_state import HARD, PairPenalties
from wk.draw.seats import DrawnTables, Tables, below

# The exchanges tried before the search ends: about a tenth of a second.
BUDGET = 20_000
# The number of exchanges tried for one player before the next player.
TRIES = 10
# The chance of keeping an exchange that makes things worse. It leads out of rounds that no single
# exchange improves.
SELDOM = 1 / 50


class Tie(NamedTuple):
    """A demand on a player and `other` in one round, and the penalty if it is not met.

    With `is_together` the two must share a table, else they must not. `round` counts from 0.
    """

    other: int
    round: int
    is_together: bool
    penalty: int


def relabelled(
    rounds: Sequence[Tables],
    penalties: PairPenalties,
    round_constraints: Sequence[RoundConstraints],
    random: Random,
    *,
    within: Tables = (),
) -> tuple[DrawnTables, ...]:
    """Return the rounds with players in other places, at the lowest penalty that is found.

    `penalties` holds the penalty of two players at one table, `round_constraints` the hard
    constraints of each round. Where the rounds follow one that was played, `within` are its tables:
    only players of one table in it exchange places.
    """
    labels = _Labels(rounds, penalties, round_constraints, within)
    labels.improve(random)
    who = {place: player for player, place in labels.place.items()}
    named = [[tuple(who[p] for p in table) for table in tables] for tables in rounds]
    return tuple(
        _renumbered(tables, here) for tables, here in zip(named, round_constraints, strict=True)
    )


class _Labels:
    """The place of each player. A place has the name of its player in the given rounds.

    - `place`: the place of each player; `table`: for each round, the table of each place.
    - `exchangeable`: for each player, the players with whom places may be exchanged.
    - `ties`: the demands on each player and another one.
    - `fitting_sizes`: for each player with a fixed table or seat, the sizes of the tables that have
      it, by round. Tables of one size can be numbered freely, so only the size counts here.
    """

    def __init__(
        self,
        rounds: Sequence[Tables],
        penalties: PairPenalties,
        round_constraints: Sequence[RoundConstraints],
        within: Tables,
    ) -> None:
        self.sizes = [len(table) for table in rounds[0]]
        self.place = {player: player for table in rounds[0] for player in table}
        everybody = sorted(self.place)
        self.exchangeable: dict[int, Sequence[int]] = dict.fromkeys(everybody, everybody)
        self.exchangeable |= {player: table for table in within for player in table}
        self.table = [
            {player: table for table, here in enumerate(tables) for player in here}
            for tables in rounds
        ]
        self.ties: dict[int, list[Tie]] = defaultdict(list)
        for number, here in enumerate(round_constraints):
            for one, others in penalties.items():
                self.ties[one] += (Tie(o, number, False, each) for o, each in others.items())
            for one, other, is_together in _must_share(here):
                self.ties[one].append(Tie(other, number, is_together, HARD))
                self.ties[other].append(Tie(one, number, is_together, HARD))
        self.fitting_sizes: dict[int, list[tuple[int, set[int]]]] = defaultdict(list)
        for number, here in enumerate(round_constraints):
            for player in here.tables.keys() | here.seats.keys():
                fitting = {self.sizes[table] for table in here.open_tables(player, self.sizes)}
                self.fitting_sizes[player].append((number, fitting))

    def improve(self, random: Random) -> None:
        """Exchange places until no player has a penalty or the budget is spent."""
        constrained = sorted(self.ties.keys() | self.fitting_sizes.keys())
        left = BUDGET
        while left > 0:
            penalised = [player for player in constrained if self._penalty(player)]
            if not penalised:
                return
            left -= len(constrained)
            for one in penalised:
                for _ in range(TRIES):
                    left -= 1
                    others = self.exchangeable[one]
                    if self._exchange(one, others[below(len(others), random)], random):
                        break

    def _exchange(self, one: int, other: int, random: Random) -> bool:
        """Exchange the places of two players; return whether the exchange was kept.

        It is kept if the penalties of the two do not rise, and seldom if they do.
        """
        before = self._penalty(one) + self._penalty(other)
        place = self.place
        place[one], place[other] = place[other], place[one]
        if self._penalty(one) + self._penalty(other) > before and random.random() > SELDOM:
            place[one], place[other] = place[other], place[one]
            return False
        return True

    def _penalty(self, player: int) -> int:
        penalty = 0
        place = self.place
        mine = place[player]
        for other, number, is_together, each in self.ties.get(player, ()):
            at = self.table[number]
            if (at[mine] == at[place[other]]) != is_together:
                penalty += each
        for number, fitting in self.fitting_sizes.get(player, ()):
            if self.sizes[self.table[number][mine]] not in fitting:
                penalty += HARD
        return penalty


def _must_share(constraints: RoundConstraints) -> Iterator[tuple[int, int, bool]]:
    """Yield pairs of players with fixed tables or seats, and whether they must share a table.

    Two players with fixed tables must share one if it is the same table. Two players with the same
    fixed seat must not share a table.
    """
    placed = [(player, table) for player, tables in constraints.tables.items() for table in tables]
    for index, (one, table) in enumerate(placed):
        for other, beside in placed[:index]:
            yield one, other, table == beside
    for one, other in constraints.same_seat:
        yield one, other, False


def _renumbered(tables: Tables, constraints: RoundConstraints) -> DrawnTables:
    """Return the tables numbered anew, so that players with a fixed table sit at it.

    A table changes its number only with a table of its own size: sizes belong to the numbers.
    """
    numbered = [tuple(table) for table in tables]
    for player, fixed in constraints.tables.items():
        target = min(fixed)
        now = next(n for n, table in enumerate(numbered) if player in table)
        if len(numbered[now]) == len(numbered[target]):
            numbered[now], numbered[target] = numbered[target], numbered[now]
    return tuple(numbered)


def moved_to(tables: Tables, at: Mapping[int, int]) -> list[list[int]]:
    """Return the tables after moving some players; `at` has the new table of each, from 0.

    A moved player swaps places with the last player of the new table that `at` does not put there.
    """
    seated = [list(table) for table in tables]
    where = {player: table for table, here in enumerate(seated) for player in here}
    for player, table in at.items():
        old = where[player]
        if old == table:
            continue
        other = next(p for p in reversed(seated[table]) if at.get(p) != table)
        seated[old][seated[old].index(player)] = other
        seated[table][seated[table].index(other)] = player
        where[player], where[other] = table, old
    return seated
