"""Options of kleurenwiezen: the deals and the grid, as an object and in cells."""

from copy import deepcopy

import pytest

from scoring.problems import Invalid
from scoring.whist import make
from scoring.whist.contracts import CONTRACTS
from scoring.whist.named_grids import GRIDS
from scoring.whist.options import grid_document
from scoring.whist.settings import LABELS, NAMES
from tests.cases import cases
from tests.scoring.whist.forms import WHIST, WHISTHUB, points_of


def own_grid(contract="solo-6", **numbers):
    """Return the concours grid with some numbers of one contract changed."""
    grid = deepcopy(grid_document(GRIDS["concours"]))
    grid["contracts"][contract] |= numbers
    return grid


OWN = make("kleurenwiezen", {"grid": own_grid(won=13)})


def refused_options(options):
    with pytest.raises(Invalid) as invalid:
        make("kleurenwiezen", options)
    return [(problem.code, problem.path) for problem in invalid.value.problems]


def test_k_h_the_defaults():
    assert (WHIST.rules.deals, WHIST.rules.grid) == (20, GRIDS["concours"])
    assert WHIST.options == {}
    assert (WHIST.key, WHIST.table_sizes, WHIST.partners) == ("kleurenwiezen", (4,), "none")


# Options, and what is left of them.
MINIMAL = [
    ({"deals": 20, "grid": "concours"}, {}),
    ({"deals": 24}, {"deals": 24}),
    ({"grid": "whisthub"}, {"grid": "whisthub"}),
    ({"grid": grid_document(GRIDS["concours"])}, {}),
    ({"grid": grid_document(GRIDS["whisthub"])}, {"grid": "whisthub"}),
    ({"grid": own_grid(won=13)}, {"grid": own_grid(won=13)}),
    ({"grid": own_grid(won=13, all=0)}, {"grid": own_grid(won=13)}),
    # Without the braces of `contracts`.
    ({"grid": own_grid(won=13)["contracts"]}, {"grid": own_grid(won=13)}),
    ({"grid": grid_document(GRIDS["concours"])["contracts"]}, {}),
    (
        {"grid": grid_document(GRIDS["whisthub"])["contracts"] | {"zero_sum": True}},
        {"grid": "whisthub"},
    ),
]


@cases(("options", "minimal"), MINIMAL)
def test_options_are_minimal(options, minimal):
    game = make("kleurenwiezen", options)
    assert game.options == minimal
    assert make("kleurenwiezen", game.options) == game
    assert list(game.options) == [key for key in ("deals", "grid") if key in minimal]


def test_another_key_is_another_game():
    with pytest.raises(KeyError):
        make("boerenbridge", {})


WITHOUT_TROEL = own_grid()
del WITHOUT_TROEL["contracts"]["troel"]
REFUSED = [
    ({"deal": 20}, [("UNKNOWN_OPTION", "deal")]),
    *[
        ({"deals": deals}, [("DEALS_NOT_IN_FOURS", "deals")])
        for deals in (0, 2, 18, -4, 64, 10**30, "20", 20.0, True, None, [20])
    ],
    *[({"grid": grid}, [("UNKNOWN_GRID", "grid")]) for grid in ("", "own", 3, None, [], True)],
    ({"grid": {}}, [("NOT_AN_OBJECT", "grid")]),
    ({"grid": {"contracts": []}}, [("NOT_AN_OBJECT", "grid")]),
    ({"grid": own_grid() | {"name": "ons rooster"}}, [("UNKNOWN_KEY", "grid")]),
    ({"grid": own_grid() | {"zero_sum": 1}}, [("ZERO_SUM_NOT_YES_OR_NO", "zero_sum")]),
    ({"grid": WITHOUT_TROEL}, [("GRID_LINE_MISSING", "grid.troel")]),
    ({"grid": own_grid(win=3)}, [("UNKNOWN_KEY", "grid.solo-6")]),
    *[
        ({"grid": own_grid(won=value)}, [("GRID_POINTS_INVALID", "grid.solo-6.won")])
        for value in (1.5, "12", None, True, 1000, -1000, 10**40, [])
    ],
    (
        {"grid": own_grid("piccolo", overtrick=1)},
        [("GRID_POINTS_NOT_USED", "grid.piccolo.overtrick")],
    ),
    (
        {"deals": 3, "grid": own_grid(won="x", lost="y"), "x": 1},
        [
            ("UNKNOWN_OPTION", "x"),
            ("DEALS_NOT_IN_FOURS", "deals"),
            ("GRID_POINTS_INVALID", "grid.solo-6.won"),
            ("GRID_POINTS_INVALID", "grid.solo-6.lost"),
        ],
    ),
]


@cases(("options", "problems"), REFUSED)
def test_wrong_options_are_refused(options, problems):
    assert refused_options(options) == problems


def test_unknown_contracts_are_refused():
    grid = own_grid()
    grid["contracts"]["solo-9"] = {}
    assert refused_options({"grid": grid}) == [("UNKNOWN_CONTRACT", "grid")]


def test_points_of_opponents_follow_in_a_zero_sum_grid():
    grid = own_grid() | {"zero_sum": True}
    problems = refused_options({"grid": grid})
    assert {code for code, _ in problems} == {"GRID_POINTS_NOT_USED"}
    assert ("GRID_POINTS_NOT_USED", "grid.samen-8.opponents") in problems


def test_k_4_an_own_grid_counts():
    assert points_of("solo-6", [2], 6, OWN) == (0, 13, 0, 0)
    assert points_of("solo-6", [2], 7, OWN) == (0, 16, 0, 0)
    assert points_of("solo-7", [2], 7, OWN) == (0, 15, 0, 0)


