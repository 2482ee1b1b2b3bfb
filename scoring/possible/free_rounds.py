"""What the rounds that are not drawn can give the players: anybody may sit with anybody."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from scoring.possible.one_table import shortage


@dataclass(frozen=True, slots=True)
class FreeRounds:
    """The rounds that are not drawn, as the player sees them whose rank is asked.

    `tables` has the values of the places of each table, ascending, the same in every round. `tops`
    has the place of the player in each round, the highest value of some table; it is empty for a
    player who does not play on. `number` is the number of rounds.
    """

    tables: tuple[tuple[int, ...], ...]
    number: int
    tops: tuple[int, ...] = ()

    @property
    def by_round(self) -> list[tuple[int, ...]]:
        """Return for each round the values left to others, lowest first."""
        rounds = [self._values() for _ in range(self.number)]
        for values, top in zip(rounds, self.tops, strict=False):
            values.remove(top)
        return [tuple(values) for values in rounds]

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the sums over the rounds of the values left to others, lowest first.

        Each item is the least that one more player adds to the total of those with the lowest
        places.
        """
        return tuple(map(sum, zip(*self.by_round, strict=True)))

    def _values(self) -> list[int]:
        return sorted(value for steps in self.tables for value in steps)

    @property
    def most(self) -> int:
        """Return the most that one player can get."""
        return self.number * max(max(steps) for steps in self.tables)


def perspectives(
    tables: tuple[tuple[int, ...], ...], number: int, *, plays: bool
) -> tuple[FreeRounds, ...]:
    """Return the free rounds for every choice of tables by a player who is alone on top.

    Tables of different sizes have different top values where the lowest places are the best. The
    choice with the highest ones comes first.
    """
    if not (number and plays):
        return (FreeRounds(tables, number),)
    tops = sorted({max(steps) for steps in tables}, reverse=True)
    choices = combinations_with_replacement(tops, number)
    return tuple(FreeRounds(tables, number, chosen) for chosen in choices)


@dataclass(frozen=True, slots=True)
class Room:
    """How much room the free rounds leave for caps, by a price for each player.

    Averages of outcomes keep to all caps exactly if for every set of players the caps add up to at
    least the lowest places for so many. For the free rounds that sum is a convex function of the
    number of players: the most, over a few prices, of price times number less a constant. So it is
    enough to look at each of `prices` alone, with its constant in `spare`.
    """

    prices: tuple[int, ...]
    spare: tuple[int, ...]

    @property
    def lowest(self) -> int:
        """Return the least that a player can get, 0 without free rounds."""
        return self.prices[0] if self.prices else 0

    @property
    def highest(self) -> int:
        """Return the most that a player can get, 0 without free rounds."""
        return self.prices[-1] if self.prices else 0

    def fewest_over(
        self, singles: Sequence[int], tables: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]
    ) -> int:
        """Return a lower bound of the players whose cap must be passed.

        `singles` are the caps of the players who sit only in free rounds, ascending. `tables` has
        for each open table the values of its places and the caps of its players, both ascending.
        """
        most = 0
        for price, spare in zip(self.prices, self.spare, strict=True):
            missing = -spare
            gains: list[int] = []
            for cap in singles:
                if cap >= price:
                    break
                gains.append(price - cap)
            missing += sum(gains)
            for steps, caps in tables:
                if caps[0] >= price + steps[-1]:
                    continue
                won = table_gains(steps, caps, price)
                if won:
                    missing += sum(won)
                    gains += won
            if missing > 0:
                most = max(most, _fewest(gains, missing))
        return most


def _fewest(gains: list[int], missing: int) -> int:
    """Return how many of the gains are needed to make up what is missing."""
    for count, gain in enumerate(sorted(gains, reverse=True), 1):
        missing -= gain
        if missing <= 0:
            return count
    return len(gains)


@lru_cache(maxsize=20_000)
def table_gains(steps: tuple[int, ...], caps: tuple[int, ...], price: int) -> tuple[int, ...]:
    """Return what each further player without a cap gains for the room at this price, most first.

    The gains are rounded up to ones that never rise, so that the most can be taken from all tables
    together. They add up to the whole shortage of the table.
    """
    shortages = [
        shortage(steps, tuple(cap - price for cap in caps[over:])) for over in range(len(caps) + 1)
    ]
    gains: list[int] = []
    at = 0
    while at < len(caps) and shortages[at] < 0:
        # The steepest way up is the next edge of the concave hull.
        rises = [(shortages[to] - shortages[at], to - at) for to in range(at + 1, len(caps) + 1)]
        rise, width = max(rises, key=lambda each: (each[0] / each[1], each[1]))
        # An edge over several players is rounded up but keeps its sum.
        low, more = divmod(rise, width)
        gains += [low + 1] * more + [low] * (width - more)
        at += width
    return tuple(gains)


@lru_cache(maxsize=100)
def room_of(free: FreeRounds) -> Room:
    """Return the room that free rounds leave."""
    seats = free.seats
    prices = tuple(sorted(set(seats)))
    spare = tuple(sum(price - seat for seat in seats if seat < price) for price in prices)
    return Room(prices, spare)
