"""The estimate of who wins, where the director wants one: which shares are told of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from threading import Lock

from scoring.possible import Outlook, PossibleRanks, chances
from wk.standings.queries import Standings
from wk.tournament.models import Tournament

SIMULATIONS = 2000
# Fewer simulations where so many seats would be played: the page must be there within a second.
MOST_SEATS = 1_500_000
# The same standings must give the same figures, on every page and after a restart.
SEED = 1


@dataclass(frozen=True, slots=True)
class Odds:
    """The shares of the simulations in which one player ends on rank 1, and in the top three.

    A share is None where it is no estimate: what is excluded, and what is certain.
    """

    wins: Fraction | None
    top_three: Fraction | None


@dataclass(frozen=True, slots=True)
class Estimate:
    """The simulations of one outlook: their number, and how often each player wins, by number."""

    simulations: int
    wins: dict[int, int]
    top_three: dict[int, int]

    def odds_of(self, number: int, ranks: PossibleRanks) -> Odds:
        """Return what is told of a player with these possible ranks."""
        wins, top_three = (
            Fraction(counts[number], self.simulations) if ranks.best <= last < ranks.worst else None
            for counts, last in ((self.wins, 1), (self.top_three, 3))
        )
        return Odds(wins, top_three)


def estimate(shown: Standings, whole: Outlook) -> Estimate | None:
    """Return the estimate for what is to come after these standings, none of it withheld.

    The result is None where the director wants none, before the first form counts, once everything
    is in, and in games with partners: the method knows no pairs.
    """
    tournament = shown.tournament
    scored = tuple(_scored(shown))
    is_wanted = tournament.odds and tournament.rules.partners == "none"
    if not (is_wanted and scored) or whole.is_settled:
        return None
    # One thread makes it, and the pages of all players take it.
    with _MAKING:
        is_by_standings = tournament.last_round == Tournament.LastRound.STANDINGS
        return _made(whole, scored, is_by_standings)


_MAKING = Lock()


@lru_cache(maxsize=4)
def _made(whole: Outlook, scored: tuple[int, ...], by_standings: bool) -> Estimate:
    seats = sum(len(table.players) for table in whole.tables)
    seats += whole.rounds * sum(each.plays_on for each in whole.contestants)
    simulations = max(1, min(SIMULATIONS, MOST_SEATS // seats))
    found = chances(whole, scored, simulations=simulations, seed=SEED, by_standings=by_standings)
    return Estimate(
        simulations,
        {number: chance.wins for number, chance in found.items()},
        {number: chance.top_three for number, chance in found.items()},
    )


def _scored(shown: Standings) -> Iterator[int]:
    """Yield the points of every result that is in."""
    for row in shown.rows:
        for result in row.rounds:
            if result and result.points is not None:
                yield result.points
