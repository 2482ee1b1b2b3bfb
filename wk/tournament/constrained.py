"""The draw of all that is asked: several rounds at once, after rounds played, under constraints.

Players are start numbers. The best rounds are known beforehand (`arrangement`); what is asked is
first met by choosing who has which place in them, which costs nothing; after a first round only
those who sat together in it can still change places. What is then left, and what earlier rounds
have disturbed, is met by swapping players of single rounds (`hall`). At last everybody gets a seat
that is new to him (`newseats`). A wish costs nobody a meeting, a sitting at a short table or a new
seat.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from random import Random
from typing import TypeAlias

from wk.tournament import arrangement
from wk.tournament.bounds import cost, least
from wk.tournament.constraints import (
    Apart,
    Asked,
    Impossible,
    Must,
    Problem,
    Unsure,
    broken,
    concerning,
    prices,
    problems,
    seatable,
)
from wk.tournament.hall import MEETING, MUST, SHORT, WISH, Hall
from wk.tournament.labels import labelled, seated_so
from wk.tournament.newseats import NewSeats
from wk.tournament.seats import Round, check_fit, shuffled

# The search ends when so many swaps were tried: about half a second.
BUDGET = 120_000
# So often other tables are looked for where new seats had their price.
ATTEMPTS = 4
# Where something is asked of more players than this, it is first tried, and looked into when that
# fails.
LOOKED_AT_FIRST = 400
# So many players cannot but meet some others in each of three rounds: what counts is how often all
# meet again together.
MEET_THRICE = (9, 10)


Found: TypeAlias = tuple[tuple[tuple[tuple[int, ...], ...], ...], int]
"""Rounds, and how many seats somebody has again in them."""


@dataclass(frozen=True, slots=True)
class Unmet:
    """A wish that a round does not meet: these two sit at one table."""

    wish: Apart
    pair: tuple[int, int]
    round: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Rounds as drawn, and what they cost together with the rounds before them (`bounds.cost`).

    `least_repeats` and `least_extra` are what no draw could better, as far as is known; a seat
    counts among `seats_again` when its player had it before and could have had a new one.
    """

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    repeats: int
    extra: int
    least_repeats: int
    least_extra: int
    unmet: tuple[Unmet, ...] = ()
    seats_again: int = 0


def draw(
    players: Sequence[int],
    sizes: Sequence[int],
    rounds: int,
    *,
    seed: int,
    earlier: Sequence[Round] = (),
    asked: Sequence[Must] = (),
    budget: int = BUDGET,
) -> Drawn:
    """Draw so many rounds more: table k of each has sizes[k] players, in clockwise order.

    `earlier` are the rounds played, which may hold players who left and lack players who came
    later. Where nothing is asked and nobody came, left or was moved since the first round of this
    seed, the rounds are those of `arrangement.draw_all`. The same arguments give the same rounds
    on every machine; the order of the players does not matter.

    Raises ValueError when a player is named twice or the sizes do not add up to the players, and
    Impossible when what must be cannot be.
    """
    check_fit(players, sizes)
    asked = concerning(asked, players)
    bound = least(players, sizes, rounds, earlier, asked)
    found: list[Drawn] = []
    for tried in _as_strict(asked, len(sizes)):
        drawing = _Drawing(sorted(players), sizes, earlier, tried, seed, budget)
        drawing.is_trial = tried is not asked
        try:
            drawn, again = drawing.drawn(rounds)
        except Impossible:
            if not drawing.is_trial:
                raise
            continue
        reached = cost([*earlier, *drawn])
        unmet = tuple(_unmet(asked, drawn, len(earlier)))
        found.append(Drawn(drawn, *reached, *bound, unmet, again))
        if reached == bound:
            break
    return min(found, key=lambda d: (d.repeats, d.extra, d.seats_again, len(d.unmet)))


def _as_strict(asked: Sequence[Must], tables: int) -> Iterator[Sequence[Must]]:
    """Yield what is asked: with wishes as strict as what must be, if they may all be met, with
    wishes as they are, and without."""
    wishes = [each for each in asked if isinstance(each, Apart) and not each.is_must]
    if wishes and max(len(wish.players) for wish in wishes) <= tables:
        yield [replace(each, is_must=True) if each in wishes else each for each in asked]
    yield asked
    if wishes:
        yield [each for each in asked if each not in wishes]


