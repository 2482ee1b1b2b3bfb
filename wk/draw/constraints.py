"""The constraints of a draw, and the check whether all hard ones can be met together.

Players are start numbers; tables, seats and rounds count from 1, as people say them. Every round
that is drawn meets the hard constraints (musts), or nothing is drawn. A soft one (a wish) is met
where it costs no repeat meeting.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import TypeAlias

from wk.draw.seats import Round

# The check may take STEPS steps more than there are players; it rarely needs more than one each.
STEPS = 2_000
NEXT = 100  # players compared for the fewest open tables: comparing all would take too long
MOST_PROBLEMS = 10


@dataclass(frozen=True, slots=True)
class Separation:
    """A separation: no two of these players may sit at one table. Soft (a wish) unless
    `is_hard`.
    """

    players: frozenset[int]
    is_hard: bool = True
    name: str = ""

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield each pair of these players, the lower start number first."""
        return combinations(sorted(self.players), 2)


@dataclass(frozen=True, slots=True)
class FixedSeat:
    """A fixed place of one player: a table, a seat at whichever table, or both.

    Seat 1 is NORTH. Without a round the place holds in every round that is drawn.
    """

    player: int
    table: int | None = None
    seat: int | None = None
    round: int | None = None


Constraint: TypeAlias = Separation | FixedSeat


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why nothing can be drawn: these constraints cannot all be met in this round.

    Without any one of them the others can. The code says what kind of problem it is: NO_SUCH_PLACE
    is a single place that does not exist, TOO_FEW_TABLES a separation of more players than there
    are tables, CLASH several constraints that contradict each other. NOT_FOUND is what the search
    did not achieve, though nothing shows that it is impossible.
    """

    code: str
    round: int
    musts: tuple[Constraint, ...]


class Infeasible(ValueError):
    """Raised when the hard constraints cannot be met; `problems` holds each problem by itself."""

    def __init__(self, problems: Sequence[Conflict]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(problem.code for problem in problems))


def constraints_on(musts: Sequence[Constraint], players: Collection[int]) -> tuple[Constraint, ...]:
    """Return the constraints on these players.

    Separations lose the players not among them: a withdrawn player constrains nobody.
    """
    here = frozenset(players)
    found: list[Constraint] = []
    for must in musts:
        if isinstance(must, FixedSeat):
            found += [must] if must.player in here else []
        elif len(must.players & here) > 1:
            found.append(Separation(must.players & here, must.is_hard, must.name))
    return tuple(found)


class RoundConstraints:
    """The hard constraints of one round, by player.

    `tables` and `seats` hold all tables and seats fixed for a player, counted from 0. `foes` holds
    the players each player must not meet. Two players with the same fixed seat must not meet
    either.
    """

    def __init__(self, musts: Sequence[Constraint], number: int) -> None:
        self.tables: dict[int, set[int]] = defaultdict(set)
        self.seats: dict[int, set[int]] = defaultdict(set)
        self.foes: dict[int, set[int]] = defaultdict(set)
        for must in musts:
            if isinstance(must, Separation):
                for one, other in must.pairs() if must.is_hard else ():
                    self._part(one, other)
            elif must.round in (None, number):
                if must.table is not None:
                    self.tables[must.player].add(must.table - 1)
                if must.seat is not None:
                    self.seats[must.player].add(must.seat - 1)
        self.same_seat = list(self._same_seat())
        for one, other in self.same_seat:
            self._part(one, other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RoundConstraints) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def players(self) -> set[int]:
        """Return the players with a hard constraint in this round."""
        return self.foes.keys() | self.tables.keys() | self.seats.keys()

    def by_seat(self, price: int) -> dict[int, dict[int, int]]:
        """Return `price` for each pair with the same fixed seat, by both players of the pair."""
        priced: dict[int, dict[int, int]] = defaultdict(dict)
        for one, other in self.same_seat:
            priced[one][other] = priced[other][one] = price
        return dict(priced)

    def _part(self, one: int, other: int) -> None:
        self.foes[one].add(other)
        self.foes[other].add(one)

    def _same_seat(self) -> Iterator[tuple[int, int]]:
        by_seat: dict[int, list[int]] = defaultdict(list)
        for player, seats in self.seats.items():
            for seat in seats:
                by_seat[seat].append(player)
        for players in by_seat.values():
            yield from combinations(sorted(players), 2)

    def open_to(self, player: int, sizes: Sequence[int]) -> list[int]:
        """Return the tables that fit a player's own fixed table and seat; [] where these
        contradict.
        """
        tables, seats = self.tables.get(player, set()), self.seats.get(player, set())
        if len(tables) > 1 or len(seats) > 1 or min(seats, default=0) < 0:
            return []
        wanted = tables or range(len(sizes))
        lowest = max(seats, default=-1)
        return [t for t in wanted if 0 <= t < len(sizes) and sizes[t] > lowest]


class SearchLimitReached(Exception):
    """Raised when the steps run out before it is clear whether the constraints can be met."""


def seatable(asked: RoundConstraints, sizes: Sequence[int]) -> dict[int, int] | None:
    """Return a table, from 0, for each player with a hard constraint; None if there is no way.

    Raises Unsure when that is not clear within `STEPS`.
    """
    smallest = min(sizes, default=1)
    if any(len(foes) > sum(sizes) - smallest for foes in asked.foes.values()):
        return None  # a player with so many separations cannot even fill the smallest table
    return _Search(asked, sizes, sorted(asked.players())).found()


class _Search:
    """A search with backtracking: the player with the fewest open tables is seated next."""

    def __init__(
        self, asked: RoundConstraints, sizes: Sequence[int], players: Sequence[int]
    ) -> None:
        self.asked = asked
        self.sizes = sizes
        self.left = list(sizes)  # seats that are free
        self.at: dict[int, int] = {}
        self.open = {player: asked.open_to(player, sizes) for player in players}
        self.named = {t for tables in asked.tables.values() for t in tables}
        self.barred: dict[int, Counter[int]] = {player: Counter() for player in players}
        self.waiting = dict.fromkeys(sorted(players, key=self._urgent))
        self.steps = STEPS + len(players)

    def found(self) -> dict[int, int] | None:
        """Return the table of each player, None if there is no way; raise Unsure without steps
        left.

        A stack replaces recursion, as there may be many players.
        """
        stack: list[tuple[int, list[int]]] = []
        while self.waiting:
            self.steps -= 1
            if self.steps < 0:
                raise SearchLimitReached
            player = min(islice(self.waiting, NEXT), key=self._urgent)
            stack.append((player, self._choices(player)))
            while not stack[-1][1]:
                stack.pop()
                if not stack:
                    return None
                self._leave(stack[-1][0])
            player, choices = stack[-1]
            self._sit(player, choices.pop(0))
        return dict(self.at)

    def _urgent(self, player: int) -> tuple[int, int, int]:
        """Return a sort key: fewest open tables first, then most separations, then start number."""
        left = len(self.open[player]) - len(self.barred[player])
        return left, -len(self.asked.foes.get(player, ())), player

    def _choices(self, player: int) -> list[int]:
        """Return the tables to try for a player, the most free seats first.

        Of several empty tables of one size only the first is tried: the others would fail in the
        same way.
        """
        barred = self.barred[player]
        free = [t for t in self.open[player] if self.left[t] and t not in barred]
        choices: list[int] = []
        alike: set[int] = set()
        for table in sorted(free, key=lambda t: (-self.left[t], t)):
            if table not in self.named and self.left[table] == self.sizes[table]:
                if self.sizes[table] in alike:
                    continue
                alike.add(self.sizes[table])
            choices.append(table)
        return choices

    def _sit(self, player: int, table: int) -> None:
        del self.waiting[player]
        self.at[player] = table
        self.left[table] -= 1
        for foe in self.asked.foes.get(player, ()):
            self.barred[foe][table] += 1

    def _leave(self, player: int) -> None:
        table = self.at.pop(player)
        self.waiting[player] = None
        self.left[table] += 1
        for foe in self.asked.foes.get(player, ()):
            self.barred[foe][table] -= 1
            if not self.barred[foe][table]:
                del self.barred[foe][table]


def problems(musts: Sequence[Constraint], sizes: Sequence[int], number: int) -> list[Conflict]:
    """Return the problems of a round with tables of these sizes, each clash by itself.

    A clash that cannot be shown within `STEPS` is not among them.
    """
    left = [must for must in musts if _is_must(must, number)]
    alone = [must for must in left if _is_impossible([must], sizes, number)]
    found = [Conflict(_code([must]), number, (must,)) for must in alone[:MOST_PROBLEMS]]
    left = [must for must in left if must not in alone]
    while len(found) < MOST_PROBLEMS and _is_impossible(left, sizes, number):
        clash = _clash(left, sizes, number)
        found.append(Conflict(_code(clash), number, tuple(clash)))
        left = [must for must in left if must not in clash]
    return found


def _is_must(must: Constraint, number: int) -> bool:
    return must.is_hard if isinstance(must, Separation) else must.round in (None, number)


def _is_impossible(musts: Sequence[Constraint], sizes: Sequence[int], number: int) -> bool:
    if any(isinstance(must, Separation) and len(must.players) > len(sizes) for must in musts):
        return True  # counting shows it at once; the search would try all the ways first
    try:
        return seatable(RoundConstraints(musts, number), sizes) is None
    except SearchLimitReached:
        return False


def _clash(
    musts: Sequence[Constraint],
    sizes: Sequence[int],
    number: int,
    beside: Sequence[Constraint] = (),
) -> list[Constraint]:
    """Return a smallest clash: `musts` that fail together with `beside`, while any fewer do not.

    `musts` and `beside` together must be impossible. The search works by halves: a few clashing
    constraints among many are found in steps that grow with the logarithm of their number.
    """
    if len(musts) == 1:
        return list(musts)
    one, other = musts[: len(musts) // 2], musts[len(musts) // 2 :]
    needed: list[Constraint] = []
    if not _is_impossible([*beside, *one], sizes, number):
        needed = _clash(other, sizes, number, [*beside, *one])
    if not _is_impossible([*beside, *needed], sizes, number):
        needed = [*_clash(one, sizes, number, [*beside, *needed]), *needed]
    return needed


def _code(clash: Sequence[Constraint]) -> str:
    if len(clash) > 1:
        return "CLASH"
    return "NO_SUCH_PLACE" if isinstance(clash[0], FixedSeat) else "TOO_FEW_TABLES"


def violations(
    musts: Sequence[Constraint], asked: RoundConstraints, tables: Round, number: int
) -> tuple[Constraint, ...]:
    """Return the constraints that the tables of a round do not meet.

    `asked` holds the hard constraints of that round. Wishes are never among the result.
    """
    at = {player: table for table, here in enumerate(tables) for player in here}
    sat_on = {player for pair in asked.same_seat if at[pair[0]] == at[pair[1]] for player in pair}
    found = []
    for must in musts:
        if isinstance(must, Separation):
            is_kept = not must.is_hard or len({at[p] for p in must.players}) == len(must.players)
        elif must.round not in (None, number):
            is_kept = True
        else:
            table = at[must.player]
            is_kept = must.table in (None, table + 1) and (
                must.seat is None or (must.seat <= len(tables[table]) and must.player not in sat_on)
            )
        if not is_kept:
            found.append(must)
    return tuple(found)


def pair_penalties(
    musts: Sequence[Constraint], must: int, wish: int
) -> Mapping[int, Mapping[int, int]]:
    """Return the price of each separated pair: `must` or `wish`, by both players of the pair.

    A pair in several separations has the highest of its prices.
    """
    priced: dict[int, dict[int, int]] = defaultdict(dict)
    for asked in musts:
        if isinstance(asked, Separation):
            price = must if asked.is_hard else wish
            for one, other in asked.pairs():
                most = max(priced[one].get(other, 0), price)
                priced[one][other] = priced[other][one] = most
    return dict(priced)
