"""The cost of rounds, and the least that any draw could reach."""

from tests.cases import cases
from tests.draw.draw_cases import counted_cost
from wk.draw.constraints import FixedSeat
from wk.draw.lower_bounds import cost, least


@cases(
    ("players", "sizes", "rounds", "earlier", "constraints", "expected"),
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
        (range(24), (5, 5, 5, 5, 4), 3, [], [FixedSeat(1, 5), FixedSeat(2, 5)], (3, 4)),
        (range(24), (5, 5, 5, 5, 4), 3, [], [FixedSeat(1, 5), FixedSeat(2, 5, round=2)], (0, 2)),
        # Other sizes: short is what is smaller than the largest.
        (range(13), (7, 6), 2, [], [], (15, 0)),
    ],
)
def test_least_cost(players, sizes, rounds, earlier, constraints, expected):
    assert least(players, sizes, rounds, earlier, constraints) == expected


def test_cost_is_as_counted_player_by_player():
    rounds = [[(1, 2, 3, 4, 5), (6, 7, 8, 9)], [(1, 2, 6, 7, 8), (3, 4, 5, 9)]]
    assert cost(rounds) == counted_cost(rounds) == (1 + 3 + 3, 1)
    assert cost([[(1, 2, 3), (4, 5)], [(1, 3, 2), (4, 5)], [(1, 2, 4), (3, 5)]]) == (6, 3)
