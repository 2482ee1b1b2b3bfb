"""The course of a rubber: points, games and the pad."""

from scoring.rubber.course import letter
from tests.cases import cases
from tests.scoring.rubber.rubbers import (
    EXAMPLE,
    GAME,
    KORTREGLER,
    TWO_GAMES,
    pad_totals,
    problems_of,
    rubber,
)

# The score pad as rule set 001 prints it under WIJ and ZIJ: above the line, then below it.
ABOVE = """
500 (f) |
50 (f)  |
100 (f) |
200 (e) | 500 (i)
300 (b) | 30 (g)
60 (a)  | 30 (c)
"""
BELOW = """
60 (a)  | 100 (c)
---
360 (f) | 90 (d)
---
60 (h)  | 40 (g)
        | 90 (i)
"""


def lines_of_pad(block: str) -> list[str]:
    """Return the lines of a pad with single spaces."""
    lines = block.strip("\n").splitlines()
    return ["|".join(cell.strip() for cell in line.split("|")) for line in lines]


def even_lines(lines) -> list[str]:
    """Return lines of text with single spaces."""
    return ["|".join(f"{c.points} ({c.label})" if c else "" for c in line) for line in lines]


def progress_of(*said, **kwargs):
    """Return the progress of a rubber of these deals."""
    return GAME.progress(rubber(*said, **kwargs), 4)


def test_the_worked_example_line_by_line():
    pad = GAME.progress(EXAMPLE, 4).pad
    assert even_lines(pad.above) == lines_of_pad(ABOVE)
    games = [line for game in pad.below for line in (*even_lines(game), "---")]
    assert games[:-1] == lines_of_pad(BELOW)
    assert pad.totals == (1690, 880)


def test_delta_10_the_difference_is_won():
    assert [result.points for result in GAME.score(EXAMPLE, 4)] == [810, -810, 810, -810]
    (*_, total) = GAME.progress(EXAMPLE, 4).foot
    assert total.values == (1690, 880)


def test_the_rows_of_the_worked_example():
    rows = GAME.progress(EXAMPLE, 4).rows[:10]
    assert [[(f.value, f.sum) for f in row.figures[0]] for row in rows] == [
        [(60, None), (60, 60)],
        [(300, None), (None, 60)],
        [(None, None), (None, 60)],
        [(None, None), (None, 0)],
        [(200, None), (None, 0)],
        [(650, None), (360, 360)],
        [(None, None), (None, 0)],
        [(None, None), (60, 60)],
        [(None, None), (None, 60)],
        [(None, None), (None, None)],
    ]
    assert [row.remark and row.remark.nl for row in rows] == [
        None,
        None,
        "manche OW",
        "OW kwetsbaar",
        "OW kwetsbaar",
        "OW kwetsbaar; manche NZ",
        "allen kwetsbaar",
        "allen kwetsbaar",
        "allen kwetsbaar; manche en robber OW",
        None,
    ]
    assert [row.number for row in rows if row.is_underlined] == [3, 6, 9]


def test_b_7_a_game_is_100_below_the_line():
    assert [row.is_underlined for row in progress_of("1 3S 9", "1 3S 9").rows[:2]] == [False, True]
    assert [row.is_underlined for row in progress_of("1 2S 13", "1 5C 11").rows[:2]] == [
        False,
        True,
    ]
    assert progress_of("1 3NT 9").rows[0].is_underlined


def test_b_7_a_pair_with_a_game_is_vulnerable():
    assert pad_totals("1 4S 10", "1 4S 9", "2 4S 9") == (120 + 50, 100)
    assert progress_of("1 4S 10").rows[1].remark.en == "NS vulnerable"


def test_delta_7_a_game_wipes_the_part_score_of_both():
    progress = progress_of("2 3H 9", "1 3H 9", "1 1H 7", "2 1H 7", "2 2H 8")
    sums = [tuple(figures[1].sum for figures in row.figures) for row in progress.rows[:5]]
    assert sums == [(0, 90), (90, 90), (120, 90), (0, 30), (0, 90)]


@cases(
    ("said", "totals", "points"),
    [
        (TWO_GAMES, (940, 0), 940),
        (("1 4S 10", "2 4S 10", "3 4S 10"), (740, 120), 620),
        (("2 4S 10", "1 4S 6", "4 5D 11"), (0, 1120), -1120),
    ],
)
def test_b_8_the_bonus_of_the_rubber(said, totals, points):
    assert pad_totals(*said) == totals
    assert GAME.score(rubber(*said), 4)[0].points == points


