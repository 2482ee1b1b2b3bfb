"""Random days: players leave, come late and must not meet.

Each day is drawn round by round for the players present: no draw knows who will leave later.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from scoring.tables import CannotSplit, split
from tests.draw.seatings import is_kept
from wk.draw import lower_bounds
from wk.draw.constraints import Constraint, Separation
from wk.draw.seats import Tables

ROUNDS = 3


def sizes_of(players: int) -> tuple[int, ...]:
    """Return the table sizes for so many players, none if they cannot be seated."""
    try:
        return split(players, (5, 4))
    except CannotSplit:
        return ()


def number_of_players(random: Random) -> int:
    """Return how many players begin. Mostly they are few: then nearly everybody meets everybody."""
    number = 11
    while not sizes_of(number):
        number = 8 + int(90 * random.random() ** 2)
    return number


def players_of_next_round(players: Sequence[int], came: int, random: Random) -> list[int]:
    """Return the players of the next round: some left, some came late. `came` is the last start
    number."""
    while True:
        left = random.sample(players, random.choice([0, 0, 1, 2, 3]))
        late = range(came + 1, came + 1 + random.choice([0, 0, 0, 1, 2]))
        playing = sorted({*players, *late} - {*left})
        if sizes_of(len(playing)):
            return playing


def new_separations(players: Sequence[int], random: Random) -> list[Constraint]:
    """Return separations of couples and threes. Fewer than 12 players have no room for them."""
    if len(players) < 12:
        return []
    groups = random.randint(0, len(players) // 16)
    return [
        Separation(frozenset(random.sample(players, random.choice([2, 2, 3]))))
        for _ in range(groups)
    ]


@dataclass(frozen=True)
class DayRound:
    """A round of a day: the request and its tables."""

    players: Sequence[int]
    constraints: Sequence[Constraint]
    earlier: Sequence[Tables]
    tables: Tables

    @property
    def over(self) -> tuple[int, int]:
        """Return how far repeat meetings and extra sittings are above their lower bounds."""
        sizes = sizes_of(len(self.players))
        least = lower_bounds.least(self.players, sizes, 1, self.earlier, self.constraints)
        met, sat = lower_bounds.cost([*self.earlier, self.tables])
        return met - least[0], sat - least[1]


def faults_of_day(day: Sequence[DayRound]) -> list[str]:
    """Return everything that is wrong with the rounds of a day."""
    wrong = []
    had: Counter[tuple[int, int]] = Counter()
    for drawn in day:
        seated = [player for table in drawn.tables for player in table]
        if len(seated) != len({*seated}):
            wrong.append("somebody twice")
        if {*seated} != {*drawn.players}:
            wrong.append("not all who play, or somebody who left")
        if tuple(map(len, drawn.tables)) != sizes_of(len(drawn.players)):
            wrong.append("sizes")
        had.update((p, seat) for table in drawn.tables for seat, p in enumerate(table))
        if not is_kept(drawn.tables, range(len(drawn.tables)), drawn.constraints):
            wrong.append("a must is not kept")
        if min(drawn.over) < 0:
            wrong.append("below the bound")
    if set(had.values()) != {1}:
        wrong.append("a seat twice")
    return wrong


def distances_from_bound(days: Sequence[Sequence[DayRound]]) -> Counter[tuple[int, int]]:
    """Return how many draws are how far above their bounds, after checking that they have no
    faults."""
    wrong = {seed: found for seed, day in enumerate(days) if (found := faults_of_day(day))}
    assert wrong == {}
    return Counter(drawn.over for day in days for drawn in day)