def draw_on(
    players: Sequence[int],
    sizes: Sequence[int],
    rounds: int,
    *,
    seed: int,
    earlier: Sequence[Round],
    asked: Sequence[Must],
) -> tuple[tuple[tuple[int, ...], ...], ...] | None:
    """Draw so many rounds more, where those so far are the first of what this seed gives.

    Then it is as if all had been drawn at once. None where somebody came, left or was moved since,
    or something else is asked.
    """
    try:
        whole = draw(players, sizes, len(earlier) + rounds, seed=seed, asked=asked).rounds
    except Impossible:  # now, and not yet when the rounds so far were drawn
        return None
    so_far = tuple(tuple(map(tuple, tables)) for tables in earlier)
    return whole[len(earlier) :] if whole[: len(earlier)] == so_far else None


def _unmet(asked: Sequence[Must], rounds: Sequence[Round], earlier: int) -> list[Unmet]:
    """The wishes that rounds do not meet."""
    wishes = [wish for wish in asked if isinstance(wish, Apart) and not wish.is_must]
    found = []
    for number, tables in enumerate(rounds, earlier + 1):
        at = {player: table for table, here in enumerate(tables) for player in here}
        for wish in wishes:
            found += [Unmet(wish, (a, b), number) for a, b in wish.pairs() if at[a] == at[b]]
    return found


@dataclass(frozen=True, slots=True)
class _Seated:
    """Rounds, how many seats somebody has again, the total, and how much of it the seats cost."""

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    again: int
    total: int
    price: int


