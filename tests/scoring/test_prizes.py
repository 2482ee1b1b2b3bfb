"""The rankings for prizes: among some players, by the best round, and of clubs."""

from fractions import Fraction

from scoring.prizes import rank_among, rank_by_best_round, rank_groups
from scoring.ranking import Tally
from tests.cases import cases


def tallies(*rows: tuple[int, str, int]) -> list[Tally]:
    """Return tallies of (number, match points, points)."""
    return [Tally(number, Fraction(wp), points) for number, wp, points in rows]


ALL = tallies((1, "15", 90), (2, "14", 80), (3, "14", 80), (4, "9", 70), (5, "9", 60))


@cases(
    ("numbers", "expected"),
    [
        (set(), []),
        ({5}, [(1, False, 5)]),
        ({2, 3, 5}, [(1, True, 2), (1, True, 3), (3, False, 5)]),  # A16: equal players share
        ({1, 4, 5, 99}, [(1, False, 1), (2, False, 4), (3, False, 5)]),  # nobody has number 99
    ],
)
def test_wk_29_players_of_a_category_are_ranked_among_themselves(numbers, expected):
    found = [(each.rank, each.shared, each.tally.number) for each in rank_among(ALL, numbers)]
    assert found == expected


@cases(
    ("points", "expected"),
    [
        ({}, []),
        ({1: [], 2: [-4]}, [(1, False, 2, -4)]),
        (
            {1: [40, 95], 2: [95, 95], 3: [94]},
            [(1, True, 1, 95), (1, True, 2, 95), (3, False, 3, 94)],
        ),
    ],
)
def test_the_best_round_of_each_player_counts_once(points, expected):
    found = [
        (each.rank, each.shared, each.tally.number, each.tally.points)
        for each in rank_by_best_round(points)
    ]
    assert found == expected


CLUBS = {
    "De Slag": tallies((1, "15", 90), (4, "9", 70), (7, "2", 5)),
    "Troef": tallies((2, "12", 80), (3, "12", 80)),
    "Alleen": tallies((9, "20", 200)),
    "Schoppen": tallies((10, "9", 70), (11, "15", 90)),
}


@cases(
    ("best", "expected"),
    [
        (
            2,  # equal sums of match points: by points; equal in both: a shared rank
            [
                (1, True, "De Slag", [1, 4]),
                (1, True, "Schoppen", [11, 10]),
                (1, True, "Troef", [2, 3]),
            ],
        ),
        (3, [(1, False, "De Slag", [1, 4, 7])]),  # others have too few members
        (4, []),
    ],
)
def test_clubs_are_ranked_by_the_sum_of_their_best_players(best, expected):
    found = [
        (each.ranked.rank, each.ranked.shared, each.name, [tally.number for tally in each.members])
        for each in rank_groups(CLUBS, best)
    ]
    assert found == expected


def test_the_sums_of_a_club_are_those_of_the_members_that_count():
    (first, *_others) = rank_groups(CLUBS, 2)
    assert (first.ranked.tally.match_points, first.ranked.tally.points) == (Fraction(24), 160)
