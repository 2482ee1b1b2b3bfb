"""Several rounds at once under constraints: random tournaments, each beside a bound."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

import pytest

from scoring.tables import CannotSplit, split
from wk.tournament import arrangement
from wk.tournament.bounds import cost, least
from wk.tournament.constrained import Drawn, draw
from wk.tournament.constraints import Apart, Impossible, Must, Place
from wk.tournament.seats import Round
from wk.tournament.sizes import sizes_with

pytestmark = pytest.mark.slow

BUDGET = 6_000  # a twentieth of what a draw may take, so that many are drawn in seconds


GOLDEN = (((4, 2, 8, 1, 7), (3, 9, 6, 5)), ((4, 1, 5, 6, 2), (9, 8, 3, 7)))


def sizes_of(players: int) -> tuple[int, ...]:
    return split(players, (5, 4))


def can_be_seated(players: int) -> bool:
    try:
        return bool(sizes_of(players))
    except CannotSplit:
        return False


@dataclass(frozen=True)
class Given:
    """One tournament: what is drawn, after what."""

    players: Sequence[int]
    sizes: Sequence[int]
    rounds: int
    seed: int
    earlier: Sequence[Round] = ()
    asked: Sequence[Must] = ()

    def drawn(self) -> Drawn:
        return draw(
            self.players,
            self.sizes,
            self.rounds,
            seed=self.seed,
            earlier=self.earlier,
            asked=self.asked,
            budget=BUDGET,
        )


def pairs_apart(players: Sequence[int], count: int, random: Random, most: int = 2) -> list[Must]:
    groups = [random.sample(players, random.randint(2, most)) for _ in range(count)]
    return [Apart(frozenset(group)) for group in groups]


def anyones_number(random: Random) -> int:
    """Mostly small halls: it is there that nearly everybody meets nearly everybody."""
    number = 11
    while not can_be_seated(number):
        number = 8 + int(110 * random.random() ** 2)
    return number


def disturbed(seed: int) -> Given:
    """One or two rounds played, then some leave and some come, and some must not meet."""
    random = Random(seed)
    while True:
        number, played = anyones_number(random), random.randint(1, 2)
        left = random.sample(range(1, number + 1), random.randint(0, 3))
        came = range(number + 1, number + 1 + random.randint(0, 3))
        players = sorted({*range(1, number + 1), *came} - {*left})
        if can_be_seated(len(players)):
            break
    earlier = draw(range(1, number + 1), sizes_of(number), played, seed=seed).rounds
    couples = random.randint(0, number // 8) if len(players) > 10 else 0
    asked = pairs_apart(players, couples, random)
    return Given(players, sizes_of(len(players)), 3 - played, seed, earlier, asked)


def kept_apart(seed: int) -> Given:
    """Nothing played yet; couples and households of up to four must not meet."""
    random = Random(seed)
    number = anyones_number(random)
    players, tables = range(1, number + 1), len(sizes_of(number))
    asked = pairs_apart(players, random.randint(1, number // 6), random, min(4, tables))
    return Given(players, sizes_of(number), 3, seed, (), asked)


def placed(seed: int) -> Given:
    """Some have a table in all rounds, some a seat, some both, and some must not meet."""
    random = Random(seed)
    number = 30 + random.randint(0, 60)
    players, tables = range(1, number + 1), len(sizes_of(number))
    own = random.sample(range(1, tables + 1), 3)
    asked: list[Must] = [
        Place(1, table=own[0]),
        Place(2, table=own[1], seat=random.randint(1, 4)),
        Place(3, seat=1),
        Place(4, seat=1),
        Place(5, table=own[2], round=random.randint(1, 3)),
        *pairs_apart(range(6, number + 1), 4, random),
    ]
    return Given(players, sizes_of(number), 3, seed, (), asked)


def of_chosen_fours(seed: int) -> Given:
    """More tables of four than there need be, and some who must not meet."""
    random = Random(seed)
    number = 45 + random.randint(0, 55)
    fours = -number % 5 + 5 * random.randint(1, number // 40)
    sizes = sizes_with(number, fours)
    assert sizes is not None
    players = range(1, number + 1)
    return Given(players, sizes, 3, seed, (), pairs_apart(players, 5, random))


def seats_again(given: Given, rounds: Sequence[Round]) -> int:
    """How many seats somebody has had before, but for those that somebody must have."""
    fixed = {must.player for must in given.asked if isinstance(must, Place) and must.seat}
    had = Counter(
        (player, seat)
        for tables in [*given.earlier, *rounds]
        for table in tables
        for seat, player in enumerate(table)
        if player not in fixed
    )
    return sum(times - 1 for times in had.values())


def not_kept(given: Given, rounds: Sequence[Round]) -> list[tuple[int, Must]]:
    """The musts that the rounds do not keep, found from scratch."""
    wrong = []
    for number, tables in enumerate(rounds, len(given.earlier) + 1):
        where = {
            player: (table, seat)
            for table, here in enumerate(tables, 1)
            for seat, player in enumerate(here, 1)
        }
        for must in given.asked:
            if isinstance(must, Apart):
                is_kept = len({where[p][0] for p in must.players}) == len(must.players)
            elif must.round in (None, number):
                table, seat = where[must.player]
                is_kept = must.table in (None, table) and must.seat in (None, seat)
            else:
                is_kept = True
            if not is_kept:
                wrong.append((number, must))
    return wrong


def counted(rounds: Sequence[Round]) -> tuple[int, int]:
    """Repeat meetings and extra sittings, counted player by player."""
    met: Counter[frozenset[int]] = Counter()
    fours: Counter[int] = Counter()
    for tables in rounds:
        for table in tables:
            met.update(frozenset((one, other)) for one in table for other in table if one < other)
            fours.update(table if len(table) == 4 else ())
    repeats = sum(1 for times in met.values() for one in range(times) for _other in range(one))
    return repeats, sum(fours.values()) - len(fours)


def met_three_times(rounds: Sequence[Round]) -> int:
    """How many pairs met in each of three rounds."""
    met = Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )
    return sum(times > 2 for times in met.values())


def complaints(given: Given, drawn: Drawn) -> list[object]:
    """All that is wrong with a draw, whatever it was asked."""
    wrong: list[object] = []
    for tables in drawn.rounds:
        if tuple(map(len, tables)) != tuple(given.sizes):
            wrong.append("sizes")
        if sorted(player for table in tables for player in table) != sorted(given.players):
            wrong.append("not everybody once")
    wrong += not_kept(given, drawn.rounds)
    if again := seats_again(given, drawn.rounds):
        wrong.append(f"{again} seats again")
    if drawn.seats_again:
        wrong.append("seats again told")
    if (drawn.repeats, drawn.extra) != counted([*given.earlier, *drawn.rounds]):
        wrong.append("miscounted")
    is_tiny = len(given.players) <= 10 or any(len(tables) < 3 for tables in given.earlier)
    if not is_tiny and met_three_times([*given.earlier, *drawn.rounds]):
        wrong.append("met three times")
    if drawn.repeats < drawn.least_repeats:
        wrong.append("below the bound")
    return wrong


@pytest.mark.parametrize(
    ("kind", "chances", "meetings_over", "sittings_over", "at_the_bound"),
    [
        # How many are drawn, how far each may be from the bound, how many must be at it.
        (disturbed, 50, 0, 5, 40),
        (kept_apart, 40, 0, 0, 40),
        (placed, 30, 0, 3, 26),
        (of_chosen_fours, 15, 0, 4, 11),
    ],
)
def test_many_tournaments(kind, chances, meetings_over, sittings_over, at_the_bound):
    wrong, over = {}, []
    for seed in range(chances):
        given = kind(seed)
        drawn = given.drawn()
        if found := complaints(given, drawn):
            wrong[seed] = found
        over.append((drawn.repeats - drawn.least_repeats, drawn.extra - drawn.least_extra))
    assert wrong == {}
    assert max(meetings for meetings, _sittings in over) <= meetings_over
    assert max(sittings for _meetings, sittings in over) <= sittings_over
    assert over.count((0, 0)) >= at_the_bound


@pytest.mark.parametrize("number", [8, 9, 13, 24, 47, 250, 5000])
def test_nothing_asked_is_the_arrangement(number):
    players, sizes = range(1, number + 1), sizes_of(number)
    drawn = draw(players, sizes, 3, seed=5)
    assert drawn.rounds == arrangement.draw_all(players, sizes, seed=5)
    assert (drawn.repeats, drawn.extra) == arrangement.smallest_known(number)
    assert (drawn.least_repeats, drawn.least_extra) == arrangement.smallest_known(number)
    assert (drawn.unmet, drawn.seats_again) == ((), 0)
    rest = draw(players, sizes, 2, seed=5, earlier=drawn.rounds[:1])
    assert rest.rounds == drawn.rounds[1:]


@pytest.mark.parametrize("number", [250, 246])
def test_forty_couples_among_250_cost_nothing(number):
    asked = pairs_apart(range(1, number + 1), 40, Random(1))
    given = Given(range(1, number + 1), sizes_of(number), 3, 1, (), asked)
    drawn = given.drawn()
    assert complaints(given, drawn) == []
    assert (drawn.repeats, drawn.extra) == (0, 0)


@pytest.mark.parametrize("number", [60, 121, 250])
def test_couples_cost_nothing_after_a_first_round_either(number):
    """It was drawn from another seed: who sat together there take each other's places after it."""
    players, sizes = range(1, number + 1), sizes_of(number)
    earlier = arrangement.draw_all(players, sizes, 1, seed=9)
    given = Given(players, sizes, 2, 1, earlier, pairs_apart(players, number // 6, Random(1)))
    drawn = given.drawn()
    assert complaints(given, drawn) == []
    assert (drawn.repeats, drawn.extra) == (0, 0)


def test_2000_couples_among_5000_cost_nothing():
    asked = [Apart(frozenset((2 * n + 1, 2 * n + 2))) for n in range(2000)]
    given = Given(range(1, 5001), sizes_of(5000), 3, 1, (), asked)
    drawn = given.drawn()
    assert complaints(given, drawn) == []
    assert (drawn.repeats, drawn.extra) == (0, 0)


@pytest.mark.parametrize("played", [0, 1])
@pytest.mark.parametrize(
    "asked", [Apart(frozenset((3, 8))), Place(5, seat=1), Place(2, table=1, round=2)]
)
def test_nine_players_cost_no_more_for_what_is_asked(played, asked):
    """Where some must meet in all three rounds, that is not worth a second sitting at four."""
    players, sizes = range(1, 10), sizes_of(9)
    earlier = arrangement.draw_all(players, sizes, played, seed=8) if played else ()
    for seed in range(3):
        given = Given(players, sizes, 3 - played, seed, earlier, [asked])
        drawn = given.drawn()
        assert complaints(given, drawn) == []
        assert (drawn.repeats, drawn.extra) == (18, 4)
        assert (drawn.least_repeats, drawn.least_extra) == (18, 4)


def test_clubs_are_spread_over_the_tables():
    """Five clubs of six at six tables: one of each club at every table."""
    clubs = [range(first, first + 6) for first in range(1, 31, 6)]
    given = Given(range(1, 31), sizes_of(30), 3, 1, (), [Apart(frozenset(club)) for club in clubs])
    drawn = draw(given.players, given.sizes, 3, seed=1, asked=given.asked)
    assert complaints(given, drawn) == []
    assert (drawn.repeats, drawn.extra) == (0, 0)


def test_the_order_of_the_players_does_not_matter_and_the_seed_does():
    asked = [Apart(frozenset((1, 2))), Place(3, table=1), Place(4, seat=1)]
    given = [range(1, 24), range(23, 0, -1)]
    forwards, backwards = (
        draw(players, sizes_of(23), 3, seed=1, asked=asked, budget=BUDGET) for players in given
    )
    assert forwards == backwards
    other = draw(range(1, 24), sizes_of(23), 3, seed=2, asked=asked, budget=BUDGET)
    assert other.rounds != forwards.rounds


def test_a_seed_gives_the_same_seats_in_every_version_of_python():
    asked = [Place(4, table=1, seat=1)]
    drawn = draw(range(1, 10), sizes_of(9), 2, seed=3, asked=asked, budget=BUDGET)
    assert drawn.rounds == GOLDEN


def test_two_at_one_table_in_all_rounds_meet_three_times_and_nobody_else_does():
    given = Given(range(1, 61), sizes_of(60), 3, 1, (), [Place(7, table=1), Place(8, table=1)])
    drawn = given.drawn()
    assert complaints(given, drawn) == ["met three times"]
    assert met_three_times(drawn.rounds) == 1
    assert (drawn.repeats, drawn.least_repeats) == (3, 3)


def test_everybody_at_one_table_is_always_at_it():
    drawn = draw(range(1, 6), (5,), 3, seed=1)
    assert (drawn.repeats, drawn.least_repeats) == (30, 30)
    assert seats_again(Given(range(1, 6), (5,), 3, 1), drawn.rounds) == 0


def test_a_wish_costs_no_meeting_and_those_not_met_are_told():
    # A club of seven at five tables: in each round two tables have two of them, or worse.
    wish = Apart(frozenset(range(1, 8)), is_must=False, name="De Slag")
    drawn = draw(range(1, 25), sizes_of(24), 3, seed=1, asked=[wish])
    assert (drawn.repeats, drawn.extra) == (0, 0)
    together = [
        (pair, number)
        for number, tables in enumerate(drawn.rounds, 1)
        for table in tables
        for pair in combinations(sorted(wish.players & set(table)), 2)
    ]
    assert sorted((unmet.pair, unmet.round) for unmet in drawn.unmet) == sorted(together)
    assert {unmet.wish for unmet in drawn.unmet} == {wish}
    assert len(together) >= 6


def test_wishes_that_can_all_be_met_are_met():
    wishes = [Apart(frozenset((n, n + 1)), is_must=False) for n in range(1, 24, 2)]
    assert draw(range(1, 25), sizes_of(24), 3, seed=1, asked=wishes).unmet == ()


@pytest.mark.parametrize(
    ("asked", "code", "number", "guilty"),
    [
        ([Apart(frozenset(range(1, 7))), Apart(frozenset((8, 9)))], "TOO_FEW_TABLES", 1, [0]),
        ([Place(1, seat=1), Place(2, table=6)], "NO_SUCH_PLACE", 1, [1]),
        ([Place(1, seat=1), Place(2, table=6, round=3)], "NO_SUCH_PLACE", 3, [1]),
        (
            [Apart(frozenset((1, 2))), Place(1, table=4), Place(5, 5), Place(2, table=4, round=2)],
            "CLASH",
            2,
            [0, 1, 3],
        ),
    ],
)
def test_where_a_must_cannot_be_met_it_says_which(asked, code, number, guilty):
    with pytest.raises(Impossible) as refused:
        draw(range(1, 25), sizes_of(24), 3, seed=1, asked=asked)
    (problem,) = refused.value.problems
    assert (problem.code, problem.round) == (code, number)
    assert problem.musts == tuple(asked[index] for index in guilty)


def test_what_is_looked_into_afterwards_is_named_as_well():
    """500 players with a must each: first tried, and looked into when that does not help."""
    couples = [Apart(frozenset((2 * n + 1, 2 * n + 2))) for n in range(225)]
    club = Apart(frozenset(range(1, 102)), name="De Slag")
    with pytest.raises(Impossible) as refused:
        draw(range(1, 501), sizes_of(500), 1, seed=1, asked=[*couples, club], budget=100)
    (problem,) = refused.value.problems
    assert (problem.code, problem.musts) == ("TOO_FEW_TABLES", (club,))


@pytest.mark.parametrize(
    ("players", "sizes", "said"),
    [([1, 2, 2, 3], (4,), "twice"), ([1, 2, 3], (4,), "fill"), ([1, 2, 3], (3, 0), "fill")],
)
def test_what_does_not_fit_is_refused(players, sizes, said):
    with pytest.raises(ValueError, match=said):
        draw(players, sizes, 1, seed=1)


@pytest.mark.parametrize(
    ("players", "sizes", "rounds", "earlier", "asked", "expected"),
    [
        # As many as are known, for three rounds of as many fives as can be.
        (range(23), (5, 5, 5, 4, 4), 3, [], [], (0, 4)),
        (range(23), (4, 5, 4, 5, 5), 3, [], [], (0, 4)),
        # With one more round or fewer only what can be shown.
        (range(23), (5, 5, 5, 4, 4), 2, [], [], (0, 0)),
        (range(23), (5, 5, 5, 4, 4), 4, [], [], (0, 9)),
        (range(12), (4, 4, 4), 2, [], [], (3, 12)),
        # Two tables after two: five from two is 3 and 2, four pairs; four is 2 and 2, two pairs.
        (range(9), (5, 4), 1, [[range(5), range(5, 9)]], [], (6, 0)),
        # Those of the table of four left: five from one table are ten pairs.
        (range(5), (5,), 1, [[range(5), range(5, 9)]], [], (10, 0)),
        # Three of one table at two: two of them meet again; of six newcomers four sit at the four.
        ([*range(3), *range(10, 16)], (5, 4), 1, [[range(5), range(5, 9)]], [], (1, 0)),
        # Two always at the same table of four: they meet three times, and sit there twice more.
        (range(24), (5, 5, 5, 5, 4), 3, [], [Place(1, 5), Place(2, 5)], (3, 4)),
        (range(24), (5, 5, 5, 5, 4), 3, [], [Place(1, 5), Place(2, 5, round=2)], (0, 2)),
        # Other sizes: short is what is smaller than the largest.
        (range(13), (7, 6), 2, [], [], (15, 0)),
    ],
)
def test_what_no_draw_could_better(players, sizes, rounds, earlier, asked, expected):
    assert least(players, sizes, rounds, earlier, asked) == expected


def test_cost_is_as_counted():
    rounds = [[(1, 2, 3, 4, 5), (6, 7, 8, 9)], [(1, 2, 6, 7, 8), (3, 4, 5, 9)]]
    assert cost(rounds) == counted(rounds) == (1 + 3 + 3, 1)
    assert cost([[(1, 2, 3), (4, 5)], [(1, 3, 2), (4, 5)], [(1, 2, 4), (3, 5)]]) == (6, 3)
