"""Tournaments to draw, and everything that can be wrong with a draw of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from random import Random

from scoring.tables import split
from wk.draw.constraints import Constraint, FixedSeat, Separation
from wk.draw.designs import draw_all
from wk.draw.multi_round import DrawnRounds, draw
from wk.draw.seats import Tables

BUDGET = 6_000  # a twentieth of what a draw may take, so that many are drawn in seconds


def sizes_of(players: int) -> tuple[int, ...]:
    """Return the table sizes for so many players."""
    return split(players, (5, 4))


def designed_rounds(number: int, seed: int = 1) -> tuple[Tables, ...]:
    """Return the three rounds of the design for so many players."""
    return draw_all(range(1, number + 1), sizes_of(number), seed=seed)


def players_by_table(tables: Tables) -> list[list[int]]:
    """Return the players at each table in order, without their seats."""
    return [sorted(table) for table in tables]


def tables_by_rank(ranking: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return the players of each table, the ranking cut by hand."""
    ends = list(accumulate(sizes))
    return [sorted(ranking[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


@dataclass(frozen=True)
class DrawCase:
    """A tournament to draw, with the rounds before it."""

    players: Sequence[int]
    sizes: Sequence[int]
    rounds: int
    seed: int
    earlier: Sequence[Tables] = ()
    constraints: Sequence[Constraint] = ()

    def draw(self) -> DrawnRounds:
        return draw(
            self.players,
            self.sizes,
            self.rounds,
            seed=self.seed,
            earlier=self.earlier,
            constraints=self.constraints,
            budget=BUDGET,
        )


def separation(*players: int, is_hard: bool = True, name: str = "") -> Separation:
    """Return a constraint that keeps these players apart."""
    return Separation(frozenset(players), is_hard, name)


def random_separations(
    players: Sequence[int], count: int, random: Random, most: int = 2
) -> list[Constraint]:
    """Return so many separations of two to `most` random players."""
    groups = [random.sample(players, random.randint(2, most)) for _ in range(count)]
    return [Separation(frozenset(group)) for group in groups]


def count_seats_again(given: DrawCase, rounds: Sequence[Tables]) -> int:
    """Return how many times a player has a seat again. Players with a fixed seat do not count."""
    fixed = {must.player for must in given.constraints if isinstance(must, FixedSeat) and must.seat}
    had = Counter(
        (player, seat)
        for tables in [*given.earlier, *rounds]
        for table in tables
        for seat, player in enumerate(table)
        if player not in fixed
    )
    return sum(times - 1 for times in had.values())


def broken_musts(given: DrawCase, rounds: Sequence[Tables]) -> list[tuple[int, Constraint]]:
    """Return the musts that the rounds do not keep, with the round, without the code under test."""
    wrong = []
    for number, tables in enumerate(rounds, len(given.earlier) + 1):
        where = {
            player: (table, seat)
            for table, here in enumerate(tables, 1)
            for seat, player in enumerate(here, 1)
        }
        for must in given.constraints:
            if isinstance(must, Separation):
                is_kept = len({where[p][0] for p in must.players}) == len(must.players)
            elif must.round in (None, number):
                table, seat = where[must.player]
                is_kept = must.table in (None, table) and must.seat in (None, seat)
            else:
                is_kept = True
            if not is_kept:
                wrong.append((number, must))
    return wrong


def counted_cost(rounds: Sequence[Tables]) -> tuple[int, int]:
    """Return repeat meetings and extra sittings, counted player by player."""
    met: Counter[frozenset[int]] = Counter()
    fours: Counter[int] = Counter()
    for tables in rounds:
        for table in tables:
            met.update(frozenset((one, other)) for one in table for other in table if one < other)
            fours.update(table if len(table) == 4 else ())
    repeats = sum(1 for times in met.values() for one in range(times) for _other in range(one))
    return repeats, sum(fours.values()) - len(fours)


def count_pairs_met_three_times(rounds: Sequence[Tables]) -> int:
    """Return how many pairs meet more than twice."""
    met = Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )
    return sum(times > 2 for times in met.values())


def faults_of(given: DrawCase, drawn: DrawnRounds) -> list[object]:
    """Return everything that is wrong with a draw."""
    wrong: list[object] = []
    for tables in drawn.rounds:
        if tuple(map(len, tables)) != tuple(given.sizes):
            wrong.append("sizes")
        if sorted(player for table in tables for player in table) != sorted(given.players):
            wrong.append("not everybody once")
    wrong += broken_musts(given, drawn.rounds)
    if again := count_seats_again(given, drawn.rounds):
        wrong.append(f"{again} seats again")
    if drawn.seats_again:
        wrong.append("seats again told")
    if (drawn.repeats, drawn.extra) != counted_cost([*given.earlier, *drawn.rounds]):
        wrong.append("miscounted")
    is_tiny = len(given.players) <= 10 or any(len(tables) < 3 for tables in given.earlier)
    if not is_tiny and count_pairs_met_three_times([*given.earlier, *drawn.rounds]):
        wrong.append("met three times")
    if drawn.repeats < drawn.least_repeats:
        wrong.append("below the bound")
    return wrong
