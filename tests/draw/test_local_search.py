"""Rounds side by side: what a swap costs, and that the best rounds found are kept."""

from itertools import combinations
from random import Random

import pytest

from wk.draw.local_search import MEETING, MUST, SHORT, WISH, SeatingSearch
from wk.draw.seat_rotation import SeatRotation

SIZES = (5, 4, 4)
EARLIER = [[(1, 2, 3, 14, 15), (4, 5, 6, 7), (8, 9, 10, 11)]]
APART = {1: {2: MUST, 9: WISH}, 2: {1: MUST}, 9: {1: WISH}}
APART_IN = [{3: {4: MUST}, 4: {3: MUST}}, {}]
LOWEST = [{}, {12: 4}]


def by_chance(random):
    row = random.sample(range(1, 14), 13)
    return [tuple(row[:5]), tuple(row[5:9]), tuple(row[9:])]


def hall_of(rounds, power=3):
    return SeatingSearch(
        rounds, EARLIER, apart=APART, apart_in=APART_IN, lowest=LOWEST, power=power
    )


def priced(rounds, power=3):
    """The total, pair by pair and player by player."""
    total = 0
    players = range(1, 14)
    for one, other in combinations(players, 2):
        met = [any(one in t and other in t for t in tables) for tables in [*EARLIER, *rounds]]
        before = sum(met[: len(EARLIER)])
        total += MEETING * sum(times**power for times in range(before, sum(met)))
        total += APART.get(one, {}).get(other, 0) * sum(met[len(EARLIER) :])
        for number, is_met in enumerate(met[len(EARLIER) :]):
            total += is_met * APART_IN[number].get(one, {}).get(other, 0)
    for player in players:
        fours = [any(len(t) == 4 and player in t for t in r) for r in [*EARLIER, *rounds]]
        before = sum(fours[: len(EARLIER)])
        total += SHORT * (max(0, sum(fours) - 1) - max(0, before - 1))
    for number, lowest in enumerate(LOWEST):
        for player, needed in lowest.items():
            total += MUST * any(player in t and len(t) <= needed for t in rounds[number])
    return total


@pytest.mark.parametrize(("seed", "power"), [(0, 3), (1, 3), (2, 3), (3, 1), (4, 1)])
def test_a_swap_changes_the_total_as_was_told(seed, power):
    random = Random(seed)
    hall = hall_of([by_chance(random), by_chance(random)], power)
    total = hall.total()
    assert total == priced(hall.rounds(), power)
    for _ in range(60):
        number, one, other = random.randrange(2), random.randrange(13), random.randrange(13)
        total += hall.change(number, one, other)
        hall.swap(number, one, other)
        assert hall.total() == total
    assert total == priced(hall.rounds(), power)
    sore = [(n, p) for n in range(2) for p in range(13) if hall.is_sore(n, p)]
    assert (sore == []) == (total == 0)


@pytest.mark.parametrize("seed", range(5))
def test_the_best_rounds_found_are_those_that_stay(seed):
    random = Random(seed)
    hall = hall_of([by_chance(random), by_chance(random)])
    before = hall.total()
    lowest = hall.improve(0, random, 3000)
    assert lowest == hall.total() == priced(hall.rounds()) < before
    assert lowest < MUST


def test_it_stops_where_nothing_can_be_better():
    hall = hall_of([by_chance(Random(1)), by_chance(Random(2))])
    total, rounds = hall.total(), hall.rounds()
    assert hall.improve(total, Random(3), 3000) == total
    assert hall.rounds() == rounds


def test_who_must_stay_at_his_table_stays_there():
    rounds = [[(1, 2, 3, 4), (5, 6, 7, 8)]] * 2
    hall = SeatingSearch(rounds, [rounds[0]], pinned=[{1, 5}, {2}])
    hall.improve(0, Random(1), 3000)
    first, second = hall.rounds()
    assert 1 in first[0]
    assert 5 in first[1]
    assert 2 in second[0]
    assert {frozenset(t) for t in first} != {frozenset(t) for t in second}


def test_where_all_tables_are_alike_nobody_is_at_a_short_one():
    hall = SeatingSearch([[(1, 2), (3, 4)]], [[(1, 2, 3), (4,)], [(1, 2, 3), (4,)]])
    assert hall.short == [False, False]


def test_seats_that_must_be_and_seats_that_are_new():
    hall = SeatingSearch([[(1, 2, 3, 4, 5)]] * 3)
    seats = SeatRotation(hall, [], [{1: 0}, {1: 0}, {1: 0}], Random(1))
    assert seats.settle(is_worth_a_meeting=True) == 0
    rounds = [tables[0] for tables in seats.tables]
    assert [table[0] for table in rounds] == [1, 1, 1]
    for player in (2, 3, 4, 5):
        assert len({table.index(player) for table in rounds}) == 3


def test_for_a_new_seat_somebody_changes_over():
    """Four who have all had seat 1, and two others: one of the four goes to the other table."""
    earlier = [[(p, 10 + p, 20 + p, 30 + p)] for p in (1, 2, 3, 4)]
    hall = SeatingSearch([[(1, 2, 3, 4), (5, 6, 7, 8)]], earlier)
    seats = SeatRotation(hall, earlier, [{}], Random(1))
    assert seats.settle(is_worth_a_meeting=False) == 0
    assert all(table[0] > 4 for table in seats.tables[0])
    assert sorted(p for table in seats.tables[0] for p in table) == list(range(1, 9))


def test_what_cannot_be_new_is_told():
    earlier = [[(1, 2, 3, 4)], [(2, 1, 4, 3)]]
    hall = SeatingSearch([[(1, 2, 3, 4)]], [*earlier, [(3, 4, 1, 2)], [(4, 3, 2, 1)]])
    begun_anew = SeatRotation(hall, [*earlier, [(3, 4, 1, 2)], [(4, 3, 2, 1)]], [{}], Random(1))
    assert begun_anew.settle(is_worth_a_meeting=True) == 0  # who had every seat begins anew
    crooked = [[(1, 2, 3, 4)], [(1, 2, 4, 3)]]
    seats = SeatRotation(
        SeatingSearch([[(1, 2, 3, 4)]], crooked), crooked, [{3: 0, 4: 1}], Random(1)
    )
    assert seats.settle(is_worth_a_meeting=True) == 0
    told = SeatRotation(SeatingSearch([[(1, 2)]], [[(1, 2)]]), [[(1, 2)]], [{1: 0}], Random(1))
    assert told.settle(is_worth_a_meeting=True) == 1