# The cells of the settings.


def test_the_settings_have_a_cell_for_every_number():
    layout = WHIST.settings
    assert [field.path for field in layout.head] == ["deals", "grid", "zero_sum"]
    assert [row.path for row in layout.rows] == [f"grid.{c.key}" for c in CONTRACTS]
    assert [field.path for field in layout.rows[2].cells] == [
        f"grid.solo-6.{number}" for number in LABELS
    ]
    assert [choice.value for choice in layout.head[1].choices] == [*GRIDS, "own"] == [*NAMES]


@cases("game", [WHIST, WHISTHUB, OWN])
def test_cells_of_options_and_back(game):
    cells = game.options_to_cells(game.options)
    assert game.options_from_cells(cells) == game.options
    assert set(cells) <= {field.path for field in game.settings.fields}


def test_the_cells_show_the_numbers_of_the_grid():
    cells = WHIST.options_to_cells({})
    assert {path: text for path, text in cells.items() if "." not in path} == {
        "deals": "20",
        "grid": "concours",
    }
    assert {path: text for path, text in cells.items() if path.startswith("grid.solo-6.")} == {
        "grid.solo-6.won": "12",
        "grid.solo-6.overtrick": "3",
        "grid.solo-6.most": "18",
        "grid.solo-6.lost": "-15",
        "grid.solo-6.further": "-3",
        "grid.solo-6.opponents": "10",
        "grid.solo-6.opponents_further": "2",
    }
    assert WHISTHUB.options_to_cells({"grid": "whisthub"})["zero_sum"] == "x"
    assert OWN.options_to_cells(OWN.options)["grid"] == "own"


@cases("shown", [WHIST, WHISTHUB, OWN])
@cases(("chosen", "grid"), [("concours", {}), ("whisthub", {"grid": "whisthub"})])
def test_choosing_another_grid(shown, chosen, grid):
    cells = shown.options_to_cells(shown.options) | {"grid": chosen}
    assert shown.options_from_cells(cells) == grid


@cases("chosen", ["concours", "whisthub", "own"])
def test_changing_a_number_makes_an_own_grid(chosen):
    cells = WHIST.options_to_cells({}) | {"grid": chosen, "grid.solo-6.won": "13"}
    assert WHIST.options_from_cells(cells) == {"grid": own_grid(won=13)}


def test_an_own_grid_with_known_numbers_gets_their_name():
    assert WHIST.options_from_cells(WHIST.options_to_cells({}) | {"grid": "own"}) == {}
    cells = WHISTHUB.options_to_cells(WHISTHUB.options) | {"grid": "own"}
    assert WHISTHUB.options_from_cells(cells) == {"grid": "whisthub"}


def test_a_grid_that_becomes_zero_sum_loses_the_opponents_numbers():
    cells = WHIST.options_to_cells({}) | {"zero_sum": "x", "grid": "own"}
    game = make("kleurenwiezen", WHIST.options_from_cells(cells))
    assert points_of("solo-6", [2], 6, game) == (-12, 36, -12, -12)


@cases(
    ("path", "text", "problem"),
    [
        ("deals", "21", ("DEALS_NOT_IN_FOURS", "deals")),
        ("deals", "veel", ("DEALS_NOT_IN_FOURS", "deals")),
        ("grid.troel.won", "1½", ("GRID_POINTS_INVALID", "grid.troel.won")),
        ("grid.troel.won", "1000", ("GRID_POINTS_INVALID", "grid.troel.won")),
        ("grid.piccolo.most", "30", ("GRID_POINTS_NOT_USED", "grid.piccolo.most")),
    ],
)
def test_wrong_text_is_kept_and_refused_at_its_cell(path, text, problem):
    cells = WHIST.options_to_cells({}) | {path: text}
    options = WHIST.options_from_cells(cells)
    assert WHIST.options_to_cells(options)[path] == text
    assert refused_options(options) == [problem]


def test_an_unknown_grid_is_kept_and_refused():
    cells = WHIST.options_to_cells({}) | {"grid": "pagat"}
    assert WHIST.options_from_cells(cells) == {"grid": "pagat"}
    assert refused_options({"grid": "pagat"}) == [("UNKNOWN_GRID", "grid")]


def test_a_minus_sign_is_read():
    cells = WHIST.options_to_cells({}) | {"grid.solo-6.lost": "−16"}
    assert WHIST.options_from_cells(cells) == {"grid": own_grid(lost=-16)}


def test_cells_without_numbers_are_the_grid_chosen():
    assert WHIST.options_from_cells({}) == {}
    assert OWN.options_from_cells({"deals": "8", "grid": "whisthub"}) == {
        "deals": 8,
        "grid": "whisthub",
    }


# The chart.


def test_chart_of_the_grid():
    (chart,) = WHIST.charts
    rows = {row[0].nl: [cell.nl for cell in row[1:]] for row in chart.rows}
    assert chart.title.nl == "Puntenrooster: concours (België)"
    assert rows["solo 6"] == ["12", "3", "18", "", "−15", "−3", "10", "2"]
    assert rows["troel"] == ["16", "", "", "30", "0", "", "16", ""]
    assert len(rows) == 19
    (chart,) = WHISTHUB.charts
    assert [cell.en for cell in chart.rows[2]] == ["solo 6", "4", "1", "6", "", "−5", "−1"]
    assert {len(row) for row in chart.rows} == {len(chart.headings)} == {7}
    assert OWN.charts[0].title.en == "Points grid: own points grid"
