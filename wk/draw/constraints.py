"""The constraints of a draw: separations and fixed seats.

Players are start numbers; tables, seats and rounds count from 1, as people say them. Every round
that is drawn meets the hard constraints, or nothing is drawn. A soft constraint (a wish) is met
where it costs no repeat meeting.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from wk.draw.seats import Tables


@dataclass(frozen=True, slots=True)
class Separation:
    """A separation: no two of these players may sit at one table.

    It is soft (a wish) unless `is_hard`.
    """

    players: frozenset[int]
    is_hard: bool = True
    name: str = ""

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield each pair of these players, the lower start number first."""
        return combinations(sorted(self.players), 2)


@dataclass(frozen=True, slots=True)
class FixedSeat:
    """A fixed seat of one player: a table, a seat at whichever table, or both.

    Seat 1 is NORTH. Without a round the constraint holds in every round that is drawn. A fixed seat
    is always hard.
    """

    player: int
    table: int | None = None
    seat: int | None = None
    round: int | None = None

    def holds_in(self, number: int) -> bool:
        """Return whether the seat is fixed in the round of this number."""
        return self.round in (None, number)


Constraint: TypeAlias = Separation | FixedSeat


@dataclass(frozen=True, slots=True)
class Conflict:
    """A reason why nothing can be drawn: these constraints cannot all be met in this round.

    If any one of them is left out, the others can be met. The code is one of these:

    - NO_SUCH_PLACE: one fixed seat, at a table or in a seat that does not exist;
    - TOO_FEW_TABLES: one separation, of more players than there are tables;
    - CLASH: several constraints that contradict each other;
    - NOT_FOUND: the search met all constraints but these; that does not prove them impossible.
    """

    code: str
    round: int
    constraints: tuple[Constraint, ...]


class Infeasible(ValueError):
    """Raised when the hard constraints cannot be met; `conflicts` holds every conflict found."""

    def __init__(self, conflicts: Sequence[Conflict]) -> None:
        self.conflicts = tuple(conflicts)
        super().__init__(", ".join(conflict.code for conflict in conflicts))


def constraints_on(
    constraints: Sequence[Constraint], players: Collection[int]
) -> tuple[Constraint, ...]:
    """Return the constraints on these players.

    Other players are left out of the separations: a withdrawn player constrains nobody.
    """
    here = frozenset(players)
    found: list[Constraint] = []
    for each in constraints:
        if isinstance(each, FixedSeat):
            found += [each] if each.player in here else []
        elif len(each.players & here) > 1:
            found.append(Separation(each.players & here, each.is_hard, each.name))
    return tuple(found)


class RoundConstraints:
    """The hard constraints of one round, by player.

    - `tables` and `seats`: the numbers, from 0, of all tables and seats fixed for a player. More
      than one of them is a contradiction, which the check of feasibility finds.
    - `separated_from`: the players who may not sit at the table of a player.
    - `same_seat`: the pairs of players with the same fixed seat. They cannot share a table, so they
      are separated too.
    """

    def __init__(self, constraints: Sequence[Constraint], number: int) -> None:
        self.tables: dict[int, set[int]] = defaultdict(set)
        self.seats: dict[int, set[int]] = defaultdict(set)
        self.separated_from: dict[int, set[int]] = defaultdict(set)
        for each in constraints:
            if isinstance(each, Separation):
                for one, other in each.pairs() if each.is_hard else ():
                    self._separate(one, other)
            elif each.holds_in(number):
                if each.table is not None:
                    self.tables[each.player].add(each.table - 1)
                if each.seat is not None:
                    self.seats[each.player].add(each.seat - 1)
        self.same_seat = list(self._same_seat())
        for one, other in self.same_seat:
            self._separate(one, other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RoundConstraints) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def players(self) -> set[int]:
        """Return the players with a hard constraint in this round."""
        return self.separated_from.keys() | self.tables.keys() | self.seats.keys()

    def same_seat_penalties(self, penalty: int) -> dict[int, dict[int, int]]:
        """Return the penalty of each pair with the same fixed seat, by both players of the pair."""
        penalties: dict[int, dict[int, int]] = defaultdict(dict)
        for one, other in self.same_seat:
            penalties[one][other] = penalties[other][one] = penalty
        return dict(penalties)

    def open_tables(self, player: int, sizes: Sequence[int]) -> list[int]:
        """Return the tables, from 0, that have the fixed table and the fixed seat of a player.

        Return [] if these contradict each other.
        """
        tables, seats = self.tables.get(player, set()), self.seats.get(player, set())
        if len(tables) > 1 or len(seats) > 1 or min(seats, default=0) < 0:
            return []
        fixed = tables or range(len(sizes))
        seat = max(seats, default=-1)
        return [table for table in fixed if 0 <= table < len(sizes) and sizes[table] > seat]

    def _separate(self, one: int, other: int) -> None:
        self.separated_from[one].add(other)
        self.separated_from[other].add(one)

    def _same_seat(self) -> Iterator[tuple[int, int]]:
        by_seat: dict[int, list[int]] = defaultdict(list)
        for player, seats in self.seats.items():
            for seat in seats:
                by_seat[seat].append(player)
        for players in by_seat.values():
            yield from combinations(sorted(players), 2)


def violations(
    constraints: Sequence[Constraint],
    round_constraints: RoundConstraints,
    tables: Tables,
    number: int,
) -> tuple[Constraint, ...]:
    """Return the hard constraints that no order of the players at these tables can meet.

    `round_constraints` holds the hard constraints of round `number`. The seats within a table do
    not matter here: a fixed seat is met where the table has that seat and only one player needs it.
    """
    at = {player: table for table, here in enumerate(tables) for player in here}
    one_seat = {
        player
        for pair in round_constraints.same_seat
        if at[pair[0]] == at[pair[1]]
        for player in pair
    }
    found: list[Constraint] = []
    for each in constraints:
        if isinstance(each, Separation):
            is_met = not each.is_hard or len({at[p] for p in each.players}) == len(each.players)
        elif not each.holds_in(number):
            is_met = True
        else:
            table = at[each.player]
            is_met = each.table in (None, table + 1) and (
                each.seat is None
                or (each.seat <= len(tables[table]) and each.player not in one_seat)
            )
        if not is_met:
            found.append(each)
    return tuple(found)


def pair_penalties(
    constraints: Sequence[Constraint], hard: int, soft: int
) -> Mapping[int, Mapping[int, int]]:
    """Return the penalty of each separated pair: `hard` or `soft`, by both players of the pair.

    A pair in several separations has the highest of its penalties.
    """
    penalties: dict[int, dict[int, int]] = defaultdict(dict)
    for each in constraints:
        if isinstance(each, Separation):
            penalty = hard if each.is_hard else soft
            for one, other in each.pairs():
                most = max(penalties[one].get(other, 0), penalty)
                penalties[one][other] = penalties[other][one] = most
    return dict(penalties)
