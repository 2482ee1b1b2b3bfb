"""Random days: players leave, come late and must not meet; what each draw was given and gave.

Each day is drawn round by round, as the desk finds it before each: nobody knows who will leave.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from scoring.tables import CannotSplit, split
from tests.draw.ways import is_kept
from wk.draw import lower_bounds
from wk.draw.constraints import Constraint, Separation
from wk.draw.seats import Tables

ROUNDS = 3


def sizes_of(players: int) -> tuple[int, ...]:
    try:
        return split(players, (5, 4))
    except CannotSplit:
        return ()


def start(random: Random) -> int:
    """How many play in the first round: mostly few, where nearly everybody meets everybody."""
    number = 11
    while not sizes_of(number):
        number = 8 + int(90 * random.random() ** 2)
    return number


def after_a_round(players: Sequence[int], came: int, random: Random) -> list[int]:
    """Who plays on, with who came late; `came` have had a start number so far."""
    while True:
        left = random.sample(players, random.choice([0, 0, 1, 2, 3]))
        late = range(came + 1, came + 1 + random.choice([0, 0, 0, 1, 2]))
        playing = sorted({*players, *late} - {*left})
        if sizes_of(len(playing)):
            return playing


def new_constraints(players: Sequence[int], random: Random) -> list[Constraint]:
    """Couples and threes whom the desk hears of; in the smallest halls there is no room for it."""
    if len(players) < 12:
        return []
    groups = random.randint(0, len(players) // 16)
    return [
        Separation(frozenset(random.sample(players, random.choice([2, 2, 3]))))
        for _ in range(groups)
    ]


@dataclass(frozen=True)
class DayRound:
    """One round of a day: what was given, and what came of it."""

    players: Sequence[int]
    constraints: Sequence[Constraint]
    earlier: Sequence[Tables]
    tables: Tables

    @property
    def over(self) -> tuple[int, int]:
        """How far meetings and sittings so far are over the bound."""
        sizes = sizes_of(len(self.players))
        least = lower_bounds.least(self.players, sizes, 1, self.earlier, self.constraints)
        met, sat = lower_bounds.cost([*self.earlier, self.tables])
        return met - least[0], sat - least[1]


def complaints(day: Sequence[DayRound]) -> list[str]:
    """All that is wrong with the rounds of a day, looked up one by one."""
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


def looked_at(days: Sequence[Sequence[DayRound]]) -> Counter[tuple[int, int]]:
    """How far the draws of days are over their bounds, when nothing else is wrong."""
    wrong = {seed: found for seed, day in enumerate(days) if (found := complaints(day))}
    assert wrong == {}
    return Counter(drawn.over for day in days for drawn in day)
