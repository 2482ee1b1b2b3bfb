"""Options of rubber bridge, and its charts."""

import pytest

from scoring.problems import Invalid
from scoring.rubber import make
from tests.cases import cases
from tests.scoring.rubber.rubbers import GAME, KORTREGLER

HONOURS = ("rubber-bridge", {"honours": False})
ROTATING = ("bridge-kortregler", {"partners": "rotating"})


@cases(
    ("key", "options", "minimal", "partners"),
    [
        ("rubber-bridge", {}, {}, "fixed"),
        ("rubber-bridge", {"honours": True, "partners": "fixed"}, {}, "fixed"),
        ("rubber-bridge", {"honours": False}, {"honours": False}, "fixed"),
        ("rubber-bridge", {"partners": "rotating"}, {"partners": "rotating"}, "rotating"),
        ("bridge-kortregler", {}, {}, "fixed"),
        ("bridge-kortregler", {"partners": "fixed"}, {}, "fixed"),
        ("bridge-kortregler", {"partners": "rotating"}, {"partners": "rotating"}, "rotating"),
    ],
)
def test_a_game_keeps_what_differs_from_its_defaults(key, options, minimal, partners):
    game = make(key, options)
    assert (game.key, game.options, game.partners) == (key, minimal, partners)
    assert game.options_from_cells(game.options_to_cells(options)) == minimal
    assert game.options_from_cells(game.options_to_cells(minimal)) == minimal


@cases(
    ("key", "options", "problems"),
    [
        ("rubber-bridge", {"honors": True}, [("UNKNOWN_OPTION", "honors")]),
        ("bridge-kortregler", {"honours": True}, [("UNKNOWN_OPTION", "honours")]),
        *[
            ("rubber-bridge", {"honours": value}, [("OPTION_INVALID", "honours")])
            for value in (0, 1, "x", None, [])
        ],
        *[
            ("bridge-kortregler", {"partners": value}, [("OPTION_INVALID", "partners")])
            for value in ("none", "", None, 1, ["fixed"], {})
        ],
        (
            "rubber-bridge",
            {"deals": 3, "honours": "ja", "partners": "x"},
            [
                ("UNKNOWN_OPTION", "deals"),
                ("OPTION_INVALID", "honours"),
                ("OPTION_INVALID", "partners"),
            ],
        ),
    ],
)
def test_wrong_options_are_refused(key, options, problems):
    with pytest.raises(Invalid) as refused:
        make(key, options)
    assert [(problem.code, problem.path) for problem in refused.value.problems] == problems


@cases(
    ("cells", "options"),
    [
        ({}, {"honours": False}),
        ({"honours": "x", "partners": "fixed"}, {}),
        ({"honours": "X", "partners": " "}, {}),
        ({"honours": "nee", "partners": "x"}, {"honours": "nee", "partners": "x"}),
    ],
)
def test_options_are_read_from_cells(cells, options):
    assert GAME.options_from_cells(cells) == options


def test_a_cell_of_the_other_game_is_ignored():
    assert KORTREGLER.options_from_cells({"honours": "x"}) == {}


@cases(
    ("game", "options", "cells"),
    [
        (GAME, {}, {"honours": "x", "partners": "fixed"}),
        (GAME, {"honours": False}, {"partners": "fixed"}),
        (GAME, {"honours": 3, "partners": "y"}, {"honours": "3", "partners": "y"}),
        (GAME, None, {"honours": "x", "partners": "fixed"}),
        (KORTREGLER, {"partners": "rotating"}, {"partners": "rotating"}),
    ],
)
def test_the_cells_of_options(game, options, cells):
    assert game.options_to_cells(options) == cells


def test_settings_of_each_game():
    assert [field.path for field in GAME.settings.fields] == ["honours", "partners"]
    assert [field.path for field in KORTREGLER.settings.fields] == ["partners"]


def test_facts_about_the_games():
    assert GAME.table_sizes == (4,)
    assert GAME.for_tables({4}) == GAME
    assert (GAME.name.nl, KORTREGLER.name.nl) == ("Robberbridge", "Bridge volgens KortRegler")


def chart_in_text(chart):
    return [[text.en for text in row] for row in chart.rows]


def test_charts_of_points():
    below, over, down, down_vulnerable, bonuses = GAME.charts
    assert chart_in_text(below) == [
        ["♣ ♦", "20", "40", "80"],
        ["♥ ♠", "30", "60", "120"],
        ["NT, first trick", "40", "80", "160"],
        ["NT, further", "30", "60", "120"],
    ]
    assert chart_in_text(over)[4:] == [
        ["NT, not vulnerable", "30", "100", "200"],
        ["NT, vulnerable", "30", "200", "400"],
        ["contract made, once", "0", "50", "100"],
    ]
    assert [row[1:] for row in chart_in_text(down)] == [
        ["50", "100", "200"],
        ["50", "200", "400"],
        ["50", "200", "400"],
        ["50", "300", "600"],
    ]
    assert [row[1:] for row in chart_in_text(down_vulnerable)] == [
        ["100", "200", "400"],
        *[["100", "300", "600"]] * 3,
    ]
    points = ["500", "750", "1000", "1500", "100", "150", "150", "700", "500", "300", "100"]
    assert [row[1] for row in chart_in_text(bonuses)] == points


@cases(
    ("game", "points"),
    [
        (make(*HONOURS), ["500", "750", "1000", "1500", "700", "500", "300", "100"]),
        (make(*ROTATING), ["500", "750", "1000", "1500", "700", "500"]),
    ],
)
def test_charts_leave_out_points_that_do_not_count(game, points):
    assert [row[1] for row in chart_in_text(game.charts[-1])] == points
