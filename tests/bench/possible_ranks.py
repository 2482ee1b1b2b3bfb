"""How fast the possible ranks of all players are found, beside a ranking for each of them.

And how fast it is estimated who wins, beside a ranking for each simulation.
"""

from collections.abc import Iterator
from functools import partial
from random import Random

from scoring.possible import Contestant, OpenTable, Outlook, RankFinder, chances
from scoring.ranking import Tally, rank
from scoring.registry import DEFAULT, game
from scoring.result import results
from tests.bench.draw import Promise

PLAYERS, SIZE, ROUNDS = 300, 5, 3
SIMULATIONS = 2000


def outlook(complete: int, share: float, *, ahead: int = 0) -> Outlook:
    """Return a championship after so many complete rounds and a share of the forms of the next.

    A share of 0 is a round that is not drawn; `ahead` rounds after it are drawn as well. Points and
    places are random.
    """
    random = Random(1)
    limits = game(DEFAULT).round_range(SIZE)
    places = tuple(int(2 * points) for points in limits.match_points)
    half_points = dict.fromkeys(range(1, PLAYERS + 1), 0)
    points = dict(half_points)
    tables = []
    for number in range(complete + (share > 0) + ahead):
        players = random.sample(sorted(points), PLAYERS)
        for table, start in enumerate(range(0, PLAYERS, SIZE), 1):
            seated = players[start : start + SIZE]
            if number > complete or (number == complete and random.random() > share):
                tables.append(OpenTable(table, tuple(seated), places))
                continue
            # Totals of a round are even (WK-19); equal ones give halves.
            totals = [2 * random.randrange(20, 100) for _ in seated]
            for player, result in zip(seated, results(totals), strict=True):
                half_points[player] += int(2 * result.match_points)
                points[player] += result.points
    free = ROUNDS - complete - (share > 0) - ahead
    return Outlook(
        contestants=tuple(Contestant(n, half_points[n], points[n], free > 0) for n in points),
        tables=tuple(tables),
        rounds=free,
        free_tables=(places,) * (PLAYERS // SIZE),
        least=limits.least,
        most=limits.most,
    )


def all_ranks(of: Outlook) -> None:
    """Find the best and the worst rank of each player."""
    RankFinder(of).ranks()


def a_ranking_each(of: Outlook) -> None:
    """Rank all players twice for each of them, as for one best and one worst outcome."""
    tallies = [Tally(c.number, c.half_points, c.points) for c in of.contestants]
    for _ in range(2 * PLAYERS):
        rank(tallies)


def estimate(of: Outlook) -> None:
    """Estimate who wins, with the last round by the standings, which takes longer."""
    scored = range(-100, 200, 2)
    chances(of, scored, simulations=SIMULATIONS, seed=1, by_standings=True)


def a_ranking_each_time(of: Outlook) -> None:
    """Rank all players once for each simulation."""
    tallies = [Tally(c.number, c.half_points, c.points) for c in of.contestants]
    for _ in range(SIMULATIONS):
        rank(tallies)


def promises() -> Iterator[Promise]:
    """Return the promises for five moments of a championship, and for the longest estimate."""
    for moment, complete, share, ahead in (
        ("before round 1", 0, 0, 0),
        ("before round 3", 2, 0, 0),
        ("half the forms of round 2", 1, 0.5, 0),
        ("half the forms of round 2, round 3 confirmed", 1, 0.5, 1),
        ("half the forms of round 3", 2, 0.5, 0),
    ):
        of = outlook(complete, share, ahead=ahead)
        yield Promise(
            f"possible ranks of {PLAYERS} players, {moment}, beside 2 rankings for each",
            partial(all_ranks, of),
            partial(a_ranking_each, of),
            # While forms come in before a last round the searches use their budget: a second.
            at_most=7 if complete == 1 else 1,
            runs=5,
        )
    of = outlook(1, 0)
    yield Promise(
        f"estimate of who wins of {PLAYERS} players, before round 2, beside {SIMULATIONS} rankings",
        partial(estimate, of),
        partial(a_ranking_each_time, of),
        at_most=2,
        runs=3,
    )
