"""An estimate of who wins, from rest rounds that are played out at random.

The method: everything that is still to come is played out many times. At each table every player
gets the points of a round drawn at random from all that were scored so far, everybody from the
same; the match points follow from them (WK-24, WK-25). A round that is not drawn is seated by lot
each time, or the last one by the standings of that time. Nobody is taken to be better than
another: what counts is what a player has, and what the others have.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from random import Random

from scoring.possible.outlook import Outlook, Places

# A total is one number: match points in halves times this, and points, which never come near it.
HALF_POINT = 10**9
# So many results of a table are drawn beforehand. Each simulated table takes one of them.
STOCK = 2000
TOP = 3


@dataclass(frozen=True, slots=True)
class Chance:
    """The numbers of simulations in which a player ends on rank 1, and in the top three.

    A shared rank counts for each of its players (A16).
    """

    wins: int = 0
    top_three: int = 0


def chances(
    outlook: Outlook,
    scored: Sequence[int],
    *,
    simulations: int,
    seed: int,
    by_standings: bool = False,
) -> Mapping[int, Chance]:
    """Return the chance of each player by start number; the same arguments give the same answer.

    `scored` has the points of each result of a round so far. `by_standings`: the last round that is
    not drawn is seated by the standings, best together. Raises ValueError if nothing is scored.
    """
    if not scored:
        raise ValueError("an estimate needs results")
    rest = _Rest(outlook, scored, Random(seed), by_standings=by_standings)
    players = len(outlook.contestants)
    wins, tops = [0] * players, [0] * players
    for _ in range(simulations):
        totals = rest.played_out()
        ranked = sorted(totals, reverse=True)
        best, last = ranked[0], ranked[:TOP][-1]
        for at, total in enumerate(totals):
            if total >= last:
                tops[at] += 1
                wins[at] += total == best
    numbers = [contestant.number for contestant in outlook.contestants]
    return dict(zip(numbers, map(Chance, wins, tops), strict=True))


class _Rest:
    """What is still to come, ready to be played out; players are indexes of the contestants."""

    def __init__(
        self, outlook: Outlook, scored: Sequence[int], random: Random, *, by_standings: bool
    ) -> None:
        self.random = random
        self.held = [c.half_points * HALF_POINT + c.points for c in outlook.contestants]
        self.playing = [at for at, c in enumerate(outlook.contestants) if c.plays_on]
        self.by_rank = min(outlook.rounds, int(by_standings))
        self.by_lot = outlook.rounds - self.by_rank
        index = {c.number: at for at, c in enumerate(outlook.contestants)}
        tables = sorted(outlook.tables, key=lambda table: table.places)
        self.seated = [index[number] for table in tables for number in table.players]
        # The tables of the same places stand together, and take their results together.
        self.open_runs = _runs(table.places for table in tables)
        self.free_runs = _runs(outlook.free_tables)
        self.stock = {
            places: [_table(places, scored, random) for _ in range(STOCK)]
            for places, _count in (*self.open_runs, *self.free_runs)
        }

    def played_out(self) -> list[int]:
        """Return the total of each player at the end of one simulation."""
        totals = self.held.copy()
        self._play(totals, self.seated, self.open_runs)
        order = self._by_lot()
        for number in range(self.by_lot):
            order = self._by_lot() if number else order
            self._play(totals, order, self.free_runs)
        for _ in range(self.by_rank):
            # The lot decides between equal players: sorting keeps the order that it finds.
            order.sort(key=totals.__getitem__, reverse=True)
            self._play(totals, order, self.free_runs)
        return totals

    def _by_lot(self) -> list[int]:
        return self.random.sample(self.playing, len(self.playing))

    def _play(
        self, totals: list[int], order: Sequence[int], runs: Sequence[tuple[Places, int]]
    ) -> None:
        """Add the results of one round to the totals; `order` has its players table by table."""
        results = chain.from_iterable(
            self.random.choices(self.stock[places], k=count) for places, count in runs
        )
        for at, gained in zip(order, chain.from_iterable(results), strict=True):
            totals[at] += gained


def _runs(tables: Iterator[Places] | Sequence[Places]) -> list[tuple[Places, int]]:
    """Return the places of the tables, each with the number of tables that follow each other."""
    return [(places, len(list(run))) for places, run in groupby(tables)]


def _table(places: Places, scored: Sequence[int], random: Random) -> tuple[int, ...]:
    """Return what a simulated table adds to the total of each of its players."""
    points = random.choices(scored, k=len(places))
    ranked = sorted(points, reverse=True)
    gains = []
    for own in points:
        first, equal = ranked.index(own), ranked.count(own)
        shared = sum(places[first : first + equal]) // equal
        gains.append(shared * HALF_POINT + own)
    return tuple(gains)
