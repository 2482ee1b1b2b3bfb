"""Seats in several rounds: fixed seats, new seats, and players who cannot have a new one."""

from random import Random

from wk.draw.search_state import SearchState
from wk.draw.seat_rotation import SeatRotation


def test_fixed_seats_are_kept_and_other_players_get_new_ones():
    state = SearchState([[(1, 2, 3, 4, 5)]] * 3)
    seats = SeatRotation(state, [], [{1: 0}, {1: 0}, {1: 0}], Random(1))
    assert seats.improve(is_worth_a_meeting=True) == 0
    rounds = [tables[0] for tables in seats.tables]
    assert [table[0] for table in rounds] == [1, 1, 1]
    for player in (2, 3, 4, 5):
        assert len({table.index(player) for table in rounds}) == 3


def test_players_change_tables_for_a_new_seat():
    """Four players at one table have all had seat 1. One of them goes to the other table."""
    earlier = [[(p, 10 + p, 20 + p, 30 + p)] for p in (1, 2, 3, 4)]
    state = SearchState([[(1, 2, 3, 4), (5, 6, 7, 8)]], earlier)
    seats = SeatRotation(state, earlier, [{}], Random(1))
    assert seats.improve(is_worth_a_meeting=False) == 0
    assert all(table[0] > 4 for table in seats.tables[0])
    assert sorted(p for table in seats.tables[0] for p in table) == list(range(1, 9))


def test_seats_that_cannot_be_new_are_counted():
    earlier = [[(1, 2, 3, 4)], [(2, 1, 4, 3)]]
    state = SearchState([[(1, 2, 3, 4)]], [*earlier, [(3, 4, 1, 2)], [(4, 3, 2, 1)]])
    begins_anew = SeatRotation(state, [*earlier, [(3, 4, 1, 2)], [(4, 3, 2, 1)]], [{}], Random(1))
    assert begins_anew.improve(is_worth_a_meeting=True) == 0  # who had every seat begins anew
    crooked = [[(1, 2, 3, 4)], [(1, 2, 4, 3)]]
    seats = SeatRotation(SearchState([[(1, 2, 3, 4)]], crooked), crooked, [{3: 0, 4: 1}], Random(1))
    assert seats.improve(is_worth_a_meeting=True) == 0
    told = SeatRotation(SearchState([[(1, 2)]], [[(1, 2)]]), [[(1, 2)]], [{1: 0}], Random(1))
    assert told.improve(is_worth_a_meeting=True) == 1


def test_who_has_the_seat_that_he_had_least_often_stays_there():
    """Both have had the other seat twice, and their own once."""
    earlier = [[(1, 2)], [(2, 1)], [(2, 1)]]
    seats = SeatRotation(SearchState([[(1, 2)]], earlier), earlier, [{}], Random(1))
    assert seats.improve(is_worth_a_meeting=False) == 0
    assert seats.rounds() == (((1, 2),),)
