"""An outcome in which players keep to their caps, found by balancing one table after another."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scoring.possible.one_table import shared_values
from scoring.possible.question import Budget, Question, Steps
from scoring.possible.seating import can_be_seated

MOST_SWEEPS = 15
# To pass a cap by one more costs more than all that the others at a table can spare.
WORSE = 8.0
FAR = 40
COST = 3  # of a look at a table, beside one at a linked table


def dropped_for_balance(question: Question, most: int, budget: Budget) -> frozenset[int] | None:
    """Return players without whom an outcome is found that keeps everybody else to the cap.

    They need not be the fewest. None if that takes more than `most`, or more steps than there are.
    """
    dropped: frozenset[int] = frozenset()
    while True:
        rest = question.without(dropped)
        balance = _Balance(rest, budget)
        if balance.is_found():
            return dropped
        if len(dropped) >= most or budget.steps < 0:
            return None
        dropped |= {balance.most_in_the_way()}


@lru_cache(maxsize=50_000)
def _balanced(steps: Steps, spare: tuple[int, ...]) -> tuple[int, ...]:
    """Return the values of the lowest places, ties included, that suit these players best.

    `spare` has what is left to each, ascending. What they are short of counts most, then what they
    have over, so that nobody has much more than another.

    >>> _balanced((2, 4, 6), (2, 5, 5)), _balanced((2, 4, 6), (3, 3))
    ((2, 5, 5), (3, 3))
    """
    return min(
        shared_values(steps, len(spare)),
        key=lambda values: sum(
            WORSE ** max(-FAR, min(FAR, value - left))
            for value, left in zip(values, spare, strict=True)
        ),
    )


@dataclass(slots=True)
class _Balance:
    """The places of all players at every station: the open tables and the free rounds."""

    question: Question
    budget: Budget
    left: dict[int, int] = field(init=False)  # of each cap
    given: list[dict[int, int]] = field(init=False)  # at each station

    def __post_init__(self) -> None:
        self.left = dict(self.question.caps)
        self.given = []
        for values, players in self._stations():
            # To begin with, everybody gets the same.
            share = round(sum(values[: len(players)]) / len(players)) if players else 0
            self.given.append(dict.fromkeys(players, share))
            for player in players:
                self.left[player] -= share

    def _stations(self) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
        yield from ((table.steps, table.players) for table in self.question.tables)
        yield from (
            (values, sorted(self.question.playing)) for values in self.question.free.by_round
        )

    def is_found(self) -> bool:
        """Return whether balance gives an outcome in which nobody passes the cap."""
        return any(self._is_kept() for _ in self._sweeps())

    def _sweeps(self) -> Iterator[None]:
        open_tables = len(self.question.tables)
        for _ in range(MOST_SWEEPS):
            self.budget.steps -= COST * len(self.given)
            has_changed = False
            for at, (values, players) in reversed(list(enumerate(self._stations()))):
                given = self.given[at]
                spare = {player: self.left[player] + given[player] for player in players}
                ranked = sorted(players, key=spare.__getitem__)
                if at < open_tables:
                    values = _balanced(tuple(values), tuple(spare[player] for player in ranked))
                for player, value in zip(ranked, values, strict=False):
                    has_changed |= value != given[player]
                    given[player] = value
                    self.left[player] = spare[player] - value
            yield
            if not has_changed:
                return

    def _is_kept(self) -> bool:
        playing = self.question.playing
        if any(left < 0 for player, left in self.left.items() if player not in playing):
            return False
        if not playing:
            return True
        before = self.given[len(self.question.tables) :]
        return can_be_seated(
            (self.left[player] + sum(given[player] for given in before) for player in playing),
            self.question.free,
        )

    def most_in_the_way(self) -> int:
        """Return a player to drop: of those like the one most over the cap, the lowest cap."""
        tables = defaultdict(set)
        for index, table in enumerate(self.question.tables):
            for player in table.players:
                tables[player].add(index)
        worst = min(self.left, key=lambda player: (self.left[player], player))
        alike = [
            player
            for player in self.question.caps
            if tables[player] == tables[worst]
            and (player in self.question.playing) == (worst in self.question.playing)
        ]
        return min(alike, key=lambda player: (self.question.caps[player], player))
