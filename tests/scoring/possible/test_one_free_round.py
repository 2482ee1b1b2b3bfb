"""How few players pass their cap in one round in which anybody may sit anywhere."""

from scoring.possible.one_free_round import fewest_over_in_a_round
from tests.cases import cases

THREE = (2, 4, 6)


@cases(
    ("caps", "tables", "top", "expected"),
    [
        ([2, 4, 6], [THREE], None, 0),
        ([3, 3, 6], [THREE], None, 0),
        ([4, 4, 4], [THREE], None, 0),
        ([3, 4, 5], [THREE], None, 1),
        ([2, 3, 3, 6, 6, 6], [THREE] * 2, None, 0),  # a tie at one table
        ([2, 4, 4, 4, 4, 6], [THREE] * 2, None, 0),  # three equal at one table
        ([2, 2, 3, 6, 6, 6], [THREE] * 2, None, 1),
        ([1, 2, 4, 6, 6, 6], [THREE] * 2, None, 1),
        ([5, 5, 5, 5, 5], [(2, 4, 6, 8, 10)], None, 1),
        ([6, 6, 6, 6, 6], [(2, 4, 6, 8, 10)], None, 0),  # five equal
        ([5, 5, 5, 5, 10], [(2, 4, 6, 8, 10)], None, 0),  # four equal
        ([2, 4], [THREE], 6, 0),
        ([3, 3], [THREE], 6, 0),
        ([2, 3], [THREE], 6, 1),
        # The player on top chooses the table: the other one makes a tie of its two highest.
        ([2, 4, 5, 5], [THREE, (4, 6)], 6, 0),
        ([6, 6, 6, 6], [(0, 4, 8, 12)], None, 0),  # other match points, in larger steps
        ([2, 2, 8, 12], [(0, 4, 8, 12)], None, 0),
        ([1, 3, 8, 12], [(0, 4, 8, 12)], None, 1),
    ],
)
def test_the_fewest_players_over(caps, tables, top, expected):
    assert fewest_over_in_a_round(caps, tables, top, 0) == expected


def test_a_tie_at_every_table_of_a_large_round():
    """No search would look through so many tables."""
    tables = 250
    caps = [3] * (2 * tables) + [6] * tables
    assert fewest_over_in_a_round(caps, [THREE] * tables, None, 0) == 0
