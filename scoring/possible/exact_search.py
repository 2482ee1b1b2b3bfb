"""The exact answer for a few players: every table, every seating, every tie."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from scoring.possible.free_rounds import FreeRounds
from scoring.possible.one_table import outcomes
from scoring.possible.question import Budget, Question


class SearchLimit(Exception):
    """The error that the search would take too long."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A player with a cap: the open tables by index, and whether he plays on."""

    cap: int
    tables: tuple[int, ...]
    plays_on: bool


def fewest_over_exactly(question: Question, bound: int, most: int, budget: Budget) -> int:
    """Return the fewest players who pass their cap, at least `bound`, or `most` if that is fewer.

    Raises SearchLimit.
    """
    search = _Search(question, budget)
    players = [
        Contender(question.caps[player], tuple(tables), player in question.playing)
        for player, tables in question.tables_of.items()
    ]
    for over in range(bound, min(most, len(players))):
        if any(search.fits(kept) for kept in search.kept(players, over)):
            return over
    return min(most, len(players))


@dataclass(slots=True)
class _Search:
    question: Question
    budget: Budget
    known: dict[tuple[object, ...], bool] = field(default_factory=dict)

    def kept(self, players: Sequence[Contender], over: int) -> Iterator[list[Contender]]:
        """Yield every set of players to keep under their caps, without `over` of them.

        Of players in the same seats those with the lowest caps are left out first: they can change
        places with the others.
        """
        groups: dict[tuple[tuple[int, ...], bool], list[Contender]] = {}
        for player in sorted(players, key=lambda each: each.cap):
            groups.setdefault((player.tables, player.plays_on), []).append(player)
        for counts in product(*(range(len(group) + 1) for group in groups.values())):
            self._step()
            if sum(counts) == over:
                left = zip(groups.values(), counts, strict=True)
                yield [player for group, count in left for player in group[count:]]

    def fits(self, kept: Sequence[Contender]) -> bool:
        """Return whether these players can all keep to their caps."""
        return self._tables(tuple(kept), tuple(player.cap for player in kept), 0)

    def _step(self) -> None:
        self.budget.steps -= 1
        if self.budget.steps < 0:
            raise SearchLimit

    def _tables(self, kept: tuple[Contender, ...], caps: tuple[int, ...], table: int) -> bool:
        """Return whether the open tables from this index on, and then the free rounds, can fit."""
        self._step()
        if table == len(self.question.tables):
            if any(cap < 0 for p, cap in zip(kept, caps, strict=True) if not p.plays_on):
                return False
            playing = sorted(cap for p, cap in zip(kept, caps, strict=True) if p.plays_on)
            return self._rounds(tuple(playing), 0)
        members = [index for index, player in enumerate(kept) if table in player.tables]
        for values in outcomes(self.question.tables[table].steps, len(members)):
            left = list(caps)
            for index, value in zip(members, values, strict=True):
                left[index] -= value
            if self._tables(kept, tuple(left), table + 1):
                return True
        return False

    def _rounds(self, caps: tuple[int, ...], number: int) -> bool:
        """Return whether the free rounds from this index on fit these caps, in ascending order."""
        free = self.question.free
        if number == free.number:
            return all(cap >= 0 for cap in caps)
        key = (number, caps)
        if key not in self.known:
            self.known[key] = self._may_fit(caps, number) and self._seats(caps, (), number, 0)
        return self.known[key]

    def _may_fit(self, caps: tuple[int, ...], number: int) -> bool:
        """Return whether the caps leave room for the lowest places in the rounds to come."""
        free = self.question.free
        rest = FreeRounds(free.tables, free.number - number, free.tops[number:])
        room = 0
        for cap, seat in zip(caps, rest.seats, strict=False):
            room += cap - seat
            if room < 0:
                return False
        return True

    def _seats(
        self,
        caps: tuple[int, ...],
        seated: tuple[int, ...],
        number: int,
        table: int,
        is_on_top: bool = False,
    ) -> bool:
        """Return whether the players with these caps fit the tables from this index on.

        `seated` are the caps left to those at the tables before. `is_on_top`: the player whose rank
        is asked has a seat at one of these.
        """
        free = self.question.free
        self._step()
        if table == len(free.tables):
            needs_top = bool(free.tops) and not is_on_top
            return not caps and not needs_top and self._rounds(tuple(sorted(seated)), number + 1)
        key = (number, table, caps, seated, is_on_top)
        if key not in self.known:
            self.known[key] = self._table(caps, seated, number, table, is_on_top)
        return self.known[key]

    def _table(
        self,
        caps: tuple[int, ...],
        seated: tuple[int, ...],
        number: int,
        table: int,
        is_on_top: bool,
    ) -> bool:
        free = self.question.free
        steps, later = free.tables[table], free.tables[table + 1 :]
        lowest = min(map(min, free.tables)) * (free.number - number - 1)
        most = free.most // free.number * (free.number - number - 1)
        for count in range(min(len(steps), len(caps)), -1, -1):
            # The player on top takes the first seat without a cap at a table with such a place.
            takes_top = not is_on_top and bool(free.tops) and count < len(steps)
            takes_top = takes_top and steps[-1] == free.tops[number]
            waits = bool(free.tops) and not (is_on_top or takes_top)
            if waits and all(other[-1] != free.tops[number] for other in later):
                continue
            if len(caps) - count > sum(map(len, later)) - waits:
                break
            for chosen in dict.fromkeys(combinations(caps, count)):
                rest = list(caps)
                for cap in chosen:
                    rest.remove(cap)
                for values in outcomes(steps, count):
                    left = [cap - value for cap, value in zip(chosen, values, strict=True)]
                    if left and min(left) < lowest:
                        continue
                    # More than the rounds to come can give makes no difference.
                    now = tuple(sorted((*seated, *(min(cap, most) for cap in left))))
                    if self._seats(tuple(rest), now, number, table + 1, is_on_top or takes_top):
                        return True
        return False