def test_b_8_the_loser_of_the_rubber_may_have_more_points():
    assert GAME.score(EXAMPLE, 4)[0].place == 1
    assert GAME.progress(EXAMPLE, 4).rows[8].remark.en.endswith("rubber EW")


def test_delta_3_overtricks_stand_above_the_line():
    above, below = progress_of("1 2H 10").rows[0].figures[0]
    assert (above.value, below.value) == (60, 60)
    assert not progress_of("1 2H 10").rows[0].is_underlined


@cases(
    ("said", "totals"),
    [
        (("1 1C 7 1:100",), (120, 0)),
        (("1 1C 7 2:100",), (20, 100)),
        (("1 1NT 7 3:150",), (190, 0)),
        (("1 1CX 7 1:150",), (40 + 50 + 150, 0)),
        (("1 1C 6 1:100",), (100, 50)),
    ],
)
def test_delta_1_honours_count_for_the_holder_whatever_the_result(said, totals):
    assert pad_totals(*said) == totals
    assert problems_of(rubber(*said, unfinished=True)) == []


@cases(
    ("said", "totals"),
    [
        (("1 4S 10",), (120 + 300, 0)),
        (("2 1S 7",), (0, 30 + 100)),
        (("1 4S 10", "2 1S 7"), (120 + 300, 30 + 100)),
        (("1 4S 10", "3 1S 7"), (150 + 300 + 100, 0)),
        (("1 4S 10", "2 4S 10"), (120, 120)),
        (("1 1S 7", "2 1S 7"), (30, 30)),
        (("1 1S 7", "2 4S 10"), (30, 120 + 300)),
        (("1 1S 6",), (0, 50)),
        (("-",), (0, 0)),
    ],
)
def test_delta_2_play_stopped_before_the_end(said, totals):
    assert pad_totals(*said, unfinished=True) == totals


def test_delta_2_kortregler_has_no_bonus_for_an_unfinished_rubber():
    assert pad_totals("1 4S 10", "3 1S 7", unfinished=True, game=KORTREGLER) == (150, 0)
    progress = KORTREGLER.progress(rubber("1 4S 10", unfinished=True), 4)
    assert [row.label.nl for row in progress.foot] == ["boven en onder samen"]


def test_delta_2_the_foot_names_the_pair_with_the_bonus():
    foot = progress_of("1 4S 10", "2 1S 7", unfinished=True).foot
    assert [(row.label.nl, row.values) for row in foot] == [
        ("gestopt met een manche", (300, None)),
        ("gestopt met een deelscore", (None, 100)),
        ("boven en onder samen", (420, 130)),
    ]
    assert [row.values for row in GAME.progress(EXAMPLE, 4).foot] == [(None, 500), (1690, 880)]


def test_no_bonus_before_play_is_marked_as_stopped():
    assert pad_totals("1 4S 10") == (120, 0)


def test_delta_9_a_deal_that_was_passed_out_scores_nothing():
    assert pad_totals("-", *TWO_GAMES) == pad_totals(*TWO_GAMES)
    row = progress_of("-").rows[0]
    assert [(figure.value, figure.sum) for figure in row.figures[1]] == [(None, None), (None, 0)]
    assert row.remark.en == "passed out"


@cases(
    ("document", "match_points"),
    [
        (EXAMPLE, ["9/2", "5/2", "9/2", "5/2"]),
        (rubber("1 1S 7", "2 1S 7", unfinished=True), ["7/2"] * 4),
        (rubber("-", unfinished=True), ["7/2"] * 4),
        ({"totals": [-810, 810, -810, 810]}, ["5/2", "9/2", "5/2", "9/2"]),
    ],
)
def test_3_2b_3_4_partners_share_their_place_and_a_drawn_rubber_is_shared_by_all(
    document, match_points
):
    assert [str(result.match_points) for result in GAME.score(document, 4)] == match_points


def test_the_pad_of_a_rubber_that_goes_on():
    pad = progress_of("1 4S 10").pad
    assert [even_lines(game) for game in pad.below] == [["120 (a)|"], []]
    assert (even_lines(pad.above), pad.totals) == ([], (120, 0))


def test_deals_of_a_long_rubber_have_numbers_after_z():
    assert [letter(number) for number in (1, 9, 26, 27, 100)] == ["a", "i", "z", "27", "100"]
