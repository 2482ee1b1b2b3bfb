"""The seats of a table and their players."""

from scoring.seats import form_player_problems, player_problems, size_problems
from tests.cases import cases
from tests.scoring.forms import WK_GAME

KNOWN = range(1, 21)


def codes_of(problems):
    return [(problem.code, str(problem.place)) for problem in problems]


def test_wk_5_tables_of_5_preferred_and_of_4():
    assert WK_GAME.table_sizes == (5, 4)
    assert size_problems(5, WK_GAME.table_sizes) == size_problems(4, WK_GAME.table_sizes) == ()


@cases("seats", [0, 1, 2, 3, 6, 7, 8])
def test_a13_other_table_sizes_are_refused(seats):
    (problem,) = size_problems(seats, WK_GAME.table_sizes)
    assert (problem.code, str(problem.place)) == ("TABLE_SIZE", "")
    assert problem.text.en == f"This table has {seats} players; the game is for 4, 5."


@cases(
    ("players", "expected"),
    [
        ([4, 9, 12, 3, 7], []),
        ([4, 9, 4, 3, 4], [("PLAYER_TWICE", "seat 3"), ("PLAYER_TWICE", "seat 5")]),
        ([4, 21, 12, 0], [("UNKNOWN_PLAYER", "seat 2"), ("UNKNOWN_PLAYER", "seat 4")]),
        ([4, 99, 12, 4], [("UNKNOWN_PLAYER", "seat 2"), ("PLAYER_TWICE", "seat 4")]),
    ],
)
def test_each_seat_has_one_player_of_the_tournament(players, expected):
    assert codes_of(player_problems(players, KNOWN)) == expected


@cases(
    ("written", "expected"),
    [
        ([4, 9, 12, 3], []),
        ([4, 9, 12, 5], [("PLAYERS_NOT_AS_SEATED", "")]),
        ([9, 4, 12, 3], [("PLAYERS_NOT_AS_SEATED", "")]),
        ([4, 9, 12], [("PLAYERS_NOT_AS_SEATED", "")]),
        ([4, 9, 12, 3, 7], [("PLAYERS_NOT_AS_SEATED", "")]),
        ([4, 9, 12, 12], [("PLAYER_TWICE", "seat 4")]),
    ],
)
def test_the_players_of_a_form_are_those_of_its_table(written, expected):
    assert codes_of(form_player_problems(written, [4, 9, 12, 3], KNOWN)) == expected
