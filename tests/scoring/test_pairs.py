"""Partners and pairs."""

from scoring.pairs import (
    Pairs,
    opposite,
    pairs,
    partners,
    partners_after,
    partners_again,
    partners_changed,
)
from tests.cases import cases

ROUND_1 = [(1, 3, 2, 4), (6, 7, 5, 8)]  # 1 with 2, 3 with 4, 5 with 6, 7 with 8


def test_partners_sit_in_seats_1_and_3_or_2_and_4():
    assert [opposite(seat) for seat in (1, 2, 3, 4)] == [3, 4, 1, 2]
    assert list(partners([(9, 4, 2, 7)])) == [(2, 9), (4, 7)]


def test_other_tables_have_no_partners():
    assert list(partners([(1, 2, 3), (1, 2, 3, 4, 5), ()])) == []


@cases(
    ("tables", "earlier", "again"),
    [
        ([(1, 2, 3, 4)], [], 0),
        ([(1, 2, 3, 4)], [[(1, 2, 3, 4)]], 2),
        ([(3, 2, 1, 4)], [[(4, 3, 2, 1)]], 2),  # 1 with 3 and 2 with 4, in other seats
        ([(1, 3, 2, 4)], [[(1, 2, 3, 4)]], 0),  # opponents are no partners
        ([(1, 2, 3, 5)], [[(1, 2, 3, 4)], [(1, 6, 3, 7)]], 2),  # once for each earlier round
    ],
)
def test_repeated_partners(tables, earlier, again):
    assert partners_again(tables, earlier) == again


@cases(
    ("players", "earlier", "expected"),
    [
        ([], [], Pairs((), ())),
        # Before the first round: the list in order of start number, two by two.
        ([4, 1, 3, 2], [], Pairs(((1, 2), (3, 4)), ())),
        ([2, 10, 11, 99], [], Pairs(((2, 10), (11, 99)), ())),
        ([1, 2, 3], [], Pairs(((1, 2),), (3,))),
        # Whoever sat together stays together, whatever the numbers.
        ([1, 2, 3, 4], [[(1, 2, 3, 4)]], Pairs(((1, 3), (2, 4)), ())),
        # Who comes later goes together by number.
        ([1, 2, 3, 4, 9, 7], [[(1, 2, 3, 4)]], Pairs(((1, 3), (2, 4), (7, 9)), ())),
        # Number 3 has left: number 1 has nobody, or whoever came in his place.
        ([1, 2, 4], [[(1, 2, 3, 4)]], Pairs(((2, 4),), (1,))),
        ([1, 2, 4, 5], [[(1, 2, 3, 4)]], Pairs(((1, 5), (2, 4)), ())),
        # Who then sat with another stays with that one, also when the first comes back.
        ([1, 2, 3, 4, 5], [[(1, 2, 3, 4)], [(1, 2, 5, 4)]], Pairs(((1, 5), (2, 4)), (3,))),
        # A round that one sat out changes nothing.
        ([1, 2, 3, 4], [[(1, 2, 3, 4)], []], Pairs(((1, 3), (2, 4)), ())),
    ],
)
def test_pairs_that_stay_together(players, earlier, expected):
    assert pairs(players, earlier) == expected


@cases(
    ("players", "withdrawn", "expected"),
    [
        # Who stops before the first round leaves one partner alone, and no others.
        ([1, 2, 4, 5, 6], [3], Pairs(((1, 2), (5, 6)), (4,))),
        ([1, 2, 4, 5, 6, 9], [3], Pairs(((1, 2), (4, 9), (5, 6)), ())),
        ([1, 3], [2, 4], Pairs(((1, 3),), ())),
        ([3, 4], [1, 2], Pairs(((3, 4),), ())),
    ],
)
def test_a_withdrawal_before_the_first_round_changes_no_other_pair(players, withdrawn, expected):
    assert pairs(players, [], withdrawn) == expected


def test_the_partner_of_each():
    assert pairs([1, 2, 3, 4, 5], []).partner == {1: 2, 2: 1, 3: 4, 4: 3}


def test_partners_after_some_rounds():
    assert partners_after([ROUND_1]) == {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7}
    # 2 and 4 stop, 1 goes on with 3: nobody is left with a partner who has another.
    assert partners_after([[(1, 3, 2, 4)], [(1, 8, 3, 9)]]) == {1: 3, 3: 1, 8: 9, 9: 8}


@cases(
    ("tables", "changed"),
    [
        (ROUND_1, set()),
        ([(5, 1, 6, 2), (4, 8, 3, 7)], set()),  # other opponents, other seats
        ([(1, 2, 3, 4), (5, 7, 6, 8)], {1, 2, 3, 4}),
        ([(1, 3, 9, 4)], set()),  # number 2 does not sit, number 9 is new
        ([(1, 3, 9, 4), (2, 7, 10, 8)], {1, 2}),
    ],
)
def test_pairs_may_only_change_when_one_of_them_stops(tables, changed):
    assert partners_changed(tables, partners_after([ROUND_1])) == changed