class _Drawing:
    """One draw: what is given, and the chance that decides."""

    def __init__(
        self,
        players: Sequence[int],
        sizes: Sequence[int],
        earlier: Sequence[Round],
        asked: Sequence[Must],
        seed: int,
        budget: int,
    ) -> None:
        self.players = players
        self.sizes = sizes
        self.earlier = earlier
        self.asked = asked
        self.seed = seed
        self.budget = budget
        self.random = Random(seed)
        self.is_trial = False  # then nobody asks why something cannot be

    def drawn(self, rounds: int) -> Found:
        """The rounds, and how many seats somebody has again."""
        start = self._arranged(rounds)
        if not self.asked and len(start) == rounds:
            return start, 0
        if not self.asked and start:
            return self._and_then(start, rounds - len(start))
        first = len(self.earlier) + 1
        asks = [Asked(self.asked, number) for number in range(first, first + rounds)]
        asking = {player for ask in asks for player in ask.players()}
        if not self.is_trial and len(asking) <= LOOKED_AT_FIRST:
            self._refuse_impossible(asks)
        if start and len(self.earlier) < 2:
            apart, within = prices(self.asked, MUST, WISH), [*self.earlier, ()][0]
            start = labelled(start, apart, asks, self.random, within=within)
        tries = [self._seated(start, asks, self.budget)]
        # Where new seats cost a meeting or a sitting, other tables may not; this is mostly quick.
        while len(start) < rounds and tries[-1].price and len(tries) < ATTEMPTS:
            tries.append(self._seated(start, asks, self.budget // 4))
        best = min(tries, key=lambda each: (each.total, each.again))
        return best.rounds, best.again

    def _seated(self, start: Sequence[Round], asks: Sequence[Asked], budget: int) -> _Seated:
        """All rounds, of which the first are given: tables as good as are found, and seats."""
        chance = [self._by_chance() for _ in range(len(asks) - len(start))]
        hall = self._searched([*start, *chance], asks, budget)
        before = hall.total()
        seats = NewSeats(hall, self.earlier, [_only(ask.seats) for ask in asks], self.random)
        # In three rounds everybody can have three seats; in more the meetings go first.
        is_worth_a_meeting = len(self.earlier) + len(asks) <= arrangement.ROUNDS
        again = seats.settle(is_worth_a_meeting=is_worth_a_meeting)
        rounds = tuple(tuple(map(tuple, tables)) for tables in seats.tables)
        return _Seated(rounds, again, hall.total(), hall.total() - before)

    def _arranged(self, rounds: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """As many of the rounds as go on from those played by the arrangement of this seed."""
        arranged = arrangement.going_on(self.players, self.sizes, self.earlier, seed=self.seed)
        return arranged[:rounds]

    def _and_then(self, start: tuple[tuple[tuple[int, ...], ...], ...], more: int) -> Found:
        """The rounds of the arrangement, and those for which it has none."""
        earlier = [*self.earlier, *start]
        rest = _Drawing(self.players, self.sizes, earlier, (), self.seed, self.budget)
        rounds, again = rest.drawn(more)
        return (*start, *rounds), again

    def _by_chance(self) -> list[tuple[int, ...]]:
        row = shuffled(self.players, self.random)
        return [tuple(row[a:b]) for a, b in pairwise(accumulate(self.sizes, initial=0))]

    def _searched(self, rounds: Sequence[Round], asks: Sequence[Asked], budget: int) -> Hall:
        """The rounds with all that must be, and as few meetings and extra sittings as are found.

        Raises Impossible where something that must be cannot be, or is not found.
        """
        placed = [_only(ask.tables) for ask in asks]
        hall = self._improved(rounds, placed, asks, budget)
        if not self.is_trial and self._broken(hall, asks):
            self._refuse_impossible(asks)
            seated = [_seatable(ask, self.sizes) for ask in asks]
            hall = self._improved(hall.rounds(), seated, asks, budget)
        if broken := self._broken(hall, asks):
            raise Impossible(broken)
        return hall

    def _improved(
        self,
        rounds: Sequence[Round],
        at: Sequence[Mapping[int, int]],
        asks: Sequence[Asked],
        budget: int,
    ) -> Hall:
        """The rounds with everybody at the table he must have at first, and then searched."""
        hall = Hall(
            [seated_so(tables, at) for tables, at in zip(rounds, at, strict=True)],
            self.earlier,
            apart=prices(self.asked, MUST, WISH),
            apart_in=[ask.by_seat(MUST) for ask in asks],
            pinned=[ask.tables.keys() for ask in asks],
            lowest=[_only(ask.seats) for ask in asks],
            power=1 if len(self.players) in MEET_THRICE else 3,
        )
        bound = least(self.players, self.sizes, len(rounds), self.earlier, self.asked)
        before = cost(self.earlier)
        lowest = MEETING * (bound[0] - before[0])
        if any(hall.short):
            lowest += SHORT * (bound[1] - before[1])
        hall.improve(lowest, self.random, budget)
        return hall

    def _refuse_impossible(self, asks: Sequence[Asked]) -> None:
        """Raise Impossible with everything that can be shown to be so, in whichever round."""
        found: dict[tuple[Must, ...], Problem] = {}
        seen: list[Asked] = []
        for number, ask in enumerate(asks, len(self.earlier) + 1):
            if ask not in seen:
                seen.append(ask)
                for problem in problems(self.asked, self.sizes, number):
                    found.setdefault(problem.musts, problem)
        if found:
            raise Impossible(list(found.values()))

    def _broken(self, hall: Hall, asks: Sequence[Asked]) -> list[Problem]:
        """What must be and is not so in the rounds of a hall: the same of several rounds once."""
        found: dict[tuple[Must, ...], Problem] = {}
        for number, (tables, ask) in enumerate(
            zip(hall.rounds(), asks, strict=True), len(self.earlier) + 1
        ):
            if musts := broken(self.asked, ask, tables, number):
                found.setdefault(musts, Problem("NOT_FOUND", number, musts))
        return list(found.values())


def _only(asked: Mapping[int, set[int]]) -> dict[int, int]:
    """The one table or seat that is asked of each."""
    return {player: min(wanted) for player, wanted in asked.items()}


def _seatable(ask: Asked, sizes: Sequence[int]) -> dict[int, int]:
    """A table for each of whom something is asked; none for anybody where that is not clear."""
    try:
        return seatable(ask, sizes) or {}
    except Unsure:
        return _only(ask.tables)
