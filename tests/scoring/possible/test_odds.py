"""The estimate of who wins, against chances that are counted out."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import sqrt

import pytest

from scoring.possible import Chance, Contestant, OpenTable, Outlook, RankFinder, chances
from scoring.result import results
from tests.samples import seed_of_run

PLACES = (10, 8, 6)
SCORED = (10, 20, 60)
SIMULATIONS = 4000


@cache
def outcomes(players):
    """Return what a table gives its players in halves and points, for every draw of points."""
    return [
        {
            player: (int(2 * result.match_points), result.points)
            for player, result in zip(players, results(points), strict=True)
        }
        for points in product(SCORED, repeat=len(players))
    ]


def added(held, gained):
    """Return the totals with what a table gave."""
    return {
        number: tuple(map(sum, zip(total, gained.get(number, (0, 0)), strict=True)))
        for number, total in held.items()
    }


def counted(ends):
    """Return the chances of rank 1 and of the top three over ends that are equally likely."""
    wins, tops = Counter(), Counter()
    for totals in ends:
        ranked = sorted(totals.values(), reverse=True)
        wins.update(n for n, total in totals.items() if total == ranked[0])
        # A rank is how many are ahead, and one: equals of the third share its rank or a better one.
        tops.update(n for n, total in totals.items() if total >= ranked[:3][-1])
    return {n: (wins[n] / len(ends), tops[n] / len(ends)) for n in ends[0]}


def differences(outlook, expected, *, by_standings=False):
    """Return the players whose chances are five standard deviations or more from those expected."""
    found = chances(
        outlook, SCORED, simulations=SIMULATIONS, seed=seed_of_run(), by_standings=by_standings
    )
    return {
        number: (share, expected[number])
        for number, chance in found.items()
        for share, right in zip((chance.wins, chance.top_three), expected[number], strict=True)
        # The stock of results adds as much chance again as the simulations themselves.
        if abs(share / SIMULATIONS - right)
        > 5 * sqrt(right * (1 - right) * (1 / SIMULATIONS + 1 / 2000)) + 1e-9
    }


HELD = {1: (20, 60), 2: (18, 50), 3: (16, 90), 4: (21, 10), 5: (10, 0), 6: (17, 60)}


def people(plays_on=False):
    return tuple(Contestant(n, *held, plays_on) for n, held in HELD.items())


def test_the_tables_to_come_decide():
    tables = (OpenTable(1, (1, 2, 3), PLACES),)
    ends = [added(HELD, gained) for gained in outcomes((1, 2, 3))]
    assert differences(Outlook(people(), tables), counted(ends)) == {}


def test_a_round_by_lot_and_one_by_the_standings():
    free = Outlook(people(plays_on=True), (), 1, (PLACES, PLACES))
    ranked = sorted(HELD, key=HELD.get, reverse=True)
    by_rank = [
        added(added(HELD, one), other)
        for one in outcomes(tuple(ranked[:3]))
        for other in outcomes(tuple(ranked[3:]))
    ]
    assert differences(free, counted(by_rank), by_standings=True) == {}
    # Each pair of tables once: the one of number 1, and the other.
    halves = [half for half in combinations(HELD, 3) if 1 in half]
    by_lot = [
        added(added(HELD, one), other)
        for half in halves
        for one in outcomes(half)
        for other in outcomes(tuple(sorted(HELD.keys() - {*half})))
    ]
    assert differences(free, counted(by_lot)) == {}
    assert differences(free, counted(by_lot), by_standings=True) != {}


def rounds_of_two(held, pairs):
    """Return the totals after a round of tables of two, for every draw of points."""
    first, second = pairs
    return [
        added(added(held, one), other)
        for one in outcomes(tuple(first))
        for other in outcomes(tuple(second))
    ]


def test_only_the_last_round_is_seated_by_the_standings():
    # Points of which no sums are equal, so that no lot decides who sits with whom.
    held = {1: (20, 1), 2: (20, 2), 3: (18, 4), 4: (18, 8)}
    contestants = tuple(Contestant(n, *each, plays_on=True) for n, each in held.items())
    outlook = Outlook(contestants, (), 2, ((10, 8), (10, 8)))
    ends = []
    for pairs in [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]:
        for totals in rounds_of_two(held, pairs):
            ranked = sorted(totals, key=totals.get, reverse=True)
            ends += rounds_of_two(totals, (ranked[:2], ranked[2:]))
    assert differences(outlook, counted(ends), by_standings=True) == {}


def test_the_best_by_the_standings_sit_at_the_first_table():
    held = {n: each for n, each in HELD.items() if n != 6}
    contestants = tuple(Contestant(n, *each, plays_on=True) for n, each in held.items())
    ranked = sorted(held, key=held.get, reverse=True)
    ends = [
        added(added(held, one), other)
        for one in outcomes(tuple(ranked[:3]))
        for other in outcomes(tuple(ranked[3:]))
    ]
    outlook = Outlook(contestants, (), 1, (PLACES, PLACES[:2]))
    assert differences(outlook, counted(ends), by_standings=True) == {}


def test_the_seed_decides():
    outlook = Outlook(people(plays_on=True), (), 2, (PLACES, PLACES))
    first, again, other = (
        chances(outlook, SCORED, simulations=300, seed=seed) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_what_is_excluded_has_no_chance():
    outlook = Outlook(people(), (OpenTable(1, (1, 2, 3), PLACES),), least=0, most=100)
    found = chances(outlook, SCORED, simulations=500, seed=1)
    assert set(RankFinder(outlook).contenders()) == {1, 2, 3}
    assert [found[n].wins for n in (4, 5, 6)] == [0, 0, 0]
    assert found[5] == Chance(0, 0)


def test_equal_players_share_a_win():
    two = tuple(Contestant(n, 10, 50) for n in (1, 2))
    found = chances(Outlook(two), (1,), simulations=3, seed=1)
    assert found == {1: Chance(3, 3), 2: Chance(3, 3)}


def test_without_results_there_is_no_estimate():
    with pytest.raises(ValueError, match="needs results"):
        chances(Outlook(people()), (), simulations=1, seed=1)
