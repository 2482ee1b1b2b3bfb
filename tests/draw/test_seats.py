"""The seat of each player at a table."""

from collections import Counter
from random import Random

from tests.cases import cases
from wk.draw.seats import beside_new_partners, in_seats, partners_of, seats_of

ROUNDS = [[(1, 2, 3, 4)], [(2, 1, 4, 3)], [(3, 4, 1, 2)]]


def test_seats_count_from_0():
    assert seats_of([[(7, 8)], [(7, 9)]]) == {(7, 0): 2, (8, 1): 1, (9, 1): 1}


@cases(
    ("rounds", "size", "expected"),
    [
        # Number 1 had both seats of a table of two, one of them twice.
        ([[(1, 2)], [(2, 1)], [(1, 3)]], 2, {(1, 0): 1, (3, 1): 1}),
        # A seat that a table of four lacks is no reason to begin anew.
        ([[(1, 2, 3, 4, 5)]], 5, {(1, 0): 1, (2, 1): 1, (3, 2): 1, (4, 3): 1, (5, 4): 1}),
        ([], 4, {}),
    ],
)
def test_seats_are_forgotten_after_a_player_had_them_all(rounds, size, expected):
    assert +seats_of(rounds, size) == Counter(expected)


@cases("seed", range(5))
def test_players_get_new_seats(seed):
    table = in_seats([1, 2, 3, 4], seats_of(ROUNDS), Random(seed))
    assert (table.again, table.order) == (0, (4, 3, 2, 1))


@cases("seed", range(5))
def test_new_partners_matter_more_than_new_seats(seed):
    # 1 sat opposite 3 and 2 opposite 4, then again, then 1 opposite 2: only 1 with 4 is new.
    rounds = [[(1, 2, 3, 4)], [(3, 4, 1, 2)], [(1, 3, 2, 4)]]
    seats = beside_new_partners([1, 2, 3, 4], seats_of(rounds), partners_of(rounds), Random(seed))
    assert {frozenset(seats.order[::2]), frozenset(seats.order[1::2])} == {
        frozenset({1, 4}),
        frozenset({2, 3}),
    }
    assert seats.again == 2  # one of each pair has a seat again; it cannot be done with less


def test_a_table_without_repeats_keeps_its_order():
    drawn = beside_new_partners([4, 2, 1, 3], Counter(), Counter(), Random(1))
    assert (drawn.again, drawn.order) == (0, (4, 2, 1, 3))
