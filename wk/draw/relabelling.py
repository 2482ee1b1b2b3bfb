"""The choice of which player has which place in known rounds, to meet constraints for free.

If two players exchange their places in all rounds, the numbers of repeat meetings, of short
sittings and of repeated seats stay the same: those belong to the places. So players exchange places
until separated players do not meet. Then the tables are numbered such that players with a fixed
table are at it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from wk.draw.constraints import RoundConstraints
from wk.draw.local_search import MUST, Prices
from wk.draw.seats import Round, below

# The exchanges tried before the search ends: about a tenth of a second.
BUDGET = 20_000
TRIES = 10
# The chance of keeping an exchange that is worse. That leads out of where no exchange helps.
SELDOM = 1 / 50


class Tie(NamedTuple):
    """The price a player pays in a round where `is_together` does not hold.

    `is_together` says whether the player and `other` must share a table or must not.
    """

    other: int
    round: int
    is_together: bool
    price: int


def labelled(
    rounds: Sequence[Round],
    apart: Prices,
    asks: Sequence[RoundConstraints],
    random: Random,
    *,
    within: Round = (),
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the rounds with the players in other places, at the lowest price of constraints.

    `apart` holds the price of two players at one table, `asks` the hard constraints of each round.
    Where the rounds follow one that was played, `within` are its tables: only players of one table
    in it exchange places.
    """
    labels = _Labels(rounds, apart, asks, within)
    labels.improve(random)
    who = {place: player for player, place in labels.place.items()}
    named = [[tuple(who[p] for p in table) for table in tables] for tables in rounds]
    return tuple(_numbered(tables, ask) for tables, ask in zip(named, asks, strict=True))


class _Labels:
    """The place of each player; a place has the name of its player in the given rounds."""

    def __init__(
        self,
        rounds: Sequence[Round],
        apart: Prices,
        asks: Sequence[RoundConstraints],
        within: Round,
    ) -> None:
        self.sizes = [len(table) for table in rounds[0]]
        self.place = {player: player for table in rounds[0] for player in table}
        everybody = sorted(self.place)
        self.mates: dict[int, Sequence[int]] = dict.fromkeys(everybody, everybody)
        self.mates |= {player: table for table in within for player in table}
        self.table = [
            {player: table for table, here in enumerate(tables) for player in here}
            for tables in rounds
        ]
        self.ties: dict[int, list[Tie]] = defaultdict(list)
        for number, ask in enumerate(asks):
            for one, there in apart.items():
                self.ties[one] += (Tie(o, number, False, price) for o, price in there.items())
            for one, other, is_together in _must_share(ask):
                self.ties[one].append(Tie(other, number, is_together, MUST))
                self.ties[other].append(Tie(one, number, is_together, MUST))
        self.fits: dict[int, list[tuple[int, set[int]]]] = defaultdict(list)
        for number, ask in enumerate(asks):
            for player in ask.tables.keys() | ask.seats.keys():
                fitting = {self.sizes[table] for table in ask.open_to(player, self.sizes)}
                self.fits[player].append((number, fitting))

    def improve(self, random: Random) -> None:
        """Exchange places until no constraint costs anything or the budget is spent."""
        asked = sorted(self.ties.keys() | self.fits.keys())
        left = BUDGET
        while left > 0:
            sore = [player for player in asked if self._pays(player)]
            if not sore:
                return
            left -= len(asked)
            for one in sore:
                for _ in range(TRIES):
                    left -= 1
                    mates = self.mates[one]
                    if self._try(one, mates[below(len(mates), random)], random):
                        break

    def _try(self, one: int, other: int, random: Random) -> bool:
        """Exchange two players if that costs no more, and seldom if it does; return whether it was
        kept.
        """
        before = self._pays(one) + self._pays(other)
        place = self.place
        place[one], place[other] = place[other], place[one]
        if self._pays(one) + self._pays(other) > before and random.random() > SELDOM:
            place[one], place[other] = place[other], place[one]
            return False
        return True

    def _pays(self, player: int) -> int:
        price = 0
        place = self.place
        mine = place[player]
        for other, number, is_together, each in self.ties.get(player, ()):
            at = self.table[number]
            if (at[mine] == at[place[other]]) != is_together:
                price += each
        for number, fitting in self.fits.get(player, ()):
            if self.sizes[self.table[number][mine]] not in fitting:
                price += MUST
        return price


def _must_share(ask: RoundConstraints) -> Iterator[tuple[int, int, bool]]:
    """Yield two players and whether they must share a table, for each pair of fixed places.

    Players with the same fixed seat must not share one.
    """
    placed = [(player, table) for player, tables in ask.tables.items() for table in tables]
    for index, (one, table) in enumerate(placed):
        for other, beside in placed[:index]:
            yield one, other, table == beside
    for one, other in ask.same_seat:
        yield one, other, False


def _numbered(tables: Round, ask: RoundConstraints) -> tuple[tuple[int, ...], ...]:
    """Return the tables renumbered: players with a fixed table are at it where its size allows."""
    numbered = [tuple(table) for table in tables]
    for player, wanted in ask.tables.items():
        target = min(wanted)
        now = next(n for n, table in enumerate(numbered) if player in table)
        if len(numbered[now]) == len(numbered[target]):
            numbered[now], numbered[target] = numbered[target], numbered[now]
    return tuple(numbered)


def seated_so(tables: Round, at: Mapping[int, int]) -> list[list[int]]:
    """Return the tables with the players of `at` at their tables, each swapped with
    another player.
    """
    seated = [list(table) for table in tables]
    where = {player: table for table, here in enumerate(seated) for player in here}
    for player, table in at.items():
        old = where[player]
        if old == table:
            continue
        other = next(p for p in reversed(seated[table]) if at.get(p) != table)
        seated[old][seated[old].index(player)] = other
        seated[table][seated[table].index(other)] = player
        where[player], where[other] = table, old
    return seated
